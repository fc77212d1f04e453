// giflib: the LZW codec of GIF, and the writer of its blocks. It reports errors by return values, so Swift calls it as
// it is.
#include <gif_lib.h>

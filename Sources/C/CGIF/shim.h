// giflib: the LZW codec of GIF, and the writer of its blocks; Swift calls it as it is, as it returns its errors.
#include <gif_lib.h>

// libyuv: RGB to YUV conversion. Debian's package has no .pc file, so the module map names the library.
#include <libyuv/convert.h>

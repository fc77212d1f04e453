// Little CMS 2: colour profiles. Function-like macros make the constants below there, which Swift does not import.
#include <lcms2.h>

/// Red, green, blue and a fourth byte.
static const cmsUInt32Number CLCMS_RGBA_8 = TYPE_RGBA_8;
/// Red, green, blue and a fourth component, 16 bits each in the machine's order.
static const cmsUInt32Number CLCMS_RGBA_16 = TYPE_RGBA_16;
static const cmsUInt32Number CLCMS_RGB_8 = TYPE_RGB_8;
/// Grey, 16 bits in the machine's order.
static const cmsUInt32Number CLCMS_GRAY_16 = TYPE_GRAY_16;
/// Cyan, magenta, yellow, black; 255 is all ink.
static const cmsUInt32Number CLCMS_CMYK_8 = TYPE_CMYK_8;

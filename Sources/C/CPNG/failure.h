// The error callback of decode.c and encode.c: it notes libpng's message and jumps back into our own frame.
#ifndef CPNG_FAILURE_H
#define CPNG_FAILURE_H

#include <png.h>

#include "CPNG.h"

/// libpng's error callback; its error pointer is a CPNGFailure. Does not return.
void cpng_fail(png_structp png, png_const_charp message);

/// libpng's warning callback: a warning does not change the pixels, so it is dropped.
void cpng_ignore_warning(png_structp png, png_const_charp message);

#endif

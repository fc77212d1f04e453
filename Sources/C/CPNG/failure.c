#include "failure.h"

#include <stdio.h>

void cpng_fail(png_structp png, png_const_charp message) {
  CPNGFailure *failure = png_get_error_ptr(png);
  snprintf(failure->message, sizeof failure->message, "%s", message);
  png_longjmp(png, 1);
}

void cpng_ignore_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

// PNG to straight RGBA8. The caller has checked the size in IHDR and allocated the pixels.
#include "failure.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  const uint8_t *bytes;
  size_t left;
} Source;

static void read_bytes(png_structp png, png_bytep into, size_t count) {
  Source *source = png_get_io_ptr(png);
  if (count > source->left) png_error(png, "the file ends inside the image");
  memcpy(into, source->bytes, count);
  source->bytes += count;
  source->left -= count;
}

/// Asks for RGBA, 8 bits a component, whatever the file holds.
static void convert_to_rgba8(png_structp png) {
  png_set_scale_16(png);
  png_set_expand(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
}

bool cpng_decode(
  const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint8_t *pixels, CPNGFailure *failure) {
  Source source = {bytes, count};
  memset(failure, 0, sizeof *failure);
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, failure, cpng_fail, cpng_ignore_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info) {
    snprintf(failure->message, sizeof failure->message, "out of memory");
    png_destroy_read_struct(&png, NULL, NULL);
    return false;
  }
  // Nothing below changes `png`, `info` or a parameter between setjmp and longjmp, so none needs to be volatile.
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    return false;
  }
  png_set_read_fn(png, &source, read_bytes);
  png_set_user_limits(png, width, height);
  png_read_info(png, info);
  if (png_get_image_width(png, info) != width || png_get_image_height(png, info) != height)
    png_error(png, "the file holds a second size");

  convert_to_rgba8(png);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  size_t row_bytes = (size_t)width * 4;
  if (png_get_rowbytes(png, info) != row_bytes) png_error(png, "the pixels cannot be converted to 8-bit RGBA");

  for (int pass = 0; pass < passes; pass++)
    for (failure->row = 0; failure->row < height; failure->row++)
      png_read_row(png, pixels + failure->row * row_bytes, NULL);
  png_read_end(png, NULL);
  png_destroy_read_struct(&png, &info, NULL);
  return true;
}

const char *cpng_version(void) {
  return png_get_libpng_ver(NULL);
}

// PNG to straight RGBA8 or RGBA16. The caller has checked the size in IHDR and allocated the pixels.
#include "failure.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

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

/// The longest profile that is read, decompressed; printers' have a megabyte or two.
enum { MAXIMUM_PROFILE_BYTES = 1 << 24 };

/// Asks for RGBA of `depth` bits a component, whatever the file holds.
static void convert_to_rgba(png_structp png, int depth) {
  if (depth == 16) {
    png_set_expand_16(png);
    const uint16_t one = 1;
    if (*(const uint8_t *)&one == 1) png_set_swap(png);
  } else {
    png_set_scale_16(png);
    png_set_expand(png);
  }
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, depth == 16 ? 0xFFFF : 0xFF, PNG_FILLER_AFTER);
}

bool cpng_decode(
  const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, int depth, void *pixels, CPNGFailure *failure) {
  Source source = {bytes, count};
  memset(failure, 0, sizeof *failure);
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, failure, cpng_fail, cpng_ignore_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info) {
    snprintf(failure->message, sizeof failure->message, "out of memory");
    png_destroy_read_struct(&png, NULL, NULL);
    return false;
  }
  // The code below does not change `png`, `info` or a parameter between setjmp and longjmp, so none needs to be
  // volatile.
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    return false;
  }
  png_set_read_fn(png, &source, read_bytes);
  png_set_user_limits(png, width, height);
  png_read_info(png, info);
  if (png_get_image_width(png, info) != width || png_get_image_height(png, info) != height)
    png_error(png, "the file holds a second size");

  convert_to_rgba(png, depth);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  size_t row_bytes = (size_t)width * 4 * (size_t)(depth / 8);
  if (png_get_rowbytes(png, info) != row_bytes) png_error(png, "the pixels cannot be converted to RGBA");

  for (int pass = 0; pass < passes; pass++)
    for (failure->row = 0; failure->row < height; failure->row++)
      png_read_row(png, (uint8_t *)pixels + failure->row * row_bytes, NULL);
  png_read_end(png, NULL);
  png_destroy_read_struct(&png, &info, NULL);
  return true;
}

uint8_t *cpng_profile(const uint8_t *bytes, size_t count, size_t *profile_count) {
  Source source = {bytes, count};
  CPNGFailure failure;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &failure, cpng_fail, cpng_ignore_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info) {
    png_destroy_read_struct(&png, NULL, NULL);
    return NULL;
  }
  // The profile lives behind `info` until the copy below, which is the last thing that can fail.
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_read_struct(&png, &info, NULL);
    return NULL;
  }
  png_set_read_fn(png, &source, read_bytes);
  png_set_chunk_malloc_max(png, MAXIMUM_PROFILE_BYTES);
  png_read_info(png, info);
  png_charp name;
  png_bytep profile;
  png_uint_32 length;
  int method;
  uint8_t *copy = NULL;
  if (png_get_iCCP(png, info, &name, &method, &profile, &length) == PNG_INFO_iCCP) {
    copy = malloc(length);
    if (copy) {
      memcpy(copy, profile, length);
      *profile_count = length;
    }
  }
  png_destroy_read_struct(&png, &info, NULL);
  return copy;
}

uint32_t cpng_checksum(const uint8_t *bytes, size_t count) { return (uint32_t)crc32_z(0, bytes, count); }

const char *cpng_version(void) {
  return png_get_libpng_ver(NULL);
}

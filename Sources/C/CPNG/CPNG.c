#include "CPNG.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/// Notes libpng's message, for a CPNGFailure as the error pointer, and jumps back into our own frame.
static void fail(png_structp png, png_const_charp message) {
  CPNGFailure *failure = png_get_error_ptr(png);
  snprintf(failure->message, sizeof failure->message, "%s", message);
  png_longjmp(png, 1);
}

/// Drops a warning: it does not change the pixels.
static void ignore_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

// MARK: Decoding

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
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, failure, fail, ignore_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info) {
    snprintf(failure->message, sizeof failure->message, "out of memory");
    png_destroy_read_struct(&png, NULL, NULL);
    return false;
  }
  // No variable has to be volatile: between setjmp and longjmp, `png`, `info` and the parameters do not change.
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
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &failure, fail, ignore_warning);
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

const char *cpng_version(void) { return png_get_libpng_ver(NULL); }

// MARK: Encoding
//
// Level and filter are fixed, so the same pixels give the same bytes (with the same zlib). They are chosen for rendered
// frames, flat areas and smooth gradients, of which a video writes thousands. Measured on 1920x1080 RGB frames, flat
// shapes / gradient / noise:  Up, level 2: 100 kB 11 ms / 258 kB 13 ms / 3.6 MB 76 ms;  libpng's default (all filters,
// level 6): 73 kB 42 ms / 145 kB 66 ms / 3.3 MB 520 ms;  no filter, level 2: 116 kB 8 ms / 1.2 MB 31 ms / 3.7 MB 83 ms.

enum { COMPRESSION_LEVEL = 2, ROW_FILTER = PNG_FILTER_UP };

typedef struct {
  uint8_t *bytes;
  size_t count;
  size_t capacity;
} Output;

static void append_bytes(png_structp png, png_bytep from, size_t count) {
  Output *output = png_get_io_ptr(png);
  if (count > output->capacity - output->count) {
    size_t capacity = (output->count + count) * 2;
    uint8_t *grown = realloc(output->bytes, capacity);
    if (!grown) png_error(png, "out of memory");
    output->bytes = grown;
    output->capacity = capacity;
  }
  memcpy(output->bytes + output->count, from, count);
  output->count += count;
}

static void flush_nothing(png_structp png) { (void)png; }

uint8_t *cpng_encode(
  const void *pixels, uint32_t width, uint32_t height, int channels, int depth, bool is_srgb, size_t *count,
  CPNGFailure *failure) {
  Output output = {NULL, 0, 0};
  memset(failure, 0, sizeof *failure);
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, failure, fail, ignore_warning);
  png_infop info = png ? png_create_info_struct(png) : NULL;
  if (!info) {
    snprintf(failure->message, sizeof failure->message, "out of memory");
    png_destroy_write_struct(&png, NULL);
    return NULL;
  }
  // `output` changes after setjmp, but only through the pointer that libpng holds, so it lives in memory.
  if (setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    free(output.bytes);
    return NULL;
  }
  png_set_write_fn(png, &output, append_bytes, flush_nothing);
  png_set_IHDR(
    png, info, width, height, depth, channels == 4 ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
    PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (is_srgb) png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, ROW_FILTER);
  png_set_compression_level(png, COMPRESSION_LEVEL);
  png_write_info(png, info);
  const uint16_t one = 1;
  if (depth == 16 && *(const uint8_t *)&one == 1) png_set_swap(png);
  size_t row_bytes = (size_t)width * (size_t)channels * (size_t)(depth / 8);
  for (failure->row = 0; failure->row < height; failure->row++)
    png_write_row(png, (const uint8_t *)pixels + failure->row * row_bytes);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  *count = output.count;
  return output.bytes;
}

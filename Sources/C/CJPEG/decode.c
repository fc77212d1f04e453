// JPEG to opaque RGBA8, or to CMYK. The caller has checked the size in the frame header and allocated the pixels.
#include "failure.h"

#include <jerror.h>

/// More scans than any encoder writes; a small progressive file with thousands of them would decode for minutes.
enum { MAXIMUM_SCANS = 200 };

static void limit_scans(j_common_ptr object) {
  if (((j_decompress_ptr)object)->input_scan_number > MAXIMUM_SCANS) cjpeg_fail(object, "more than 200 scans");
}

/// Returns the product of two 8-bit fractions, rounded to nearest.
static uint8_t multiply(unsigned a, unsigned b) { return (uint8_t)((a * b + 127) / 255); }

/// Converts CMYK to RGBA in place: red = (1 - cyan)(1 - black), and so on. Adobe stores the complements, 255 for no
/// ink.
static void convert_cmyk_row(uint8_t *row, uint32_t width, bool complemented) {
  unsigned flip = complemented ? 0 : 255;
  for (uint8_t *pixel = row; pixel < row + (size_t)width * 4; pixel += 4) {
    unsigned black = pixel[3] ^ flip;
    for (int i = 0; i < 3; i++) pixel[i] = multiply(pixel[i] ^ flip, black);
    pixel[3] = 255;
  }
}

/// Converts Adobe's complements of inks to inks.
static void complement_row(uint8_t *row, uint32_t width) {
  for (size_t i = 0; i < (size_t)width * 4; i++) row[i] = 255 - row[i];
}

bool cjpeg_decode(
  const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint32_t eighths, CJPEGOutput output,
  uint8_t *pixels, CJPEGFailure *failure) {
  // Zeroed, so that destroying it is safe even when creating it fails.
  struct jpeg_decompress_struct jpeg = {0};
  struct jpeg_progress_mgr progress = {.progress_monitor = limit_scans};
  ErrorExit error;
  jpeg.err = cjpeg_prepare(&error, failure);
  if (setjmp(error.escape)) {
    // If the file ends early, libjpeg's position is stale: it is brought up to date only between blocks.
    if (error.manager.msg_code == JWRN_JPEG_EOF)
      failure->offset = count;
    else if (jpeg.src)
      failure->offset = count - jpeg.src->bytes_in_buffer;
    failure->row = jpeg.output_scanline;
    jpeg_destroy_decompress(&jpeg);
    return false;
  }
  jpeg_create_decompress(&jpeg);
  jpeg.progress = &progress;
  jpeg_mem_src(&jpeg, bytes, count);
  jpeg_read_header(&jpeg, TRUE);
  if (jpeg.image_width != width || jpeg.image_height != height)
    cjpeg_fail((j_common_ptr)&jpeg, "the file holds a second size");

  bool is_cmyk = jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK;
  if (output == CJPEG_CMYK && !is_cmyk) cjpeg_fail((j_common_ptr)&jpeg, "no CMYK in it");
  jpeg.out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg.scale_num = eighths;
  jpeg.scale_denom = 8;
  jpeg_start_decompress(&jpeg);
  uint32_t out_width = (uint32_t)(((uint64_t)width * eighths + 7) / 8);
  uint32_t out_height = (uint32_t)(((uint64_t)height * eighths + 7) / 8);
  if (jpeg.output_width != out_width || jpeg.output_height != out_height)
    cjpeg_fail((j_common_ptr)&jpeg, "libjpeg reduces to another size");
  while (jpeg.output_scanline < out_height) {
    JSAMPROW row = pixels + (size_t)jpeg.output_scanline * out_width * 4;
    jpeg_read_scanlines(&jpeg, &row, 1);
    if (output == CJPEG_CMYK) {
      if (jpeg.saw_Adobe_marker) complement_row(row, out_width);
    } else if (is_cmyk) {
      convert_cmyk_row(row, out_width, jpeg.saw_Adobe_marker);
    }
  }
  jpeg_finish_decompress(&jpeg);
  jpeg_destroy_decompress(&jpeg);
  return true;
}

#define CJPEG_TEXT_OF(x) #x
#define CJPEG_TEXT(x) CJPEG_TEXT_OF(x)

const char *cjpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
  return "libjpeg-turbo " CJPEG_TEXT(LIBJPEG_TURBO_VERSION);
#else
  return "libjpeg " CJPEG_TEXT(JPEG_LIB_VERSION);
#endif
}

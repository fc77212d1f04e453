#include "CJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

/// libjpeg's error manager with our additions behind it; `manager` comes first, so that a pointer to it is one to both.
typedef struct {
  struct jpeg_error_mgr manager;
  jmp_buf escape;
  CJPEGFailure *failure;
} ErrorExit;

/// Ends the libjpeg call in progress with a message of our own: jumps back into our own frame.
static void fail(j_common_ptr object, const char *message) {
  ErrorExit *error = (ErrorExit *)object->err;
  snprintf(error->failure->message, sizeof error->failure->message, "%s", message);
  longjmp(error->escape, 1);
}

static void fail_with_library_message(j_common_ptr object) {
  char message[JMSG_LENGTH_MAX];
  object->err->format_message(object, message);
  fail(object, message);
}

/// Whether libjpeg goes on with invented pixels after this warning.
static bool makes_up_pixels(int code) {
  switch (code) {
  case JWRN_JPEG_EOF:
  case JWRN_HIT_MARKER:
  case JWRN_HUFF_BAD_CODE:
  case JWRN_ARITH_BAD_CODE:
  case JWRN_MUST_RESYNC:
  case JWRN_BOGUS_PROGRESSION: return true;
  default: return false;
  }
}

static void judge_warning(j_common_ptr object, int level) {
  if (level < 0 && makes_up_pixels(object->err->msg_code)) fail_with_library_message(object);
}

/// Prepares `error` and `failure`; the caller stores the result in its libjpeg object, then calls setjmp on `escape`.
static struct jpeg_error_mgr *prepare(ErrorExit *error, CJPEGFailure *failure) {
  memset(failure, 0, sizeof *failure);
  error->failure = failure;
  jpeg_std_error(&error->manager);
  error->manager.error_exit = fail_with_library_message;
  error->manager.emit_message = judge_warning;
  return &error->manager;
}

// MARK: Decoding

/// The most scans: more than any encoder writes, as a small progressive file with thousands would decode for minutes.
enum { MAXIMUM_SCANS = 200 };

static void limit_scans(j_common_ptr object) {
  if (((j_decompress_ptr)object)->input_scan_number > MAXIMUM_SCANS) fail(object, "more than 200 scans");
}

/// Returns the product of two 8-bit fractions, rounded to nearest.
static uint8_t multiply(unsigned a, unsigned b) { return (uint8_t)((a * b + 127) / 255); }

/// Converts CMYK to RGBA in place: red = (1 - cyan)(1 - black), and so on; Adobe stores complements, 255 for no ink.
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
  jpeg.err = prepare(&error, failure);
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
    fail((j_common_ptr)&jpeg, "the file holds a second size");

  bool is_cmyk = jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK;
  if (output == CJPEG_CMYK && !is_cmyk) fail((j_common_ptr)&jpeg, "no CMYK in it");
  jpeg.out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg.scale_num = eighths;
  jpeg.scale_denom = 8;
  jpeg_start_decompress(&jpeg);
  uint32_t out_width = (uint32_t)(((uint64_t)width * eighths + 7) / 8);
  uint32_t out_height = (uint32_t)(((uint64_t)height * eighths + 7) / 8);
  if (jpeg.output_width != out_width || jpeg.output_height != out_height)
    fail((j_common_ptr)&jpeg, "libjpeg reduces to another size");
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

// MARK: Encoding
//
// The output goes through a memory stream, not jpeg_mem_dest: that one frees the caller's buffer when it grows without
// saying so, and after a failure nobody can tell what is left to free.

uint8_t *cjpeg_encode(
  const uint8_t *pixels, uint32_t width, uint32_t height, int quality, size_t *count, CJPEGFailure *failure) {
  struct jpeg_compress_struct jpeg = {0};
  ErrorExit error;
  jpeg.err = prepare(&error, failure);
  char *bytes = NULL;
  FILE *stream = open_memstream(&bytes, count);
  if (!stream) {
    snprintf(failure->message, sizeof failure->message, "out of memory");
    return NULL;
  }
  if (setjmp(error.escape)) {
    failure->row = jpeg.next_scanline;
    jpeg_destroy_compress(&jpeg);
    fclose(stream);
    free(bytes);
    return NULL;
  }
  jpeg_create_compress(&jpeg);
  jpeg_stdio_dest(&jpeg, stream);
  jpeg.image_width = width;
  jpeg.image_height = height;
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, quality, TRUE);
  for (int i = 0; i < jpeg.num_components; i++) jpeg.comp_info[i].h_samp_factor = jpeg.comp_info[i].v_samp_factor = 1;
  jpeg_start_compress(&jpeg, TRUE);
  while (jpeg.next_scanline < height) {
    JSAMPROW row = (JSAMPROW)pixels + (size_t)jpeg.next_scanline * width * 3;
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  // `bytes` and `count` hold the result only once the stream is closed; libjpeg has flushed it and checked for errors.
  fclose(stream);
  return (uint8_t *)bytes;
}

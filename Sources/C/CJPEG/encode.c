// RGB8 to JPEG in memory. libjpeg is deterministic: the same pixels and quality give the same bytes.
//
// The output goes through a memory stream, not jpeg_mem_dest: that one frees the caller's buffer when it grows without
// saying so, and after a failure nobody can tell what is left to free.
#include "failure.h"

#include <stdlib.h>

uint8_t *cjpeg_encode(
  const uint8_t *pixels, uint32_t width, uint32_t height, int quality, size_t *count, CJPEGFailure *failure) {
  struct jpeg_compress_struct jpeg = {0};
  ErrorExit error;
  jpeg.err = cjpeg_prepare(&error, failure);
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

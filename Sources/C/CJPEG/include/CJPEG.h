// libjpeg(-turbo) for Swift: decode and encode whole files in memory, with failures as return values.
//
// libjpeg ends a failed call by calling an error exit that must not return, and exits the process unless it is replaced
// by a longjmp; that must not cross a Swift frame, so every setjmp stays in this module.
#ifndef CJPEG_H
#define CJPEG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The reason why a call failed.
typedef struct CJPEGFailure {
  /// The message: libjpeg's, or ours for errors that libjpeg does not describe.
  char message[256];
  /// The position of the decoder in the file, or the file's length if it ended early; damage lies near it.
  size_t offset;
  /// The row that was being decoded, from the top; 0 before the first.
  uint32_t row;
} CJPEGFailure;

/// The output of the decoder.
typedef enum CJPEGOutput {
  /// Opaque RGBA; CMYK and YCCK files are converted, without a profile.
  CJPEG_RGBA,
  /// Cyan, magenta, yellow, black as amounts of ink, 255 for all; only for files of four components.
  CJPEG_CMYK
} CJPEGOutput;

/// Decodes a JPEG file into `pixels`, four bytes a pixel, at `eighths` (1 to 8) eighths of its size, sides rounded up.
/// Grey, YCbCr, RGB, CMYK and YCCK (inverted when an Adobe marker is there, as Adobe writes them) are converted; colour
/// profiles are ignored. The caller read `width` and `height` in the frame header and sized `pixels` by them; a file of
/// another size fails. So does one whose damage libjpeg would paint over (a missing end, a bad Huffman code). A reduced
/// size takes fewer coefficients of each block, which is faster and sharper than reducing the pixels.
bool cjpeg_decode(
  const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, uint32_t eighths, CJPEGOutput output,
  uint8_t *pixels, CJPEGFailure *failure);

/// Encodes tightly packed RGB rows at `quality` (1 to 100, libjpeg's scale), 4:4:4, JFIF. Chroma is not subsampled:
/// rendered frames are full of thin saturated edges, which 4:2:0 smears. Returns the file, allocated with malloc, and
/// its length in `count`; the caller frees it. NULL on failure.
uint8_t *cjpeg_encode(
  const uint8_t *pixels, uint32_t width, uint32_t height, int quality, size_t *count, CJPEGFailure *failure);

/// Returns the version of the library that this was built with, such as "libjpeg-turbo 2.1.5".
const char *cjpeg_version(void);

#endif

// libpng for Swift: decode to and encode from packed 8-bit rows, with failures as return values.
//
// libpng leaves a failed call through longjmp, which must not cross a Swift frame, so every setjmp stays in this
// module. Its "simplified API" needs no setjmp but is not used: it converts by the file's gAMA chunk, takes 16-bit
// files for linear light, and offers no choice of filter and compression level.
#ifndef CPNG_H
#define CPNG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The reason why a call failed.
typedef struct CPNGFailure {
  /// The message: libpng's, or ours for errors that libpng does not describe.
  char message[200];
  /// The row that was being read or written, from the top; 0 before the first.
  uint32_t row;
} CPNGFailure;

/// Decodes a whole PNG file in memory into `pixels`: `width * height * 4` components of straight (not premultiplied)
/// RGBA, of 8 bits each, or of 16 in the machine's byte order when `depth` is 16. Grey, palette, 1- to 16-bit and
/// interlaced files are converted; gamma and colour profiles are ignored. The caller read `width` and `height` in IHDR
/// and sized `pixels` by them; a file of another size fails.
bool cpng_decode(
  const uint8_t *bytes, size_t count, uint32_t width, uint32_t height, int depth, void *pixels, CPNGFailure *failure);

/// Returns the colour profile of a PNG file, decompressed: allocated with malloc, its length in `profile_count`; the
/// caller frees it. NULL without a profile that libpng accepts.
uint8_t *cpng_profile(const uint8_t *bytes, size_t count, size_t *profile_count);

/// Returns the checksum of a chunk's type and data.
uint32_t cpng_checksum(const uint8_t *bytes, size_t count);

/// Encodes tightly packed rows of components of `depth` bits, 8, or 16 in the machine's byte order: RGB when `channels`
/// is 3 and straight RGBA when it is 4, marked as sRGB if `is_srgb`. Returns the file, allocated with malloc, and its
/// length in `count`; the caller frees it. NULL on failure.
uint8_t *cpng_encode(
  const void *pixels, uint32_t width, uint32_t height, int channels, int depth, bool is_srgb, size_t *count,
  CPNGFailure *failure);

/// Returns the version of the library in use, such as "1.6.39".
const char *cpng_version(void);

#endif

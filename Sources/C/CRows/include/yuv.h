// Frames for encoders: components of YUV by exact fixed-point sums, straight alpha, and colours for transparent pixels;
// and decoded pictures to pixels. A pixel is four bytes, red first. All results are integers, the same everywhere.

#ifndef YUV_H
#define YUV_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A component as a sum: (r weights[0] + g weights[1] + b weights[2] + bias[x % 8]) >> shift, from 0 to max; x is its
// place in the row.
typedef struct {
  int16_t weights[4];
  int32_t bias[8];
  int32_t shift;
  int32_t max;
} RowSum;

// Computes a component of each pixel of a row, in bytes or in words of 16 bits.
void row_component8(const uint8_t *_Nonnull rgba, uint8_t *_Nonnull out, long count, const RowSum *_Nonnull sum);
void row_component16(
  const uint8_t *_Nonnull rgba, uint16_t *_Nonnull out, long count, const RowSum *_Nonnull sum);

// Computes two components of `count` sums of 2x2 pixels, from twice as many of two rows, which may be one.
void row_pair8(
  const uint8_t *_Nonnull row, const uint8_t *_Nonnull next, uint8_t *_Nonnull u, uint8_t *_Nonnull v, long count,
  const RowSum *_Nonnull sum_u, const RowSum *_Nonnull sum_v);
void row_pair16(
  const uint8_t *_Nonnull row, const uint8_t *_Nonnull next, uint16_t *_Nonnull u, uint16_t *_Nonnull v, long count,
  const RowSum *_Nonnull sum_u, const RowSum *_Nonnull sum_v);

// Moves a row by half a pixel: each pixel becomes the mean of itself and the one before it, rounded up and down in
// turn.
void row_move(const uint8_t *_Nonnull rgba, uint8_t *_Nonnull out, long count);

// Copies the alpha of each pixel, and the same scaled from 0...255 to 0...1023, rounded to nearest.
void row_alpha8(const uint8_t *_Nonnull rgba, uint8_t *_Nonnull out, long count);
void row_alpha10(const uint8_t *_Nonnull rgba, uint16_t *_Nonnull out, long count);

// Computes straight alpha of premultiplied pixels, rounded to nearest, 0 where alpha is.
void row_straighten(const uint8_t *_Nonnull rgba, uint8_t *_Nonnull out, long count);

// Reorders the four bytes of each pixel: out[i] = rgba[order[i]]; 4 means 255. `size` of them are written.
void row_reorder(
  const uint8_t *_Nonnull rgba, uint8_t *_Nonnull out, long count, const uint8_t *_Nonnull order, int size);

// Returns the bytes of memory that `row_bleed` needs for a frame.
long row_bleed_memory(long width, long height);

// Computes straight alpha, and colours for pixels whose alpha is 0 or nearly: those of their surroundings, so that an
// encoder that blurs colours over edges blurs no others into them.
//
// half: the colours of 2x2 pixels, weighted by alpha; (width + 1) / 2 by (height + 1) / 2 pixels, whose alpha has no
// meaning.
void row_bleed(
  const uint8_t *_Nonnull premultiplied, uint8_t *_Nonnull straight, uint8_t *_Nonnull half, long width, long height,
  void *_Nonnull memory);

// YUV to RGB as sums, and the interpolation of a pixel's colour differences.
//
// A component is a sum over eighths of the samples: r = (8 y luma + 8 v red + bias[0]) >> shift, and so on. Samples
// have at most 12 bits. In eighths, no weight of a film's needs more than 16 bits, and sums fit into 32.
typedef struct {
  int16_t luma, red, green_of_u, green_of_v, blue;
  int32_t bias[3];
  int32_t shift;
  // The weights of the rows of differences that are given first and second; their sum is 4.
  int16_t first, second;
  // The siting of differences: one for each pixel (0), for two at the first (1), or at their middle (2).
  int32_t siting;
} RowMatrix;

// Computes opaque pixels from rows of luma and of colour differences, of bytes or of words of 16 bits. A row of
// differences has `count` of them, or half as many, rounded up.
void row_yuv8(
  const uint8_t *_Nonnull y, const uint8_t *_Nonnull u, const uint8_t *_Nonnull v, const uint8_t *_Nonnull u2,
  const uint8_t *_Nonnull v2, uint8_t *_Nonnull rgba, long count, const RowMatrix *_Nonnull matrix);
void row_yuv16(
  const uint16_t *_Nonnull y, const uint16_t *_Nonnull u, const uint16_t *_Nonnull v, const uint16_t *_Nonnull u2,
  const uint16_t *_Nonnull v2, uint8_t *_Nonnull rgba, long count, const RowMatrix *_Nonnull matrix);

// A component in memory: its first byte in a row, bytes from one to the next, bytes of one (1 or 2), whether these are
// swapped, the bits of its shift up, and its number of bits.
typedef struct {
  const uint8_t *_Nonnull bytes;
  long step;
  int32_t size, is_swapped, shift, depth;
} RowComponent;

// Copies the components of a row as words of at most `bits` bits; lower ones are cut off.
void row_gather(const RowComponent *_Nonnull component, uint16_t *_Nonnull out, long count, int bits);

// Writes a channel of pixels (0 red) from words of `depth` bits: rounded to the nearest of 8.
void row_channel(const uint16_t *_Nonnull words, uint8_t *_Nonnull rgba, long count, int depth, int channel);

// Multiplies the colours of pixels by their alpha, rounded to nearest.
void row_premultiply(uint8_t *_Nonnull rgba, long count);

// Limits the colours of pixels to their alpha: an encoder may raise premultiplied ones above it.
void row_limit(uint8_t *_Nonnull rgba, long count);

#ifdef __cplusplus
}
#endif
#endif

// Frames to what encoders take: components of YUV by exact fixed-point sums, straight alpha, and colours for what is
// transparent.
//
// A pixel is four bytes, red first. All results are integers that are the same on every processor.

#ifndef YUV_H
#define YUV_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A component as a sum: (r weights[0] + g weights[1] + b weights[2] + bias[x % 8]) >> shift, from 0 to max; x
// is its place in the row.
typedef struct {
  int16_t weights[4];
  int32_t bias[8];
  int32_t shift;
  int32_t max;
} RowSum;

// A component of each pixel of a row, in bytes or in words of 16 bits.
void row_component8(const uint8_t *_Nonnull rgba, uint8_t *_Nonnull out, long count, const RowSum *_Nonnull sum);
void row_component16(
  const uint8_t *_Nonnull rgba, uint16_t *_Nonnull out, long count, const RowSum *_Nonnull sum);

// Two components of the sums of 2x2 pixels: `count` of them from twice as many pixels of two rows, which may be one.
void row_pair8(
  const uint8_t *_Nonnull row, const uint8_t *_Nonnull next, uint8_t *_Nonnull u, uint8_t *_Nonnull v, long count,
  const RowSum *_Nonnull sum_u, const RowSum *_Nonnull sum_v);
void row_pair16(
  const uint8_t *_Nonnull row, const uint8_t *_Nonnull next, uint16_t *_Nonnull u, uint16_t *_Nonnull v, long count,
  const RowSum *_Nonnull sum_u, const RowSum *_Nonnull sum_v);

// The alpha of each pixel, and the same scaled from 0...255 to 0...1023, rounded to nearest.
void row_alpha8(const uint8_t *_Nonnull rgba, uint8_t *_Nonnull out, long count);
void row_alpha10(const uint8_t *_Nonnull rgba, uint16_t *_Nonnull out, long count);

// Straight alpha of premultiplied pixels, rounded to nearest, 0 where alpha is.
void row_straighten(const uint8_t *_Nonnull rgba, uint8_t *_Nonnull out, long count);

// The four bytes of each pixel in another order: out[i] = rgba[order[i]]; 4 stands for 255. `size` of them are written.
void row_reorder(
  const uint8_t *_Nonnull rgba, uint8_t *_Nonnull out, long count, const uint8_t *_Nonnull order, int size);

// Bytes of memory that `row_bleed` needs for a frame.
long row_bleed_memory(long width, long height);

// Straight alpha, with colours where alpha is 0 or nearly: those of what is around, so that an encoder that blurs
// colours over edges blurs nothing else into them.
//
// half: the colours of 2x2 pixels, weighted by alpha; (width + 1) / 2 by (height + 1) / 2 pixels, whose alpha has no
// meaning.
void row_bleed(
  const uint8_t *_Nonnull premultiplied, uint8_t *_Nonnull straight, uint8_t *_Nonnull half, long width, long height,
  void *_Nonnull memory);

#ifdef __cplusplus
}
#endif
#endif

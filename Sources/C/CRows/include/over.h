// Frames over pictures in planes of YUV: source over of premultiplied pixels, as exact sums that are rounded once.
//
// YUV is linear in red, green and blue, so that it does not matter in which of them colours are joined. With C what is
// in the plane, and S the component of a pixel's premultiplied colour, its offset times alpha in it: S + C (1 - a).
// Where nothing is to be seen, C stays as it is, bit by bit.
//
// A pixel is four bytes, red first. All results are integers that are the same on every processor.

#ifndef OVER_H
#define OVER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A component of what lies over another: (r weights[0] + g weights[1] + b weights[2] + a weights[3] + bias
// + below * (full - a) * keep / 8) >> shift, from 0 to max.
typedef struct {
  int32_t weights[4];
  // 255, or that of the sum of several pixels.
  int32_t full;
  int32_t keep;
  int32_t bias;
  int32_t shift;
  int32_t max;
} RowOver;

// A row over one of a plane, of bytes or of words of 16 bits.
void row_over8(const uint8_t *_Nonnull rgba, uint8_t *_Nonnull plane, long count, const RowOver *_Nonnull over);
void row_over16(const uint8_t *_Nonnull rgba, uint16_t *_Nonnull plane, long count, const RowOver *_Nonnull over);

// Two rows, which may be one, over planes of two components that are half as wide: `count` of them. Each stands for the
// sum of eight: 2x2 pixels, each twice; or, cosited, the pixel in its place, twice, and those beside it, of both rows.
// Before the first one there is a pixel more, unless it is the first of the picture.
void row_over_pair8(
  const uint8_t *_Nonnull row, const uint8_t *_Nonnull next, uint8_t *_Nonnull u, uint8_t *_Nonnull v, long count,
  int isCosited, int isFirst, const RowOver *_Nonnull over_u, const RowOver *_Nonnull over_v);
void row_over_pair16(
  const uint8_t *_Nonnull row, const uint8_t *_Nonnull next, uint16_t *_Nonnull u, uint16_t *_Nonnull v, long count,
  int isCosited, int isFirst, const RowOver *_Nonnull over_u, const RowOver *_Nonnull over_v);

// What of a row is to be seen: nothing, something, or all of it without anything behind.
typedef enum { RowBlank, RowMixed, RowOpaque } RowCoverage;

RowCoverage row_coverage(const uint8_t *_Nonnull rgba, long count);

#ifdef __cplusplus
}
#endif
#endif

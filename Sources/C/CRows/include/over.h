// Frames over pictures in planes of YUV: source over of premultiplied pixels, as exact sums that are rounded once. YUV
// is linear in red, green and blue, so that colours can be blended in either. With C the component in the plane, and S
// that of a pixel's premultiplied colour, with its offset times alpha: S + C (1 - a). Under transparent pixels C does
// not change, bit by bit. A pixel is four bytes, red first. All results are integers, the same everywhere.

#ifndef OVER_H
#define OVER_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A component of the result: (r weights[0] + g weights[1] + b weights[2] + a weights[3] + bias + below * (full - a) *
// keep / 8) >> shift, from 0 to max.
typedef struct {
  int32_t weights[4];
  // 255, or the full alpha of the sum of several pixels.
  int32_t full;
  int32_t keep;
  int32_t bias;
  int32_t shift;
  int32_t max;
} RowOver;

// Draws a row over one of a plane, of bytes or of words of 16 bits.
void row_over8(const uint8_t *_Nonnull rgba, uint8_t *_Nonnull plane, long count, const RowOver *_Nonnull over);
void row_over16(const uint8_t *_Nonnull rgba, uint16_t *_Nonnull plane, long count, const RowOver *_Nonnull over);

// Draws two rows, which may be one, over planes of two components that are half as wide: `count` of them. Each is the
// sum of eight: 2x2 pixels, each twice; or, cosited, the pixel in its place, twice, and its neighbours, of both rows.
// Before the first one there is a pixel more, unless it is the first of the picture.
void row_over_pair8(
  const uint8_t *_Nonnull row, const uint8_t *_Nonnull next, uint8_t *_Nonnull u, uint8_t *_Nonnull v, long count,
  int isCosited, int isFirst, const RowOver *_Nonnull over_u, const RowOver *_Nonnull over_v);
void row_over_pair16(
  const uint8_t *_Nonnull row, const uint8_t *_Nonnull next, uint16_t *_Nonnull u, uint16_t *_Nonnull v, long count,
  int isCosited, int isFirst, const RowOver *_Nonnull over_u, const RowOver *_Nonnull over_v);

// The visibility of a row: transparent, mixed, or wholly opaque.
typedef enum { RowBlank, RowMixed, RowOpaque } RowCoverage;

RowCoverage row_coverage(const uint8_t *_Nonnull rgba, long count);

#ifdef __cplusplus
}
#endif
#endif

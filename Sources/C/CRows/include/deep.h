// Rows of deep pixels: four half floats (IEEE 754 binary16), red first, premultiplied, of any range. On its way to a
// target, a row is four floats a pixel. What is not a number becomes -65504.

#ifndef DEEP_H
#define DEEP_H

#include "light.h"
#include "rows.h"

#ifdef __cplusplus
extern "C" {
#endif

// Sets pixels of a target to a colour.
void row_deep_fill(uint16_t *_Nonnull target, long count, const RowColor *_Nonnull color);

// Blends a row into the target. Alpha of RowPlusLighter is that of RowSourceOver, so that it is at most 1.
void row_deep_blend(uint16_t *_Nonnull target, const float *_Nonnull source, long count, RowBlend blend);

// Mixes pixels: S w + D (1 - w).
void row_deep_mix(uint16_t *_Nonnull target, const float *_Nonnull source, long count, float weight);

// Writes a colour, times coverage from 0 to 1 if there is one.
void row_deep_color(
  float *_Nonnull target, long count, const RowColor *_Nonnull color, const float *_Nullable coverage);

// Writes texels of 1, 4 or 8 bytes (RowTexture), times a colour.
void row_deep_texels(
  float *_Nonnull target, const uint8_t *_Nonnull texels, long count, int bytes, const RowColor *_Nonnull color);

// Converts pixels to bytes: the nearest, or, with `thresholds` from 0 to 1 of the columns modulo 8, a component's part
// above its whole number becomes 1 where it is above the threshold. Colours are at most alpha.
void row_deep_bytes(
  const uint16_t *_Nonnull pixels, uint8_t *_Nonnull rgba, long count, const float *_Nullable thresholds);

// Converts opaque pixels of extended sRGB to red, green and blue of 16 bits, in three rows, of a film's curve and
// primaries; without a map of sRGB. `light` is the light by the bits of a half float: 65,536 entries. The map's matrix
// leads to parts of the film's highest light, by whose fourth root its tables are.
void row_deep_words(
  const uint16_t *_Nonnull pixels, uint16_t *_Nonnull rgb, long count, const float *_Nonnull light,
  const RowLight *_Nullable map);

// The first octave of a table of sRGB's components, 2^-9, and the table's number of octaves, each of 2^7 entries; one
// entry more is the end of the last.
enum { RowExtendedFirst = -9, RowExtendedOctaves = 16, RowExtendedBits = 7 };

// Converts red, green and blue of 12 bits, in three rows, to opaque pixels of extended sRGB, with all light and all
// colours; without a map, the components are sRGB's already. `coded` is the table of sRGB's components by their light.
void row_deep_of_film(
  const uint16_t *_Nonnull rgb, uint16_t *_Nonnull pixels, long count, const RowTone *_Nullable map,
  const float *_Nonnull coded);

#ifdef __cplusplus
}
#endif
#endif

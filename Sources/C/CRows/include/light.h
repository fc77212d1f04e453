// Colours of films with another curve or other primaries than sRGB's, and back (ITU-R BT.2100, BT.2408).
//
// Light is relative to graphics white, 203 candela a square metre: sRGB's white is 1.

#ifndef LIGHT_H
#define LIGHT_H

#include <stdint.h>

#include "yuv.h"

#ifdef __cplusplus
extern "C" {
#endif

// The conversion of a film's colours to sRGB: light by each component, a gain by luminance, a matrix, the compression
// of highlights, sRGB's curve. `gain` and `coded` are read at the upper bits of a float from 0 to 1 (RowFloatIndex).
typedef struct {
  // The light by a component of 12 bits: 4,096 entries.
  const float *_Nonnull light;
  // The gain by luminance, 20 octaves of 128; null for none.
  const float *_Nullable gain;
  // The weights of red, green and blue in that luminance, which is that of the film's primaries.
  float luminance[3];
  // Row by row.
  float matrix[9];
  // The light from which highlights are compressed, so that `peak` becomes 1; they are cut off at a knee of 1.
  float knee, peak;
  // sRGB's component by its light, 13 octaves of 512, and three bytes more.
  const uint8_t *_Nonnull coded;
} RowTone;

// The index of a float in a table of octaves below 1, each of 2^`bits` steps: its bits but the lowest, less those of
// the first octave's start. What is below has the first entry; 1 has the last, alone.
typedef struct {
  int octaves, bits;
} RowFloatIndex;

static const RowFloatIndex RowGainIndex = {20, 7}, RowCodedIndex = {13, 9};

// The conversion of sRGB's colours to a film's: light by each component, a matrix, a gain by luminance, a curve. All
// tables have RowLightEntries entries: `light` by a component from 0 to 1, the others by the square root of a light
// from 0 to 1, both ends included.
typedef struct {
  const float *_Nonnull light;
  float matrix[9];
  const float *_Nullable gain;
  float luminance[3];
  const float *_Nonnull coded;
} RowLight;

enum { RowLightEntries = 4096 };

// Computes red, green and blue of 12 bits, one row of `count` words after another, as row_yuv16 computes pixels. The
// matrix is of 12 bits.
void row_rgb16(
  const uint16_t *_Nonnull y, const uint16_t *_Nonnull u, const uint16_t *_Nonnull v, const uint16_t *_Nonnull u2,
  const uint16_t *_Nonnull v2, uint16_t *_Nonnull rgb, long count, const RowMatrix *_Nonnull matrix);

// Converts red, green and blue of 12 bits, in three rows, to opaque pixels of sRGB. Colours outside of sRGB's gamut
// keep their luminance and hue, and highlights their hue.
void row_to_srgb(
  const uint16_t *_Nonnull rgb, uint8_t *_Nonnull rgba, long count, const RowTone *_Nonnull map);

// Converts premultiplied pixels of sRGB to those of a film's curve and primaries, premultiplied as well.
void row_from_srgb(uint8_t *_Nonnull rgba, long count, const RowLight *_Nonnull map);

// Converts opaque pixels of sRGB to red, green and blue of 16 bits of a film's curve and primaries, in three rows.
void row_words_from_srgb(
  const uint8_t *_Nonnull rgba, uint16_t *_Nonnull rgb, long count, const RowLight *_Nonnull map);

// Moves red, green and blue of 16 bits, in three rows, as `row_move` does, in their place.
void row_move_words(uint16_t *_Nonnull rgb, long count);

// Computes a component of `count` means of pixels, `across` neighbours in each of two rows, from red, green and blue of
// 16 bits in three rows of `width` words: (r weights[0] + g weights[1] + b weights[2]) / 65535 + offset, rounded to
// nearest, from 0 to max.
void row_component_of_words(
  const uint16_t *_Nonnull rgb, const uint16_t *_Nonnull next, long width, int across, uint16_t *_Nonnull out,
  long count, const float *_Nonnull weights_and_offset, int max);

#ifdef __cplusplus
}
#endif
#endif

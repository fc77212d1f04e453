// Rows of pixels in memory: filled, sampled, covered and blended into the target. In C, as Swift's vectors have neither
// saturating sums nor conversions that become instructions. A pixel is four bytes, red first, premultiplied. The rows
// of one call may not overlap, except where a function allows the same row.

#ifndef ROWS_H
#define ROWS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The ways to blend a row into the target: S is the source, D the target, a their alpha. The formulas are `joined` in
// rows.inc; the order is that of BlendState.plain.
#define ROW_BLENDS(blend) \
  blend(Copy) blend(SourceOver) blend(DestinationIn) blend(DestinationOut) blend(PlusLighter) blend(Screen) \
  blend(Exclusion) blend(MultiplyOpaque) blend(SourceAtop) blend(DestinationOver) blend(Xor) blend(Add)

#define ROW_BLEND_CASE(name) Row##name,
typedef enum { ROW_BLENDS(ROW_BLEND_CASE) } RowBlend;
#undef ROW_BLEND_CASE

// Sets pixels to a colour.
void row_fill(uint32_t *target, long count, uint32_t color);

// Blends a row into the target.
void row_blend(uint32_t *target, const uint32_t *source, long count, RowBlend blend);

// Blends one colour into the target.
void row_blend_color(uint32_t *target, long count, uint32_t color, RowBlend blend);

// Draws a colour times coverage, source over.
void row_cover(uint32_t *target, const uint8_t *coverage, long count, uint32_t color);

// Mixes opaque pixels: S w + D (1 - w), w in 255ths.
void row_mix(uint32_t *target, const uint32_t *source, long count, uint32_t weight);

// A premultiplied colour, red first, each component from 0 to 1.
typedef struct {
  float components[4];
} RowColor;

// Returns the nearest pixel to a colour; of two, the even one, as in OpenGL's drivers.
uint32_t row_pixel(const RowColor *color);

// Averages rows of two pictures: a w + b (1 - w), w in 65536ths.
void row_average(uint32_t *target, const uint32_t *a, const uint32_t *b, long count, uint32_t weight);

// Multiplies pixels with a colour, component by component. Source and target may be the same.
void row_tint(uint32_t *target, const uint32_t *source, long count, const RowColor *color);

// Multiplies a colour with coverage.
void row_tint_coverage(uint32_t *target, const uint8_t *coverage, long count, uint32_t color);

// Multiplies a colour with coverage from 0 to 1, rounded once.
void row_tint_covered(uint32_t *target, const float *coverage, long count, const RowColor *color);

// Multiplies pixels with a colour and coverage from 0 to 1, in place, rounded once.
void row_mask(uint32_t *pixels, const float *coverage, long count, const RowColor *color);

// The coverage of a rectangle's first and last columns and rows, from 0 to 1.
typedef struct {
  float left, top, right, bottom;
} RowRims;

// Blends an upright rectangle of one colour into rows. A single column uses `left` alone, a single row `top`.
void row_rectangle(
    uint32_t *target, long stride, long columns, long rows, const RowColor *color, const RowRims *rims,
    RowBlend blend);

// Mixes two rows of bytes: first + (second - first) * weight / 65536, in 256ths.
void row_mix_rows(uint16_t *row, const uint8_t *first, const uint8_t *second, long count, int weight);

// Sums rows by weights in 65536ths: of the middle one, then of the mean of each pair at the same distance from it.
void row_sum(
    uint32_t *target, long count, const uint32_t *middle, const uint32_t *const *before, const uint32_t *const *after,
    long pairs, const uint16_t *weights);

// Averages each two neighbours of two rows; the rows may be the same.
void row_halve(uint32_t *target, long count, const uint32_t *upper, const uint32_t *lower);

// Writes alpha to all components; both rows may be the same.
void row_alpha(uint32_t *target, const uint32_t *source, long count);

// Samples a mixed row of `width` texels between the texels: pixel i at `u + i * step`, in texels from the centre of the
// first; beyond the ends their texels are repeated.
void row_sample_row(uint32_t *target, long count, const uint16_t *row, long width, float u, float step);

// Samples a row of one component likewise.
void row_sample_coverage_row(uint8_t *target, long count, const uint16_t *row, long width, float u, float step);

// Pixels of a texture of `width` by `height` texels without padding.
typedef struct RowTexture {
  const uint8_t *texels;
  int32_t width, height;  // at most 16,384; for programs 1,000,000
  int32_t texelBytes;  // 1 or 4 components of a byte; 8, four half floats, for programs
  int32_t isLinear;    // else the nearest texel
  // Its sizes, whole, halved and halved again, for programs that choose by the size of a pixel; else none.
  const struct RowTexture *mipmaps;
  int32_t mipmapCount;
} RowTexture;

// Samples a texture along a line: pixel i at (u + i du, v + i dv), in texels; (0.5, 0.5) is the first one's centre.
void row_sample(
    uint32_t *target, long count, const RowTexture *texture, float u, float v, float du, float dv);

// Samples in perspective: at ((u + i du) / (w + i dw), (v + i dv) / (w + i dw)).
void row_sample_perspective(
    uint32_t *target, long count, const RowTexture *texture, float u, float v, float w, float du, float dv, float dw);

// The map from positions to a gradient's row of texels.
typedef struct {
  float scale, offset;  // from a position to texels
  float lower, upper;   // positions outside are not drawn
  int32_t isRadial;     // the position is the distance from the origin, else x
} RowGradient;

// Samples a gradient along a line: pixel i at (x + i dx, y + i dy) of the space of its form.
void row_sample_gradient(
    uint32_t *target, long count, const RowTexture *texture, const RowGradient *gradient, float x, float y, float dx,
    float dy);

#ifdef __cplusplus
}
#endif
#endif

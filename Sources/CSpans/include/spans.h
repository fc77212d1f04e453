// Rows of pixels in memory: filled, sampled, covered and joined with what is there.
//
// In C, as Swift's vectors have neither saturating sums nor conversions that become instructions. A pixel is four
// bytes, red first, premultiplied. The rows of one call may not overlap, unless it is said that they are the same.

#ifndef SPANS_H
#define SPANS_H

#include <stdint.h>

// How a row joins what is there: S is what is drawn, D what is there, a their alpha.
typedef enum {
  SpanCopy,             // S
  SpanSourceOver,       // S + D (1 - Sa)
  SpanDestinationIn,    // D Sa
  SpanDestinationOut,   // D (1 - Sa)
  SpanPlusLighter,      // S + D
  SpanScreen,           // S + D (1 - S)
  SpanExclusion,        // S (1 - D) + D (1 - S); alpha as source over
  SpanMultiplyOpaque,   // S D + D (1 - Sa)
  SpanSourceAtop,       // S Da + D (1 - Sa)
  SpanDestinationOver,  // S (1 - Da) + D
  SpanXor,              // S (1 - Da) + D (1 - Sa)
} SpanBlend;

// Sets pixels to a colour.
void span_fill(uint32_t *target, long count, uint32_t color);

// Joins a row with what is there.
void span_blend(uint32_t *target, const uint32_t *source, long count, SpanBlend blend);

// Joins one colour with what is there.
void span_blend_color(uint32_t *target, long count, uint32_t color, SpanBlend blend);

// Source over of a colour times coverage.
void span_cover(uint32_t *target, const uint8_t *coverage, long count, uint32_t color);

// S w + D (1 - w) of opaque pixels, w in 255ths.
void span_mix(uint32_t *target, const uint32_t *source, long count, uint32_t weight);

// A premultiplied colour, red first, each component from 0 to 1.
typedef struct {
  float components[4];
} SpanColor;

// The nearest pixel to a colour; of two, the even one, as OpenGL's drivers have it.
uint32_t span_pixel(const SpanColor *color);

// A row of two pictures: a w + b (1 - w), w in 65536ths.
void span_average(uint32_t *target, const uint32_t *a, const uint32_t *b, long count, uint32_t weight);

// Pixels times a colour, component by component. Source and target may be the same.
void span_tint(uint32_t *target, const uint32_t *source, long count, const SpanColor *color);

// A colour times coverage.
void span_tint_coverage(uint32_t *target, const uint8_t *coverage, long count, uint32_t color);

// The same with coverage from 0 to 1, rounded once.
void span_tint_covered(uint32_t *target, const float *coverage, long count, const SpanColor *color);

// Pixels times a colour and coverage from 0 to 1, in place, rounded once.
void span_mask(uint32_t *pixels, const float *coverage, long count, const SpanColor *color);

// What the rims of a rectangle cover of their pixels, from 0 to 1.
typedef struct {
  float left, top, right, bottom;
} SpanRims;

// Joins an upright rectangle of one colour. Of a single column `left` counts alone, of a single row `top`.
void span_rectangle(
    uint32_t *target, long stride, long columns, long rows, const SpanColor *color, const SpanRims *rims,
    SpanBlend blend);

// Two rows of bytes mixed: first + (second - first) * weight / 65536, in 256ths.
void span_mix_rows(uint16_t *row, const uint8_t *first, const uint8_t *second, long count, int weight);

// Samples a mixed row of `width` texels between the texels: pixel i at `u + i * step`, in texels from the centre of the
// first; beyond the ends their texels go on.
void span_sample_row(uint32_t *target, long count, const uint16_t *row, long width, float u, float step);

// The same of one component.
void span_sample_coverage_row(uint8_t *target, long count, const uint16_t *row, long width, float u, float step);

// Pixels of a texture of `width` by `height` texels without padding.
typedef struct {
  const uint8_t *texels;
  int32_t width, height;  // at most 16,384
  int32_t components;  // 1 or 4
  int32_t isLinear;    // else the nearest texel
} SpanTexture;

// Samples a texture along a line: pixel i at (u + i du, v + i dv), in texels, where (0.5, 0.5) is the centre of the
// first one.
void span_sample(
    uint32_t *target, long count, const SpanTexture *texture, float u, float v, float du, float dv);

// The same in perspective: at ((u + i du) / (w + i dw), (v + i dv) / (w + i dw)).
void span_sample_perspective(
    uint32_t *target, long count, const SpanTexture *texture, float u, float v, float w, float du, float dv, float dw);

// Where a gradient's colours are in its row of texels.
typedef struct {
  float scale, offset;  // from a position to texels
  float lower, upper;   // positions outside are not drawn
  int32_t isRadial;     // the position is the distance from the origin, else x
} SpanGradient;

// Samples a gradient along a line: pixel i at (x + i dx, y + i dy) of the space of its form.
void span_sample_gradient(
    uint32_t *target, long count, const SpanTexture *texture, const SpanGradient *gradient, float x, float y, float dx,
    float dy);

#endif

// Chooses between the row functions of rows-any.c and rows-avx2.c, once, as the program is loaded.

#include "include/spans.h"

#if defined(__x86_64__)
#define DECLARE(result, name, parameters) \
  result span_##name##_any parameters; \
  result span_##name##_avx2 parameters; \
  static result (*resolve_##name(void)) parameters { \
    __builtin_cpu_init(); \
    return __builtin_cpu_supports("avx2") ? span_##name##_avx2 : span_##name##_any; \
  } \
  result span_##name parameters __attribute__((ifunc("resolve_" #name)));
#else
#define DECLARE(result, name, parameters) \
  result span_##name##_any parameters; \
  result span_##name parameters __attribute__((alias("span_" #name "_any")));
#endif

DECLARE(void, fill, (uint32_t *target, long count, uint32_t color))
DECLARE(void, blend, (uint32_t *target, const uint32_t *source, long count, SpanBlend blend))
DECLARE(void, blend_color, (uint32_t *target, long count, uint32_t color, SpanBlend blend))
DECLARE(void, cover, (uint32_t *target, const uint8_t *coverage, long count, uint32_t color))
DECLARE(void, mix, (uint32_t *target, const uint32_t *source, long count, uint32_t weight))
DECLARE(uint32_t, pixel, (const SpanColor *color))
DECLARE(void, average, (uint32_t *target, const uint32_t *a, const uint32_t *b, long count, uint32_t weight))
DECLARE(void, tint, (uint32_t *target, const uint32_t *source, long count, const SpanColor *color))
DECLARE(void, tint_coverage, (uint32_t *target, const uint8_t *coverage, long count, uint32_t color))
DECLARE(void, tint_covered, (uint32_t *target, const float *coverage, long count, const SpanColor *color))
DECLARE(void, mask, (uint32_t *pixels, const float *coverage, long count, const SpanColor *color))
DECLARE(
    void, rectangle,
    (uint32_t *target, long stride, long columns, long rows, const SpanColor *color, const SpanRims *rims,
     SpanBlend blend))
DECLARE(void, mix_rows, (uint16_t *row, const uint8_t *first, const uint8_t *second, long count, int weight))
DECLARE(void, sample_row, (uint32_t *target, long count, const uint16_t *row, long width, float u, float step))
DECLARE(
    void, sample_coverage_row,
    (uint8_t *target, long count, const uint16_t *row, long width, float u, float step))
DECLARE(
    void, sample,
    (uint32_t *target, long count, const SpanTexture *texture, float u, float v, float du, float dv))
DECLARE(
    void, sample_perspective,
    (uint32_t *target, long count, const SpanTexture *texture, float u, float v, float w, float du, float dv, float dw))
DECLARE(
    void, sample_gradient,
    (uint32_t *target, long count, const SpanTexture *texture, const SpanGradient *gradient, float x, float y, float dx,
     float dy))

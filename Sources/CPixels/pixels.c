// Chooses between the functions of pixels-any.c and pixels-avx2.c, once, as the program is loaded.

#include "include/pixels.h"

#if defined(__x86_64__)
#define DECLARE(name, parameters)                                                      \
  void pixels_##name##_any parameters;                                                 \
  void pixels_##name##_avx2 parameters;                                                \
  static void(*resolve_##name(void)) parameters {                                      \
    __builtin_cpu_init();                                                              \
    return __builtin_cpu_supports("avx2") ? pixels_##name##_avx2 : pixels_##name##_any; \
  }                                                                                    \
  void pixels_##name parameters __attribute__((ifunc("resolve_" #name)));
#else
#define DECLARE(name, parameters)      \
  void pixels_##name##_any parameters; \
  void pixels_##name parameters __attribute__((alias("pixels_" #name "_any")));
#endif

DECLARE(component8, (const uint8_t *rgba, uint8_t *out, long count, const PixelsSum *sum))
DECLARE(component16, (const uint8_t *rgba, uint16_t *out, long count, const PixelsSum *sum))
DECLARE(
  pair8,
  (const uint8_t *row, const uint8_t *next, uint8_t *u, uint8_t *v, long count, const PixelsSum *sum_u,
   const PixelsSum *sum_v))
DECLARE(
  pair16,
  (const uint8_t *row, const uint8_t *next, uint16_t *u, uint16_t *v, long count, const PixelsSum *sum_u,
   const PixelsSum *sum_v))
DECLARE(alpha8, (const uint8_t *rgba, uint8_t *out, long count))
DECLARE(alpha10, (const uint8_t *rgba, uint16_t *out, long count))
DECLARE(straighten, (const uint8_t *rgba, uint8_t *out, long count))
DECLARE(reorder, (const uint8_t *rgba, uint8_t *out, long count, const uint8_t *order, int size))
DECLARE(
  bleed,
  (const uint8_t *premultiplied, uint8_t *straight, uint8_t *half, long width, long height, void *memory))

long pixels_bleed_memory(long width, long height) {
  long count = 0;
  do {
    width = (width + 1) / 2;
    height = (height + 1) / 2;
    count += width * height;
  } while (width > 1 || height > 1);
  return count * 8;
}

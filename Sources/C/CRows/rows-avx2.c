// The row functions for processors with vectors of 256 bits: those of x86 since 2013.

#if defined(__x86_64__)
#pragma clang attribute push(__attribute__((target("avx2,f16c"))), apply_to = function)
#define ROWS(name) row_##name##_avx2
#include "rows.inc"
#include "over.inc"
#define __AVX2__ 1
#include "yuv.inc"
#include "decoded.inc"
#include "light.inc"
#include "deep.inc"
#pragma clang attribute pop
#endif

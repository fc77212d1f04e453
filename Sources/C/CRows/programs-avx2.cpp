// The programs for processors with vectors of 256 bits: those of x86 since 2013.

#if defined(__x86_64__)
#pragma clang diagnostic ignored "-Wpsabi"
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#define TABLE row_programs_avx2
#include "programs.inc"
#pragma clang attribute pop
#endif

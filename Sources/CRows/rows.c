// Chooses between the row functions of rows-any.c and rows-avx2.c, once, as the program is loaded.

#include "include/variants.h"

#if defined(__x86_64__)
#define FUNCTION(result, name, parameters) \
  static result (*resolve_##name(void)) parameters { \
    __builtin_cpu_init(); \
    return __builtin_cpu_supports("avx2") ? row_##name##_avx2 : row_##name##_any; \
  } \
  result row_##name parameters __attribute__((ifunc("resolve_" #name)));
#else
#define FUNCTION(result, name, parameters) \
  result row_##name parameters __attribute__((alias("row_" #name "_any")));
#endif

#include "functions.inc"

// Chooses between the functions of rows-any.c and rows-avx2.c, once, as the program is loaded.

#include <stdlib.h>
#include <string.h>

#include "include/variants.h"

typedef struct {
#define FUNCTION(result, name, ...) result (*name)(__VA_ARGS__);
#include "functions.inc"
#undef FUNCTION
  const RowEntry *const *programs;
} Functions;

static const Functions any = {
#define FUNCTION(result, name, ...) .name = row_##name##_any,
#include "functions.inc"
#undef FUNCTION
    .programs = &row_programs_any,
};

static const Functions *functions = &any;

#if defined(__x86_64__)
static const Functions avx2 = {
#define FUNCTION(result, name, ...) .name = row_##name##_avx2,
#include "functions.inc"
#undef FUNCTION
    .programs = &row_programs_avx2,
};

__attribute__((constructor)) static void choose(void) {
  const char *wanted = getenv("MULTIPLANE_VECTORS");
  if (wanted && strcmp(wanted, "128") == 0) return;
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("f16c")) functions = &avx2;
}
#endif

// The parameters of a function and its arguments: a9 to a1, as many as there are types.
#define COUNT(...) COUNTED(__VA_ARGS__, 9, 8, 7, 6, 5, 4, 3, 2, 1)
#define COUNTED(t9, t8, t7, t6, t5, t4, t3, t2, t1, count, ...) count
#define JOIN(a, b) JOINED(a, b)
#define JOINED(a, b) a##b
#define PARAMETERS1(t) t a1
#define PARAMETERS2(t, ...) t a2, PARAMETERS1(__VA_ARGS__)
#define PARAMETERS3(t, ...) t a3, PARAMETERS2(__VA_ARGS__)
#define PARAMETERS4(t, ...) t a4, PARAMETERS3(__VA_ARGS__)
#define PARAMETERS5(t, ...) t a5, PARAMETERS4(__VA_ARGS__)
#define PARAMETERS6(t, ...) t a6, PARAMETERS5(__VA_ARGS__)
#define PARAMETERS7(t, ...) t a7, PARAMETERS6(__VA_ARGS__)
#define PARAMETERS8(t, ...) t a8, PARAMETERS7(__VA_ARGS__)
#define PARAMETERS9(t, ...) t a9, PARAMETERS8(__VA_ARGS__)
#define ARGUMENTS1 a1
#define ARGUMENTS2 a2, ARGUMENTS1
#define ARGUMENTS3 a3, ARGUMENTS2
#define ARGUMENTS4 a4, ARGUMENTS3
#define ARGUMENTS5 a5, ARGUMENTS4
#define ARGUMENTS6 a6, ARGUMENTS5
#define ARGUMENTS7 a7, ARGUMENTS6
#define ARGUMENTS8 a8, ARGUMENTS7
#define ARGUMENTS9 a9, ARGUMENTS8
#define FUNCTION(result, name, ...)                                 \
  result row_##name(JOIN(PARAMETERS, COUNT(__VA_ARGS__))(__VA_ARGS__)) { \
    return functions->name(JOIN(ARGUMENTS, COUNT(__VA_ARGS__)));    \
  }
#include "functions.inc"

static const RowEntry *find(const char *name, uint32_t features) {
  for (const RowEntry *entry = *functions->programs; entry->name; entry++) {
    if (entry->features == features && strcmp(entry->name, name) == 0) return entry;
  }
  return NULL;
}

RowCut row_cut(const char *name, uint32_t features) {
  const RowEntry *entry = find(name, features);
  return entry ? entry->cut : NULL;
}

RowPaint row_paint(const char *name, uint32_t features) {
  const RowEntry *entry = find(name, features);
  return entry ? entry->paint : NULL;
}

long row_bleed_memory(long width, long height) {
  long count = 0;
  do {
    width = (width + 1) / 2;
    height = (height + 1) / 2;
    count += width * height;
  } while (width > 1 || height > 1);
  return count * 8;
}

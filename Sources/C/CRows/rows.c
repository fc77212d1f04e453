// Chooses between the functions of rows-any.c and rows-avx2.c, once, as the program is loaded.

#include <stdlib.h>
#include <string.h>

#include "include/variants.h"

typedef struct {
#define FUNCTION(result, name, parameters, arguments) result (*name) parameters;
#include "functions.inc"
#undef FUNCTION
  const RowEntry *const *programs;
} Functions;

static const Functions any = {
#define FUNCTION(result, name, parameters, arguments) .name = row_##name##_any,
#include "functions.inc"
#undef FUNCTION
    .programs = &row_programs_any,
};

static const Functions *functions = &any;

#if defined(__x86_64__)
static const Functions avx2 = {
#define FUNCTION(result, name, parameters, arguments) .name = row_##name##_avx2,
#include "functions.inc"
#undef FUNCTION
    .programs = &row_programs_avx2,
};

__attribute__((constructor)) static void choose(void) {
  const char *wanted = getenv("MULTIPLANE_VECTORS");
  if (wanted && strcmp(wanted, "128") == 0) return;
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) functions = &avx2;
}
#endif

#define FUNCTION(result, name, parameters, arguments) \
  result row_##name parameters { return functions->name arguments; }
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

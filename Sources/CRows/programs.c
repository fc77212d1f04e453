// Finds programs in the table for the processor at hand.

#include <string.h>

#include "include/variants.h"

static const RowEntry *find(const char *name, uint32_t features) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  const RowEntry *table = __builtin_cpu_supports("avx2") ? row_programs_avx2 : row_programs_any;
#else
  const RowEntry *table = row_programs_any;
#endif
  for (; table->name; table++) {
    if (table->features == features && strcmp(table->name, name) == 0) return table;
  }
  return NULL;
}

RowCut row_cut(const char *name, uint32_t features) {
  const RowEntry *program = find(name, features);
  return program ? program->cut : NULL;
}

RowPaint row_paint(const char *name, uint32_t features) {
  const RowEntry *program = find(name, features);
  return program ? program->paint : NULL;
}

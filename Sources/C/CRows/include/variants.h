// The row functions and programs for each kind of processor, which all give the same bytes: for tests, and for rows.c,
// which chooses. MULTIPLANE_VECTORS=128 in the environment chooses those for every processor.

#ifndef VARIANTS_H
#define VARIANTS_H

#include "deep.h"
#include "light.h"
#include "over.h"
#include "programs.h"
#include "rows.h"
#include "yuv.h"

// A program in a table; the last one has no name.
typedef struct {
  const char *name;
  uint32_t features;
  RowCut cut;
  RowPaint paint;
} RowEntry;

#ifdef __cplusplus
extern "C" {
#endif

extern const RowEntry *const row_programs_any;
#if defined(__x86_64__)
extern const RowEntry *const row_programs_avx2;
#endif

#define FUNCTION(result, name, ...) result row_##name##_any(__VA_ARGS__);
#include "../functions.inc"
#undef FUNCTION
#if defined(__x86_64__)
#define FUNCTION(result, name, ...) result row_##name##_avx2(__VA_ARGS__);
#include "../functions.inc"
#undef FUNCTION
#endif

#ifdef __cplusplus
}
#endif
#endif

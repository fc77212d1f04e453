// The row functions for every processor.

// Functions that take or return such vectors are all inlined, and never called.
#pragma clang diagnostic ignored "-Wpsabi"
#define ROWS(name) row_##name##_any
#include "rows.inc"
#include "over.inc"
#include "yuv.inc"
#include "decoded.inc"
#include "light.inc"
#include "deep.inc"

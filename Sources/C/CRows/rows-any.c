// The row functions for every processor.

// Nothing that takes or returns such vectors is called: it is all inlined.
#pragma clang diagnostic ignored "-Wpsabi"
#define ROWS(name) row_##name##_any
#include "rows.inc"
#include "over.inc"
#include "yuv.inc"
#include "decoded.inc"

// The programs for every processor.

// Nothing that takes or returns such vectors is called: it is all inlined.
#pragma clang diagnostic ignored "-Wpsabi"
#define TABLE row_programs_any
#include "programs.inc"

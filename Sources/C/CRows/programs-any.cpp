// The programs for every processor.

// Functions that take or return such vectors are all inlined, and never called.
#pragma clang diagnostic ignored "-Wpsabi"
#define TABLE row_programs_any
#include "programs.inc"

// The functions for every processor.

#define PIXELS(name) pixels_##name##_any
#include "pixels.inc"

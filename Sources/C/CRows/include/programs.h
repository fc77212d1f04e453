// The programs of Shaders/ as functions of rows of pixels: each is the GLSL itself, compiled for the processor (see
// glsl.h). They draw without a GPU, unless a row function of CRows draws the same more cheaply. A *cut* computes an
// instance's coverage of each pixel, a *paint* its colour there.

#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "rows.h"

#ifdef __cplusplus
extern "C" {
#endif

// An instance as a program draws it.
typedef struct {
  // Homogeneous coordinates of the plane at a pixel's centre (X, Y): `x = X x[0] + Y x[1] + x[2]`, and so on.
  float x[3], y[3], w[3];
  int32_t isAffine;  // w is 1
  int32_t isDeep;
  // Vectors of four: the parameters of the program, and the parts that cut it.
  const float *parameters, *shape, *clipBox, *clipShape;
  const RowTexture *texture, *backdrop;
} RowInstance;

// Multiplies coverage, from 0 to 1, of pixels of row `y` from `x` on.
typedef void (*RowCut)(const RowInstance *instance, long x, long y, long count, float *coverage);

// Writes the colours of pixels of row `y` from `x` on, which have the given coverage; NULL for 1. A colour is a pixel,
// or four floats if the instance is deep.
typedef void (*RowPaint)(
    const RowInstance *instance, long x, long y, long count, const float *coverage, void *target);

// Features of a program that decide about its function: the bits of ProgramFeatures of Compositor. For rows, mipmaps
// are a feature of their own, whose bit is that of biased.
enum {
  RowPerspective = 1 << 2,
  RowAlphaOnly = 1 << 8,
  RowContinuous = 1 << 16,
  RowOpposite = 1 << 17,
  RowRadial = 1 << 18,
  RowConic = 1 << 19,
  RowStepped = 1 << 20,
  RowLevels = 1 << 21,
  RowMipmaps = 1 << 22,
};

// Returns the cut of a name in list.inc, with these features; NULL if list.inc lacks it.
RowCut row_cut(const char *name, uint32_t features);

// Returns the paint of a program's name without its features, for these features; NULL if list.inc lacks it.
RowPaint row_paint(const char *name, uint32_t features);

#ifdef __cplusplus
}
#endif
#endif

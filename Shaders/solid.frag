// One colour.

#include "common/precision.glsl"
#ifdef LINEAR
in vec4 vColour;
#else
#include "common/shape.glsl"
#include "instances/solid.glsl"
#endif

out vec4 fColour;

void main() {
#ifdef LINEAR
  fColour = vColour;
#else
  fColour = vColour * (shapeCoverage() * clipCoverage());
#endif
}

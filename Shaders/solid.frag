// One colour.

#include "common/precision.glsl"
#ifdef LINEAR
in vec4 vColour;
#else
#include "common/instance.glsl"
#endif

out vec4 fColour;

void main() {
#ifdef LINEAR
  fColour = vColour;
#else
  fColour = vColour * (shapeCoverage() * clipCoverage());
#endif
}

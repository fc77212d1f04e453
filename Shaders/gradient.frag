// A gradient: the position along it from vTexture, the colour from a row of texels. See
// Compositor/Primitives/DrawListBuilder+Gradient.swift.
//
// Features: RADIAL (the distance from the origin), CONIC (the angle around it, in turns), else axial (x). STEPPED: only
// positions in a range are drawn, other runs of the gradient draw the rest.

#include "common/precision.glsl"
#include "common/shape.glsl"
#include "instances/gradient.glsl"

uniform sampler2D uTexture;

out vec4 fColour;

vec4 colourAt(float position) { return texture(uTexture, vec2(position * vRun.x + vRun.y, 0.5)); }

void main() {
#ifdef RADIAL
  float position = length(vTexture);
#elif defined(CONIC)
  float turns = atan(vTexture.y, vTexture.x + 1e-9) * 0.15915494309;
  float position = mix(turns, turns + 1.0, turns < 0.0);
#else
  float position = vTexture.x;
#endif
  vec4 colour = colourAt(position);
#if defined(CONIC) && !defined(STEPPED)
  // Along the seam, where the turn begins and ends, over one pixel: each side has the colour of the middle of its
  // covered part.
#ifdef PERSPECTIVE
  float pixel = max(length(vec2(dFdx(vTexture.y), dFdy(vTexture.y))), 1e-12);
#else
  float pixel = 1.0;
#endif
  float begun = clamp(vTexture.y / pixel + 0.5, 0.0, 1.0);
  float turnsPerPixel = min(0.15915494309 * pixel / max(vTexture.x, 1e-9), 0.5);
  vec4 seam = mix(
      colourAt(1.0 - 0.5 * (1.0 - begun) * turnsPerPixel), colourAt(0.5 * begun * turnsPerPixel), begun);
  colour = mix(colour, seam, bvec4(begun > 0.0 && begun < 1.0 && vTexture.x > 0.0));
#endif
  float coverage = shapeCoverage() * clipCoverage();
#ifdef STEPPED
  coverage *= float(position >= vRun.z && position < vRun.w);
#endif
  fColour = colour * vOpacity * coverage;
}

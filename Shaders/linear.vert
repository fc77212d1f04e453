// The linear path: upright rectangles on whole pixels, two plain triangles each. Positions are in clip space already:
// with a uniform, an instance or a flat input, llvmpipe does not take its linear rasteriser.

#include "common/precision.glsl"
#include "common/colour.glsl"

layout(location = 0) in vec2 aPosition;
layout(location = 1) in vec2 aTexture;
layout(location = 2) in vec4 aColour;

// Colour first: see instances/image.glsl.
out vec4 vColour;
out vec2 vTexture;

void main() {
  vColour = COLOUR(aColour);
  vTexture = aTexture;
  gl_Position = vec4(aPosition, 0.0, 1.0);
}

// The weighted average of two surfaces of the same pixels. The weights are in red and green, and again in blue and alpha.

#include "common/precision.glsl"
#include "common/instance.glsl"

uniform sampler2D uTexture;
uniform sampler2D uBackdrop;

out vec4 fColour;

void main() {
  vec2 point = gl_FragCoord.xy * vScreenScale + vTexture;
  // The weights in any order of components: SWAPPED exchanges red and blue.
  fColour = texture(uTexture, point) * vColour.x + texture(uBackdrop, point) * vColour.y;
}

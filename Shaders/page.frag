// A strip of a page: the picture on it, whitened by vLight.y, in the light of vLight.x.

#include "common/precision.glsl"
#include "common/shape.glsl"
#include "instances/page.glsl"

uniform sampler2D uTexture;

out vec4 fColour;

void main() {
  vec4 page = texture(uTexture, vTexture);
  fColour = vec4(mix(page.rgb, page.aaa, vLight.y) * vLight.x, page.a) * (shapeCoverage() * clipCoverage());
}

// A strip of a page: the picture on it, whitened as vColour.y says, in the light of vColour.x (and z).

#include "common/precision.glsl"
#include "common/instance.glsl"

uniform sampler2D uTexture;

out vec4 fColour;

void main() {
  vec4 page = texture(uTexture, vTexture);
  page.rgb = mix(page.rgb, page.aaa, vColour.y) * vColour.x;
  fColour = page * (shapeCoverage() * clipCoverage());
}

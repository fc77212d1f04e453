// One direction of a Gaussian blur, texel by texel: fetching is much cheaper than filtering on llvmpipe. Texels beyond
// the source repeat its edge, which is empty, or too far away to be seen (see BlurPlan.swift).

#include "common/precision.glsl"
#include "common/stage.glsl"
#include "instances/blur.glsl"

uniform sampler2D uTexture;

out vec4 fColour;

vec4 texel(ivec2 at) {
  return texelFetch(uTexture, clamp(at, ivec2(0), vReach.yz), 0);
}

vec4 pair(ivec2 at, ivec2 away) { return texel(at - away) + texel(at + away); }

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy) + vStep.zw;
  ivec2 away = vStep.xy;
  vec4 sum = vMiddle * texel(at);
  for (int group = 0; group < vReach.x; ++group) {
    int near = 4 * group + 1;
    sum += vWeights[group].x * pair(at, near * away) + vWeights[group].y * pair(at, (near + 1) * away)
      + vWeights[group].z * pair(at, (near + 2) * away) + vWeights[group].w * pair(at, (near + 3) * away);
  }
#ifdef ALPHA_ONLY
  fColour = sum.aaaa;
#else
  fColour = sum;
#endif
}

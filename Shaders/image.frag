// A texture, times a tint. On the linear path without a tint it is the texture alone.

#include "common/precision.glsl"
#ifdef LINEAR
#ifdef TINTED
in vec4 vColour;
#endif
in vec2 vTexture;
#else
#include "common/shape.glsl"
#include "instances/image.glsl"
#endif

uniform sampler2D uTexture;
#ifdef LEVELS
uniform sampler2D uBackdrop;
#endif

out vec4 fColour;

void main() {
#if defined(LINEAR) && defined(TINTED)
  fColour = texture(uTexture, vTexture) * vColour;
#elif defined(LINEAR)
  fColour = texture(uTexture, vTexture);
#elif defined(SCREEN_TEXTURE)
  fColour = texture(uTexture, gl_FragCoord.xy * vScreenScale + vTexture) * vColour * (shapeCoverage() * clipCoverage());
#elif defined(LEVELS)
  vec4 texel = mix(texture(uTexture, vTexture), texture(uBackdrop, vTexture), vDetail);
  fColour = texel * vColour * (shapeCoverage() * clipCoverage());
#elif defined(BIASED)
  fColour = texture(uTexture, vTexture, vDetail) * vColour * (shapeCoverage() * clipCoverage());
#else
  fColour = texture(uTexture, vTexture) * vColour * (shapeCoverage() * clipCoverage());
#endif
}

// A texture, texel by texel, with its colours changed. Filters are defined on colours that are not premultiplied;
// OPAQUE_MATRIX is worked out on premultiplied ones, which a map that keeps alpha allows. The other names but
// ALPHA_MATRIX are those of formulas (FilterCatalog), whose numbers are in vRed.

#include "common/precision.glsl"
#include "common/colour.glsl"
#include "common/stage.glsl"
#include "instances/filter.glsl"

uniform sampler2D uTexture;

out vec4 fColour;

void main() {
  vec4 c = COLOUR(texelFetch(uTexture, ivec2(gl_FragCoord.xy) + vOffset, 0));
#ifdef OPAQUE_MATRIX
  vec3 bias = vBias.rgb + c.a * vec3(vRed.w, vGreen.w, vBlue.w);
  vec3 mapped = vec3(dot(vRed.rgb, c.rgb), dot(vGreen.rgb, c.rgb), dot(vBlue.rgb, c.rgb)) + bias * c.a;
  vec4 result = vec4(clamp(mapped, 0.0, c.a), c.a);
#elif defined(LUMINANCE)
  // The number is the brightness of the result.
  // Of the premultiplied colour: where the picture fades, so does its luminance.
  float alpha = dot(c.rgb, vec3(0.2126, 0.7152, 0.0722));
  vec4 result = vec4(vec3(alpha * vRed.x), alpha);
#else
  vec4 plain = vec4(c.rgb / max(c.a, 1.0 / 1024.0), c.a);
#ifdef ALPHA_MATRIX
  vec4 mapped = vec4(dot(vRed, plain), dot(vGreen, plain), dot(vBlue, plain), dot(vAlpha, plain)) + vBias;
  mapped = clamp(mapped, 0.0, 1.0);
#elif defined(GAMMA)
  // The number is the power.
  vec4 mapped = vec4(pow(clamp(plain.rgb, 0.0, 1.0), vRed.xxx), c.a);
#else
#error no formula of that name in filter.frag
#endif
  vec4 result = vec4(mapped.rgb * mapped.a, mapped.a);
#endif
  fColour = COLOUR(result);
}

// A texture, texel by texel, with its colours changed by FORMULA, one of the functions below. Filters are defined on
// colours that are not premultiplied; opaque_matrix works on premultiplied ones, which a map that keeps alpha allows.
// Below the matrices are the formulas of FilterCatalog, whose numbers are in vRed.

#include "common/precision.glsl"
#include "common/colour.glsl"
#include "common/stage.glsl"
#include "instances/filter.glsl"

#ifdef ROWS
// The name of every function that FORMULA can be.
#define FORMULAS(F) F(opaque_matrix) F(alpha_matrix) F(luminance) F(gamma)
#endif

uniform sampler2D uTexture;

out vec4 fColour;

vec4 plain(vec4 c) { return vec4(c.rgb / max(c.a, 1.0 / 1024.0), c.a); }
vec4 premultiplied(vec4 c) { return vec4(c.rgb * c.a, c.a); }

vec4 opaque_matrix(vec4 c) {
  vec3 bias = vBias.rgb + c.a * vec3(vRed.w, vGreen.w, vBlue.w);
  vec3 mapped = vec3(dot(vRed.rgb, c.rgb), dot(vGreen.rgb, c.rgb), dot(vBlue.rgb, c.rgb)) + bias * c.a;
  return vec4(clamp(mapped, 0.0, c.a), c.a);
}

vec4 alpha_matrix(vec4 c) {
  vec4 from = plain(c);
  vec4 mapped = vec4(dot(vRed, from), dot(vGreen, from), dot(vBlue, from), dot(vAlpha, from)) + vBias;
  return premultiplied(clamp(mapped, 0.0, 1.0));
}

// The number is the brightness of the result.
vec4 luminance(vec4 c) {
  // Of the premultiplied colour: where the picture fades, so does its luminance.
  float alpha = dot(c.rgb, vec3(0.2126, 0.7152, 0.0722));
  return vec4(vec3(alpha * vRed.x), alpha);
}

// The number is the power.
vec4 gamma(vec4 c) { return premultiplied(vec4(pow(clamp(plain(c).rgb, 0.0, 1.0), vRed.xxx), c.a)); }

void main() {
  vec4 c = COLOUR(texelFetch(uTexture, ivec2(gl_FragCoord.xy) + vOffset, 0));
  vec4 result = FORMULA(c);
  fColour = COLOUR(result);
}

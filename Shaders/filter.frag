// A texture, texel by texel, with its colours changed. Filters are defined on colours that are not premultiplied; OPAQUE_MATRIX is
// worked out on premultiplied ones, which a map that keeps alpha allows.

#include "common/precision.glsl"
#include "common/colour.glsl"

// A matrix: the rows for red, green, blue and alpha, then what is added. Of GAMMA the first is the power; of LUMINANCE it is the
// brightness of the result.
flat in vec4 vFields[5];
// From a pixel of the target to its texel.
flat in ivec2 vOffset;

uniform sampler2D uTexture;

out vec4 fColour;

void main() {
  vec4 c = COLOUR(texelFetch(uTexture, ivec2(gl_FragCoord.xy) + vOffset, 0));
#ifdef OPAQUE_MATRIX
  vec3 bias = vFields[4].rgb + c.a * vec3(vFields[0].w, vFields[1].w, vFields[2].w);
  vec3 mapped = vec3(dot(vFields[0].rgb, c.rgb), dot(vFields[1].rgb, c.rgb), dot(vFields[2].rgb, c.rgb)) + bias * c.a;
  vec4 result = vec4(clamp(mapped, 0.0, c.a), c.a);
#elif defined(LUMINANCE)
  // Of the premultiplied colour: where the picture fades, so does its luminance.
  float alpha = dot(c.rgb, vec3(0.2126, 0.7152, 0.0722));
  vec4 result = vec4(vec3(alpha * vFields[0].x), alpha);
#else
  vec4 plain = vec4(c.rgb / max(c.a, 1.0 / 1024.0), c.a);
#ifdef ALPHA_MATRIX
  vec4 mapped = vec4(dot(vFields[0], plain), dot(vFields[1], plain), dot(vFields[2], plain), dot(vFields[3], plain)) + vFields[4];
  mapped = clamp(mapped, 0.0, 1.0);
#else
  vec4 mapped = vec4(pow(clamp(plain.rgb, 0.0, 1.0), vFields[0].xxx), c.a);
#endif
  vec4 result = vec4(mapped.rgb * mapped.a, mapped.a);
#endif
  fColour = COLOUR(result);
}

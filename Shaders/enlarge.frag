// A texture at several times its size, interpolated in floats: llvmpipe filters bytes in bytes, and rounds down.

#include "common/precision.glsl"
#include "common/stage.glsl"
#include "instances/enlarge.glsl"

uniform sampler2D uTexture;

out vec4 fColour;

void main() {
  vec2 at = gl_FragCoord.xy * vMap.xy + vMap.zw;
  vec2 low = floor(at);
  vec2 part = at - low;
  ivec2 last = textureSize(uTexture, 0) - 1;
  ivec2 from = clamp(ivec2(low), ivec2(0), last);
  ivec2 to = clamp(ivec2(low) + 1, ivec2(0), last);
  vec4 upper = mix(texelFetch(uTexture, from, 0), texelFetch(uTexture, ivec2(to.x, from.y), 0), part.x);
  vec4 lower = mix(texelFetch(uTexture, ivec2(from.x, to.y), 0), texelFetch(uTexture, to, 0), part.x);
  fColour = mix(upper, lower, part.y);
}

// The weighted average of two surfaces of the same pixels.

#include "common/precision.glsl"
#include "common/stage.glsl"
#include "instances/crossfade.glsl"

uniform sampler2D uTexture;
uniform sampler2D uBackdrop;

out vec4 fColour;

void main() {
  vec2 point = gl_FragCoord.xy * vMap.xy + vMap.zw;
  fColour = texture(uTexture, point) * vWeights.x + texture(uBackdrop, point) * vWeights.y;
}

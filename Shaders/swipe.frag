// One surface gives way to another one of the same pixels along a ramp.

#include "common/precision.glsl"
#include "common/stage.glsl"
#include "instances/swipe.glsl"

uniform sampler2D uTexture;
uniform sampler2D uBackdrop;

out vec4 fColour;

void main() {
  vec2 point = gl_FragCoord.xy * vMap.xy + vMap.zw;
  float weight = clamp(dot(vRamp.xy, point) + vRamp.z, 0.0, 1.0);
  fColour = mix(texture(uTexture, point), texture(uBackdrop, point), weight) * vRamp.w;
}

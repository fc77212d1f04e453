// One surface gives way to another one of the same pixels along a ramp: its slope along x and y and its value at the origin are in
// vColour, for places in the texture; its last component is the opacity of the whole.

#include "common/precision.glsl"
#include "common/instance.glsl"

uniform sampler2D uTexture;
uniform sampler2D uBackdrop;

out vec4 fColour;

void main() {
#ifdef SWAPPED
  vec3 ramp = vColour.bgr;
#else
  vec3 ramp = vColour.rgb;
#endif
  vec2 point = gl_FragCoord.xy * vScreenScale + vTexture;
  float weight = clamp(dot(ramp.xy, point) + ramp.z, 0.0, 1.0);
  fColour = mix(texture(uTexture, point), texture(uBackdrop, point), weight) * vColour.a;
}

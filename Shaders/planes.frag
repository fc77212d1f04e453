// A plane of a frame's components, four bytes to a pixel. Sums are of whole numbers, as in Sources/C/CRows/yuv.inc, and
// so are the bytes: PlanePacking in Compositor/DrawList/Rasterizer.swift describes the uniforms.

#include "common/precision.glsl"
#include "common/colour.glsl"
precision highp int;

uniform sampler2D uTexture;
// The plane's first pixel here, and the pixels of the frame to a component, across and down.
uniform ivec4 uPlane;
// Bytes of a component, the number of alternating components, the bits of their shift up, the largest of them.
uniform ivec4 uForm;
// For each alternating component: weights, and bits to shift down; then the addends, by row and column.
uniform ivec4 uWeights[2];
uniform ivec4 uBiases[8];

out vec4 fColour;

ivec3 colourAt(ivec2 at) {
  ivec2 last = textureSize(uTexture, 0) - 1;
  return ivec3(COLOUR(texelFetch(uTexture, min(at, last), 0)).rgb * 255.0 + 0.5);
}

// Returns the component with a number in its row.
int component(int number, int row) {
  int which = uForm.y == 2 ? number & 1 : 0;
  ivec2 at = ivec2(uForm.y == 2 ? number >> 1 : number, row);
  ivec2 first = at * uPlane.zw;
  ivec2 away = uPlane.zw - 1;
  ivec3 colour = colourAt(first);
  if (uPlane.z > 1) {
    colour += colourAt(first + ivec2(away.x, 0)) + colourAt(first + ivec2(0, away.y)) + colourAt(first + away);
  }
  ivec4 weights = uWeights[which];
  int sum = colour.r * weights.r + colour.g * weights.g + colour.b * weights.b;
  sum += uBiases[which * 4 + (at.y & 3)][at.x & 3];
  return clamp(sum >> weights.a, 0, uForm.w);
}

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy) - uPlane.xy;
  ivec4 bytes;
  if (uForm.x == 1) {
    for (int i = 0; i < 4; i++) bytes[i] = component(at.x * 4 + i, at.y);
  } else {
    ivec2 words = ivec2(component(at.x * 2, at.y), component(at.x * 2 + 1, at.y)) << uForm.z;
    bytes = ivec4(words.x & 255, words.x >> 8, words.y & 255, words.y >> 8);
  }
  fColour = vec4(bytes) / 255.0;
}

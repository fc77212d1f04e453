// One pixel for each square of a grid: the average of a texture over the square, sampled once a pixel or at an even
// grid of points.

#include "common/precision.glsl"
#include "common/stage.glsl"
#include "instances/cells.glsl"

uniform sampler2D uTexture;

out vec4 fColour;

void main() {
  vec2 cell = floor(gl_FragCoord.xy);
  int count = int(vU.w);
  float width = 1.0 / vU.w;
  vec4 sum = vec4(0.0);
  for (int row = 0; row < count; ++row) {
    for (int column = 0; column < count; ++column) {
      vec3 at = vec3(cell + (vec2(column, row) + 0.5) * width, 1.0);
      vec2 uv = vec2(dot(vU.xyz, at), dot(vV, at)) / dot(vW, at);
      vec2 inside = step(vec2(0.0), uv) * step(uv, vec2(1.0));
      sum += textureLod(uTexture, uv, 0.0) * (inside.x * inside.y);
    }
  }
  fColour = sum * (width * width);
}

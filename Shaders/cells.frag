// One pixel for each square of a grid: the average of a texture over the square, sampled once a pixel or at an even grid of points.

#include "common/precision.glsl"

// From squares, counted in pixels of the target, to texture coordinates: the columns of u, v and w, all homogeneous. Beside the first
// stands how many samples a side has.
flat in vec4 vFields[5];
flat in ivec2 vOffset;

uniform sampler2D uTexture;

out vec4 fColour;

void main() {
  vec2 cell = floor(gl_FragCoord.xy);
  int count = int(vFields[0].w);
  float width = 1.0 / vFields[0].w;
  vec4 sum = vec4(0.0);
  for (int row = 0; row < count; ++row) {
    for (int column = 0; column < count; ++column) {
      vec3 at = vec3(cell + (vec2(column, row) + 0.5) * width, 1.0);
      vec2 uv = vec2(dot(vFields[0].xyz, at), dot(vFields[1].xyz, at)) / dot(vFields[2].xyz, at);
      vec2 inside = step(vec2(0.0), uv) * step(uv, vec2(1.0));
      sum += textureLod(uTexture, uv, 0.0) * (inside.x * inside.y);
    }
  }
  fColour = sum * (width * width);
}

// A texture at half its size: the average of the texels of each pixel, exactly.

#include "common/precision.glsl"
#include "common/stage.glsl"
#include "instances/halve.glsl"

uniform sampler2D uTexture;

out vec4 fColour;

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy) * vTexels;
  ivec2 away = vTexels - 1;
  fColour = 0.25 * (texelFetch(uTexture, at, 0) + texelFetch(uTexture, at + ivec2(away.x, 0), 0)
    + texelFetch(uTexture, at + ivec2(0, away.y), 0) + texelFetch(uTexture, at + away, 0));
}

// A draw of any kind: one colour, a texture times a tint, or a border. See common/mixed.glsl.

#include "common/precision.glsl"
#include "common/stage.glsl"
#include "common/mixed.glsl"

uniform sampler2D uTextures[8];

out vec4 fColour;

// Returns a texel of the draw's picture. The slopes are taken where all pixels pass.
vec4 texel(vec2 uv, vec2 slopeX, vec2 slopeY) {
  switch ((vKind & 0xf) - 1) {
    case 0: return textureGrad(uTextures[0], uv, slopeX, slopeY);
    case 1: return textureGrad(uTextures[1], uv, slopeX, slopeY);
    case 2: return textureGrad(uTextures[2], uv, slopeX, slopeY);
    case 3: return textureGrad(uTextures[3], uv, slopeX, slopeY);
    case 4: return textureGrad(uTextures[4], uv, slopeX, slopeY);
    case 5: return textureGrad(uTextures[5], uv, slopeX, slopeY);
    case 6: return textureGrad(uTextures[6], uv, slopeX, slopeY);
    default: return textureGrad(uTextures[7], uv, slopeX, slopeY);
  }
}

// Returns the coverage by the border between the rounded rectangle and the same inset by the width; see border.frag.
float ringCoverage() {
  vec4 gradient = planeGradient();
  float outer = roundedCoverage(vPoint, vBox, vRadii, vSmoothing.x, vMiddle, gradient);
  vec4 innerBox = vBox + vec4(vWidth, vWidth, -vWidth, -vWidth);
  float inner = roundedCoverage(vPoint, innerBox, max(vRadii - vWidth, 0.0), vSmoothing.x, vMiddle, gradient);
  return max(outer - inner, 0.0);
}

void main() {
  vec2 slopeX = dFdx(vTexture) * vSlope;
  vec2 slopeY = dFdy(vTexture) * vSlope;
  vec4 colour = vColour;
  if (has(vKind, 0xf)) {
    vec2 uv = vTexture;
    if (vTexels.z > 0.0) {
      // The steps of 1/256 are exact everywhere on a page, so that the picture's place on it affects no pixel.
      uv = has(vKind, NEAREST) ? floor(uv) + 0.5 : floor(uv * 256.0 + 0.5) / 256.0;
      // Beyond its edges a picture repeats them, and does not show its neighbours on the page.
      uv = (vTexels.xy + clamp(uv, vec2(0.5), vTexels.zw - 0.5)) / PAGE_SIDE;
      slopeX /= PAGE_SIDE;
      slopeY /= PAGE_SIDE;
    }
    colour *= texel(uv, slopeX, slopeY);
  }
  float coverage;
  if (has(vKind, RING)) {
    coverage = ringCoverage();
  } else if (has(vKind, ROUNDED)) {
    coverage = cornersCoverage();
  } else {
    coverage = edgesCoverage();
  }
  if (has(vKind, IN_CLIP_BOX)) coverage *= clipBoxCoverage();
  if (has(vKind, IN_CLIP_SHAPE)) coverage *= clipShapeCoverage();
  fColour = colour * coverage;
}

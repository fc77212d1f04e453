// The ring between a rounded rectangle and the same rectangle inset by the border's width; the inner radius is the outer one less
// the width; of a continuous curve, too.

#include "common/precision.glsl"
#include "common/instance.glsl"

out vec4 fColour;

void main() {
#ifdef CORNER
  fColour = vColour * (cornerCoverage(vCornerRadii.x) - cornerCoverage(vCornerRadii.y));
#else
  vec4 gradient = planeGradient();
  float width = vCorners.z;
  float outer = roundedCoverage(vPoint, vBox, vRadii, vSmoothing.x, vCorners.xy, gradient);
  vec4 innerBox = vBox + vec4(width, width, -width, -width);
  float inner = roundedCoverage(vPoint, innerBox, max(vRadii - width, 0.0), vSmoothing.x, vCorners.xy, gradient);
  fColour = vColour * (max(outer - inner, 0.0) * clipCoverage());
#endif
}

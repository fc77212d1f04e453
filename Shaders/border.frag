// The ring between a rounded rectangle and the same rectangle inset by the border's width; the inner radius is the
// outer one less the width; of a continuous curve, too.

#include "common/precision.glsl"
#include "common/shape.glsl"
#include "instances/border.glsl"

out vec4 fColour;

void main() {
#ifdef CORNER
  fColour = vColour * (cornerCoverage(vCornerRadii.x) - cornerCoverage(vCornerRadii.y));
#else
  vec4 gradient = planeGradient();
  float outer = roundedCoverage(vPoint, vBox, vRadii, vSmoothing.x, vMiddle, gradient);
  vec4 innerBox = vBox + vec4(vWidth, vWidth, -vWidth, -vWidth);
  float inner = roundedCoverage(vPoint, innerBox, max(vRadii - vWidth, 0.0), vSmoothing.x, vMiddle, gradient);
  fColour = vColour * (max(outer - inner, 0.0) * clipCoverage());
#endif
}

// What the vertex shader of the general path hands to its fragment shaders, and the coverage they share.
//
// Colour comes first: with a texture coordinate declared before it, llvmpipe's linear rasteriser was seen to draw wrong pictures.

#include "common/coverage.glsl"

in vec4 vColour;
in vec2 vTexture;
// Distances to the edges at min x, min y, max x, max y, in pixels times the weight.
in vec4 vEdges;
#ifdef CORNER
// From the circle's centre, in pixels; both positive towards the corner.
in vec2 vCorner;
flat in vec2 vCornerRadii;
#elif defined(ROUNDED) || defined(BORDER)
in vec2 vPoint;
flat in vec4 vBox;
flat in vec4 vRadii;
flat in vec4 vGradient;
// Where the quarters meet (see common/corners.glsl), then the border's width.
flat in vec4 vCorners;
#endif
#ifdef CONTINUOUS
// How continuous the corners are, of the rectangle and of the clip's shape.
flat in vec2 vSmoothing;
#else
const vec2 vSmoothing = vec2(0.0);
#endif
#ifdef SCREEN_TEXTURE
// Texture coordinates from pixel to pixel of the target.
flat in vec2 vScreenScale;
#endif
#ifdef CLIP_BOX
flat in vec4 vClipBox;
#endif
#ifdef CLIP_SHAPE
flat in vec4 vClipMap;
// The map's translation, then where the quarters of the shape meet.
flat in vec4 vClipOffset;
flat in vec4 vClipShapeBox;
flat in vec4 vClipShapeRadii;
#endif

#ifdef CORNER
// Inside the circle, and between the lines that run on from it.
float cornerCoverage(float radius) {
  return clamp(radius + 0.5 - length(max(vCorner, 0.0)), 0.0, 1.0);
}
#elif defined(ROUNDED) || defined(BORDER)
vec4 planeGradient() {
#ifdef PERSPECTIVE
  return vec4(dFdx(vPoint), dFdy(vPoint));
#else
  return vGradient;
#endif
}
#endif

// Of the rectangle itself, with its rounded corners where it has any.
float shapeCoverage() {
#ifdef CORNER
  return cornerCoverage(vCornerRadii.x);
#elif defined(ROUNDED)
  return roundedCoverage(vPoint, vBox, vRadii, vSmoothing.x, vCorners.xy, planeGradient());
#else
#ifdef PERSPECTIVE
  vec4 edges = vEdges * gl_FragCoord.w;
#else
  vec4 edges = vEdges;
#endif
  return boxCoverage(edges.xy, edges.zw);
#endif
}

float clipCoverage() {
  float coverage = 1.0;
#ifdef CLIP_BOX
  coverage *= boxCoverage(gl_FragCoord.xy - vClipBox.xy, vClipBox.zw - gl_FragCoord.xy);
#endif
#ifdef CLIP_SHAPE
  vec2 point = gl_FragCoord.x * vClipMap.xy + gl_FragCoord.y * vClipMap.zw + vClipOffset.xy;
  coverage *= roundedCoverage(point, vClipShapeBox, vClipShapeRadii, vSmoothing.y, vClipOffset.zw, vClipMap);
#endif
  return coverage;
}

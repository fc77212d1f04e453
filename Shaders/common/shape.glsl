// The cuts of a quadrilateral: the edges of its rectangle or its rounded corners, and the clip. Every struct is a part
// of the instances of the programs that have the #define of its name; see instance.vert.

#include "common/stage.glsl"
#include "common/coverage.glsl"
#include "common/corners.glsl"

// The antialiased edges of a rectangle.
struct Edges {
  // The box in the plane; an edge that is not antialiased is far away.
  vec4 box;
  // Pixels to a unit of the plane, across each edge (min x, min y, max x, max y); under perspective times the weight.
  vec4 scale;
};

// A rectangle with rounded corners.
struct Corners {
  // The box in the plane; an edge that is not antialiased is far away.
  vec4 box;
  // The radii in the plane: (minX minY), (maxX minY), (minX maxY), (maxX maxY).
  vec4 radii;
  // The linear part of the map from pixels to the plane: `dx/dX, dy/dX, dx/dY, dy/dY`; under perspective before the
  // division.
  vec4 gradient;
  // The continuity of the corners' curve, from 0 to 1; then the change of the divisor along X and Y.
  vec4 smoothing;
};

// One rounded corner of an upright shape, as a circle in pixels.
struct Corner {
  // The centre, the radius, and of a border the inner radius.
  vec4 circle;
  // The corner's direction, as the signs of x and y.
  vec4 towards;
};

// An upright clip.
struct ClipBox {
  // The box in pixels.
  vec4 box;
};

// A rounded clip under an affine map.
struct ClipShape {
  // The map from pixels to the plane of the shape: `x = X * map.x + Y * map.z + offset.x`, `y = X * map.y + Y * map.w +
  // offset.y`.
  vec4 map;
  // The translation, then the continuity of the corners' curve, from 0 to 1.
  vec4 offset;
  vec4 box;
  vec4 radii;
};

#ifdef EDGES
// Distances to the edges at min x, min y, max x, max y, in pixels times the weight.
PASSED vec4 vEdges;
#endif
#ifdef CORNER
// The distances from the circle's centre, in pixels; both positive towards the corner.
PASSED vec2 vCorner;
flat PASSED vec2 vCornerRadii;
#endif
#ifdef CORNERS
PASSED vec2 vPoint;
flat PASSED vec4 vBox;
flat PASSED vec4 vRadii;
flat PASSED vec4 vGradient;
// The point where the quarters meet (see common/corners.glsl).
flat PASSED vec2 vMiddle;
#ifdef PERSPECTIVE
flat PASSED vec2 vWeightSlope;
#endif
#endif
#ifdef CONTINUOUS
// The continuity of the corners of the rectangle and of the clip's shape.
flat PASSED vec2 vSmoothing;
#elif defined(FRAGMENT)
#define vSmoothing vec2(0.0)
#endif
#ifdef CLIP_BOX
flat PASSED vec4 vClipBox;
#endif
#ifdef CLIP_SHAPE
flat PASSED vec4 vClipMap;
// The map's translation, then the point where the quarters of the shape meet.
flat PASSED vec4 vClipOffset;
flat PASSED vec4 vClipShapeBox;
flat PASSED vec4 vClipShapeRadii;
#endif

#ifdef VERTEX

// The part of a side that a corner takes, in radii.
#ifdef CONTINUOUS
#define EXTENT(smoothing) (1.0 + 0.528665 * (smoothing))
#else
#define EXTENT(smoothing) 1.0
#endif

#ifdef EDGES
void pass(Edges edges, vec2 point) {
  vEdges = vec4(point - edges.box.xy, edges.box.zw - point) * edges.scale;
}
#endif
#ifdef CORNER
void pass(Corner corner, vec2 pixel) {
  vCorner = (pixel - corner.circle.xy) * corner.towards.xy;
  vCornerRadii = corner.circle.zw;
}
#endif
#ifdef CORNERS
void pass(Corners corners, vec2 point) {
  vPoint = point;
  vBox = corners.box;
  vRadii = corners.radii;
  vGradient = corners.gradient;
#ifdef PERSPECTIVE
  vWeightSlope = corners.smoothing.yz;
#endif
  vMiddle = cornerMiddle(vBox, vRadii * EXTENT(corners.smoothing.x));
#ifdef CONTINUOUS
  vSmoothing = vec2(corners.smoothing.x, 0.0);
#endif
}
#endif
#ifdef CLIP_BOX
void pass(ClipBox clipBox) { vClipBox = clipBox.box; }
#endif
#ifdef CLIP_SHAPE
void pass(ClipShape clipShape) {
  vClipMap = clipShape.map;
  vClipShapeBox = clipShape.box;
  vClipShapeRadii = clipShape.radii;
  vClipOffset = vec4(
      clipShape.offset.xy, cornerMiddle(vClipShapeBox, vClipShapeRadii * EXTENT(clipShape.offset.z)));
#ifdef CONTINUOUS
#ifdef CORNERS
  vSmoothing.y = clipShape.offset.z;
#else
  vSmoothing = vec2(0.0, clipShape.offset.z);
#endif
#endif
}
#endif

#endif

#ifdef COVERED
// Rows get the coverage from another program.
float shapeCoverage() { return vCoverage; }
float clipCoverage() { return 1.0; }
#elif defined(FRAGMENT)

#ifdef CORNER
// Inside the circle, and between the lines that run on from it.
float cornerCoverage(float radius) {
  return clamp(radius + 0.5 - length(max(vCorner, 0.0)), 0.0, 1.0);
}
#endif
#ifdef CORNERS
vec4 planeGradient() {
#ifdef PERSPECTIVE
  // The quotient rule: differences between pixels (dFdx) would be those of a neighbour in every second pixel.
  return (vGradient - vPoint.xyxy * vWeightSlope.xxyy) / gl_FragCoord.w;
#else
  return vGradient;
#endif
}
#endif

#ifdef CORNERS
float cornersCoverage() {
  return roundedCoverage(vPoint, vBox, vRadii, vSmoothing.x, vMiddle, planeGradient());
}
#endif
#ifdef EDGES
float edgesCoverage() {
#ifdef PERSPECTIVE
  vec4 edges = vEdges * gl_FragCoord.w;
#else
  vec4 edges = vEdges;
#endif
  return boxCoverage(edges.xy, edges.zw);
}
#endif
#ifdef CLIP_BOX
float clipBoxCoverage() { return boxCoverage(gl_FragCoord.xy - vClipBox.xy, vClipBox.zw - gl_FragCoord.xy); }
#endif
#ifdef CLIP_SHAPE
float clipShapeCoverage() {
  vec2 point = gl_FragCoord.x * vClipMap.xy + gl_FragCoord.y * vClipMap.zw + vClipOffset.xy;
  return roundedCoverage(point, vClipShapeBox, vClipShapeRadii, vSmoothing.y, vClipOffset.zw, vClipMap);
}
#endif

#ifndef MIXED
// Returns the coverage by the rectangle itself, with its rounded corners.
float shapeCoverage() {
#ifdef CORNER
  return cornerCoverage(vCornerRadii.x);
#elif defined(CORNERS)
  return cornersCoverage();
#elif defined(EDGES)
  return edgesCoverage();
#else
  return 1.0;
#endif
}

float clipCoverage() {
  float coverage = 1.0;
#ifdef CLIP_BOX
  coverage *= clipBoxCoverage();
#endif
#ifdef CLIP_SHAPE
  coverage *= clipShapeCoverage();
#endif
  return coverage;
}
#endif

#endif

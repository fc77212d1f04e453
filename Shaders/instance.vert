// The general path: a quadrilateral under any map. An instance holds the parts below, in this order; which of them, and
// what its parameters are, is the program's (see ProgramKey in Compositor/DrawList). embed-shaders makes the structs
// into Swift.

#include "common/precision.glsl"
#include "common/colour.glsl"
#include "common/quad.glsl"
#include "common/shape.glsl"
#include "instances/solid.glsl"
#include "instances/image.glsl"
#include "instances/border.glsl"
#include "instances/gradient.glsl"
#include "instances/page.glsl"
#include "instances/crossfade.glsl"
#include "instances/swipe.glsl"
#include "instances/blend.glsl"
#include "instances/blur.glsl"
#include "instances/halve.glsl"
#include "instances/enlarge.glsl"
#include "instances/filter.glsl"
#include "instances/cells.glsl"

struct Instance {
  Quad quad;
  PARAMETERS parameters;
#ifdef EDGES
  Edges edges;
#endif
#ifdef CORNER
  Corner corner;
#endif
#ifdef CORNERS
  Corners corners;
#endif
#ifdef CLIP_BOX
  ClipBox clipBox;
#endif
#ifdef CLIP_SHAPE
  ClipShape clipShape;
#endif
};

// They are pulled by gl_VertexID, six vertices to an instance, and not drawn as instances: llvmpipe starts its vertex
// pipeline anew for each of those.
layout(std140) uniform Instances {
  Instance uInstances[INSTANCES];
};
#define INSTANCE uInstances[gl_VertexID / 6]

// 2 / width, 2 / height of the target.
uniform vec2 uPixel;

void main() {
  // Two triangles of the corners 0 1 2 and 1 3 2.
  int vertex = gl_VertexID % 6;
  int corner = vertex < 3 ? vertex : vertex == 3 ? 1 : vertex == 4 ? 3 : 2;
  vec4 pair = corner < 2 ? INSTANCE.quad.corners01 : INSTANCE.quad.corners23;
  vec2 point = (corner & 1) == 0 ? pair.xy : pair.zw;
  vec3 homogeneous = vec3(point, 1.0);
  vec3 pixel = vec3(
      dot(INSTANCE.quad.xColumn.xyz, homogeneous), dot(INSTANCE.quad.yColumn.xyz, homogeneous),
      dot(INSTANCE.quad.wColumn.xyz, homogeneous));
  // Row 0 of the target is the frame's first row, so that what is read back needs no flip.
  gl_Position = vec4(pixel.xy * uPixel - pixel.z, 0.0, pixel.z);
  pass(INSTANCE.parameters, point);
#ifdef EDGES
  vEdges = vec4(point - INSTANCE.edges.box.xy, INSTANCE.edges.box.zw - point) * INSTANCE.edges.scale;
#endif
#ifdef CORNER
  vCorner = (pixel.xy - INSTANCE.corner.circle.xy) * INSTANCE.corner.towards.xy;
  vCornerRadii = INSTANCE.corner.circle.zw;
#endif
#ifdef CONTINUOUS
  vSmoothing = vec2(0.0);
#endif
#ifdef CORNERS
  vPoint = point;
  vBox = INSTANCE.corners.box;
  vRadii = INSTANCE.corners.radii;
  vGradient = INSTANCE.corners.gradient;
  vMiddle = cornerMiddle(vBox, vRadii * EXTENT(INSTANCE.corners.smoothing.x));
#ifdef CONTINUOUS
  vSmoothing.x = INSTANCE.corners.smoothing.x;
#endif
#endif
#ifdef CLIP_BOX
  vClipBox = INSTANCE.clipBox.box;
#endif
#ifdef CLIP_SHAPE
  vClipMap = INSTANCE.clipShape.map;
  vClipShapeBox = INSTANCE.clipShape.box;
  vClipShapeRadii = INSTANCE.clipShape.radii;
  vClipOffset = vec4(
      INSTANCE.clipShape.offset.xy, cornerMiddle(vClipShapeBox, vClipShapeRadii * EXTENT(INSTANCE.clipShape.offset.z)));
#ifdef CONTINUOUS
  vSmoothing.y = INSTANCE.clipShape.offset.z;
#endif
#endif
}

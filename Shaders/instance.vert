// The general path: a quadrilateral under any map. An instance holds the parts below, in this order; the program
// decides which, and with which parameters (InstanceParts.swift in Compositor/DrawList finds the begin of each part).
// embed-shaders makes the structs into Swift, and for each a function that loads it from the vectors here.

#include "common/precision.glsl"
#include "common/colour.glsl"
#include "common/quad.glsl"
#include "common/shape.glsl"
#include "instances/*.glsl"

// 2 / width, 2 / height of the target.
uniform vec2 uPixel;
#ifdef FETCHED
// The begin of the draw's instances among the vectors.
uniform int uFirst;
#else
#define uFirst 0
#endif

void main() {
  // Six vertices to an instance.
  int instance = uFirst + gl_VertexID / 6 * INSTANCE_VECTORS;
  Quad quad = loadQuad(instance);
  vec2 point = cornerPoint(quad, gl_VertexID % 6);
  vec3 pixel = toPixel(quad, point);
  // Row 0 of the target is the frame's first row, so that reading back needs no flip.
  gl_Position = vec4(pixel.xy * uPixel - pixel.z, 0.0, pixel.z);
  pass(LOAD_PARAMETERS(instance + PARAMETERS_AT), point);
#ifdef EDGES
  pass(loadEdges(instance + EDGES_AT), point);
#endif
#ifdef CORNER
  pass(loadCorner(instance + CORNER_AT), pixel.xy);
#endif
#ifdef CORNERS
  pass(loadCorners(instance + CORNERS_AT), point);
#endif
#ifdef CLIP_BOX
  pass(loadClipBox(instance + CLIP_BOX_AT));
#endif
#ifdef CLIP_SHAPE
  pass(loadClipShape(instance + CLIP_SHAPE_AT));
#endif
}

#ifdef VERTEX
// The vectors of up to 204 instances. They are pulled by gl_VertexID and not drawn as instances: llvmpipe starts its
// vertex pipeline anew for each of those. (An array of structs would be one uniform for each member of each element,
// and take a tenth longer to link.)
layout(std140) uniform Instances {
  vec4 uVectors[1024];
};
#endif

// A quadrilateral of a plane, and its way to pixels.
struct Quad {
  // The columns of the map from the plane to homogeneous pixels: `X = dot(xColumn.xyz, (x, y, 1))`, and so on.
  vec4 xColumn;
  vec4 yColumn;
  vec4 wColumn;
  // In the plane, in strip order: two points, then two.
  vec4 corners01;
  vec4 corners23;
};

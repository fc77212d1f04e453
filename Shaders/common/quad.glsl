#ifdef VERTEX
// Instances are pulled by gl_VertexID and not drawn as instances, for each of which llvmpipe starts its vertex pipeline
// anew.
#ifdef FETCHED
// The vectors of a frame, in rows of 2048 texels: one call draws any number of them.
uniform sampler2D uVectors;
#define VECTOR(at) texelFetch(uVectors, ivec2((at) & 2047, (at) >> 11), 0)
#else
// The vectors of up to 204 instances. (An array of structs would be one uniform for each member of each element, and
// take a tenth longer to link.)
layout(std140) uniform Instances {
  vec4 uVectors[1024];
};
#define VECTOR(at) uVectors[at]
#endif
#endif

// A quadrilateral of a plane, and its way to pixels.
struct Quad {
  // The columns of the map from the plane to homogeneous pixels: `X = dot(xColumn.xyz, (x, y, 1))`, and so on.
  vec4 xColumn;
  vec4 yColumn;
  vec4 wColumn;
  // The corners in the plane, in strip order: two points, then two.
  vec4 corners01;
  vec4 corners23;
};

#ifdef VERTEX
// Returns the point of a quadrilateral's plane at a vertex, of six: two triangles of the corners 0 1 2 and 1 3 2.
vec2 cornerPoint(Quad quad, int vertex) {
  int corner = vertex < 3 ? vertex : vertex == 3 ? 1 : vertex == 4 ? 3 : 2;
  vec4 pair = corner < 2 ? quad.corners01 : quad.corners23;
  return (corner & 1) == 0 ? pair.xy : pair.zw;
}

// Returns a point of the plane in homogeneous pixels.
vec3 toPixel(Quad quad, vec2 point) {
  vec3 homogeneous = vec3(point, 1.0);
  return vec3(
      dot(quad.xColumn.xyz, homogeneous), dot(quad.yColumn.xyz, homogeneous), dot(quad.wColumn.xyz, homogeneous));
}
#endif

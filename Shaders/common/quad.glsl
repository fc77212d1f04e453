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

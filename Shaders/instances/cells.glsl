#ifdef CELLS
struct Cells {
  // The map from squares, counted in pixels of the target, to texture coordinates: the columns of u, v and w, all
  // homogeneous. The last number of the first is the number of samples along a side.
  vec4 u;
  vec4 v;
  vec4 w;
};

flat PASSED vec4 vU;
flat PASSED vec3 vV;
flat PASSED vec3 vW;

#ifdef VERTEX
void pass(Cells cells, vec2 point) {
  vU = cells.u;
  vV = cells.v.xyz;
  vW = cells.w.xyz;
}
#endif
#endif

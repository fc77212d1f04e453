#ifdef CELLS
struct Cells {
  // From squares, counted in pixels of the target, to texture coordinates: the columns of u, v and w, all homogeneous.
  // Beside the first stands how many samples a side has.
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

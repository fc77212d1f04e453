#ifdef HALVE
struct Halve {
  // The texels to a pixel of the target across and down, 1 or 2.
  vec4 texels;
};

flat PASSED ivec2 vTexels;

#ifdef VERTEX
void pass(Halve halve, vec2 point) { vTexels = ivec2(halve.texels.xy); }
#endif
#endif

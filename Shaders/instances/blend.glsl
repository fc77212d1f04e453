#ifdef BLEND
struct Blend {
  // First the opacity of the surface.
  vec4 opacity;
  // From a pixel of the target to its texel in the surface, and in the copy of what lies behind.
  vec4 offsets;
};

flat PASSED float vOpacity;
flat PASSED ivec4 vOffsets;

#ifdef VERTEX
void pass(Blend blend, vec2 point) {
  vOpacity = blend.opacity.x;
  vOffsets = ivec4(blend.offsets);
}
#endif
#endif

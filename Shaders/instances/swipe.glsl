#ifdef SWIPE
struct Swipe {
  // The slope along x and y of the second surface's weight and its value at the origin, for positions in the texture;
  // then the opacity of the whole.
  vec4 ramp;
  // Texture coordinates from pixels of the target: factors, then addends.
  vec4 map;
};

flat PASSED vec4 vRamp;
flat PASSED vec4 vMap;

#ifdef VERTEX
void pass(Swipe swipe, vec2 point) {
  vRamp = swipe.ramp;
  vMap = swipe.map;
}
#endif
#endif

#ifdef CROSSFADE
struct Crossfade {
  // The weights of the first surface, then of the second.
  vec4 weights;
  // Texture coordinates from pixels of the target: factors, then addends.
  vec4 map;
};

flat PASSED vec2 vWeights;
flat PASSED vec4 vMap;

#ifdef VERTEX
void pass(Crossfade crossfade, vec2 point) {
  vWeights = crossfade.weights.xy;
  vMap = crossfade.map;
}
#endif
#endif

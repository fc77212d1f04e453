#ifdef FILTER
struct Filter {
  // A matrix, by the rows of what comes out; or, first, the numbers of a formula.
  vec4 red;
  vec4 green;
  vec4 blue;
  vec4 alpha;
  // What is added to red, green, blue and alpha.
  vec4 bias;
  // From a pixel of the target to its texel.
  vec4 offset;
};

flat PASSED vec4 vRed;
flat PASSED vec4 vGreen;
flat PASSED vec4 vBlue;
flat PASSED vec4 vAlpha;
flat PASSED vec4 vBias;
flat PASSED ivec2 vOffset;

#ifdef VERTEX
void pass(Filter filter_, vec2 point) {
  vRed = filter_.red;
  vGreen = filter_.green;
  vBlue = filter_.blue;
  vAlpha = filter_.alpha;
  vBias = filter_.bias;
  vOffset = ivec2(filter_.offset.xy);
}
#endif
#endif

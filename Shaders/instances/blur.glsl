#ifdef BLUR
struct Blur {
  // The weights of the pairs of neighbours, outward.
  vec4 weights1to4;
  vec4 weights5to8;
  vec4 weights9to12;
  // The weight of the middle, then the number of vectors above in use, then the last texel of the source.
  vec4 middle;
  // The step from texel to texel, then the offset from a pixel of the target to its texel.
  vec4 step;
};

flat PASSED vec4 vWeights[3];
flat PASSED float vMiddle;
flat PASSED ivec4 vStep;
// The number of vectors of weights in use, and the last texel of the source.
flat PASSED ivec3 vReach;

#ifdef VERTEX
void pass(Blur blur, vec2 point) {
  vWeights[0] = blur.weights1to4;
  vWeights[1] = blur.weights5to8;
  vWeights[2] = blur.weights9to12;
  vMiddle = blur.middle.x;
  vStep = ivec4(blur.step);
  vReach = ivec3(blur.middle.yzw);
}
#endif
#endif

#ifdef GRADIENT
struct Gradient {
  // From positions to the row of texels, scale and offset; then the range of positions that is drawn.
  vec4 run;
  // The map from the plane to the space of the position: see Image.
  vec4 map;
  // The cross terms of the map, then the opacity.
  vec4 more;
};

flat PASSED vec4 vRun;
PASSED vec2 vTexture;
flat PASSED float vOpacity;

#ifdef VERTEX
void pass(Gradient gradient, vec2 point) {
  vRun = gradient.run;
  vTexture = point * gradient.map.xy + point.yx * gradient.more.xy + gradient.map.zw;
  vOpacity = gradient.more.z;
}
#endif
#endif

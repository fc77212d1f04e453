#ifdef ENLARGE
struct Enlarge {
  // From a pixel of the target to texels counted from the middle of the first: factors, then addends.
  vec4 map;
};

flat PASSED vec4 vMap;

#ifdef VERTEX
void pass(Enlarge enlarge, vec2 point) { vMap = enlarge.map; }
#endif
#endif

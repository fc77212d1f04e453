#if defined(SOLID) || defined(MIXED)
struct Solid {
  // The premultiplied colour.
  vec4 color;
};
#endif
#ifdef SOLID

PASSED vec4 vColour;

#ifdef VERTEX
void pass(Solid solid, vec2 point) { vColour = COLOUR(solid.color); }
#endif
#endif

#ifdef SOLID
struct Solid {
  // Premultiplied.
  vec4 color;
};

PASSED vec4 vColour;

#ifdef VERTEX
void pass(Solid solid, vec2 point) { vColour = COLOUR(solid.color); }
#endif
#endif

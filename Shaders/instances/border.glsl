#if defined(BORDER) || defined(MIXED)
struct Border {
  // The premultiplied colour.
  vec4 color;
  // The width in the plane, first.
  vec4 width;
};
#endif
#ifdef BORDER

PASSED vec4 vColour;
flat PASSED float vWidth;

#ifdef VERTEX
void pass(Border border, vec2 point) {
  vColour = COLOUR(border.color);
  vWidth = border.width.x;
}
#endif
#endif

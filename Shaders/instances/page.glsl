#ifdef PAGE
struct Page {
  // The part of the light that is reflected, then the part of the picture that the white of the page's back hides.
  vec4 light;
  // Texture coordinates: see Image.
  vec4 map;
  // The cross terms of the map.
  vec4 more;
};

flat PASSED vec2 vLight;
PASSED vec2 vTexture;

#ifdef VERTEX
void pass(Page page, vec2 point) {
  vLight = page.light.xy;
  vTexture = point * page.map.xy + point.yx * page.more.xy + page.map.zw;
}
#endif
#endif

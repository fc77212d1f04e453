#if defined(IMAGE) || defined(MIXED)
struct Image {
  // The factor of the texture; premultiplied.
  vec4 color;
  // Texture coordinates: `uv = position.xy * map.xy + position.yx * more.xy + map.zw`; the position is in the plane.
  // With SCREEN_TEXTURE it is in pixels, without a cross term.
  vec4 map;
  // The cross terms, then the weight of the smaller size (LEVELS), or the shift of the choice of a mipmap (BIASED).
  vec4 more;
};
#endif
#ifdef IMAGE

// Colour comes first: with a texture coordinate declared before it, llvmpipe's linear rasteriser was seen to draw wrong
// pictures.
PASSED vec4 vColour;
PASSED vec2 vTexture;
#ifdef SCREEN_TEXTURE
// The change of the texture coordinates from pixel to pixel of the target.
flat PASSED vec2 vScreenScale;
#endif
#if defined(LEVELS) || defined(BIASED)
flat PASSED float vDetail;
#endif

#ifdef VERTEX
void pass(Image image, vec2 point) {
  vColour = COLOUR(image.color);
#ifdef SCREEN_TEXTURE
  vTexture = image.map.zw;
  vScreenScale = image.map.xy;
#else
  vTexture = point * image.map.xy + point.yx * image.more.xy + image.map.zw;
#endif
#if defined(LEVELS) || defined(BIASED)
  vDetail = image.more.z;
#endif
}
#endif
#endif

// Fonts and their glyphs: FreeType's macros as functions.
#include FT_MULTIPLE_MASTERS_H
#include FT_TRUETYPE_TABLES_H
#include FT_ADVANCES_H

static inline int cfreetype_has_color(FT_Face face) { return FT_HAS_COLOR(face) ? 1 : 0; }
static inline int cfreetype_is_scalable(FT_Face face) { return FT_IS_SCALABLE(face) ? 1 : 0; }
static inline int cfreetype_is_variable(FT_Face face) { return FT_HAS_MULTIPLE_MASTERS(face) ? 1 : 0; }

/// Returns a glyph's advance in the font's units, which fonts of pictures have, too.
static inline FT_Error cfreetype_advance(FT_Face face, unsigned glyph, FT_Fixed *advance) {
  return FT_Get_Advance(face, glyph, FT_LOAD_NO_SCALE, advance);
}

/// Loads a glyph in the font's units.
static inline FT_Error cfreetype_load_units(FT_Face face, unsigned glyph) {
  return FT_Load_Glyph(face, glyph, FT_LOAD_NO_SCALE | FT_LOAD_NO_BITMAP);
}

/// Loads a glyph's picture at the selected strike.
static inline FT_Error cfreetype_load_picture(FT_Face face, unsigned glyph) {
  return FT_Load_Glyph(face, glyph, FT_LOAD_COLOR | FT_LOAD_RENDER);
}

static inline int cfreetype_picture_is_color(FT_Face face) {
  return face->glyph->bitmap.pixel_mode == FT_PIXEL_MODE_BGRA;
}

/// Draws the loaded outline's coverage; its box begins at the origin. `bytes` are cleared rows, the first at the top.
static inline FT_Error cfreetype_draw_outline(
    FT_Library library, FT_Face face, unsigned char *bytes, int width, int rows, int stride) {
  FT_Bitmap bitmap;
  memset(&bitmap, 0, sizeof bitmap);
  bitmap.rows = (unsigned)rows;
  bitmap.width = (unsigned)width;
  bitmap.pitch = stride;
  bitmap.buffer = bytes;
  bitmap.num_grays = 256;
  bitmap.pixel_mode = FT_PIXEL_MODE_GRAY;
  return FT_Outline_Get_Bitmap(library, &face->glyph->outline, &bitmap);
}

/// Asks memory for bytes that are about to be read.
static inline void cfreetype_prefetch(const void *bytes, long count) {
  for (long i = 0; i < count; i += 64) __builtin_prefetch((const char *)bytes + i);
}

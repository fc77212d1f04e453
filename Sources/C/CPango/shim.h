// Pango's layout. Its types are GObjects, which are cast by macros that Swift does not see.
#include <pango/pango.h>
#include <pango/pangofc-font.h>
#include <pango/pangofc-fontmap.h>
#include <pango/pangoft2.h>
#include <hb.h>

/// Returns a font map that finds the fonts of a configuration, with an owner's count of one.
static inline PangoFontMap *cpango_font_map_new(FcConfig *config) {
  PangoFontMap *map = pango_ft2_font_map_new();
  // Sizes are absolute: one unit of a font is 1/1024 of a point, at one pixel a point.
  pango_ft2_font_map_set_resolution(PANGO_FT2_FONT_MAP(map), 72, 72);
  pango_fc_font_map_set_config(PANGO_FC_FONT_MAP(map), config);
  return map;
}

/// Has a font map look for fonts anew.
static inline void cpango_font_map_changed(PangoFontMap *map) {
  pango_fc_font_map_config_changed(PANGO_FC_FONT_MAP(map));
}

/// Returns fontconfig's description of a font; NULL for a font without a file, as that of boxes for missing characters.
static inline FcPattern *cpango_font_pattern(PangoFont *font) {
  return PANGO_IS_FC_FONT(font) ? pango_fc_font_get_pattern(PANGO_FC_FONT(font)) : NULL;
}

static inline void cpango_unref(void *object) { g_object_unref(object); }

static inline PangoGlyphInfo *cpango_glyphs(PangoGlyphString *glyphs) { return glyphs->glyphs; }
static inline PangoGlyph cpango_glyph_empty(void) { return PANGO_GLYPH_EMPTY; }
static inline PangoGlyph cpango_glyph_unknown_flag(void) { return PANGO_GLYPH_UNKNOWN_FLAG; }
static inline int cpango_is_ellipsis(PangoItem *item) {
  return (item->analysis.flags & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS) != 0;
}

static inline void cpango_ref(void *object) { g_object_ref(object); }

/// Returns the script of a run for HarfBuzz, as Pango passes it.
static inline hb_script_t cpango_hb_script(PangoScript script) {
  return (hb_script_t)g_unicode_script_to_iso15924((GUnicodeScript)script);
}

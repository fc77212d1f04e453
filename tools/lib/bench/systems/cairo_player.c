// cairo's calls, played from a list of numbers, so that what is timed is cairo's work. cairo_system.py makes the lists,
// and names the operations in the order of this file's.
#include <cairo.h>
#include <stdlib.h>

enum {
  SAVE, RESTORE, TRANSLATE, ROTATE, RECTANGLE, NEW_SUB_PATH, ARC, CLOSE_PATH, MOVE_TO, CURVE_TO, CLIP, FILL,
  FILL_PRESERVE, LINE_WIDTH, STROKE, PAINT, PAINT_WITH_ALPHA, COLOR, IMAGE, PUSH_GROUP, END_GROUP, BACKGROUND,
  FONT_SIZE, TEXT
};

typedef struct {
  cairo_surface_t *surface;
  cairo_t *context;
  cairo_pattern_t **images;
  int image_count;
} Player;

// `pixels`: 4 * width * height bytes, BGRA, which stay the caller's.
Player *player_make(unsigned char *pixels, int width, int height, const char *font, int image_count) {
  Player *player = calloc(1, sizeof *player);
  if (!player) return NULL;
  player->surface = cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_ARGB32, width, height, width * 4);
  player->context = cairo_create(player->surface);
  player->images = calloc(image_count, sizeof *player->images);
  player->image_count = image_count;
  cairo_select_font_face(player->context, font, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(player->context, options);
  cairo_font_options_destroy(options);
  return player;
}

void player_set_image(Player *player, int index, unsigned char *pixels, int width, int height) {
  cairo_surface_t *surface =
      cairo_image_surface_create_for_data(pixels, CAIRO_FORMAT_ARGB32, width, height, width * 4);
  cairo_pattern_t *pattern = player->images[index] = cairo_pattern_create_for_surface(surface);
  cairo_surface_destroy(surface);
  cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR);
  cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD);
}

// An image over a box from the origin.
static cairo_pattern_t *image(Player *player, const double *a) {
  cairo_pattern_t *pattern = player->images[(int)a[0]];
  cairo_surface_t *surface;
  cairo_matrix_t matrix;
  cairo_pattern_get_surface(pattern, &surface);
  cairo_matrix_init_scale(&matrix, cairo_image_surface_get_width(surface) / a[1],
                          cairo_image_surface_get_height(surface) / a[2]);
  cairo_pattern_set_matrix(pattern, &matrix);
  return pattern;
}

// Draws the group with an opacity and a mask, where it has one (index, width, height).
static void end_group(Player *player, double opacity, const double *a) {
  cairo_t *c = player->context;
  cairo_pattern_t *group = cairo_pop_group(c);
  if (a[0] < 0) {
    cairo_set_source(c, group);
    cairo_paint_with_alpha(c, opacity);
  } else if (opacity == 1) {
    cairo_set_source(c, group);
    cairo_mask(c, image(player, a));
  } else {
    cairo_push_group_with_content(c, CAIRO_CONTENT_ALPHA);
    cairo_set_source(c, image(player, a));
    cairo_paint_with_alpha(c, opacity);
    cairo_pattern_t *mask = cairo_pop_group(c);
    cairo_set_source(c, group);
    cairo_mask(c, mask);
    cairo_pattern_destroy(mask);
  }
  cairo_pattern_destroy(group);
}

// Plays operations, each with as many numbers as it takes; `texts` are what TEXT counts. 0, or what cairo complains of.
int player_play(Player *player, const double *list, long count, const char *const *texts) {
  cairo_t *c = player->context;
  const double *end = list + count;
  while (list < end) {
    const double *a = list + 1;
    switch ((int)*list) {
      case SAVE: cairo_save(c); list += 1; break;
      case RESTORE: cairo_restore(c); list += 1; break;
      case TRANSLATE: cairo_translate(c, a[0], a[1]); list += 3; break;
      case ROTATE: cairo_rotate(c, a[0]); list += 2; break;
      case RECTANGLE: cairo_rectangle(c, a[0], a[1], a[2], a[3]); list += 5; break;
      case NEW_SUB_PATH: cairo_new_sub_path(c); list += 1; break;
      case ARC: cairo_arc(c, a[0], a[1], a[2], a[3], a[4]); list += 6; break;
      case CLOSE_PATH: cairo_close_path(c); list += 1; break;
      case MOVE_TO: cairo_move_to(c, a[0], a[1]); list += 3; break;
      case CURVE_TO: cairo_curve_to(c, a[0], a[1], a[2], a[3], a[4], a[5]); list += 7; break;
      case CLIP: cairo_clip(c); list += 1; break;
      case FILL: cairo_fill(c); list += 1; break;
      case FILL_PRESERVE: cairo_fill_preserve(c); list += 1; break;
      case LINE_WIDTH: cairo_set_line_width(c, a[0]); list += 2; break;
      case STROKE: cairo_stroke(c); list += 1; break;
      case PAINT: cairo_paint(c); list += 1; break;
      case PAINT_WITH_ALPHA: cairo_paint_with_alpha(c, a[0]); list += 2; break;
      case COLOR: cairo_set_source_rgba(c, a[0], a[1], a[2], a[3]); list += 5; break;
      case IMAGE: cairo_set_source(c, image(player, a)); list += 4; break;
      case PUSH_GROUP: cairo_push_group(c); list += 1; break;
      case END_GROUP: end_group(player, a[0], a + 1); list += 5; break;
      case BACKGROUND:
        cairo_set_operator(c, CAIRO_OPERATOR_SOURCE);
        cairo_set_source_rgba(c, a[0], a[1], a[2], a[3]);
        cairo_paint(c);
        cairo_set_operator(c, CAIRO_OPERATOR_OVER);
        list += 5;
        break;
      case FONT_SIZE: cairo_set_font_size(c, a[0]); list += 2; break;
      case TEXT: cairo_show_text(c, texts[(int)a[0]]); list += 2; break;
      default: return -1;
    }
  }
  cairo_surface_flush(player->surface);
  return cairo_status(c);
}

const char *player_version(void) { return cairo_version_string(); }

// The font's bytes. The compiler reads the file: an array of numbers would be four times as long.

#include "lastresort.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t font[] = {
#embed "MultiplaneSans.ttf"
};
const uint8_t *const clastresort_font_start = font;
const size_t clastresort_font_size = sizeof font;

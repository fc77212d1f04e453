// The font of last resort: MultiplaneSans.ttf, whose licence is OFL.txt.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The first byte of the font's file.
extern const uint8_t *const clastresort_font_start;
/// The number of its bytes.
extern const size_t clastresort_font_size;

// FreeType's headers are reached through macros, which Swift does not see; and the types of an outline's tags and
// contour ends changed their signs in 2.13, so that one function here fills the outline.
#include <string.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

/// Sums of the coverage of the 4x4 parts of each pixel.
typedef struct {
  unsigned short *sums;
  int width;
} cfreetype_sums;

/// Adds runs of parts of one row to the sums.
static inline void cfreetype_add_spans(int y, int count, const FT_Span *spans, void *user) {
  const cfreetype_sums *target = (const cfreetype_sums *)user;
  unsigned short *row = target->sums + (size_t)(y >> 2) * target->width;
  for (int i = 0; i < count; i++) {
    int start = spans[i].x, end = start + spans[i].len;
    unsigned short coverage = spans[i].coverage;
    int first = start >> 2, last = end >> 2;
    if (first == last) {
      row[first] += coverage * (end - start);
      continue;
    }
    row[first] += coverage * (4 - (start & 3));
    for (int x = first + 1; x < last; x++) row[x] += coverage * 4;
    if (end & 3) row[last] += coverage * (end & 3);
  }
}

/// Rasterises an outline by area, y growing from row to row.
///
/// - `points`: in 1/64 of a pixel, or with `sums` of a quarter of a pixel; `ends`: for each contour the index
///   of its last point.
/// - `bytes`: cleared rows `stride` apart, for the coverage.
/// - `sums`: NULL, or a cleared number for each pixel: coverage is then found for 4x4 parts of a pixel and added up, so
///   that contours that meet in one pixel count apart.
static inline FT_Error cfreetype_render(
    FT_Library library, FT_Vector *points, unsigned char *tags, short pointCount, unsigned short *ends,
    short contourCount, int isEvenOdd, unsigned char *bytes, int width, int rows, int stride, unsigned short *sums) {
  FT_Outline outline;
  outline.n_points = pointCount;
  outline.n_contours = contourCount;
  outline.points = points;
  outline.tags = (void *)tags;
  outline.contours = (void *)ends;
  outline.flags = FT_OUTLINE_IGNORE_DROPOUTS | (isEvenOdd ? FT_OUTLINE_EVEN_ODD_FILL : 0);
  if (!sums) {
    FT_Bitmap bitmap;
    memset(&bitmap, 0, sizeof bitmap);
    bitmap.rows = (unsigned)rows;
    bitmap.width = (unsigned)width;
    // A negative pitch: rows follow each other as y grows.
    bitmap.pitch = -stride;
    bitmap.buffer = bytes;
    bitmap.num_grays = 256;
    bitmap.pixel_mode = FT_PIXEL_MODE_GRAY;
    return FT_Outline_Get_Bitmap(library, &outline, &bitmap);
  }
  cfreetype_sums target = {sums, width};
  FT_Raster_Params params;
  memset(&params, 0, sizeof params);
  params.flags = FT_RASTER_FLAG_AA | FT_RASTER_FLAG_DIRECT | FT_RASTER_FLAG_CLIP;
  params.gray_spans = cfreetype_add_spans;
  params.user = &target;
  params.clip_box.xMax = width * 4;
  params.clip_box.yMax = rows * 4;
  FT_Error status = FT_Outline_Render(library, &outline, &params);
  for (int y = 0; y < rows; y++) {
    for (int x = 0; x < width; x++) bytes[(size_t)y * stride + x] = (sums[(size_t)y * width + x] + 8) >> 4;
  }
  return status;
}

#include "glyphs.h"

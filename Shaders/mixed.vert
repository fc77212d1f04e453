// The general path with expensive calls: draws of many kinds in one. The vectors hold the instances, as instance.vert
// has them, and for each draw an entry of two vectors: the begin of its instance, its kind (see common/mixed.glsl), and
// 1 for a picture on a page; then the picture's first corner and its size, in texels of the page, or else in fractions
// of its texture. The draws of a call are entries in a row.

#include "common/precision.glsl"
#include "common/colour.glsl"
#include "common/quad.glsl"
#include "common/mixed.glsl"
#include "instances/*.glsl"

// 2 / width, 2 / height of the target.
uniform vec2 uPixel;

void main() {
  int entry = gl_VertexID / 6 * 2;
  vec4 draw = VECTOR(entry);
  vec4 place = VECTOR(entry + 1);
  int at = int(draw.x);
  int kind = int(draw.y);
  vKind = kind;
  Quad quad = loadQuad(at);
  vec2 point = cornerPoint(quad, gl_VertexID % 6);
  vec3 pixel = toPixel(quad, point);
  gl_Position = vec4(pixel.xy * uPixel - pixel.z, 0.0, pixel.z);
  at += QUAD_VECTORS;

  vTexture = vec2(0.0);
  vTexels = vec4(0.0);
  vSlope = 1.0;
  vWidth = 0.0;
  if (has(kind, 0xf)) {
    Image image = loadImage(at);
    at += IMAGE_VECTORS;
    vColour = COLOUR(image.color);
    vec2 uv = has(kind, ON_SCREEN) ? pixel.xy * image.map.xy + image.map.zw
        : point * image.map.xy + point.yx * image.more.xy + image.map.zw;
    vTexture = uv * place.zw;
    if (draw.z > 0.0) vTexels = place;
    if (has(kind, SHIFTED)) vSlope = exp2(image.more.z);
  } else if (has(kind, RING)) {
    Border border = loadBorder(at);
    at += BORDER_VECTORS;
    vColour = COLOUR(border.color);
    vWidth = border.width.x;
  } else {
    vColour = COLOUR(loadSolid(at).color);
    at += SOLID_VECTORS;
  }

  vSmoothing = vec2(0.0);
  if (has(kind, ROUNDED)) {
    pass(loadCorners(at), point);
    at += CORNERS_VECTORS;
  } else {
    pass(loadEdges(at), point);
    at += EDGES_VECTORS;
  }
  if (has(kind, IN_CLIP_BOX)) {
    pass(loadClipBox(at));
    at += CLIPBOX_VECTORS;
  }
  if (has(kind, IN_CLIP_SHAPE)) pass(loadClipShape(at));
}

// The values between the stages of the program that draws for solid, image and border, with all their cuts: on a GPU
// branches are cheap, and each call costs. Each draw has its kind, in bits:
//
//   0 to 3   the unit of its texture, plus 1; 0 for none, for one colour
//   4 ...    the names below

#define ROUNDED 0x10
#define IN_CLIP_BOX 0x20
#define IN_CLIP_SHAPE 0x40
// A border, and not all of the rectangle.
#define RING 0x80
// For textures: texels are not interpolated; coordinates are in pixels of the target; the choice of the mipmap is
// shifted.
#define NEAREST 0x100
#define ON_SCREEN 0x200
#define SHIFTED 0x400

#define MIXED
#define EDGES
#define CORNERS
#define PERSPECTIVE
#define CONTINUOUS
#define CLIP_BOX
#define CLIP_SHAPE
#include "common/shape.glsl"

flat PASSED int vKind;
flat PASSED vec4 vColour;
// In texels of the picture if it is on a page, else in fractions of the texture.
PASSED vec2 vTexture;
// The picture's first corner and its size, in texels of its page; 0 for a picture with a texture of its own.
flat PASSED vec4 vTexels;
// The factor of the texture coordinates' slopes, which shifts the choice of a mipmap.
flat PASSED float vSlope;
flat PASSED float vWidth;

bool has(int kind, int part) { return (kind & part) != 0; }

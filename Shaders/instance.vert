// The general path: a quadrilateral under any map. See QuadInstance in Compositor/DrawList.

#include "common/precision.glsl"
#include "common/colour.glsl"
#include "common/corners.glsl"

// Up to 64 instances of 16 vectors. They are pulled by gl_VertexID, six vertices to an instance, and not drawn as instances:
// llvmpipe starts its vertex pipeline anew for each of those.
layout(std140) uniform Instances {
  vec4 uFields[1024];
};

// 2 / width, 2 / height of the target.
uniform vec2 uPixel;

out vec4 vColour;
out vec2 vTexture;
out vec4 vEdges;
#ifdef BLUR
flat out vec4 vWeights[4];
flat out ivec4 vStep;
flat out ivec3 vReach;
#elif defined(FILTER) || defined(CELLS) || defined(HALVE) || defined(ENLARGE)
flat out vec4 vFields[5];
flat out ivec2 vOffset;
#elif defined(CORNER)
out vec2 vCorner;
flat out vec2 vCornerRadii;
#elif defined(ROUNDED) || defined(BORDER)
out vec2 vPoint;
flat out vec4 vBox;
flat out vec4 vRadii;
flat out vec4 vGradient;
flat out vec4 vCorners;
#endif
#ifdef BLEND
flat out ivec4 vOffsets;
#endif
#ifdef CONTINUOUS
flat out vec2 vSmoothing;
#endif
#ifdef SCREEN_TEXTURE
flat out vec2 vScreenScale;
#endif
#ifdef GRADIENT
flat out vec4 vRun;
#endif
#if defined(LEVELS) || defined(BIASED)
flat out float vDetail;
#endif
#ifdef CLIP_BOX
flat out vec4 vClipBox;
#endif
#ifdef CLIP_SHAPE
flat out vec4 vClipMap;
flat out vec4 vClipOffset;
flat out vec4 vClipShapeBox;
flat out vec4 vClipShapeRadii;
#endif

vec4 field(int index) { return uFields[gl_VertexID / 6 * 16 + index]; }

// The fields of QuadInstance, in its order; a program reads only those that it uses.
#define iXColumn field(0)
#define iYColumn field(1)
#define iWColumn field(2)
#define iBox field(3)
#define iCorners01 field(4)
#define iCorners23 field(5)
#define iEdgeScale field(6)
#define iColour field(7)
#define iTexture field(8)
#define iRadii field(9)
#define iGradient field(10)
#define iClipBox field(11)
#define iClipMap field(12)
#define iClipOffset field(13)
#define iClipShapeBox field(14)
#define iClipShapeRadii field(15)

// The part of a side that a corner takes, in radii.
#ifdef CONTINUOUS
#define EXTENT(smoothing) (1.0 + 0.528665 * (smoothing))
#else
#define EXTENT(smoothing) 1.0
#endif

void main() {
  // Two triangles of the corners 0 1 2 and 1 3 2.
  int vertex = gl_VertexID % 6;
  int corner = vertex < 3 ? vertex : vertex == 3 ? 1 : vertex == 4 ? 3 : 2;
  vec4 pair = corner < 2 ? iCorners01 : iCorners23;
  vec2 point = (corner & 1) == 0 ? pair.xy : pair.zw;
  vec3 homogeneous = vec3(point, 1.0);
  vec3 pixel = vec3(dot(iXColumn.xyz, homogeneous), dot(iYColumn.xyz, homogeneous), dot(iWColumn.xyz, homogeneous));
  // Row 0 of the target is the frame's first row, so that what is read back needs no flip.
  gl_Position = vec4(pixel.xy * uPixel - pixel.z, 0.0, pixel.z);
#ifdef GRADIENT
  vColour = vec4(iColour.w);
  vRun = vec4(iColour.xyz, iClipOffset.z);
#else
  vColour = COLOUR(iColour);
#endif
#if defined(LEVELS) || defined(BIASED)
  vDetail = iClipOffset.z;
#endif
  vEdges = vec4(point - iBox.xy, iBox.zw - point) * iEdgeScale;
#ifdef SCREEN_TEXTURE
  vTexture = iTexture.zw;
  vScreenScale = iTexture.xy;
#else
  vTexture = point * iTexture.xy + point.yx * vec2(iXColumn.w, iYColumn.w) + iTexture.zw;
#endif
#ifdef BLUR
  // Fields of other programs, with the meaning that Blur.swift gives them.
  vWeights = vec4[4](iRadii, iGradient, iClipShapeBox, iClipShapeRadii);
  vStep = ivec4(iTexture);
  vReach = ivec3(iClipOffset.xyz);
#elif defined(FILTER) || defined(CELLS) || defined(HALVE) || defined(ENLARGE)
  // The same, see DrawListBuilder+Filters.swift.
  vFields = vec4[5](iRadii, iGradient, iClipShapeBox, iClipShapeRadii, iClipMap);
  vOffset = ivec2(iTexture.xy);
#elif defined(CORNER)
  vCorner = (pixel.xy - iRadii.xy) * iGradient.xy;
  vCornerRadii = iRadii.zw;
#elif defined(ROUNDED) || defined(BORDER)
  vPoint = point;
  vBox = iBox;
  vRadii = iRadii;
  vGradient = iGradient;
  vCorners = vec4(cornerMiddle(iBox, iRadii * EXTENT(iWColumn.w)), iClipOffset.zw);
#endif
#ifdef CONTINUOUS
  vSmoothing = vec2(iWColumn.w, iClipOffset.w);
#endif
#ifdef BLEND
  vOffsets = ivec4(iTexture);
#endif
#ifdef CLIP_BOX
  vClipBox = iClipBox;
#endif
#ifdef CLIP_SHAPE
  vClipMap = iClipMap;
  vClipOffset = vec4(iClipOffset.xy, cornerMiddle(iClipShapeBox, iClipShapeRadii * EXTENT(iClipOffset.w)));
  vClipShapeBox = iClipShapeBox;
  vClipShapeRadii = iClipShapeRadii;
#endif
}

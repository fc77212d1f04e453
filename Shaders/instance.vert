// The general path: one instance a quadrilateral, four vertices as a strip. See QuadInstance in Compositor/DrawList.

#include "common/precision.glsl"
#include "common/colour.glsl"

layout(location = 0) in vec4 aXColumn;
layout(location = 1) in vec4 aYColumn;
layout(location = 2) in vec4 aWColumn;
layout(location = 3) in vec4 aBox;
layout(location = 4) in vec4 aCorners01;
layout(location = 5) in vec4 aCorners23;
layout(location = 6) in vec4 aEdgeScale;
layout(location = 7) in vec4 aColour;
layout(location = 8) in vec4 aTexture;
layout(location = 9) in vec4 aRadii;
layout(location = 10) in vec4 aGradient;
layout(location = 11) in vec4 aClipBox;
layout(location = 12) in vec4 aClipMap;
layout(location = 13) in vec4 aClipOffset;
layout(location = 14) in vec4 aClipShapeBox;
layout(location = 15) in vec4 aClipShapeRadii;

// 2 / width, 2 / height of the target.
uniform vec2 uPixel;

out vec4 vColour;
out vec2 vTexture;
out vec4 vEdges;
#if defined(ROUNDED) || defined(BORDER)
out vec2 vPoint;
flat out vec4 vBox;
flat out vec4 vRadii;
flat out vec4 vGradient;
flat out float vBorderWidth;
#endif
#ifdef SCREEN_TEXTURE
flat out vec2 vScreenScale;
#endif
#ifdef CLIP_BOX
flat out vec4 vClipBox;
#endif
#ifdef CLIP_SHAPE
flat out vec4 vClipMap;
flat out vec2 vClipOffset;
flat out vec4 vClipShapeBox;
flat out vec4 vClipShapeRadii;
#endif

void main() {
  vec4 pair = gl_VertexID < 2 ? aCorners01 : aCorners23;
  vec2 point = (gl_VertexID & 1) == 0 ? pair.xy : pair.zw;
  vec3 homogeneous = vec3(point, 1.0);
  vec3 pixel = vec3(dot(aXColumn.xyz, homogeneous), dot(aYColumn.xyz, homogeneous), dot(aWColumn.xyz, homogeneous));
  // Row 0 of the target is the frame's first row, so that what is read back needs no flip.
  gl_Position = vec4(pixel.xy * uPixel - pixel.z, 0.0, pixel.z);
  vColour = COLOUR(aColour);
  vEdges = vec4(point - aBox.xy, aBox.zw - point) * aEdgeScale;
#ifdef SCREEN_TEXTURE
  vTexture = aTexture.zw;
  vScreenScale = aTexture.xy;
#else
  vTexture = point * aTexture.xy + aTexture.zw;
#endif
#if defined(ROUNDED) || defined(BORDER)
  vPoint = point;
  vBox = aBox;
  vRadii = aRadii;
  vGradient = aGradient;
  vBorderWidth = aClipOffset.z;
#endif
#ifdef CLIP_BOX
  vClipBox = aClipBox;
#endif
#ifdef CLIP_SHAPE
  vClipMap = aClipMap;
  vClipOffset = aClipOffset.xy;
  vClipShapeBox = aClipShapeBox;
  vClipShapeRadii = aClipShapeRadii;
#endif
}

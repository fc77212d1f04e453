// Where the quarters of a rounded rectangle meet: in its middle, or beside a corner that takes more than half a side.
// `extents` is what the corners take of the sides: the radii, more where the curve is continuous. Two opposite corners
// that reach past each other are the one case in which no point parts them: see OPPOSITE in common/coverage.glsl.
vec2 cornerMiddle(vec4 box, vec4 extents) {
  vec2 low = box.xy + max(extents.xx, extents.zy);
  vec2 high = box.zw - max(extents.yz, extents.ww);
  return min(max(0.5 * (box.xy + box.zw), low), high);
}

// The point where the quarters of a rounded rectangle meet: its middle, or a point beside a corner that takes more than
// half a side. `extents` are the corners' parts of the sides: the radii, more for a continuous curve. Only if two
// opposite corners reach past each other does no point part them: see OPPOSITE in common/coverage.glsl.
vec2 cornerMiddle(vec4 box, vec4 extents) {
  vec2 low = box.xy + max(extents.xx, extents.zy);
  vec2 high = box.zw - max(extents.yz, extents.ww);
  return min(max(0.5 * (box.xy + box.zw), low), high);
}

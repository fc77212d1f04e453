// Where the quarters of a rounded rectangle meet: in its middle, or beside a corner that takes more than half a side. Two opposite corners
// that both do are the one case in which no point parts them.
vec2 cornerMiddle(vec4 box, vec4 radii) {
  vec2 low = box.xy + max(radii.xx, radii.zy);
  vec2 high = box.zw - max(radii.yz, radii.ww);
  return min(max(0.5 * (box.xy + box.zw), low), high);
}

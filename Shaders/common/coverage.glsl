// How much of a pixel a shape covers, from the distance of the pixel's centre to the shape's edges, in pixels.

// Covered length of a unit interval along each axis: exact for upright rectangles, however thin.
float boxCoverage(vec2 fromMin, vec2 fromMax) {
  vec2 covered = clamp(min(fromMin, 0.5) + min(fromMax, 0.5), 0.0, 1.0);
  return covered.x * covered.y;
}

// A rounded rectangle in a plane. `radii`: (minX minY), (maxX minY), (minX maxY), (maxX maxY). `middle`: where the four corners'
// quarters of it meet, see common/corners.glsl. `gradient`: how the plane's coordinates change from pixel to pixel, dx/dX, dy/dX, dx/dY,
// dy/dY; it turns distances in the plane into pixels.
float roundedCoverage(vec2 point, vec4 box, vec4 radii, vec2 middle, vec4 gradient) {
  vec2 perPixel = vec2(length(gradient.xz), length(gradient.yw));
  vec2 fromMin = point - box.xy;
  vec2 fromMax = box.zw - point;
  vec2 isMax = step(middle, point);
  vec2 sides = mix(radii.xz, radii.yw, isMax.x);
  float radius = mix(sides.x, sides.y, isMax.y);
  float straight = boxCoverage(fromMin / perPixel, fromMax / perPixel);
  // In a rounded corner's square: distance to the circle along its normal n, in pixels by the gradient of that distance.
  vec2 corner = radius - mix(fromMin, fromMax, isMax);
  float reach = max(length(corner), 1e-6);
  vec2 n = corner / reach * (2.0 * isMax - 1.0);
  vec2 slope = vec2(dot(gradient.xy, n), dot(gradient.zw, n));
  float round = clamp(0.5 - (reach - radius) / max(length(slope), 1e-12), 0.0, 1.0);
  // The circle of a border's inner edge can reach beyond the edge across.
  return min(min(corner.x, corner.y), radius) > 0.0 ? min(round, straight) : straight;
}

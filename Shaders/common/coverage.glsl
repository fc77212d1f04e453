// How much of a pixel a shape covers, from the distance of the pixel's centre to the shape's edges, in pixels.

// Covered length of a unit interval along each axis: exact for upright rectangles, however thin.
float boxCoverage(vec2 fromMin, vec2 fromMax) {
  vec2 covered = clamp(min(fromMin, 0.5) + min(fromMax, 0.5), 0.0, 1.0);
  return covered.x * covered.y;
}

// A rounded rectangle in a plane. `radii`: (minX minY), (maxX minY), (minX maxY), (maxX maxY). `gradient`: how the plane's
// coordinates change from pixel to pixel, dx/dX, dy/dX, dx/dY, dy/dY; it turns distances in the plane into pixels.
float roundedCoverage(vec2 point, vec4 box, vec4 radii, vec4 gradient) {
  vec2 perPixel = vec2(length(gradient.xz), length(gradient.yw));
  vec2 offset = point - 0.5 * (box.xy + box.zw);
  vec2 sides = mix(radii.xz, radii.yw, step(0.0, offset.x));
  float radius = offset.y < 0.0 ? sides.x : sides.y;
  vec2 corner = abs(offset) - 0.5 * (box.zw - box.xy) + radius;
  float straight = boxCoverage((point - box.xy) / perPixel, (box.zw - point) / perPixel);
  // In a corner's square: distance to the circle along its normal n, in pixels by the gradient of that distance.
  float reach = max(length(corner), 1e-6);
  vec2 n = corner / reach * sign(offset);
  vec2 slope = vec2(dot(gradient.xy, n), dot(gradient.zw, n));
  float round = clamp(0.5 - (reach - radius) / max(length(slope), 1e-12), 0.0, 1.0);
  return min(corner.x, corner.y) > 0.0 ? round : straight;
}

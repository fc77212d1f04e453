// The part of a pixel that a shape covers, from the distance of the pixel's centre to the shape's edges, in pixels.

// Returns the covered length of a unit interval along each axis: exact for upright rectangles, however thin.
float boxCoverage(vec2 fromMin, vec2 fromMax) {
  vec2 covered = clamp(min(fromMin, 0.5) + min(fromMax, 0.5), 0.0, 1.0);
  return covered.x * covered.y;
}

#if defined(CONTINUOUS) || defined(MIXED)
float continuousCoverage(vec2 edges, vec2 towards, float radius, float smoothing, vec4 gradient) {
  // The curve as v(u) over the diagonals of the corner, symmetric in u. Both it and the circle are written as v - end
  // over x from 0 on the diagonal to 1 where they meet the sides, at u = v = end; their mean by `smoothing` keeps the
  // sides' tangents, as its end is the mean of theirs. The whole curve is three Bezier segments, hence two polynomials,
  // within 0.00003 of a radius of them.
  float extent = radius * (1.0 + 0.528665 * smoothing);
  vec2 inside = extent - edges;
  float scale = max(radius, 1e-6);
  float end = 0.70710678 * (1.0 + 0.528665 * smoothing);
  vec2 diagonal = vec2(edges.x - edges.y, edges.x + edges.y) * 0.70710678 / scale;
  float x = min(abs(diagonal.x) / end, 1.0);
  float t = x * x;
  float root = sqrt(1.0 - 0.5 * t);
  vec2 circle = vec2(0.70710678 - root, 0.5 * x / root);
  vec2 middle = vec2(-0.6686646 + t * (0.6254395 + t * 0.2455405), x * (1.250879 + t * 0.982162));
  float q = 1.0 - x;
  vec2 sides = vec2(
      q * (-1.0809294 + q * (0.0091149 + q * (0.0806904 + q * (0.411277 + q * (0.9253401 - q * 1.2399384))))),
      1.0809294 - q * (0.0182297 + q * (0.2420712 + q * (1.6451082 + q * (4.6267005 - q * 7.4396306)))));
  // The value, and its slope in x.
  vec2 curve = mix(circle, mix(sides, middle, bvec2(x < 0.3640972)), smoothing);
  float beyond = (diagonal.y - end - curve.x) * scale;
  float slant = -sign(diagonal.x) * curve.y / end;
  vec2 n = vec2(1.0 + slant, 1.0 - slant) * -0.70710678 * towards;
  vec2 slope = vec2(dot(gradient.xy, n), dot(gradient.zw, n));
  float round = clamp(0.5 + beyond / max(length(slope), 1e-12), 0.0, 1.0);
  return mix(1.0, round, min(min(inside.x, inside.y), radius) > 0.0);
}
#endif

#if !defined(CONTINUOUS) || defined(MIXED)
float circularCoverage(vec2 edges, vec2 towards, float radius, vec4 gradient) {
  // Distance to the circle along its normal n, in pixels by the gradient of that distance.
  vec2 inside = radius - edges;
  float reach = max(length(inside), 1e-6);
  vec2 n = inside / reach * towards;
  vec2 slope = vec2(dot(gradient.xy, n), dot(gradient.zw, n));
  float round = clamp(0.5 - (reach - radius) / max(length(slope), 1e-12), 0.0, 1.0);
  return mix(1.0, round, min(min(inside.x, inside.y), radius) > 0.0);
}
#endif

// Returns the coverage by a corner's curve of the pixels in the corner's square, 1 outside of that. `edges`: the
// point's distances from the corner's two sides. `towards`: the signs of x and y towards the corner. `gradient`: see
// roundedCoverage.
float cornerCurveCoverage(vec2 edges, vec2 towards, float radius, float smoothing, vec4 gradient) {
#ifdef MIXED
  if (smoothing > 0.0) return continuousCoverage(edges, towards, radius, smoothing, gradient);
#elif defined(CONTINUOUS)
  return continuousCoverage(edges, towards, radius, smoothing, gradient);
#endif
#if !defined(CONTINUOUS) || defined(MIXED)
  return circularCoverage(edges, towards, radius, gradient);
#endif
}

// Returns the coverage by a rounded rectangle in a plane. `radii`: (minX minY), (maxX minY), (minX maxY), (maxX maxY).
// `smoothing`: the continuity of the curve, from 0 to 1. `middle`: the point where the quarters of the four corners
// meet, see common/corners.glsl. `gradient`: the change of the plane's coordinates from pixel to pixel, dx/dX, dy/dX,
// dx/dY, dy/dY; it turns distances in the plane into pixels.
float roundedCoverage(vec2 point, vec4 box, vec4 radii, float smoothing, vec2 middle, vec4 gradient) {
  vec2 perPixel = vec2(length(gradient.xz), length(gradient.yw));
  vec2 fromMin = point - box.xy;
  vec2 fromMax = box.zw - point;
  float straight = boxCoverage(fromMin / perPixel, fromMax / perPixel);
#ifdef OPPOSITE
  float low = min(
      cornerCurveCoverage(fromMin, vec2(-1.0), radii.x, smoothing, gradient),
      cornerCurveCoverage(vec2(fromMax.x, fromMin.y), vec2(1.0, -1.0), radii.y, smoothing, gradient));
  float high = min(
      cornerCurveCoverage(vec2(fromMin.x, fromMax.y), vec2(-1.0, 1.0), radii.z, smoothing, gradient),
      cornerCurveCoverage(fromMax, vec2(1.0), radii.w, smoothing, gradient));
  return min(min(low, high), straight);
#else
  vec2 isMax = step(middle, point);
  vec2 sides = mix(radii.xz, radii.yw, isMax.x);
  float radius = mix(sides.x, sides.y, isMax.y);
  float round = cornerCurveCoverage(mix(fromMin, fromMax, isMax), 2.0 * isMax - 1.0, radius, smoothing, gradient);
  // The curve of a border's inner edge can reach beyond the edge across.
  return min(round, straight);
#endif
}

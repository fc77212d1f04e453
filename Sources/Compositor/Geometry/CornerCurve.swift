// The continuous corner curve, and how much room a corner takes.
//
// A continuous corner leaves its sides 1.528665 radii from the corner instead of one. Its shape is known as three
// Bezier segments (control points in units of the radius: 1.528665, 1.08849, .86841, .63149, .37282, .16906, .07491);
// shaders use polynomials of the diagonal coordinates that stay within 0.00003 of a radius (see
// Shaders/common/coverage.glsl).
//
// Where a side is too short for two such corners, Apple's documentation is silent. Here the curve gives up of its
// smoothness what it lacks of room: `smoothing` falls from 1, the whole curve, to 0, the circle, which it is when the
// radii themselves meet. So a radius of half a side makes a circle or a capsule with either curve, and an animated
// radius never jumps. Between the two the curve is their mean over its own length, with its ends on the sides'
// tangents.

/// The measures of corner curves.
enum CornerCurve {
  /// How far beyond a radius the whole continuous curve reaches, in radii.
  static let expansion = 0.528_665

  /// The length of a side that a corner takes, in radii.
  static func extent(_ smoothing: Float) -> Double { 1 + expansion * Double(smoothing) }

  /// The smoothing for which corners of the given radii have room: from 0 to 1.
  static func smoothing(fitting radii: SIMD4<Float>, _ width: Double, _ height: Double) -> Float {
    let r = SIMD4<Double>(radii)
    let across = max(r[0] + r[1], r[2] + r[3]) / width
    let down = max(r[0] + r[2], r[1] + r[3]) / height
    let taken = max(across, down)
    guard taken > 0, taken.isFinite else { return 0 }
    let smoothing = min((1 / taken - 1) / expansion, 1)
    // Below this nothing is left to see of it.
    return smoothing > 1.0 / 1024 ? Float(smoothing) : 0
  }

  /// Whether two opposite corners reach past each other along a side, so that no point parts the quarters of the shape.
  static func oppositeCornersOverlap(_ radii: SIMD4<Float>, _ smoothing: Float, in box: Box) -> Bool {
    let e = SIMD4<Double>(radii) * extent(smoothing)
    let room = min(box.width, box.height) * (1 + 1e-5)
    func overlap(_ a: Int, _ b: Int) -> Bool { e[a] > 0 && e[b] > 0 && e[a] + e[b] > room }
    return overlap(0, 3) || overlap(1, 2)
  }
}

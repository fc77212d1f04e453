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

/// The measures of corners and of their curves. Radii are those of (minX minY), (maxX minY), (minX maxY), (maxX maxY).
package enum CornerCurve {
  /// The reach of the whole continuous curve beyond a radius, in radii.
  private static let expansion = 0.528_665

  /// A radius at the corners that have it.
  package static func radii(_ radius: Double, at corners: CACornerMask) -> SIMD4<Double> {
    SIMD4(
      corners.contains(.layerMinXMinYCorner) ? radius : 0, corners.contains(.layerMaxXMinYCorner) ? radius : 0,
      corners.contains(.layerMinXMaxYCorner) ? radius : 0, corners.contains(.layerMaxXMaxYCorner) ? radius : 0)
  }

  /// The part of the tightest side that radii take: those of more than 1 do not fit.
  package static func taken(by radii: SIMD4<Double>, _ width: Double, _ height: Double) -> Double {
    let across = max(radii[0] + radii[1], radii[2] + radii[3]) / width
    let down = max(radii[0] + radii[2], radii[1] + radii[3]) / height
    return max(across, down)
  }

  /// The length of a side that a corner takes, in radii.
  package static func extent(_ smoothing: Double) -> Double { 1 + expansion * smoothing }

  /// The smoothing for which corners have room that take so much of the tightest side: from 0 to 1.
  static func smoothing(taken: Double) -> Double { max(0, min((1 / taken - 1) / expansion, 1)) }

  /// The smoothing for which corners of the given radii have room: from 0 to 1.
  package static func smoothing(fitting radii: SIMD4<Float>, _ width: Double, _ height: Double) -> Float {
    let taken = taken(by: SIMD4<Double>(radii), width, height)
    guard taken > 0, taken.isFinite else { return 0 }
    let smoothing = smoothing(taken: taken)
    // Below this nothing is left to see of it.
    return smoothing > 1.0 / 1024 ? Float(smoothing) : 0
  }

  /// Whether two opposite corners reach past each other along a side, so that no point parts the quarters of the shape.
  package static func oppositeCornersOverlap(
    _ radii: SIMD4<Float>, _ smoothing: Float, _ width: Double, _ height: Double
  ) -> Bool {
    let e = SIMD4<Double>(radii) * extent(Double(smoothing))
    let room = min(width, height) * (1 + 1e-5)
    func overlap(_ a: Int, _ b: Int) -> Bool { e[a] > 0 && e[b] > 0 && e[a] + e[b] > room }
    return overlap(0, 3) || overlap(1, 2)
  }
}

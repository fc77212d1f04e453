// The way between two transforms of the plane: the decomposition of CSS ("CSS Transforms Module Level 1", interpolation
// of 2D matrices), which gives all of Apple's measured frames (X-A15, X-A16). For row vectors
//
//   M = scale * rotation * remainder * translation
//
// where the rotation is that of the x axis, and the remainder, a 2x2 matrix, is what is left: the shear. All go in
// proportion. An angle of exactly 0 counts as a whole turn, so that half a turn from rest goes the negative way.

import Foundation

/// The parts of a transform of the plane.
struct PlaneTransform: Equatable, Sendable {
  /// Along x and y, in points.
  private var translation: SIMD2<Double>
  /// Along x and y.
  private var scale: SIMD2<Double>
  /// In radians.
  private var angle: Double
  /// The remainder's rows, one after the other.
  private var remainder: SIMD4<Double>

  /// Nil where the transform leaves the plane, or crushes it to a line or a point.
  init?(_ t: CATransform3D) {
    guard CATransform3DIsAffine(t) else { return nil }
    let (x, y) = (SIMD2(Double(t.m11), Double(t.m12)), SIMD2(Double(t.m21), Double(t.m22)))
    let determinant = x.x * y.y - x.y * y.x
    scale = SIMD2(hypot(x.x, x.y), hypot(y.x, y.y))
    guard abs(determinant) > 1e-12 * scale.x * scale.y else { return nil }
    // A mirrored plane: one axis is turned about.
    if determinant < 0 { if x.x < y.y { scale.x = -scale.x } else { scale.y = -scale.y } }
    let (u, v) = (x / scale.x, y / scale.y)
    angle = atan2(u.y, u.x)
    // The rotation taken back. Where it is a turn of the whole plane, nothing is left.
    remainder = SIMD4(lowHalf: u.x * u - u.y * v, highHalf: u.y * u + u.x * v)
    translation = SIMD2(Double(t.m41), Double(t.m42))
  }

  /// The transform that has these parts.
  var composed: CATransform3D {
    let (s, c) = (sin(angle), cos(angle))
    let x = scale.x * (c * remainder.lowHalf + s * remainder.highHalf)
    let y = scale.y * (c * remainder.highHalf - s * remainder.lowHalf)
    return CATransform3D(
      m11: x.x, m12: x.y, m13: 0, m14: 0, m21: y.x, m22: y.y, m23: 0, m24: 0, m31: 0, m32: 0, m33: 1, m34: 0,
      m41: translation.x, m42: translation.y, m43: 0, m44: 1)
  }

  /// Makes the way from one to the other short: what mirrors x at one end and y at the other is half a turn, and no
  /// turn goes the long way about.
  static func align(_ from: inout PlaneTransform, _ to: inout PlaneTransform) {
    if (from.scale.x < 0 && to.scale.y < 0) || (from.scale.y < 0 && to.scale.x < 0) {
      from.scale = -from.scale
      from.angle += from.angle < 0 ? .pi : -.pi
    }
    if from.angle == 0 { from.angle = 2 * .pi }
    if to.angle == 0 { to.angle = 2 * .pi }
    guard abs(from.angle - to.angle) > .pi else { return }
    if from.angle > to.angle { from.angle -= 2 * .pi } else { to.angle -= 2 * .pi }
  }

  /// The parts at `fraction` of the way to `other`; outside 0...1 each goes on.
  func interpolated(to other: PlaneTransform, fraction: Double) -> PlaneTransform {
    var result = self
    result.translation += fraction * (other.translation - translation)
    result.scale += fraction * (other.scale - scale)
    result.angle += fraction * (other.angle - angle)
    result.remainder += fraction * (other.remainder - remainder)
    return result
  }
}

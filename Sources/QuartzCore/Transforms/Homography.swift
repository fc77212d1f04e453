// A layer is a plane: whatever its 4x4 matrix, the superlayer's plane receives the image of z = 0, and drops z again.
// So the map from a layer to any ancestor is a 3x3 projective map, and a chain of layers is a product of these.

package import Foundation

/// A projective map between planes, for row vectors `(x, y, 1)`: `(X, Y, W) = (x, y, 1) * H`; the point is `(X / W, Y /
/// W)`. Fields are named by row and column.
package struct Homography: Equatable, Sendable {
  package var m11: Double, m12: Double, m13: Double
  package var m21: Double, m22: Double, m23: Double
  package var m31: Double, m32: Double, m33: Double

  package init(
    _ m11: Double, _ m12: Double, _ m13: Double, _ m21: Double, _ m22: Double, _ m23: Double,
    _ m31: Double, _ m32: Double, _ m33: Double
  ) {
    (self.m11, self.m12, self.m13) = (m11, m12, m13)
    (self.m21, self.m22, self.m23) = (m21, m22, m23)
    (self.m31, self.m32, self.m33) = (m31, m32, m33)
  }

  package static let identity = Homography(1, 0, 0, 0, 1, 0, 0, 0, 1)

  /// Creates the image of the plane z = 0 under `m`, seen along z: rows and columns of z are dropped.
  package init(flattening m: CATransform3D) {
    self.init(
      Double(m.m11), Double(m.m12), Double(m.m14), Double(m.m21), Double(m.m22), Double(m.m24),
      Double(m.m41), Double(m.m42), Double(m.m44))
  }

  /// Creates a scale, then a translation.
  package init(scaleX: Double, scaleY: Double, translateX: Double, translateY: Double) {
    self.init(scaleX, 0, 0, 0, scaleY, 0, translateX, translateY, 1)
  }

  /// Returns the map that applies `a`, then `b`.
  package static func * (a: Homography, b: Homography) -> Homography {
    if a.isAffine && b.isAffine {
      return Homography(
        a.m11 * b.m11 + a.m12 * b.m21, a.m11 * b.m12 + a.m12 * b.m22, 0,
        a.m21 * b.m11 + a.m22 * b.m21, a.m21 * b.m12 + a.m22 * b.m22, 0,
        a.m31 * b.m11 + a.m32 * b.m21 + b.m31, a.m31 * b.m12 + a.m32 * b.m22 + b.m32, 1)
    }
    return Homography(
      a.m11 * b.m11 + a.m12 * b.m21 + a.m13 * b.m31, a.m11 * b.m12 + a.m12 * b.m22 + a.m13 * b.m32,
      a.m11 * b.m13 + a.m12 * b.m23 + a.m13 * b.m33,
      a.m21 * b.m11 + a.m22 * b.m21 + a.m23 * b.m31, a.m21 * b.m12 + a.m22 * b.m22 + a.m23 * b.m32,
      a.m21 * b.m13 + a.m22 * b.m23 + a.m23 * b.m33,
      a.m31 * b.m11 + a.m32 * b.m21 + a.m33 * b.m31, a.m31 * b.m12 + a.m32 * b.m22 + a.m33 * b.m32,
      a.m31 * b.m13 + a.m32 * b.m23 + a.m33 * b.m33)
  }

  /// Whether W is 1 everywhere.
  package var isAffine: Bool { m13 == 0 && m23 == 0 && m33 == 1 }

  /// Whether rectangles stay axis-aligned rectangles without turning: scale and translation only.
  package var isScaleAndTranslation: Bool { m12 == 0 && m21 == 0 && isAffine }

  /// The determinant; its sign tells which side of the plane is seen, 0 that the plane is seen edge-on.
  package var determinant: Double {
    m11 * (m22 * m33 - m23 * m32) - m12 * (m21 * m33 - m23 * m31) + m13 * (m21 * m32 - m22 * m31)
  }

  /// The inverse; nil if the map is singular or not finite.
  package var inverted: Homography? {
    let d = determinant
    guard d.isFinite, abs(d) > 1e-300 else { return nil }
    let k = 1 / d
    return Homography(
      (m22 * m33 - m23 * m32) * k, (m13 * m32 - m12 * m33) * k, (m12 * m23 - m13 * m22) * k,
      (m23 * m31 - m21 * m33) * k, (m11 * m33 - m13 * m31) * k, (m13 * m21 - m11 * m23) * k,
      (m21 * m32 - m22 * m31) * k, (m12 * m31 - m11 * m32) * k, (m11 * m22 - m12 * m21) * k
    ).normalized
  }

  /// The map scaled so that m33 is 1 if that makes it affine: products of affine maps then remain recognisably affine.
  package var normalized: Homography {
    guard m13 == 0, m23 == 0, m33 > 0, m33 != 1 else { return self }
    return Homography(
      m11 / m33, m12 / m33, 0, m21 / m33, m22 / m33, 0, m31 / m33, m32 / m33, 1)
  }

  /// Returns the homogeneous weight of a point; at or below 0 it lies behind the eye.
  package func weight(_ x: Double, _ y: Double) -> Double { x * m13 + y * m23 + m33 }

  /// Returns the image of a point. A point on the eye's plane (weight 0) goes to a far but finite place.
  package func map(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let px = x * m11 + y * m21 + m31
    let py = x * m12 + y * m22 + m32
    if isAffine { return (px, py) }
    var w = weight(x, y)
    if abs(w) < 1e-9 { w = w < 0 ? -1e-9 : 1e-9 }
    return (px / w, py / w)
  }

  /// Returns the smallest axis-aligned rectangle around the mapped corners.
  package func mapBounds(_ rect: CGRect) -> CGRect {
    let (x0, y0) = (Double(rect.minX), Double(rect.minY))
    let (x1, y1) = (Double(rect.maxX), Double(rect.maxY))
    let a = map(x0, y0)
    let b = map(x1, y0)
    let c = map(x0, y1)
    let d = map(x1, y1)
    let minX = min(a.x, b.x, c.x, d.x)
    let maxX = max(a.x, b.x, c.x, d.x)
    let minY = min(a.y, b.y, c.y, d.y)
    let maxY = max(a.y, b.y, c.y, d.y)
    return CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }
}

// The interpolation of plane transforms is the decomposition of CSS ("CSS Transforms Module Level 1", interpolation of
// 2D matrices), which reproduces all of Apple's measured frames (X-A15, X-A16). For row vectors
//
//   M = scale * rotation * remainder * translation
//
// where the rotation is that of the x axis, and the remainder, a 2x2 matrix, is the shear. All are interpolated
// linearly. An angle of exactly 0 counts as a whole turn, so that half a turn from rest goes the negative way.

struct PlaneTransform: Equatable, Sendable {
  /// The translation, in points.
  private var translation: SIMD2<Double>
  private var scale: SIMD2<Double>
  /// The angle of rotation, in radians.
  private var angle: Double
  /// The rows of the remainder, one after the other.
  private var remainder: SIMD4<Double>

  /// Returns nil if the transform leaves the plane, or maps it to a line or a point.
  init?(_ t: CATransform3D) {
    guard CATransform3DIsAffine(t) else { return nil }
    let (x, y) = (SIMD2(Double(t.m11), Double(t.m12)), SIMD2(Double(t.m21), Double(t.m22)))
    let determinant = x.x * y.y - x.y * y.x
    scale = SIMD2(hypot(x.x, x.y), hypot(y.x, y.y))
    guard abs(determinant) > 1e-12 * scale.x * scale.y else { return nil }
    // A mirrored plane: one axis is negated.
    if determinant < 0 { if x.x < y.y { scale.x = -scale.x } else { scale.y = -scale.y } }
    let (u, v) = (x / scale.x, y / scale.y)
    angle = atan2(u.y, u.x)
    // Undo the rotation. For a rotation of the whole plane nothing is left.
    remainder = SIMD4(lowHalf: u.x * u - u.y * v, highHalf: u.y * u + u.x * v)
    translation = SIMD2(Double(t.m41), Double(t.m42))
  }

  var composed: CATransform3D {
    let (s, c) = (sin(angle), cos(angle))
    let x = scale.x * (c * remainder.lowHalf + s * remainder.highHalf)
    let y = scale.y * (c * remainder.highHalf - s * remainder.lowHalf)
    return CATransform3D(
      m11: x.x, m12: x.y, m13: 0, m14: 0, m21: y.x, m22: y.y, m23: 0, m24: 0, m31: 0, m32: 0, m33: 1, m34: 0,
      m41: translation.x, m42: translation.y, m43: 0, m44: 1)
  }

  /// Shortens the way between two transforms: a mirrored x at one end and a mirrored y at the other become half a turn,
  /// and no turn goes the long way.
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

  /// Returns the parts at `fraction` of the way to `other`; outside 0...1 each is extrapolated.
  func interpolated(to other: PlaneTransform, fraction: Double) -> PlaneTransform {
    var result = self
    result.translation += fraction * (other.translation - translation)
    result.scale += fraction * (other.scale - scale)
    result.angle += fraction * (other.angle - angle)
    result.remainder += fraction * (other.remainder - remainder)
    return result
  }
}

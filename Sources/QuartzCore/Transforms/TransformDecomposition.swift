// A 4x4 transform taken apart, so that its fields can be read, written and interpolated one by one.
//
//   M = scale * skew * rotation * translation * perspective          (row vectors: scale is applied first)
//
// The method is Thomas's ("Decomposing a matrix into simple transformations", Graphics Gems II), which CSS uses too:
// Gram-Schmidt on the upper three rows gives scale, skew and an orthonormal basis, the rotation. Two decisions are
// ours:
// - A mirrored basis is made a rotation by negating the axis, or all three, that leaves the smallest rotation, so that
//   a scale of (1, -1, 1) reads back as it was written. (Graphics Gems always negates all three.)
// - A singular matrix decomposes too: an axis that it crushes gets scale 0 and the direction that completes the basis.
//   A transform of scale 0 so grows back upright.

import Foundation

/// The parts of a transform. Composing them again gives the transform.
struct TransformDecomposition: Equatable, Sendable {
  /// The translation along x, y, z, in points.
  var translation: SIMD3<Double>
  /// The scale along x, y, z.
  var scale: SIMD3<Double>
  /// The shear of y along x, of z along x, and of z along y.
  var skew: SIMD3<Double>
  /// The last column of the perspective matrix; (0, 0, 0, 1) for none.
  var perspective: SIMD4<Double>
  /// The rotation, as the images of the three axes.
  var rotation: RotationMatrix
  /// Whether the transform crushes space to a plane, a line or a point.
  let isSingular: Bool

  init(_ t: CATransform3D) {
    let x = SIMD3<Double>(Double(t.m11), Double(t.m12), Double(t.m13))
    let y = SIMD3<Double>(Double(t.m21), Double(t.m22), Double(t.m23))
    let z = SIMD3<Double>(Double(t.m31), Double(t.m32), Double(t.m33))
    translation = SIMD3(Double(t.m41), Double(t.m42), Double(t.m43))

    let determinant = x.dot(y.cross(z))
    isSingular = !(abs(determinant) > 1e-12 * (x.length * y.length * z.length))

    // Gram-Schmidt. What a crushed axis leaves open is chosen to complete the basis.
    let r0 = x.unit ?? y.cross(z).unit ?? Self.perpendicular(to: y.unit ?? z.unit)
    let yAcross = y - y.dot(r0) * r0
    let r1 =
      (isSingular ? yAcross.unit(above: 1e-12 * y.length) : yAcross.unit)
      ?? z.cross(r0).unit ?? Self.perpendicular(to: r0)
    let r2 = r0.cross(r1)
    let zAcross = z.dot(r2)

    var basis = RotationMatrix(x: r0, y: r1, z: r2)
    scale = SIMD3(x.dot(r0), yAcross.dot(r1), zAcross)
    if zAcross < 0 {
      // Left-handed; r2 is right-handed all the same, so the sign sits in the z scale. Of the four ways to place it
      // take the one whose rotation has the largest trace, that is the smallest angle. Negating two axes is a rotation.
      let (dx, dy, dz) = (r0.x, r1.y, -r2.z)
      let trace = dx + dy + dz
      if -trace > trace - 2 * min(dx, dy, dz) {
        (basis.x, basis.y) = (-r0, -r1)
        scale *= SIMD3(-1, -1, 1)
      } else if dx <= dy, dx < dz {
        (basis.x, basis.z) = (-r0, -r2)
        scale *= SIMD3(-1, 1, -1)
      } else if dy < dz {
        (basis.y, basis.z) = (-r1, -r2)
        scale *= SIMD3(1, -1, -1)
      }
    }
    rotation = basis
    skew = SIMD3(
      scale.y == 0 ? 0 : y.dot(basis.x) / scale.y, scale.z == 0 ? 0 : z.dot(basis.x) / scale.z,
      scale.z == 0 ? 0 : z.dot(basis.y) / scale.z)

    // The last column of M is (affine part) * (last column of the perspective matrix): solve for the latter.
    let column = SIMD3<Double>(Double(t.m14), Double(t.m24), Double(t.m34))
    var p = column
    if column != .zero, !isSingular {
      p = (column.x * y.cross(z) + column.y * z.cross(x) + column.z * x.cross(y)) / determinant
    }
    perspective = SIMD4(p, Double(t.m44) - translation.dot(p))
  }

  /// The transform that has these parts.
  var composed: CATransform3D {
    let x = scale.x * rotation.x
    let y = scale.y * (rotation.y + skew.x * rotation.x)
    let z = scale.z * (rotation.z + skew.y * rotation.x + skew.z * rotation.y)
    let p = SIMD3(perspective.x, perspective.y, perspective.z)
    return CATransform3D(
      m11: x.x, m12: x.y, m13: x.z, m14: x.dot(p), m21: y.x, m22: y.y, m23: y.z, m24: y.dot(p),
      m31: z.x, m32: z.y, m33: z.z, m34: z.dot(p),
      m41: translation.x, m42: translation.y, m43: translation.z, m44: translation.dot(p) + perspective.w)
  }

  /// A direction across `axis`, and the first of x, y that is: x itself when there is no axis, y when the axis is x.
  private static func perpendicular(to axis: SIMD3<Double>?) -> SIMD3<Double> {
    let x = SIMD3<Double>(1, 0, 0)
    let y = SIMD3<Double>(0, 1, 0)
    guard let axis else { return x }
    return (x - x.dot(axis) * axis).unit(above: 1e-6) ?? (y - y.dot(axis) * axis).unit ?? y
  }
}

extension SIMD3<Double> {
  func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

  func cross(_ other: Self) -> Self {
    Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  var length: Double { dot(self).squareRoot() }

  /// The direction; nil for a vector without length.
  var unit: Self? { unit(above: 0) }

  /// The direction; nil for a vector that is no longer than `threshold`.
  func unit(above threshold: Double) -> Self? {
    let length = length
    // A direction that is exact already stays exact.
    if length == 1 { return self }
    return length > threshold ? self / length : nil
  }
}

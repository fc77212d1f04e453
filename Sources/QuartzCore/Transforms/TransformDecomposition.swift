// The decomposition of a 4x4 transform, so that its fields can be read, written and interpolated one by one:
//
//   M = scale * skew * rotation * translation * perspective          (row vectors: scale is applied first)
//
// The method is Thomas's ("Decomposing a matrix into simple transformations", Graphics Gems II), which CSS uses too:
// Gram-Schmidt on the upper three rows gives scale, skew and an orthonormal basis, the rotation. Decisions of ours:
// - A mirrored basis becomes a rotation by negating the axis, or all three, that leaves the smallest rotation, so that
//   a scale of (1, -1, 1) reads back unchanged. (Graphics Gems always negates all three.)
// - A singular matrix decomposes too: an axis of length 0 gets scale 0 and the direction that completes the basis. So a
//   transform of scale 0 grows back upright.

import Foundation

struct TransformDecomposition: Equatable, Sendable {
  /// The translation, in points.
  var translation: SIMD3<Double>
  var scale: SIMD3<Double>
  /// The shear of y along x, of z along x, and of z along y.
  var skew: SIMD3<Double>
  /// The last column of the perspective matrix; (0, 0, 0, 1) for none.
  var perspective: SIMD4<Double>
  /// The rotation, as the images of the three axes.
  var rotation: RotationMatrix
  /// Whether the transform maps space to a plane, a line or a point.
  let isSingular: Bool

  init(_ t: CATransform3D) {
    let x = SIMD3<Double>(Double(t.m11), Double(t.m12), Double(t.m13))
    let y = SIMD3<Double>(Double(t.m21), Double(t.m22), Double(t.m23))
    let z = SIMD3<Double>(Double(t.m31), Double(t.m32), Double(t.m33))
    translation = SIMD3(Double(t.m41), Double(t.m42), Double(t.m43))

    let determinant = x.dot(y.cross(z))
    isSingular = !(abs(determinant) > 1e-12 * (x.length * y.length * z.length))

    // Gram-Schmidt. Directions that an axis of length 0 leaves open complete the basis.
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
      // Left-handed; r2 is right-handed all the same, so the sign is in the z scale. Of the four ways to place it take
      // the one whose rotation has the largest trace, that is the smallest angle. Negating two axes is a rotation.
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

  /// Returns the first of the x and y axes that is perpendicular to `axis`: x if there is no axis, y if the axis is x.
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

  /// Returns the direction; nil for a vector that is no longer than `threshold`.
  func unit(above threshold: Double) -> Self? {
    let length = length
    // An exact direction stays exact.
    if length == 1 { return self }
    return length > threshold ? self / length : nil
  }
}

/// Two transforms, decomposed once for all frames. Between two transforms of the plane the interpolation is that of
/// ``PlaneTransform``. Others are interpolated by translation, scale, skew, perspective and rotation; the rotation
/// takes the shortest way. A full turn is the same transform as none and shows no motion: animate
/// `transform.rotation.z` for that. A singular transform, such as a scale of 0, cannot be interpolated.
struct TransformInterval: Equatable, Sendable {
  let from: CATransform3D
  let to: CATransform3D
  private let way: Way

  private enum Way: Equatable {
    case none
    case plane(from: PlaneTransform, to: PlaneTransform)
    case space(from: TransformDecomposition, to: TransformDecomposition, rotation: RotationInterval)
  }

  init(from: CATransform3D, to: CATransform3D) {
    (self.from, self.to) = (from, to)
    if var a = PlaneTransform(from), var b = PlaneTransform(to) {
      PlaneTransform.align(&a, &b)
      way = .plane(from: a, to: b)
      return
    }
    let (a, b) = (TransformDecomposition(from), TransformDecomposition(to))
    way =
      a.isSingular || b.isSingular
      ? .none
      : .space(
        from: a, to: b, rotation: RotationInterval(from: Quaternion(a.rotation), to: Quaternion(b.rotation)))
  }

  /// Returns the transform at `fraction`; the ends are exact, and outside 0...1 each part is extrapolated. Nil if one
  /// of the two is singular, at the ends too.
  func value(at fraction: Double) -> CATransform3D? {
    if way == .none { return nil }
    if fraction == 0 { return from }
    if fraction == 1 { return to }
    switch way {
    case .none: return nil
    case .plane(let a, let b): return a.interpolated(to: b, fraction: fraction).composed
    case .space(let a, let b, let rotation):
      var result = a
      result.translation += fraction * (b.translation - a.translation)
      result.scale += fraction * (b.scale - a.scale)
      result.skew += fraction * (b.skew - a.skew)
      result.perspective += fraction * (b.perspective - a.perspective)
      result.rotation = rotation.value(at: fraction)
      return result.composed
    }
  }
}

/// A rotation as a unit quaternion: (axis * sin(angle / 2), cos(angle / 2)). The path between two is the shortest
/// rotation, at constant speed (Shoemake, "Animating rotation with quaternion curves", 1985).
struct Quaternion: Equatable, Sendable {
  /// x, y, z, w.
  var vector: SIMD4<Double>

  init(vector: SIMD4<Double>) { self.vector = vector }

  /// Creates the quaternion of a rotation, by Shepperd's method: a square root finds the largest component, from which
  /// the others follow without loss of precision.
  init(_ r: RotationMatrix) {
    let (a, b, c) = (r.x.x, r.y.y, r.z.z)
    let squares = SIMD4<Double>(1 + a - b - c, 1 - a + b - c, 1 - a - b + c, 1 + a + b + c)
    let largest = squares.max()
    let v: SIMD4<Double>
    // Each line holds four times the products of one component with all. Row vectors: x.y - y.x is 4 z w.
    if largest == squares.w {
      v = SIMD4(r.y.z - r.z.y, r.z.x - r.x.z, r.x.y - r.y.x, largest)
    } else if largest == squares.z {
      v = SIMD4(r.z.x + r.x.z, r.y.z + r.z.y, largest, r.x.y - r.y.x)
    } else if largest == squares.y {
      v = SIMD4(r.x.y + r.y.x, largest, r.y.z + r.z.y, r.z.x - r.x.z)
    } else {
      v = SIMD4(largest, r.x.y + r.y.x, r.z.x + r.x.z, r.y.z - r.z.y)
    }
    vector = v / (v * v).sum().squareRoot()
  }

  var matrix: RotationMatrix {
    let (x, y, z, w) = (vector.x, vector.y, vector.z, vector.w)
    let x2 = 2 * x
    let y2 = 2 * y
    let z2 = 2 * z
    let (xx, yy, zz) = (x * x2, y * y2, z * z2)
    let (xy, xz, yz) = (x * y2, x * z2, y * z2)
    let (xw, yw, zw) = (w * x2, w * y2, w * z2)
    return RotationMatrix(
      x: SIMD3<Double>(1 - yy - zz, xy + zw, xz - yw),
      y: SIMD3<Double>(xy - zw, 1 - xx - zz, yz + xw),
      z: SIMD3<Double>(xz + yw, yz - xw, 1 - xx - yy))
  }
}

/// The spherical linear interpolation between two rotations, with the angle computed once.
struct RotationInterval: Equatable, Sendable {
  private let from: SIMD4<Double>
  private let to: SIMD4<Double>
  private let angle: Double
  private let sine: Double

  init(from: Quaternion, to: Quaternion) {
    self.from = from.vector
    // q and -q are the same rotation; the nearer one makes the shorter way.
    let dot = (from.vector * to.vector).sum()
    self.to = dot < 0 ? -to.vector : to.vector
    // The chord gives the angle where the cosine is too flat.
    let chord = self.to - self.from
    angle = 2 * asin(min((chord * chord).sum().squareRoot() / 2, 1))
    sine = sin(angle)
  }

  /// Returns the rotation at `fraction`; outside 0...1 it goes on turning.
  func value(at fraction: Double) -> RotationMatrix {
    // The turn is too small for the sines, and for a division by them.
    guard sine > 1e-9 else { return Quaternion(vector: from).matrix }
    let vector = (sin((1 - fraction) * angle) * from + sin(fraction * angle) * to) / sine
    return Quaternion(vector: vector).matrix
  }
}

// Euler angles are in the order x, then y, then z (Graphics Gems II): R = Rx * Ry * Rz for row vectors. Every rotation
// has two such triples, (x, y, z) and (x + pi, pi - y, z + pi); reading returns the one with the smaller sum of
// absolute angles. So a triple reads back unchanged while |x| + |y| + |z| < 3/2 pi; in particular any single angle
// does. At y = ±pi/2 only x - z (or x + z) is determined: x takes all of it.

/// A rotation as an orthonormal, right-handed basis: the images of the axes.
struct RotationMatrix: Equatable, Sendable {
  var x: SIMD3<Double>
  var y: SIMD3<Double>
  var z: SIMD3<Double>

  init(x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) { (self.x, self.y, self.z) = (x, y, z) }

  /// Creates the rotation about x, then y, then z, by angles in radians.
  init(angles: SIMD3<Double>) {
    let (sx, cx) = Self.sineAndCosine(angles.x)
    let (sy, cy) = Self.sineAndCosine(angles.y)
    let (sz, cz) = Self.sineAndCosine(angles.z)
    // Ry * Rz; Rx from the left then mixes the lower two rows.
    let across = SIMD3(-sz, cz, 0)
    let along = SIMD3(sy * cz, sy * sz, cy)
    x = SIMD3(cy * cz, cy * sz, -sy)
    y = cx * across + sx * along
    z = cx * along - sx * across
  }

  /// The angles about x, y, z in radians, each in -pi...pi.
  var angles: SIMD3<Double> {
    let cosine = (x.x * x.x + x.y * x.y).squareRoot()
    let aboutY = atan2(-x.z, cosine)
    guard cosine > 1e-9 else { return SIMD3(atan2(-z.y, y.y), aboutY, 0) }
    let aboutX = atan2(y.z, z.z)
    let aboutZ = atan2(x.y, x.x)
    let other = SIMD3(
      aboutX > 0 ? aboutX - .pi : aboutX + .pi, aboutY < 0 ? -.pi - aboutY : .pi - aboutY,
      aboutZ > 0 ? aboutZ - .pi : aboutZ + .pi)
    let sum = abs(aboutX) + abs(aboutY) + abs(aboutZ)
    return abs(other.x) + abs(other.y) + abs(other.z) < sum ? other : SIMD3(aboutX, aboutY, aboutZ)
  }

  // Most rotations are about one axis; two of three angles are then 0.
  private static func sineAndCosine(_ angle: Double) -> (Double, Double) {
    angle == 0 ? (0, 1) : (sin(angle), cos(angle))
  }
}

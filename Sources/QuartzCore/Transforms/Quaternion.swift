// Rotations as unit quaternions (Shoemake, "Animating rotation with quaternion curves", 1985): the path between two of
// them is the shortest rotation, at constant speed.

import Foundation

/// A rotation: (axis * sin(angle / 2), cos(angle / 2)).
struct Quaternion: Equatable, Sendable {
  /// x, y, z, w.
  var vector: SIMD4<Double>

  init(vector: SIMD4<Double>) { self.vector = vector }

  /// The quaternion of a rotation, by Shepperd's method: of the four components the largest is found by a square root,
  /// the others from it, so that no division loses precision.
  init(_ r: RotationMatrix) {
    let (a, b, c) = (r.x.x, r.y.y, r.z.z)
    let squares = SIMD4<Double>(1 + a - b - c, 1 - a + b - c, 1 - a - b + c, 1 + a + b + c)
    let largest = squares.max()
    let v: SIMD4<Double>
    // Each line holds four times the products of one component with all of them. Row vectors: x.y - y.x is 4 z w.
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

  /// The rotation's matrix.
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

/// The way from one rotation to another: spherical linear interpolation, the angle found once.
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
    // The chord gives the angle where the cosine is too flat to tell.
    let chord = self.to - self.from
    angle = 2 * asin(min((chord * chord).sum().squareRoot() / 2, 1))
    sine = sin(angle)
  }

  /// The rotation at `fraction`; outside 0...1 it goes on turning.
  func value(at fraction: Double) -> RotationMatrix {
    // No turn worth the sines, and none to divide by.
    guard sine > 1e-9 else { return Quaternion(vector: from).matrix }
    let vector = (sin((1 - fraction) * angle) * from + sin(fraction * angle) * to) / sine
    return Quaternion(vector: vector).matrix
  }
}

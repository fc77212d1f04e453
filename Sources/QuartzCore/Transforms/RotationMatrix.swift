// A rotation as three axes, and its Euler angles.
//
// The order is x, then y, then z (Graphics Gems II): R = Rx * Ry * Rz for row vectors. Every rotation has two such
// triples, (x, y, z) and (x + pi, pi - y, z + pi); reading gives the one with the smaller sum of absolute angles. So a
// triple reads back as it was written while |x| + |y| + |z| < 3/2 pi; in particular any single angle does. At y = ±pi/2
// only x - z (or x + z) is left of the other two: all of it is given to x.

import Foundation

/// An orthonormal, right-handed basis: what a rotation makes of the axes.
struct RotationMatrix: Equatable, Sendable {
  var x: SIMD3<Double>
  var y: SIMD3<Double>
  var z: SIMD3<Double>

  init(x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) { (self.x, self.y, self.z) = (x, y, z) }

  /// The rotation about x, then y, then z, by angles in radians.
  init(angles: SIMD3<Double>) {
    let (sx, cx) = Self.sineAndCosine(angles.x)
    let (sy, cy) = Self.sineAndCosine(angles.y)
    let (sz, cz) = Self.sineAndCosine(angles.z)
    // Ry * Rz, then Rx from the left mixes its lower two rows.
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

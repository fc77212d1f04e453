/// A point, or a direction, in the space of an emitter. Three named numbers: in debug builds vectors of the SIMD types
/// are slow.
package struct SpaceVector: Equatable, Sendable {
  package var x: Double, y: Double, z: Double

  package init(_ x: Double, _ y: Double, _ z: Double = 0) { (self.x, self.y, self.z) = (x, y, z) }

  package static let zero = SpaceVector(0, 0, 0)
  static let towardsViewer = SpaceVector(0, 0, 1)

  /// The direction whose projection onto the xy plane stands at `longitude` from x, and which itself is `latitude` away
  /// from z.
  init(longitude: Double, latitude: Double) {
    self.init(sine(latitude) * cosine(longitude), sine(latitude) * sine(longitude), cosine(latitude))
  }

  static func + (a: SpaceVector, b: SpaceVector) -> SpaceVector { SpaceVector(a.x + b.x, a.y + b.y, a.z + b.z) }
  static func * (a: SpaceVector, k: Double) -> SpaceVector { SpaceVector(a.x * k, a.y * k, a.z * k) }

  package var length: Double { (x * x + y * y + z * z).squareRoot() }

  /// The direction; nil if the vector has none.
  var direction: SpaceVector? {
    let length = length
    return length > 1e-9 && length.isFinite ? self * (1 / length) : nil
  }

  func cross(_ b: SpaceVector) -> SpaceVector {
    SpaceVector(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x)
  }

  /// A direction at right angles to this one that lies in the xy plane, a quarter turn from x towards y.
  var acrossInPlane: SpaceVector {
    let flat = (x * x + y * y).squareRoot()
    return flat > 1e-9 ? SpaceVector(-y / flat, x / flat, 0) : SpaceVector(0, 1, 0)
  }

  /// Returns a direction turned by `longitude` in the plane of this direction and ``acrossInPlane``, then tilted by
  /// `latitude` out of that plane. For the direction of x that is the xy plane; the latitude is added to the angle from
  /// the z axis, so that a positive one leads away from positive z.
  func turned(longitude: Double, latitude: Double) -> SpaceVector {
    guard longitude != 0 || latitude != 0 else { return self }
    let across = acrossInPlane
    let turned = self * cosine(longitude) + across * sine(longitude)
    guard latitude != 0 else { return turned }
    return turned * cosine(latitude) + cross(across) * -sine(latitude)
  }

  /// Returns a direction inside the cone of the opening angle `range` about this one, all solid angles alike.
  func inCone(_ range: Double, _ cone: Double, _ turn: Double) -> SpaceVector {
    guard range > 0 else { return self }
    let height = 1 - cone * (1 - cosine(min(range, 2 * .pi) / 2))
    let radius = max(0, 1 - height * height).squareRoot()
    let across = acrossInPlane
    let angle = 2 * .pi * turn
    return self * height + across * (radius * cosine(angle)) + cross(across) * (radius * sine(angle))
  }
}

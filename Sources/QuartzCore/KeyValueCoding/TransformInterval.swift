// The way from one transform to another. Taking a transform apart costs more than a frame should pay for each
// animation, so an interval does it once.

import Foundation

/// Two transforms, ready to be interpolated.
///
/// Between two transforms of the plane the way is that of ``PlaneTransform``. Others are taken apart into translation,
/// scale, skew, perspective and rotation; the rotation takes the shortest way. A full turn is the same transform as
/// none and shows no motion: animate `transform.rotation.z` for that. When one of the two is singular the 16 entries
/// are interpolated instead, so that a layer shrinks to nothing without turning.
struct TransformInterval: Equatable, Sendable {
  let from: CATransform3D
  let to: CATransform3D
  private let way: Way

  private enum Way: Equatable {
    case entries
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
      ? .entries
      : .space(
        from: a, to: b, rotation: RotationInterval(from: Quaternion(a.rotation), to: Quaternion(b.rotation)))
  }

  /// The transform at `fraction`; the ends are exact, and outside 0...1 each part goes on.
  func value(at fraction: Double) -> CATransform3D {
    if fraction == 0 { return from }
    if fraction == 1 { return to }
    switch way {
    case .entries: return Self.entrywise(from, to, fraction)
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

  private static func entrywise(_ a: CATransform3D, _ b: CATransform3D, _ f: Double) -> CATransform3D {
    func mix(_ p: CGFloat, _ q: CGFloat) -> CGFloat { p + (q - p) * f }
    return CATransform3D(
      m11: mix(a.m11, b.m11), m12: mix(a.m12, b.m12), m13: mix(a.m13, b.m13), m14: mix(a.m14, b.m14),
      m21: mix(a.m21, b.m21), m22: mix(a.m22, b.m22), m23: mix(a.m23, b.m23), m24: mix(a.m24, b.m24),
      m31: mix(a.m31, b.m31), m32: mix(a.m32, b.m32), m33: mix(a.m33, b.m33), m34: mix(a.m34, b.m34),
      m41: mix(a.m41, b.m41), m42: mix(a.m42, b.m42), m43: mix(a.m43, b.m43), m44: mix(a.m44, b.m44))
  }
}

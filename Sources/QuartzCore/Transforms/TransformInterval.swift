// The way from one transform to another. Taking a transform apart costs more than a frame should pay for each
// animation, so an interval does it once.

import Foundation

/// Two transforms, ready to be interpolated.
///
/// Between two transforms of the plane the way is that of ``PlaneTransform``. Others are taken apart into translation,
/// scale, skew, perspective and rotation; the rotation takes the shortest way. A full turn is the same transform as
/// none and shows no motion: animate `transform.rotation.z` for that. When one of the two is singular, a scale of 0
/// say, there is no way between them.
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

  /// The transform at `fraction`; the ends are exact, and outside 0...1 each part goes on. Nil where one of the two is
  /// singular, at the ends too.
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

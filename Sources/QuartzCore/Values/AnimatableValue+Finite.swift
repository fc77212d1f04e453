// Which values a property may be given by an animation. What is infinite or no number stays away from what is shown: an
// animation that comes to such a value leaves the property as it is (C-12).

import CoreGraphics
import Foundation

extension AnimatableValue {
  /// The result of an interpolation between two values without a way: a NaN, which no property takes.
  static let noWay = AnimatableValue.number(.nan)

  /// Whether all numbers in it are finite; those of paths are not looked at.
  @inline(__always)
  var isFinite: Bool {
    switch self {
    case .number(let value): value.isFinite
    case .point(let value): value.x.isFinite && value.y.isFinite
    case .size(let value): value.width.isFinite && value.height.isFinite
    case .rect(let value):
      value.origin.x.isFinite && value.origin.y.isFinite && value.size.width.isFinite && value.size.height.isFinite
    case .transform(let value): value.isFinite
    case .numbers(let values): values.allSatisfy(\.isFinite)
    case .list(let values): values.allSatisfy(\.isFinite)
    case .color, .image, .path, .string, .none: true
    }
  }

  /// Whether all numbers in it are finite, those of paths too.
  var isFiniteThroughout: Bool {
    if case .path(let path) = self { return path.storage.isFinite }
    return isFinite
  }
}

extension CATransform3D {
  /// Whether all entries are finite.
  var isFinite: Bool {
    // 0 times what is not finite is no number.
    let sum =
      (m11 + m12 + m13 + m14) * 0 + (m21 + m22 + m23 + m24) * 0 + (m31 + m32 + m33 + m34) * 0
      + (m41 + m42 + m43 + m44) * 0
    return sum == 0
  }
}

extension CGPathStorage {
  /// Whether all points are finite.
  fileprivate var isFinite: Bool { points.allSatisfy { $0.x.isFinite && $0.y.isFinite } }
}

// The fields of a transform: `rotation.z`, `scale.x`, `translation` and so on, as parts of its decomposition.

import Foundation

extension CATransform3D {
  /// The field, or nil when transforms have none of that name.
  func component(_ component: ValueComponent) -> AnimatableValue? {
    switch component {
    case .translation: .size(CGSize(width: m41, height: m42))
    case .translationX: .number(Double(m41))
    case .translationY: .number(Double(m42))
    case .translationZ: .number(Double(m43))
    case .scale: .number(scale.sum() / 3)
    case .scaleX: .number(scale.x)
    case .scaleXY: .number((scale.x + scale.y) / 2)
    case .scaleY: .number(scale.y)
    case .scaleZ: .number(scale.z)
    case .rotationX: .number(TransformDecomposition(self).rotation.angles.x)
    case .rotationY: .number(TransformDecomposition(self).rotation.angles.y)
    case .rotation, .rotationZ: .number(TransformDecomposition(self).rotation.angles.z)
    case .x, .y, .width, .height, .origin, .originX, .originY, .size, .sizeWidth, .sizeHeight: nil
    }
  }

  private var scale: SIMD3<Double> { TransformDecomposition(self).scale }

  /// Writes a field; a value of the wrong kind changes nothing.
  mutating func setComponent(_ component: ValueComponent, to value: AnimatableValue) {
    if component == .translation {
      guard let offset = value.size ?? value.point.map({ CGSize(width: $0.x, height: $0.y) }) else { return }
      change { $0.translation = SIMD3(Double(offset.width), Double(offset.height), $0.translation.z) }
      return
    }
    guard let number = value.number else { return }
    switch component {
    case .translationX: change { $0.translation.x = number }
    case .translationY: change { $0.translation.y = number }
    case .translationZ: change { $0.translation.z = number }
    case .scale: change { $0.scale = SIMD3(repeating: number) }
    case .scaleX: change { $0.scale.x = number }
    case .scaleXY: change { ($0.scale.x, $0.scale.y) = (number, number) }
    case .scaleY: change { $0.scale.y = number }
    case .scaleZ: change { $0.scale.z = number }
    case .rotationX: changeAngles { $0.x = number }
    case .rotationY: changeAngles { $0.y = number }
    case .rotation, .rotationZ: changeAngles { $0.z = number }
    default: break
    }
  }

  private mutating func change(_ body: (inout TransformDecomposition) -> Void) {
    var parts = TransformDecomposition(self)
    body(&parts)
    self = parts.composed
  }

  private mutating func changeAngles(_ body: (inout SIMD3<Double>) -> Void) {
    change { parts in
      var angles = parts.rotation.angles
      body(&angles)
      parts.rotation = RotationMatrix(angles: angles)
    }
  }
}

// Value functions: the transforms that animations make of plain numbers, so that a rotation by a full turn is a motion.

import Foundation

/// A function from one number, or three, to a transform. Raw values are the names that files store.
package enum ValueFunction: String, CaseIterable, Sendable {
  case rotateX, rotateY, rotateZ
  case scale, scaleX, scaleY, scaleZ
  case translate, translateX, translateY, translateZ

  /// Whether the function takes three numbers rather than one.
  package var takesThreeNumbers: Bool { self == .scale || self == .translate }

  /// The kind of value that the function takes.
  package var inputKind: ValueKind { takesThreeNumbers ? .numbers : .number }

  /// The transform for `input`; nil when it is not one number, or three, as the function needs.
  package func transform(_ input: AnimatableValue) -> CATransform3D? {
    if case .numbers(let n) = input, n.count == 3 {
      switch self {
      case .scale: return CATransform3DMakeScale(n[0], n[1], n[2])
      case .translate: return CATransform3DMakeTranslation(n[0], n[1], n[2])
      default: return nil
      }
    }
    guard let number = input.number else { return nil }
    switch self {
    case .rotateX: return CATransform3DMakeRotation(number, 1, 0, 0)
    case .rotateY: return CATransform3DMakeRotation(number, 0, 1, 0)
    case .rotateZ: return CATransform3DMakeRotation(number, 0, 0, 1)
    case .scaleX: return CATransform3DMakeScale(number, 1, 1)
    case .scaleY: return CATransform3DMakeScale(1, number, 1)
    case .scaleZ: return CATransform3DMakeScale(1, 1, number)
    case .translateX: return CATransform3DMakeTranslation(number, 0, 0)
    case .translateY: return CATransform3DMakeTranslation(0, number, 0)
    case .translateZ: return CATransform3DMakeTranslation(0, 0, number)
    case .scale, .translate: return nil
    }
  }

  /// The input that gives the matching part of `transform`: what an animation without `fromValue` begins from.
  package func input(matching transform: CATransform3D) -> AnimatableValue {
    let parts = TransformDecomposition(transform)
    return switch self {
    case .rotateX: .number(parts.rotation.angles.x)
    case .rotateY: .number(parts.rotation.angles.y)
    case .rotateZ: .number(parts.rotation.angles.z)
    case .scale: .numbers([parts.scale.x, parts.scale.y, parts.scale.z])
    case .scaleX: .number(parts.scale.x)
    case .scaleY: .number(parts.scale.y)
    case .scaleZ: .number(parts.scale.z)
    case .translate: .numbers([parts.translation.x, parts.translation.y, parts.translation.z])
    case .translateX: .number(parts.translation.x)
    case .translateY: .number(parts.translation.y)
    case .translateZ: .number(parts.translation.z)
    }
  }
}

public import Foundation

/// A function that an animation applies to its interpolated numbers to get a transform.
public final class CAValueFunction: NSObject, Sendable {
  package let function: ValueFunction

  fileprivate init(_ function: ValueFunction) { self.function = function }

  /// Traps: value functions are not archived here.
  public init?(coder: NSCoder) { trap("CAValueFunction(coder:): nothing can be read from archives on this system") }

  /// The name that the function was made with.
  public var name: CAValueFunctionName { CAValueFunctionName(rawValue: function.rawValue) }

  fileprivate static let shared = Dictionary(
    uniqueKeysWithValues: ValueFunction.allCases.map { ($0, CAValueFunction($0)) })
}

/// Value functions by name: a class's initialiser always makes a new object, a protocol's may return an existing one.
public protocol NamedValueFunction {}

extension CAValueFunction: NamedValueFunction {}

extension NamedValueFunction {
  /// Returns the function of a name, the same object to every caller; nil if the name is unknown.
  ///
  /// ``CAValueFunctionName/scale`` and ``CAValueFunctionName/translate`` take three numbers, the others one; angles are
  /// in radians.
  public init?(name: CAValueFunctionName) {
    guard let function = ValueFunction(rawValue: name.rawValue), let shared = CAValueFunction.shared[function] as? Self
    else { return nil }
    self = shared
  }
}

/// The names of the value functions.
public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes a rotation about the x axis of a number, in radians.
  public static let rotateX = Self(rawValue: "rotateX")
  /// Makes a rotation about the y axis of a number, in radians.
  public static let rotateY = Self(rawValue: "rotateY")
  /// Makes a rotation about the z axis of a number, in radians.
  public static let rotateZ = Self(rawValue: "rotateZ")
  /// A scale along all axes, from three numbers.
  public static let scale = Self(rawValue: "scale")
  /// Makes a scale along x of a number, the factor.
  public static let scaleX = Self(rawValue: "scaleX")
  /// Makes a scale along y of a number, the factor.
  public static let scaleY = Self(rawValue: "scaleY")
  /// Makes a scale along z of a number, the factor.
  public static let scaleZ = Self(rawValue: "scaleZ")
  /// A translation, from three numbers.
  public static let translate = Self(rawValue: "translate")
  /// Makes a translation along x of a number, in points.
  public static let translateX = Self(rawValue: "translateX")
  /// Makes a translation along y of a number, in points.
  public static let translateY = Self(rawValue: "translateY")
  /// Makes a translation along z of a number, in points.
  public static let translateZ = Self(rawValue: "translateZ")
}

/// A function from one number, or three, to a transform; so a full turn is a motion. Raw values are the names in files.
package enum ValueFunction: String, CaseIterable, Sendable {
  case rotateX, rotateY, rotateZ
  case scale, scaleX, scaleY, scaleZ
  case translate, translateX, translateY, translateZ

  package var takesThreeNumbers: Bool { self == .scale || self == .translate }

  package var inputKind: ValueKind { takesThreeNumbers ? .numbers : .number }

  /// Returns the transform for `input`; nil when it is not one number, or three, as the function needs.
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

  /// Returns the input that gives the matching part of `transform`: the start of an animation without `fromValue`.
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

public import Foundation

/// A function that an animation applies to its interpolated numbers to get a transform.
public final class CAValueFunction: NSObject, Sendable {
  /// The function that frames evaluate.
  package let function: ValueFunction

  fileprivate init(_ function: ValueFunction) { self.function = function }

  /// Value functions are not archived here: traps.
  public init?(coder: NSCoder) { trap("CAValueFunction(coder:): nothing can be read from archives on this system") }

  /// The name that the function was made with.
  public var name: CAValueFunctionName { CAValueFunctionName(rawValue: function.rawValue) }

  fileprivate static let shared = Dictionary(
    uniqueKeysWithValues: ValueFunction.allCases.map { ($0, CAValueFunction($0)) })
}

/// Value functions that are found by name. An initialiser of a class always makes a new object; one of a protocol may
/// hand out one that is there.
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
  /// A constant by its string.
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

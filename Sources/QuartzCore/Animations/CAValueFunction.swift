public import Foundation

/// A function that an animation applies to its interpolated numbers to get a transform.
public final class CAValueFunction: NSObject, Sendable {
  /// What frames evaluate.
  package let function: ValueFunction

  fileprivate init(_ function: ValueFunction) { self.function = function }

  /// Value functions are not archived here: traps.
  public init?(coder: NSCoder) { trap("CAValueFunction(coder:): nothing can be read from archives on this system") }

  /// The function's name.
  public var name: CAValueFunctionName { CAValueFunctionName(rawValue: function.rawValue) }

  fileprivate static let shared = Dictionary(
    uniqueKeysWithValues: ValueFunction.allCases.map { ($0, CAValueFunction($0)) })
}

/// Value functions that are found by name. An initialiser of a class always makes a new object; one of a protocol may
/// hand out one that is there.
public protocol NamedValueFunction {}

extension CAValueFunction: NamedValueFunction {}

extension NamedValueFunction {
  /// The function of that name, one object for all who ask; nil when there is none.
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
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A rotation about the x axis.
  public static let rotateX = Self(rawValue: "rotateX")
  /// A rotation about the y axis.
  public static let rotateY = Self(rawValue: "rotateY")
  /// A rotation about the z axis.
  public static let rotateZ = Self(rawValue: "rotateZ")
  /// A scale along all axes, from three numbers.
  public static let scale = Self(rawValue: "scale")
  /// A scale along x.
  public static let scaleX = Self(rawValue: "scaleX")
  /// A scale along y.
  public static let scaleY = Self(rawValue: "scaleY")
  /// A scale along z.
  public static let scaleZ = Self(rawValue: "scaleZ")
  /// A translation, from three numbers.
  public static let translate = Self(rawValue: "translate")
  /// A translation along x.
  public static let translateX = Self(rawValue: "translateX")
  /// A translation along y.
  public static let translateY = Self(rawValue: "translateY")
  /// A translation along z.
  public static let translateZ = Self(rawValue: "translateZ")
}

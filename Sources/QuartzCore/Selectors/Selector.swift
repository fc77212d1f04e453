// Objective-C's selectors, without Objective-C: a name, and the method that it finds. `#selector(tick(_:))` in a class
// `Meter` is, after tools/port,
//
//   Selector("tick:", Meter.tick(_:))
//
// A selector on Apple's systems is a name alone; here the name tells two of them apart, and the method is what a
// control, a timer, a display link or a notification centre calls.
//
// Tested by SelectorTests.

import Foundation

/// The name of a method, with the method.
///
/// Two selectors are equal where their names are. What takes one on Apple's systems takes it here: controls, gesture
/// recognisers, `Timer`, ``CADisplayLink``, `NotificationCenter`, `perform(_:with:)`.
///
/// Unchecked: a method of a class captures nothing.
public struct Selector: Hashable, CustomStringConvertible, ExpressibleByStringLiteral, @unchecked Sendable {
  /// The method's name as Objective-C has it, such as `moveTo:by:`.
  public let description: String
  /// Calls the method of a target with the first of some arguments; nil where only the name is known.
  private let method: ((Any, [Any?]) -> Any?)?
  /// Whether an object has the method.
  private let isOf: (Any) -> Bool

  /// A method without parameters, as `Meter.tick`.
  public init<Target, Result>(_ name: String, _ method: @escaping (Target) -> () -> Result) {
    self.init(name, of: Target.self) { target, _ in method(target)() }
  }

  /// A method with one parameter, as `Meter.tick(_:)`.
  public init<Target, First, Result>(_ name: String, _ method: @escaping (Target) -> (First) -> Result) {
    self.init(name, of: Target.self) { target, arguments in method(target)(Self.argument(0, of: arguments, name)) }
  }

  /// A method with two parameters, as `Meter.tap(_:event:)`.
  public init<Target, First, Second, Result>(_ name: String, _ method: @escaping (Target) -> (First, Second) -> Result)
  {
    self.init(name, of: Target.self) { target, arguments in
      method(target)(Self.argument(0, of: arguments, name), Self.argument(1, of: arguments, name))
    }
  }

  /// A name without a method: good for comparing; whatever calls it traps.
  public init(_ name: String) {
    (description, method) = (name, nil)
    isOf = { _ in false }
  }

  /// A name without a method, as ``init(_:)`` makes one.
  public init(stringLiteral name: String) { self.init(name) }

  private init<Target>(_ name: String, of type: Target.Type, _ method: @escaping (Target, [Any?]) -> Any) {
    description = name
    isOf = { $0 is Target }
    self.method = { target, arguments in
      guard let target = target as? Target else {
        preconditionFailure("Selector(\"\(name)\"): a method of \(Target.self), and the target is \(target)")
      }
      return method(target, arguments)
    }
  }

  /// An argument in the type of a parameter.
  private static func argument<Value>(_ index: Int, of arguments: [Any?], _ name: String) -> Value {
    precondition(
      index < arguments.count, "Selector(\"\(name)\"): the caller gives \(arguments.count) arguments, too few for it")
    let argument = arguments[index]
    if let value = argument as? Value { return value }
    // Casts do not bridge on Linux.
    if let notification = argument as? Notification,
      let value = NSNotification(
        name: notification.name, object: notification.object, userInfo: notification.userInfo) as? Value
    {
      return value
    }
    preconditionFailure(
      "Selector(\"\(name)\"): argument \(index + 1) is \(argument.map { "\(type(of: $0))" } ?? "nil"), and the method "
        + "takes \(Value.self)")
  }

  /// Whether an object has the method.
  public func applies(to object: Any) -> Bool { isOf(object) }

  /// Calls the method.
  ///
  /// - Parameters:
  ///   - target: whose method it is. Traps where it has no such method, and where only the name is known.
  ///   - arguments: as many as the method has parameters, or more, of which it takes the first.
  /// - Returns: what the method returned.
  @discardableResult
  public func call(_ target: Any, _ arguments: Any?...) -> Any? {
    guard let method else {
      preconditionFailure(
        "Selector(\"\(description)\"): a name alone finds no method on Linux; say which: Selector(\"\(description)\", "
          + "\(type(of: target)).\(description.prefix { $0 != ":" }))")
    }
    return method(target, arguments)
  }

  /// Whether both name the same method.
  public static func == (a: Self, b: Self) -> Bool { a.description == b.description }

  /// Adds what equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

/// The name of a selector.
public func NSStringFromSelector(_ selector: Selector) -> String { selector.description }

/// A name without a method: good for comparing; whatever calls it traps.
public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }

// Objective-C's selectors as a name and its method. `#selector(tick(_:))` in a class `Meter` is, after tools/port,
//
//   Selector("tick:", Meter.tick(_:))
//
// Tested by SelectorTests.

public import Foundation
import Synchronization

/// The name of a method, with the method that a control, a timer, a display link or a notification centre calls.
///
/// Selectors with equal names are equal. APIs that take a selector on Apple's systems take it here: controls, gesture
/// recognisers, `Timer`, ``CADisplayLink``, `NotificationCenter`, `perform(_:with:)`.
///
/// Unchecked: a method of a class captures nothing.
public struct Selector: Hashable, CustomStringConvertible, ExpressibleByStringLiteral, @unchecked Sendable {
  /// The method's name as Objective-C has it, such as `moveTo:by:`.
  public let description: String
  /// Calls the method of a target with the first of some arguments; nil if only the name is known.
  private let method: ((Any, [Any?]) -> Any?)?
  private let isOf: (Any) -> Bool

  /// Creates the selector of a method without parameters, as `Meter.tick`.
  public init<Target, Result>(_ name: String, _ method: @escaping (Target) -> () -> Result) {
    self.init(name, of: Target.self) { target, _ in method(target)() }
  }

  /// Creates the selector of a method with one parameter, as `Meter.tick(_:)`.
  public init<Target, First, Result>(_ name: String, _ method: @escaping (Target) -> (First) -> Result) {
    self.init(name, of: Target.self) { target, arguments in method(target)(Self.argument(0, of: arguments, name)) }
  }

  /// Creates the selector of a method with two parameters, as `Meter.tap(_:event:)`.
  public init<Target, First, Second, Result>(_ name: String, _ method: @escaping (Target) -> (First, Second) -> Result)
  {
    self.init(name, of: Target.self) { target, arguments in
      method(target)(Self.argument(0, of: arguments, name), Self.argument(1, of: arguments, name))
    }
  }

  /// Creates a name without a method, for comparison; calling it traps.
  public init(_ name: String) {
    (description, method) = (name, nil)
    isOf = { _ in false }
  }

  /// Creates a name without a method, as ``init(_:)`` does.
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

  /// Calls the method and returns its result. Traps if `target` has no such method, or if only the name is known.
  /// `arguments` are as many as the method has parameters; further ones are ignored.
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

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

/// Returns the name of a selector.
public func NSStringFromSelector(_ selector: Selector) -> String { selector.description }

/// Returns a name without a method, for comparison; calling it traps.
public func NSSelectorFromString(_ name: String) -> Selector { Selector(name) }

// On Apple's systems every object has `perform(_:with:afterDelay:)` and its relatives.
extension NSObject {
  /// Calls a method of this object. Returns its result, if it is an object.
  @discardableResult
  public func perform(_ aSelector: Selector) -> AnyObject? { aSelector.call(self) as? NSObject }

  /// Calls a method of this object with an argument. Returns its result, if it is an object.
  @discardableResult
  public func perform(_ aSelector: Selector, with object: Any?) -> AnyObject? {
    aSelector.call(self, object) as? NSObject
  }

  /// Calls a method of this object after some seconds, of a manual media clock, or else of this thread's run loop.
  public func perform(_ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval) {
    DelayedCalls.add(self, aSelector, anArgument, after: delay)
  }

  /// Whether this object has a selector's method; false for a name alone.
  public func responds(to aSelector: Selector) -> Bool { aSelector.applies(to: self) }

  /// Cancels calls of ``perform(_:with:afterDelay:)`` with a selector and an argument.
  public class func cancelPreviousPerformRequests(
    withTarget aTarget: Any, selector aSelector: Selector, object anArgument: Any?
  ) {
    DelayedCalls.cancel(aTarget as AnyObject) {
      $0.selector == aSelector && ($0.argument as AnyObject?) === (anArgument as AnyObject?)
    }
  }

  /// Cancels all calls of ``perform(_:with:afterDelay:)`` of an object.
  public class func cancelPreviousPerformRequests(withTarget aTarget: Any) {
    DelayedCalls.cancel(aTarget as AnyObject) { _ in true }
  }
}

/// A delayed call of a method. Unchecked: it belongs to the thread that asked for it.
private final class DelayedCall: NSObject, @unchecked Sendable {
  let target: AnyObject
  let selector: Selector
  let argument: Any?
  var timer: Timer?

  init(_ target: AnyObject, _ selector: Selector, _ argument: Any?) {
    (self.target, self.selector, self.argument) = (target, selector, argument)
  }

  func fire() {
    DelayedCalls.remove(self)
    selector.call(target, argument)
  }
}

private enum DelayedCalls {
  private static let all = Mutex<[DelayedCall]>([])

  static func add(_ target: AnyObject, _ selector: Selector, _ argument: Any?, after delay: TimeInterval) {
    let call = DelayedCall(target, selector, argument)
    all.withLock { $0.append(call) }
    call.timer = Timer.scheduledTimer(
      timeInterval: delay, target: call, selector: Selector("fire", DelayedCall.fire), userInfo: nil, repeats: false)
  }

  static func remove(_ call: DelayedCall) { all.withLock { $0.removeAll { $0 === call } } }

  static func cancel(_ target: AnyObject, where chooses: (DelayedCall) -> Bool) {
    let calls = all.withLock { all in all.filter { $0.target === target } }.filter(chooses)
    for call in calls {
      call.timer?.invalidate()
      remove(call)
    }
  }
}

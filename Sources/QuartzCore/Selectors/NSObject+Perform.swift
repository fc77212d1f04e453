// `perform(_:with:afterDelay:)` and its relatives, which on Apple's systems are every object's.

public import Foundation
import Synchronization

extension NSObject {
  /// Calls a method of this object.
  ///
  /// - Returns: what the method returned, where that is an object.
  @discardableResult
  public func perform(_ aSelector: Selector) -> AnyObject? { aSelector.call(self) as? NSObject }

  /// Calls a method of this object with an argument.
  ///
  /// - Returns: what the method returned, where that is an object.
  @discardableResult
  public func perform(_ aSelector: Selector, with object: Any?) -> AnyObject? {
    aSelector.call(self, object) as? NSObject
  }

  /// Calls a method of this object after some seconds, of the media clock where the program advances that, else of the
  /// run loop of this thread.
  public func perform(_ aSelector: Selector, with anArgument: Any?, afterDelay delay: TimeInterval) {
    DelayedCalls.add(self, aSelector, anArgument, after: delay)
  }

  /// Whether this object has a selector's method; false of a selector that is a name alone.
  public func responds(to aSelector: Selector) -> Bool { aSelector.applies(to: self) }
}

extension NSObject {
  /// Takes back what ``perform(_:with:afterDelay:)`` asked for, of a selector and an argument.
  public class func cancelPreviousPerformRequests(
    withTarget aTarget: Any, selector aSelector: Selector, object anArgument: Any?
  ) {
    DelayedCalls.cancel(aTarget as AnyObject) {
      $0.selector == aSelector && ($0.argument as AnyObject?) === (anArgument as AnyObject?)
    }
  }

  /// Takes back all that ``perform(_:with:afterDelay:)`` asked for of an object.
  public class func cancelPreviousPerformRequests(withTarget aTarget: Any) {
    DelayedCalls.cancel(aTarget as AnyObject) { _ in true }
  }
}

/// A method that is to be called later.
///
/// Unchecked: it belongs to the thread that asked for it.
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

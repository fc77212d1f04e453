// Foundation on Linux has no key-value observing, so its few types are declared here, with Apple's names.
//
// A key path has no name at run time: an observer reads it before and after each change of the layer, and is called if
// the two differ. So any path from the layer works, `\.frame` and `\.bounds.size.width` too, and one setter calls once,
// however many properties it changes. Layers without observers pay for one test of an empty array.

public import Foundation

/// The values that an observer receives, and the times at which it is called.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Creates options by their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// ``NSKeyValueObservedChange/newValue`` is set.
  public static let new = Self(rawValue: 1 << 0)
  /// ``NSKeyValueObservedChange/oldValue`` is set.
  public static let old = Self(rawValue: 1 << 1)
  /// The observer is called at once, too, before the call that adds it returns.
  public static let initial = Self(rawValue: 1 << 2)
  /// The observer is called before each change, too.
  public static let prior = Self(rawValue: 1 << 3)
}

/// The kind of a change. For layers it is always ``setting``.
public enum NSKeyValueChange: UInt, Sendable {
  case setting = 1
  case insertion, removal, replacement
}

/// A change that an observer receives.
public struct NSKeyValueObservedChange<Value> {
  /// The type of the kind of change.
  public typealias Kind = NSKeyValueChange
  /// The kind of change: always a setting for a property.
  public let kind: Kind
  /// The value after the change; nil without ``NSKeyValueObservingOptions/new``, and in a call before the change.
  public let newValue: Value?
  /// The value before the change; nil without ``NSKeyValueObservingOptions/old``, and in the initial call.
  public let oldValue: Value?
  /// The indexes of a collection's elements that changed; always nil, as layers' properties are observed as a whole.
  public let indexes: IndexSet?
  /// Whether the change is still to come.
  public let isPrior: Bool
}

/// An observer of a layer: it is called until the observation is invalidated or released.
public final class NSKeyValueObservation: NSObject {
  private weak var layer: CALayer?

  fileprivate init(_ layer: CALayer) { self.layer = layer }

  deinit { invalidate() }

  /// Ends the observation: the closure is not called any more.
  public func invalidate() {
    layer?.observers.removeAll { $0.id == ObjectIdentifier(self) }
    layer = nil
  }
}

struct LayerObserver {
  let id: ObjectIdentifier
  /// Called before a change; the closure that it returns is called after.
  let begin: (CALayer) -> () -> Void
}

extension NSObjectProtocol where Self: CALayer {
  /// Observes a value of the layer: `layer.observe(\.position, options: [.old, .new]) { layer, change in ... }`.
  ///
  /// The observer is called once for each setter that changes the value, but not by animations and presentation layers.
  /// Properties that a subclass stores itself, and does not declare by ``CALayer/managed(_:)``, are not observed.
  ///
  /// - Parameters:
  ///   - keyPath: a path from the layer.
  ///   - options: the values that `changeHandler` receives; see ``NSKeyValueObservingOptions``.
  ///   - changeHandler: called on the thread that changes the layer, with the values that `options` ask for.
  /// - Returns: the observation, which ends when it is released.
  public func observe<Value>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    func tell(_ layer: Self, old: Value?, new: Value?, isPrior: Bool) {
      let change = NSKeyValueObservedChange(
        kind: .setting, newValue: options.contains(.new) ? new : nil, oldValue: options.contains(.old) ? old : nil,
        indexes: nil, isPrior: isPrior)
      changeHandler(layer, change)
    }
    let observation = NSKeyValueObservation(self)
    observers.append(
      LayerObserver(id: ObjectIdentifier(observation)) { layer in
        let layer = unsafeDowncast(layer, to: Self.self)
        let old = layer[keyPath: keyPath]
        if options.contains(.prior) { tell(layer, old: old, new: nil, isPrior: true) }
        return {
          let new = layer[keyPath: keyPath]
          if !isSame(old, new) { tell(layer, old: old, new: new, isPrior: false) }
        }
      })
    if options.contains(.initial) { tell(self, old: nil, new: self[keyPath: keyPath], isPrior: false) }
    return observation
  }
}

extension CALayer {
  /// Makes a change and calls the observers once, whatever changes within it.
  final func observed(_ change: () -> Void) {
    let tell = observers.isEmpty ? nil : beginObservedChange()
    change()
    tell?()
  }

  /// Returns a closure that calls the observers after a change; nil within another change, whose closure calls them.
  final func beginObservedChange() -> (() -> Void)? {
    guard !state.isObservedChangeOpen else { return nil }
    state.isObservedChangeOpen = true
    let pending = observers.map { (id: $0.id, tell: $0.begin(self)) }
    return { [self] in
      state.isObservedChangeOpen = false
      // An observer may end the observation of the next.
      for observer in pending where observers.contains(where: { $0.id == observer.id }) { observer.tell() }
    }
  }
}

/// Whether two values are equal, or the same object; values that cannot be compared are not.
func isSame(_ a: Any?, _ b: Any?) -> Bool {
  guard let a = a.flattened, let b = b.flattened else { return a.flattened == nil && b.flattened == nil }
  if let a = a as? any Equatable { return isEqual(a, b) }
  guard type(of: a) is AnyClass, type(of: b) is AnyClass else { return false }
  return a as AnyObject === b as AnyObject
}

private func isEqual<T: Equatable>(_ a: T, _ b: Any) -> Bool { a == (b as? T) }

private protocol AnyOptional {
  /// The value inside all optionals around it; nil if one of them is.
  var flattened: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var flattened: Any? {
    flatMap { ($0 as? any AnyOptional)?.flattened ?? ($0 is any AnyOptional ? nil : $0) }
  }
}

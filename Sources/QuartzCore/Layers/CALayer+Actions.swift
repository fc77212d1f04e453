// Actions: what happens when a property changes or a layer appears. The search for them, and at its end Core
// Animation's own implicit animation.
//
// As measured on Apple's systems (X-A10 to X-A12, X-B8): a change of what has nothing between two values, the tree
// included, is a transition that fades; a basic animation begins at what was shown, fills backwards, and has the
// default timing function; where a colour was none before, there is no animation. The superlayer's "sublayers" or
// "mask" is asked first, then a layer's order in or out, and nobody for `transition`.
//
// Decisions of ours, where sources are silent or disagree:
// - Paths and `doubleSided` have no animation of their own.
// - A layer appears when it is inserted into a committed tree or unhidden there, and is not hidden itself; the layers
//   below it run no action of their own. It disappears when it is removed or hidden.
// - Where a transition was added before in the same transaction, a change that fades asks for no fade of its own: it is
//   what the transition is about, and of two transitions only one would be kept.

public import Foundation

/// The event of a layer that becomes visible by insertion or by being unhidden.
public let kCAOnOrderIn = "onOrderIn"
/// The event of a layer that disappears by removal or by being hidden.
public let kCAOnOrderOut = "onOrderOut"
/// The key that transitions are added under. Apple's guide names it as the event of a layer whose sublayer is replaced;
/// no such event was seen.
public let kCATransition = "transition"

extension NSNull: CAAction {
  /// Does nothing: `NSNull` as an action means "no action".
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

/// A change of a property that is being made.
struct OpenChange {
  let key: String
  let action: (any CAAction)?
  let tellObservers: (() -> Void)?
}

extension CALayer {
  /// Actions by event; `NSNull` for none. Default: nil.
  public var actions: [String: any CAAction]? {
    get { extraValues["actions"] as? [String: any CAAction] }
    set { extraValues["actions"] = newValue }
  }

  /// The search of ``action(forKey:)``.
  final func findAction(forKey event: String) -> (any CAAction)? {
    if let action = delegate?.action(for: self, forKey: event) { return action is NSNull ? nil : action }
    if !extraValues.isEmpty {
      if let action = actions?[event] { return action is NSNull ? nil : action }
      if let action = styleAction(forKey: event) { return action is NSNull ? nil : action as? any CAAction }
    }
    if let action = type(of: self).defaultAction(forKey: event) { return action is NSNull ? nil : action }
    return implicitAction(forKey: event)
  }

  /// Makes a change of a property: finds the action while the old value is in force, writes, tells observers, runs the
  /// action.
  final func change(_ key: String, _ write: () -> Void) {
    let change = beginChange(key)
    write()
    endChange(change)
  }

  /// The first half of ``change(_:_:)``, before the new value is written. Apart from it, so that setters write without
  /// a closure: setting is what client code does most.
  final func beginChange(_ key: String) -> OpenChange {
    guard presented == nil else { return OpenChange(key: key, action: nil, tellObservers: nil) }
    return OpenChange(
      key: key, action: actionOfChange(key), tellObservers: observers.isEmpty ? nil : beginObservedChange())
  }

  /// The second half.
  final func endChange(_ change: OpenChange, _ changes: LayerChanges = .values) {
    guard presented == nil else { return }
    noteChange(changes)
    if type(of: self).needsDisplay(forKey: change.key) { setNeedsDisplay() }
    change.tellObservers?()
    change.action?.run(forKey: change.key, object: self, arguments: nil)
  }

  /// The action to run once a property has changed; asked while the old value is in force.
  final func actionOfChange(_ key: String) -> (any CAAction)? {
    CATransaction.disableActions() ? nil : action(forKey: key)
  }

  /// Runs the action of an event that is no change of a property, for a layer in a tree that was committed.
  final func runAction(forEvent event: String) {
    guard host?.hasCommitted == true, !CATransaction.disableActions() else { return }
    action(forKey: event)?.run(forKey: event, object: self, arguments: nil)
  }

  /// Core Animation's own animation of a change: for properties that have one, of a layer that a commit has seen. It
  /// starts at what is shown now, and lasts as long as the transaction says.
  private func implicitAction(forKey key: String) -> (any CAAction)? {
    guard let host, committed != nil, let property = type(of: self).properties[key] else { return nil }
    let animation: CAAnimation
    switch property.animation {
    case .none, .explicit: return nil
    case .fades:
      guard !hasUncommittedTransition else { return nil }
      animation = CATransition()
    case .implicit, .dissolves:
      let dissolves = property.animation == .dissolves
      guard !(dissolves && hasUncommittedTransition) else { return nil }
      let basic = CABasicAnimation(keyPath: key)
      basic.fromValue = shownValue(of: property, at: host.clock.now)
      basic.dissolves = dissolves
      guard basic.fromValue != nil || dissolves else { return nil }
      basic.fillMode = .backwards
      animation = basic
    }
    animation.duration = CATransaction.animationDuration()
    animation.timingFunction = CAMediaTimingFunction(name: .default)
    return animation
  }

  /// Returns the value of a property that the layer shows at a time of the clock.
  private func shownValue(of property: LayerProperty, at time: CFTimeInterval) -> Any? {
    guard let field = property.field else { return presentation()?.value(forKey: property.key) }
    if committedAnimations.isEmpty { return committedValues?[field].boxed }
    return values(at: time)[field].boxed
  }
}

/// Something that happens to a layer when an event does: a property changed, the layer appeared, a sublayer was
/// replaced.
public protocol CAAction: AnyObject {
  /// Carries the action out.
  ///
  /// - Parameters:
  ///   - event: What happened: a property's name, `kCAOnOrderIn`, `kCAOnOrderOut` or `kCATransition`.
  ///   - anObject: The layer that it happened to.
  ///   - dict: Arguments of the event; nil for property changes.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

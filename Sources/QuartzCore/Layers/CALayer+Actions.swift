// Actions: what happens when a property changes or a layer appears. The search for them, and at its end Core
// Animation's own implicit animation.

public import Foundation

/// The event of a layer that becomes visible by insertion or by being unhidden.
public let kCAOnOrderIn = "onOrderIn"
/// The event of a layer that disappears by removal or by being hidden.
public let kCAOnOrderOut = "onOrderOut"
/// The event of a sublayer that is replaced, and the key that transitions are added under.
public let kCATransition = "transition"

extension NSNull: CAAction {
  /// Does nothing: `NSNull` as an action means that there is none.
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
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

  /// Makes a change of a property: finds the action while the old value is in force, writes, runs the action.
  final func change(_ key: String, _ write: () -> Void) {
    guard presented == nil else { return write() }
    let action = CATransaction.disableActions() ? nil : action(forKey: key)
    write()
    noteChange(.values)
    if type(of: self).needsDisplay(forKey: key) { setNeedsDisplay() }
    action?.run(forKey: key, object: self, arguments: nil)
  }

  /// Runs the action of an event that is no change of a property, for a layer in a tree that was committed.
  final func runAction(forEvent event: String) {
    guard host?.hasCommitted == true, !CATransaction.disableActions() else { return }
    action(forKey: event)?.run(forKey: event, object: self, arguments: nil)
  }

  /// Core Animation's own animation of a change: for properties that have one, of a layer that a commit has seen.
  private func implicitAction(forKey key: String) -> (any CAAction)? {
    guard host != nil, committedValues != nil, type(of: self).animatesImplicitly(key) else { return nil }
    if key == "contents" {
      let transition = CATransition()
      transition.duration = CATransaction.animationDuration()
      return transition
    }
    let animation = CABasicAnimation(keyPath: key)
    animation.fromValue = (presentation() ?? self).value(forKey: key)
    return animation
  }

  /// The properties of CALayer whose changes are animated without anybody's asking. Paths never are.
  static let implicitlyAnimatedKeys: Set<String> = [
    "anchorPoint", "anchorPointZ", "backgroundColor", "borderColor", "borderWidth", "bounds", "contents",
    "contentsRect",
    "contentsCenter", "contentsScale", "cornerRadius", "hidden", "masksToBounds", "opacity", "position",
    "rasterizationScale", "shadowColor", "shadowOffset", "shadowOpacity", "shadowRadius", "sublayerTransform",
    "transform",
    "zPosition",
  ]
}

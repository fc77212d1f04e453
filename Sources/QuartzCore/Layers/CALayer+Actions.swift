// A search finds the action of a changed property or an appearing layer; it ends at the implicit animation.
//
// As measured on Apple's systems (X-A10 to X-A12, X-B8): a change without values in between, the tree included, is a
// fade; a basic animation begins at the shown value, fills backwards, and has the default timing function; a change
// from no colour has no animation. The superlayer's action for "sublayers" or "mask" comes first, then a layer's order
// in or out; nothing is asked for `transition`.
//
// Decisions of ours, where sources are silent or disagree:
// - Paths and `doubleSided` have no animation of their own.
// - A layer appears when it is inserted into a committed tree or unhidden there, and is not hidden itself; the layers
//   below it run no action of their own. It disappears when it is removed or hidden.
// - In a transaction that added a transition, a change that fades has no fade of its own: only one would be kept.

public import CoreGraphics
public import Foundation

/// The event of a layer that becomes visible by insertion or by being unhidden.
public let kCAOnOrderIn = "onOrderIn"
/// The event of a layer that disappears by removal or by being hidden.
public let kCAOnOrderOut = "onOrderOut"
/// The key of transitions. Apple's guide names it as the event of a replaced sublayer's layer; no such event was seen.
public let kCATransition = "transition"

extension NSNull: CAAction {
  /// Does nothing: `NSNull` as an action means "no action".
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
}

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

  final func findAction(forKey event: String) -> (any CAAction)? {
    if let action = delegate?.action(for: self, forKey: event) { return action is NSNull ? nil : action }
    if !extraValues.isEmpty {
      if let action = actions?[event] { return action is NSNull ? nil : action }
      if let action = styleAction(forKey: event) { return action is NSNull ? nil : action as? any CAAction }
    }
    if let action = type(of: self).defaultAction(forKey: event) { return action is NSNull ? nil : action }
    return implicitAction(forKey: event)
  }

  /// Changes a property: finds the action while the old value is in force, writes, calls observers, runs the action.
  final func change(_ key: String, _ write: () -> Void) {
    let change = beginChange(key)
    write()
    endChange(change)
  }

  /// Begins ``change(_:_:)``, before the new value is written. Setters that use the halves need no closure: setting is
  /// the most frequent operation of client code.
  final func beginChange(_ key: String) -> OpenChange {
    guard presented == nil else { return OpenChange(key: key, action: nil, tellObservers: nil) }
    return OpenChange(
      key: key, action: actionOfChange(key), tellObservers: observers.isEmpty ? nil : beginObservedChange())
  }

  /// Completes ``change(_:_:)`` after the new value is written: calls observers and runs the action.
  final func endChange(_ change: OpenChange, _ changes: LayerChanges = .values) {
    guard presented == nil else { return }
    noteChange(changes)
    if type(of: self).needsDisplay(forKey: change.key) { setNeedsDisplay() }
    change.tellObservers?()
    change.action?.run(forKey: change.key, object: self, arguments: nil)
  }

  /// Returns the action to run once a property has changed; asked while the old value is in force.
  final func actionOfChange(_ key: String) -> (any CAAction)? {
    CATransaction.disableActions() ? nil : action(forKey: key)
  }

  /// Runs the action of an event other than a change of a property, for a layer in a committed tree.
  final func runAction(forEvent event: String) {
    guard host?.hasCommitted == true, !CATransaction.disableActions() else { return }
    action(forKey: event)?.run(forKey: event, object: self, arguments: nil)
  }

  /// Core Animation's own animation of a change, for properties that have one, of a committed layer. It starts at the
  /// shown value, and lasts as long as the transaction says.
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

  private func shownValue(of property: LayerProperty, at time: CFTimeInterval) -> Any? {
    guard let field = property.field else { return presentation()?.value(forKey: property.key) }
    if committedAnimations.isEmpty { return committedValues?[field].boxed }
    return values(at: time)[field].boxed
  }
}

/// A reaction to an event of a layer: a property changed, the layer appeared, a sublayer was replaced.
public protocol CAAction: AnyObject {
  /// Carries the action out for the layer `anObject`. `event` is the name of a property, `kCAOnOrderIn`,
  /// `kCAOnOrderOut` or `kCATransition`; `dict` holds arguments of the event, nil for property changes.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

/// Takes part in a layer's display, layout and choice of actions. All methods are optional. A layer's delegate is weak.
public protocol CALayerDelegate: NSObjectProtocol {
  /// Brings the layer's contents up to date; a delegate that has this method sets ``CALayer/contents``.
  func display(_ layer: CALayer)

  /// Called before the layer draws: the last moment to set ``CALayer/contentsFormat`` and ``CALayer/isOpaque``.
  func layerWillDraw(_ layer: CALayer)

  /// Draws a layer's contents, in its coordinates; see ``CALayer/draw(in:)``.
  func draw(_ layer: CALayer, in ctx: CGContext)

  /// Lays out the sublayers of a layer.
  func layoutSublayers(of layer: CALayer)

  /// Returns the action of a layer for an event: `NSNull` for none, nil to let the search go on.
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)?
}

// Objective-C asks whether a method exists; here, the default of a missing method notes that in the layer.

extension CALayerDelegate {
  /// Shows nothing: the layer displays itself.
  public func display(_ layer: CALayer) { layer.state.delegateLacksMethod = true }
  /// Does nothing.
  public func layerWillDraw(_ layer: CALayer) {}
  /// Draws nothing.
  public func draw(_ layer: CALayer, in ctx: CGContext) {}
  /// Lays out nothing: the search for a layout goes on.
  public func layoutSublayers(of layer: CALayer) { layer.state.delegateLacksMethod = true }
  /// No action: the search goes on.
  public func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
}

/// Lays out the sublayers of layers. All methods are optional.
public protocol CALayoutManager: NSObjectProtocol {
  /// Returns the size that a layer would like, in its points.
  func preferredSize(of layer: CALayer) -> CGSize
  /// The layer's layout is out of date: called once until it is laid out.
  func invalidateLayout(of layer: CALayer)
  /// Lays out the sublayers of a layer.
  func layoutSublayers(of layer: CALayer)
}

extension CALayoutManager {
  /// Returns the size of the bounds.
  public func preferredSize(of layer: CALayer) -> CGSize { layer.bounds.size }
  /// Does nothing.
  public func invalidateLayout(of layer: CALayer) {}
  /// Lays out nothing: the search for a layout goes on.
  public func layoutSublayers(of layer: CALayer) {}
}

struct LayerState {
  var needsLayout = false
  /// While the layer runs its own layout, changes do not mark it again.
  var isLayingOut = false
  var needsDisplay = false
  /// Set by the default of a delegate's method.
  var delegateLacksMethod = false
  /// Whether observers are called at the end of the current change.
  var isObservedChangeOpen = false
  /// The host's round in which the layer was last displayed.
  var displayRound: UInt64 = 0
  /// The commit that last listed the layer.
  var commitStamp: UInt64 = 0
}

// A view that can be pressed. There are no fingers: a program that has touches gives them to a window, see
// `UIWindow.sendEvent(_:)`, or to the control itself.
//
// Decisions of ours, where Apple's documentation is silent:
// - Inside is what `point(inside:with:)` says, without the margin that fingers have on a device.
// - A finger that crosses the bounds sends the crossing first, then the drag.
//
// Tested by ControlTests.

import CoreGraphics
public import Foundation
public import QuartzCore

/// A view that follows a finger, and calls the methods that were added for what happens to it.
open class UIControl: UIView {
  /// A callee, and the events that call it.
  struct Handler {
    enum Callee {
      /// A method of a target; of none, of the first responder above that has it.
      case method(Selector, of: Target?)
      case action(UIAction)
    }

    /// A target is not held.
    struct Target {
      weak var object: AnyObject?
    }

    var callee: Callee
    var events: Event
  }

  /// In the order in which they were added.
  final var handlers: [Handler] = []
  private var isOn = true

  /// Makes a control with this ``UIView/frame``.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Makes a control with this ``UIView/frame``, whose primary action is `primaryAction`.
  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }

  /// Not read from archives; see the superclass.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: State

  /// Whether the control takes touches. Default: true.
  open var isEnabled: Bool {
    get { isOn }
    set {
      guard isOn != newValue else { return }
      isOn = newValue
      if !newValue, isTracking { cancel(with: nil) }
      stateChanged()
    }
  }

  /// Whether the control is chosen. Default: false.
  open var isSelected = false {
    didSet { if isSelected != oldValue { stateChanged() } }
  }

  /// Whether a finger is on the control; while one is followed the control sets it. Default: false.
  open var isHighlighted = false {
    didSet { if isHighlighted != oldValue { stateChanged() } }
  }

  /// The state of the control.
  open var state: State {
    var state = State.normal
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    return state
  }

  /// Called after ``state`` changed: marks the layout.
  func stateChanged() { setNeedsLayout() }

  /// The vertical alignment of the contents, for subclasses. Default: center.
  open var contentVerticalAlignment = ContentVerticalAlignment.center {
    didSet { if contentVerticalAlignment != oldValue { setNeedsLayout() } }
  }

  /// The horizontal alignment of the contents, for subclasses. Default: center.
  open var contentHorizontalAlignment = ContentHorizontalAlignment.center {
    didSet { if contentHorizontalAlignment != oldValue { setNeedsLayout() } }
  }

  /// The alignment with leading and trailing as sides.
  open var effectiveContentHorizontalAlignment: ContentHorizontalAlignment {
    let isRightToLeft = effectiveUserInterfaceLayoutDirection == .rightToLeft
    return switch contentHorizontalAlignment {
    case .leading: isRightToLeft ? .right : .left
    case .trailing: isRightToLeft ? .left : .right
    default: contentHorizontalAlignment
    }
  }

  // MARK: Touches

  /// Whether a finger is being followed.
  open private(set) var isTracking = false
  /// Whether the finger that is followed is inside of the bounds.
  open private(set) var isTouchInside = false
  private final var trackedTouch: UITouch?

  /// Asked when a finger comes down: whether to follow it. Default: true.
  open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

  /// Asked when the finger moved: whether to follow it further. Default: true.
  open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

  /// Called when the finger is lifted, or not followed any more. Does nothing by itself.
  open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}

  /// Called when the touches are taken away. Does nothing by itself.
  open func cancelTracking(with event: UIEvent?) {}

  /// Begins to follow a finger, unless one is followed.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard isEnabled, trackedTouch == nil, let touch = touches.first else { return }
    isTouchInside = true
    isTracking = beginTracking(touch, with: event)
    guard isTracking else { return }
    trackedTouch = touch
    isHighlighted = true
    sendActions(for: touch.tapCount > 1 ? [.touchDown, .touchDownRepeat] : .touchDown, with: event)
  }

  /// Follows the finger.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = trackedTouch, touches.contains(touch) else { return }
    let wasInside = isTouchInside
    isTouchInside = point(inside: touch.location(in: self), with: event)
    isTracking = continueTracking(touch, with: event)
    guard isTracking else {
      release()
      endTracking(touch, with: event)
      return
    }
    isHighlighted = isTouchInside
    if wasInside != isTouchInside {
      sendActions(for: isTouchInside ? .touchDragEnter : .touchDragExit, with: event)
    }
    sendActions(for: isTouchInside ? .touchDragInside : .touchDragOutside, with: event)
  }

  /// The finger is lifted.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = trackedTouch, touches.contains(touch) else { return }
    isTouchInside = point(inside: touch.location(in: self), with: event)
    let isInside = isTouchInside
    release()
    endTracking(touch, with: event)
    sendActions(for: isInside ? eventsOfPress : .touchUpOutside, with: event)
  }

  /// The touches are taken away.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = trackedTouch, touches.contains(touch) else { return }
    cancel(with: event)
  }

  /// The events that the control sends when a finger is lifted inside.
  var eventsOfPress: Event { .touchUpInside }

  private final func cancel(with event: UIEvent?) {
    release()
    cancelTracking(with: event)
    sendActions(for: .touchCancel, with: event)
  }

  private final func release() {
    (trackedTouch, isTracking, isTouchInside) = (nil, false, false)
    isHighlighted = false
  }

  // MARK: Sending, which subclasses may have a say in

  /// Calls a method of a target with this control and the event; of no target, of the first responder from the control
  /// up that has it.
  open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
    UIApplication.shared.sendAction(action, to: target, from: self, for: event)
  }

  /// Calls an action.
  open func sendAction(_ action: UIAction) { action.call(by: self) }

  /// Calls what was added for any of some events, as if they had happened.
  open func sendActions(for controlEvents: Event) { sendActions(for: controlEvents, with: nil) }
}

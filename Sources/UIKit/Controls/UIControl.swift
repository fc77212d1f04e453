// There are no fingers: a program that has touches gives them to a window (`UIWindow.sendEvent(_:)`) or to the control.
//
// Decisions of ours, where Apple's documentation is silent:
// - `point(inside:with:)` decides whether a finger is inside, without the margin that fingers have on a device.
// - A finger that crosses the bounds sends the crossing first, then the drag.
//
// Tested by ControlTests.

import CoreGraphics
public import Foundation
public import QuartzCore

/// A view that follows a finger, and calls the methods that were added for its events.
open class UIControl: UIView {
  /// A receiver, and the events that call it.
  struct Handler {
    enum Callee {
      /// A method of a target; for nil, of the first responder above that has it.
      case method(Selector, of: Target?)
      case action(UIAction)
    }

    /// A weak target.
    struct Target {
      weak var object: AnyObject?
    }

    var callee: Callee
    var events: Event
  }

  /// The handlers, in the order of addition.
  final var handlers: [Handler] = []
  private var isOn = true

  /// Creates a control with this ``UIView/frame``.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Creates a control with this ``UIView/frame``, whose primary action is `primaryAction`.
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
  /// Whether the followed finger is inside the bounds.
  open private(set) var isTouchInside = false
  private final var trackedTouch: UITouch?

  /// Whether to follow a finger that comes down. Default: true.
  open func beginTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

  /// Whether to go on following a finger that moved. Default: true.
  open func continueTracking(_ touch: UITouch, with event: UIEvent?) -> Bool { true }

  /// Called when the finger is lifted, or not followed any more. Does nothing by itself.
  open func endTracking(_ touch: UITouch?, with event: UIEvent?) {}

  /// Called when the touches are cancelled. Does nothing by itself.
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

  /// Ends following the finger, which is lifted.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = trackedTouch, touches.contains(touch) else { return }
    isTouchInside = point(inside: touch.location(in: self), with: event)
    let isInside = isTouchInside
    release()
    endTracking(touch, with: event)
    sendActions(for: isInside ? eventsOfPress : .touchUpOutside, with: event)
  }

  /// Cancels following the finger.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = trackedTouch, touches.contains(touch) else { return }
    cancel(with: event)
  }

  /// The events of a finger that is lifted inside.
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

  /// Calls a method of a target with this control and the event; for nil, of the first responder upward that has it.
  open func sendAction(_ action: Selector, to target: Any?, for event: UIEvent?) {
    UIApplication.shared.sendAction(action, to: target, from: self, for: event)
  }

  /// Calls an action.
  open func sendAction(_ action: UIAction) { action.call(by: self) }

  /// Calls the handlers of any of some events, as if they had happened.
  open func sendActions(for controlEvents: Event) { sendActions(for: controlEvents, with: nil) }
}

extension UIControl {
  /// The events of a control.
  public struct Event: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a set by its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A finger came down in the control.
    public static let touchDown = Event(rawValue: 1 << 0)
    /// A finger came down again, as its touch says by its tap count.
    public static let touchDownRepeat = Event(rawValue: 1 << 1)
    /// A finger moved inside of the control's bounds.
    public static let touchDragInside = Event(rawValue: 1 << 2)
    /// A finger moved outside of the control's bounds.
    public static let touchDragOutside = Event(rawValue: 1 << 3)
    /// A finger came back into the control's bounds.
    public static let touchDragEnter = Event(rawValue: 1 << 4)
    /// A finger left the control's bounds.
    public static let touchDragExit = Event(rawValue: 1 << 5)
    /// A finger was lifted inside of the control's bounds.
    public static let touchUpInside = Event(rawValue: 1 << 6)
    /// A finger was lifted outside of the control's bounds.
    public static let touchUpOutside = Event(rawValue: 1 << 7)
    /// The touches were taken away.
    public static let touchCancel = Event(rawValue: 1 << 8)
    /// The control's value changed, as a subclass says.
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// A button was pressed: sent with ``touchUpInside``.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    /// A menu was asked for; never sent here.
    public static let menuActionTriggered = Event(rawValue: 1 << 14)
    /// Editing began, as a subclass says.
    public static let editingDidBegin = Event(rawValue: 1 << 16)
    /// Something was edited, as a subclass says.
    public static let editingChanged = Event(rawValue: 1 << 17)
    /// Editing ended, as a subclass says.
    public static let editingDidEnd = Event(rawValue: 1 << 18)
    /// Editing ended by a key, as a subclass says.
    public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
    /// All events of touches.
    public static let allTouchEvents = Event(rawValue: 0xFFF)
    /// All events of editing.
    public static let allEditingEvents = Event(rawValue: 0x000F_0000)
    /// The events for the program's own use.
    public static let applicationReserved = Event(rawValue: 0x0F00_0000)
    /// The events for the system's own use.
    public static let systemReserved = Event(rawValue: 0xF000_0000)
    /// All events.
    public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
  }

  /// The states of a control; it can be in several at a time.
  public struct State: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Creates a set by its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// None of the others.
    public static let normal: State = []
    /// A finger is on it.
    public static let highlighted = State(rawValue: 1 << 0)
    /// It does not take touches.
    public static let disabled = State(rawValue: 1 << 1)
    /// It is chosen, as the program says.
    public static let selected = State(rawValue: 1 << 2)
    /// It has the focus; never here.
    public static let focused = State(rawValue: 1 << 3)
    /// The states for the program's own use.
    public static let application = State(rawValue: 0x00FF_0000)
    /// The states for the system's own use.
    public static let reserved = State(rawValue: 0xFF00_0000)
  }

  /// The vertical alignment of a control's contents.
  public enum ContentVerticalAlignment: Int, Sendable {
    case center = 0
    case top = 1
    case bottom = 2
    /// Contents take all of the height.
    case fill = 3
  }

  /// The horizontal alignment of a control's contents.
  public enum ContentHorizontalAlignment: Int, Sendable {
    case center = 0
    case left = 1
    case right = 2
    /// Contents take all of the width.
    case fill = 3
    /// At the side where text begins.
    case leading = 4
    /// At the side where text ends.
    case trailing = 5
  }
}

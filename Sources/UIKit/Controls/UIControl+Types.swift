// What a control can be in, and what can happen to it.

extension UIControl {
  /// The events of a control.
  public struct Event: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// A set by its bits.
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
    /// A set by its bits.
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

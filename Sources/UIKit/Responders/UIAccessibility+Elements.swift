// The accessibility settings of the system, and the accessibility properties of views. No screen reader reads them
// here: views keep the values, and subclasses override them.

import CoreGraphics
public import Foundation
import Synchronization

/// The purpose of an element, for a screen reader.
public struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt64
  /// Creates traits by their bits.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// None.
  public static let none: Self = []
  /// A button.
  public static let button = Self(rawValue: 1 << 0)
  /// A link.
  public static let link = Self(rawValue: 1 << 1)
  /// An image.
  public static let image = Self(rawValue: 1 << 2)
  /// The element is selected.
  public static let selected = Self(rawValue: 1 << 3)
  /// The element makes a sound of its own.
  public static let playsSound = Self(rawValue: 1 << 4)
  /// A key of a keyboard.
  public static let keyboardKey = Self(rawValue: 1 << 5)
  /// Text that does not change.
  public static let staticText = Self(rawValue: 1 << 6)
  /// The element summarises the state when the application begins.
  public static let summaryElement = Self(rawValue: 1 << 7)
  /// The element does not respond.
  public static let notEnabled = Self(rawValue: 1 << 8)
  /// The element's label or value changes often.
  public static let updatesFrequently = Self(rawValue: 1 << 9)
  /// A field to search by.
  public static let searchField = Self(rawValue: 1 << 10)
  /// The element begins to play or record.
  public static let startsMediaSession = Self(rawValue: 1 << 11)
  /// The element's value can be adjusted.
  public static let adjustable = Self(rawValue: 1 << 12)
  /// The element takes touches directly.
  public static let allowsDirectInteraction = Self(rawValue: 1 << 13)
  /// The element turns a page when it has been read.
  public static let causesPageTurn = Self(rawValue: 1 << 14)
  /// A bar of tabs.
  public static let tabBar = Self(rawValue: 1 << 15)
  /// A heading.
  public static let header = Self(rawValue: 1 << 16)
}

struct AccessibilityValues {
  var isElement: Bool?
  var label: String?
  var attributedLabel: NSAttributedString?
  var hint: String?
  var value: String?
  var attributedValue: NSAttributedString?
  var identifier: String?
  var language: String?
  var traits: UIAccessibilityTraits?
  var frame: CGRect?
  var path: UIBezierPath?
  var activationPoint: CGPoint?
  var elements: [Any]?
  var elementsHidden = false
  var viewIsModal = false
  var groupsChildren = false
}

/// A part of a view for screen readers that is not a view itself.
open class UIAccessibilityElement: UIResponder {
  /// The view or element that contains this one.
  open weak var accessibilityContainer: AnyObject?
  /// The part's rectangle in its container, in points. Default: zero.
  open var accessibilityFrameInContainerSpace = CGRect.zero

  /// Creates a part of a view.
  public init(accessibilityContainer container: Any) {
    accessibilityContainer = container as AnyObject
    super.init()
    isAccessibilityElement = true
  }
}

/// The accessibility settings. There are no system settings here: the program that renders sets them.
public struct UIAccessibility {
  private init() {}

  private static let reducesMotion = Mutex(false)

  /// Whether to avoid large motions; settable, which posts ``reduceMotionStatusDidChangeNotification``. Animations run
  /// all the same: client code follows it. Default: false.
  public static var isReduceMotionEnabled: Bool {
    get { reducesMotion.withLock { $0 } }
    set {
      let isChanged = reducesMotion.withLock { setting in
        defer { setting = newValue }
        return setting != newValue
      }
      if isChanged { NotificationCenter.default.post(name: reduceMotionStatusDidChangeNotification, object: nil) }
    }
  }

  /// Posted when ``isReduceMotionEnabled`` changes.
  public static let reduceMotionStatusDidChangeNotification = NSNotification.Name(
    "UIAccessibilityReduceMotionStatusDidChangeNotification")
}

extension UIAccessibility {
  /// The events that a program can tell a screen reader.
  public struct Notification: RawRepresentable, Hashable, Sendable {
    /// Apple's number for it.
    public let rawValue: UInt32
    /// Creates a notification by Apple's number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Most of the screen changed.
    public static let screenChanged = Self(rawValue: 1000)
    /// Parts of the screen came or went.
    public static let layoutChanged = Self(rawValue: 1001)
    /// A text is to be spoken.
    public static let announcement = Self(rawValue: 1008)
    /// A page was scrolled.
    public static let pageScrolled = Self(rawValue: 1009)
  }

  /// Does nothing, as no screen reader runs here. On Apple's systems it tells a screen reader of an event.
  public static func post(notification: Notification, argument: Any?) {}

  /// Whether a screen reader runs: never.
  public static var isVoiceOverRunning: Bool { false }
  /// Whether to avoid transparency: never.
  public static var isReduceTransparencyEnabled: Bool { false }
  /// Whether to make text bold: never.
  public static var isBoldTextEnabled: Bool { false }
}

/// Whether to avoid large motions: ``UIAccessibility/isReduceMotionEnabled``.
public func UIAccessibilityIsReduceMotionEnabled() -> Bool { UIAccessibility.isReduceMotionEnabled }

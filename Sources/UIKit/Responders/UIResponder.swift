// Without a screen there are no events: a program with touches, such as a test, gives them to `UIWindow.sendEvent(_:)`.
//
// Tested by EnvironmentOfViewsTests and GestureTests.

import CoreGraphics
public import Foundation
import QuartzCore

/// An object that events can be sent to: a view.
open class UIResponder: NSObject {
  public override init() {}

  /// The responder that gets the events that this one does not handle: for a view its superview. Default: nil.
  open var next: UIResponder? { nil }

  /// Called when touches began. By default passes them on to the next responder.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesBegan(touches, with: event) }
  /// Called when touches moved. By default passes them on to the next responder.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesMoved(touches, with: event) }
  /// Called when touches ended. By default passes them on to the next responder.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { next?.touchesEnded(touches, with: event) }
  /// Called when touches were cancelled. By default passes them on to the next responder.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    next?.touchesCancelled(touches, with: event)
  }

  // MARK: The first responder, which a program may send keys to

  /// Whether this responder may become the first. Default: false.
  open var canBecomeFirstResponder: Bool { false }
  /// Whether this responder may give up being the first. Default: true.
  open var canResignFirstResponder: Bool { true }
  /// Whether this is the first responder of its window.
  open var isFirstResponder: Bool { windowOfResponder?.firstResponder === self }

  /// Makes this its window's first responder, if it may and the former one resigns. Returns whether it is the first.
  @discardableResult
  open func becomeFirstResponder() -> Bool {
    guard !isFirstResponder else { return true }
    guard canBecomeFirstResponder, let window = windowOfResponder, window.firstResponder?.resignFirstResponder() ?? true
    else { return false }
    window.firstResponder = self
    return true
  }

  /// Resigns as the first responder, if it may. Returns whether it is not the first now.
  @discardableResult
  open func resignFirstResponder() -> Bool {
    guard isFirstResponder else { return true }
    guard canResignFirstResponder else { return false }
    windowOfResponder?.firstResponder = nil
    return true
  }

  private final var windowOfResponder: UIWindow? {
    sequence(first: self, next: { $0.next }).lazy.compactMap { $0 as? UIView }.first?.window
  }

  // MARK: Accessibility, kept for subclasses to override

  private final class AccessibilityBox { var values = AccessibilityValues() }
  private final var accessibilityBox: AccessibilityBox?

  private final subscript<Value>(accessibility path: WritableKeyPath<AccessibilityValues, Value>) -> Value {
    get { accessibilityBox?.values[keyPath: path] ?? AccessibilityValues()[keyPath: path] }
    set {
      if accessibilityBox == nil { accessibilityBox = AccessibilityBox() }
      accessibilityBox?.values[keyPath: path] = newValue
    }
  }

  /// Whether this is an accessibility element. Default: false; true for labels and controls.
  open var isAccessibilityElement: Bool {
    get { self[accessibility: \.isElement] ?? (self is UILabel || self is UIControl) }
    set { self[accessibility: \.isElement] = newValue }
  }
  /// The element's name. Default: nil; a label's text, a button's title.
  open var accessibilityLabel: String? {
    get { self[accessibility: \.label] ?? (self as? UILabel)?.text ?? (self as? UIButton)?.currentTitle }
    set { self[accessibility: \.label] = newValue }
  }
  /// The element's name, with attributes. Default: nil.
  open var accessibilityAttributedLabel: NSAttributedString? {
    get { self[accessibility: \.attributedLabel] }
    set { self[accessibility: \.attributedLabel] = newValue }
  }
  /// The result of touching the element. Default: nil.
  open var accessibilityHint: String? {
    get { self[accessibility: \.hint] }
    set { self[accessibility: \.hint] = newValue }
  }
  /// The element's present value. Default: nil.
  open var accessibilityValue: String? {
    get { self[accessibility: \.value] }
    set { self[accessibility: \.value] = newValue }
  }
  /// The element's present value, with attributes. Default: nil.
  open var accessibilityAttributedValue: NSAttributedString? {
    get { self[accessibility: \.attributedValue] }
    set { self[accessibility: \.attributedValue] = newValue }
  }
  /// An identifier for tests. Default: nil.
  open var accessibilityIdentifier: String? {
    get { self[accessibility: \.identifier] }
    set { self[accessibility: \.identifier] = newValue }
  }
  /// The language of the element, as a BCP 47 tag. Default: nil.
  open var accessibilityLanguage: String? {
    get { self[accessibility: \.language] }
    set { self[accessibility: \.language] = newValue }
  }
  /// The element's purpose. Default: none; `staticText` for a label, `button` for a button, `image` for an image view.
  open var accessibilityTraits: UIAccessibilityTraits {
    get {
      self[accessibility: \.traits]
        ?? (self is UILabel ? .staticText : self is UIButton ? .button : self is UIImageView ? .image : .none)
    }
    set { self[accessibility: \.traits] = newValue }
  }
  /// The element's rectangle on the screen, in points. Default: for a view its bounds there, else zero.
  open var accessibilityFrame: CGRect {
    get {
      self[accessibility: \.frame] ?? (self as? UIView).map { $0.convert($0.bounds, to: nil) } ?? .zero
    }
    set { self[accessibility: \.frame] = newValue }
  }
  /// The element's outline on the screen, in points. Default: nil.
  open var accessibilityPath: UIBezierPath? {
    get { self[accessibility: \.path] }
    set { self[accessibility: \.path] = newValue }
  }
  /// The point that touches the element, on the screen, in points. Default: the middle of ``accessibilityFrame``.
  open var accessibilityActivationPoint: CGPoint {
    get {
      self[accessibility: \.activationPoint] ?? CGPoint(x: accessibilityFrame.midX, y: accessibilityFrame.midY)
    }
    set { self[accessibility: \.activationPoint] = newValue }
  }
  /// The element's parts, in their order. Default: nil.
  open var accessibilityElements: [Any]? {
    get { self[accessibility: \.elements] }
    set { self[accessibility: \.elements] = newValue }
  }
  /// Whether the element's parts are left out. Default: false.
  open var accessibilityElementsHidden: Bool {
    get { self[accessibility: \.elementsHidden] }
    set { self[accessibility: \.elementsHidden] = newValue }
  }
  /// Whether sibling views are left out. Default: false.
  open var accessibilityViewIsModal: Bool {
    get { self[accessibility: \.viewIsModal] }
    set { self[accessibility: \.viewIsModal] = newValue }
  }
  /// Whether the element's parts belong together. Default: false.
  open var shouldGroupAccessibilityChildren: Bool {
    get { self[accessibility: \.groupsChildren] }
    set { self[accessibility: \.groupsChildren] = newValue }
  }

  /// Activates the element. Default: nothing, false.
  open func accessibilityActivate() -> Bool { false }
  /// Increases the element's value. Does nothing by itself.
  open func accessibilityIncrement() {}
  /// Decreases the element's value. Does nothing by itself.
  open func accessibilityDecrement() {}
  /// Leaves the element. Default: nothing, false.
  open func accessibilityPerformEscape() -> Bool { false }
  /// Does the most important action. Default: nothing, false.
  open func accessibilityPerformMagicTap() -> Bool { false }
  /// Returns the number of parts. Default: that of ``accessibilityElements``.
  open func accessibilityElementCount() -> Int { accessibilityElements?.count ?? 0 }
  /// Returns a part. Default: from ``accessibilityElements``; nil for an index beyond them.
  open func accessibilityElement(at index: Int) -> Any? {
    accessibilityElements.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }
  /// Returns the index of a part. Default: in ``accessibilityElements``, `NSNotFound` for other objects.
  open func index(ofAccessibilityElement element: Any) -> Int {
    accessibilityElements?.firstIndex { ($0 as AnyObject) === (element as AnyObject) } ?? NSNotFound
  }
}

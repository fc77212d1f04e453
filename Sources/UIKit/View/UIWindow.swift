// The root of a tree of views as an app has it. What shows it is a renderer, which is given its layer:
//
//   let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
//   window.addSubview(view)                              // view.didMoveToWindow()
//   try OffscreenRenderer().image(of: window.layer, at: 0)

import CoreGraphics
public import Foundation

/// A view that is the window of all views below it.
///
/// Views are told when they come to be in a window and when they leave it. A tree whose root is another view has none,
/// though it can be rendered as well. A window is visible from the beginning, unlike Apple's.
open class UIWindow: UIView {
  /// A window with this ``UIView/frame``.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    windowOfTree = self
    UIApplication.shared.note(self)
  }

  /// Makes a window of the screen's size.
  public convenience init() { self.init(frame: UIScreen.main.bounds) }

  /// Not read from archives; see the superclass.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The screen that the window is on; there is just one.
  open var screen: UIScreen { .main }

  /// The controller whose view fills the window; setting it takes the view of the one before out. Default: nil.
  open var rootViewController: UIViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      if let old = oldValue?.viewIfLoaded, old.superview === self { old.removeFromSuperview() }
      guard let view = rootViewController?.view else { return }
      view.frame = bounds
      view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.translatesAutoresizingMaskIntoConstraints = true
      insertSubview(view, at: 0)
    }
  }

  /// Whether ``makeKey()`` was called. Windows do not take this from each other: there are no keys.
  public private(set) final var isKeyWindow = false

  /// Notes that the window is the one for keys.
  open func makeKey() { isKeyWindow = true }

  /// Shows the window, and notes that it is the one for keys.
  open func makeKeyAndVisible() {
    makeKey()
    isHidden = false
  }

  /// The responder that keys would go to.
  final weak var firstResponder: UIResponder?

  /// Gives an event's touches to the recognisers of the views that they are in, and of those above, then to the views.
  /// A program makes touches in the view that ``UIView/hitTest(_:with:)`` finds, and sends them each time that they
  /// changed:
  ///
  /// ```swift
  /// let touch = UITouch(at: CGPoint(x: 5, y: 5), in: button)
  /// window.sendEvent(UIEvent(touches: [touch]))
  /// touch.move(to: CGPoint(x: 6, y: 5), phase: .ended)
  /// window.sendEvent(UIEvent(touches: [touch]))
  /// ```
  open func sendEvent(_ event: UIEvent) { TouchDelivery.deliver(event) }
}

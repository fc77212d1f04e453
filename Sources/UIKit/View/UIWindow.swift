// The root of a tree of views. A renderer, given its layer, shows it:
//
//   let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
//   window.addSubview(view)                              // view.didMoveToWindow()
//   try OffscreenRenderer().image(of: window.layer, at: 0)

import CoreGraphics
public import Foundation

/// A view that is the window of all views below it.
///
/// Views are notified when they enter and leave a window. A tree with another root has no window, but can be
/// rendered. A window is visible from the beginning, unlike Apple's.
open class UIWindow: UIView {
  /// Creates a window with this ``UIView/frame``.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    windowOfTree = self
    UIApplication.shared.note(self)
  }

  /// Creates a window of the screen's size.
  public convenience init() { self.init(frame: UIScreen.main.bounds) }

  /// Not read from archives; see the superclass.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The screen that the window is on; there is just one.
  open var screen: UIScreen { .main }

  /// The controller whose view fills the window; setting it removes the former one's view. Default: nil.
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

  /// Whether ``makeKey()`` was called. Several windows may be key: there are no keys.
  public private(set) final var isKeyWindow = false

  /// Makes the window key.
  open func makeKey() { isKeyWindow = true }

  /// Shows the window, and makes it key.
  open func makeKeyAndVisible() {
    makeKey()
    isHidden = false
  }

  /// The responder that keys would go to.
  final weak var firstResponder: UIResponder?

  /// Gives an event's touches to the recognisers of their views, and of those above, then to the views. A program makes
  /// touches in the view that ``UIView/hitTest(_:with:)`` finds, and sends them each time that they changed:
  ///
  /// ```swift
  /// let touch = UITouch(at: CGPoint(x: 5, y: 5), in: button)
  /// window.sendEvent(UIEvent(touches: [touch]))
  /// touch.move(to: CGPoint(x: 6, y: 5), phase: .ended)
  /// window.sendEvent(UIEvent(touches: [touch]))
  /// ```
  open func sendEvent(_ event: UIEvent) { TouchDelivery.deliver(event) }
}

// Each view keeps its window, so that reading it is fast; a move of a subtree notifies all of it, superviews first.
extension UIView {
  /// Returns the views of this tree, superviews before their subviews, back to front, without skipped subtrees.
  final func views(skipping skips: (UIView) -> Bool = { _ in false }) -> [UIView] {
    var found: [UIView] = []
    var pending = [self]
    while let view = pending.popLast() {
      guard !skips(view) else { continue }
      found.append(view)
      pending += view.subviews.reversed()
    }
    return found
  }

  /// Notifies the views that go to another window with this one, and returns them; empty if the window stays the same.
  final func prepareMove(toWindow window: UIWindow?) -> [UIView] {
    guard windowOfTree !== window, !(self is UIWindow) else { return [] }
    let moving = views { $0 is UIWindow }
    for view in moving {
      view.controller?.willMove(toWindow: window)
      view.willMove(toWindow: window)
    }
    return moving
  }

  /// Sets the window of views that have moved, and notifies them.
  static func finishMove(of views: [UIView], toWindow window: UIWindow?) {
    for view in views { view.windowOfTree = window }
    // A view may have moved on since.
    for view in views where view.windowOfTree === window {
      view.didMoveToWindow()
      view.controller?.didMove(toWindow: window)
    }
  }
}

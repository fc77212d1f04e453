// Which window views are in. It is kept with each view, so that asking costs nothing; moving a subtree to another
// window tells all of it, superviews first.

extension UIView {
  /// The views of this tree, superviews before their subviews, back to front; `skips` leaves out a view with all below
  /// it.
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

  /// Tells the views that go to another window with this one of it, and returns them; empty if the window stays the
  /// same.
  final func prepareMove(toWindow window: UIWindow?) -> [UIView] {
    guard windowOfTree !== window, !(self is UIWindow) else { return [] }
    let moving = views { $0 is UIWindow }
    for view in moving {
      view.controller?.willMove(toWindow: window)
      view.willMove(toWindow: window)
    }
    return moving
  }

  /// Notes the window of views that have moved, and tells them.
  static func finishMove(of views: [UIView], toWindow window: UIWindow?) {
    for view in views { view.windowOfTree = window }
    // One of them may have gone on to somewhere else.
    for view in views where view.windowOfTree === window {
      view.didMoveToWindow()
      view.controller?.didMove(toWindow: window)
    }
  }
}

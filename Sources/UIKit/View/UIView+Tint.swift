// Tint colours go down the tree, to views that have none of their own.

import CoreGraphics
import Synchronization

extension UIView {
  /// Whether tints are greyed, as behind an alert.
  public enum TintAdjustmentMode: Int, Sendable {
    /// The superview's mode counts.
    case automatic = 0
    case normal = 1
    case dimmed = 2
  }

  /// Whether any view was ever given a tint: before, moving a view changes none.
  static let usesTints = Atomic(false)

  /// The tint without dimming.
  final var plainTint: UIColor {
    sequence(first: self) { $0.superview }.lazy.compactMap(\.ownTint).first ?? .systemBlue
  }

  final var shownTint: UIColor { tintAdjustmentMode == .dimmed ? plainTint.dimmed : plainTint }

  /// Changes what tints depend on, and tells this view and those below that share it.
  final func changeTint(_ change: () -> Void) {
    UIView.usesTints.store(true, ordering: .relaxed)
    change()
    tellTintChange()
  }

  final func tellTintChange() {
    let views = views(skipping: { $0 !== self && $0.ownTint != nil && $0.ownTintMode != .automatic })
    for view in views { view.tintColorDidChange() }
  }
}

extension UIColor {
  /// The grey of the same luminance.
  fileprivate var dimmed: UIColor {
    var (white, alpha): (CGFloat, CGFloat) = (0, 0)
    getWhite(&white, alpha: &alpha)
    return UIColor(white: white, alpha: alpha * 0.8)
  }
}

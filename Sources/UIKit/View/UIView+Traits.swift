// The style of a view: its own, or that of the nearest view above with one, or the current one. While a view lays out,
// draws or hears of a change, its traits are the current ones.

import Synchronization

extension UIView {
  /// Whether any view was ever given a style of its own: before, all have the current one.
  static let usesStyles = Atomic(false)

  final var shownTraits: UITraitCollection {
    var traits = UITraitCollection.current
    if UIView.usesStyles.load(ordering: .relaxed),
      let style = sequence(first: self, next: { $0.superview }).lazy.map(\.overrideUserInterfaceStyle).first(where: {
        $0 != .unspecified
      })
    {
      traits = UITraitCollection(traitsFrom: [traits, UITraitCollection(userInterfaceStyle: style)])
    }
    return traits
  }

  final func withTraits(_ body: () -> Void) {
    guard UIView.usesStyles.load(ordering: .relaxed) else { return body() }
    traitCollection.performAsCurrent(body)
  }

  /// Makes a change that styles may depend on, and tells the views whose style it changes.
  final func changeTraits(_ change: () -> Void) {
    let previous = shownTraits
    change()
    tellTraitChange(from: previous)
  }

  /// The view's own style was another one.
  final func styleChanged(from style: UIUserInterfaceStyle) {
    var previous = superview?.shownTraits ?? .current
    if style != .unspecified {
      previous = UITraitCollection(traitsFrom: [previous, UITraitCollection(userInterfaceStyle: style)])
    }
    tellTraitChange(from: previous)
  }

  private final func tellTraitChange(from previous: UITraitCollection) {
    guard shownTraits != previous else { return }
    for view in views(skipping: { $0 !== self && $0.overrideUserInterfaceStyle != .unspecified }) {
      view.updateBackground()
      view.setNeedsDisplay()
      view.withTraits { view.traitCollectionDidChange(previous) }
    }
  }
}

// A view's part in Auto Layout: the constraints that it keeps, its anchors and guides, and its resistance to resizing.

public import Foundation
import Synchronization

/// The state that a view keeps for Auto Layout; made on first use.
final class ViewConstraints {
  /// The active constraints that the view keeps, in the order of their activation.
  var held: [NSLayoutConstraint] = []
  var guides: [UILayoutGuide] = []
  /// The guides that every view has, made when they are asked for.
  var systemGuides: [UILayoutGuide] = []
  /// The priorities with which the view keeps its intrinsic size against growth and compression, by axis.
  var hugging = [UILayoutPriority.defaultLow, .defaultLow]
  var resistance = [UILayoutPriority.defaultHigh, .defaultHigh]
  /// The place that constraints give the view in its superview; nil where none do.
  var solvedFrame: CGRect?
  /// Whether a change of the view's place or size changes what constraints ask for.
  var participates = false

  // MARK: State of the root of a tree

  /// Whether the tree has to be solved anew.
  var isOutOfDate = true
  var isSolving = false
  /// Whether views are being put where constraints want them.
  var isApplying = false
  var solvedSize = CGSize.zero
}

extension UIView {
  /// Whether the process has any constraint: before, layout has nothing to ask for.
  static let usesConstraints = Atomic(false)

  final var constraining: ViewConstraints {
    if let known = constraintsIfAny { return known }
    let made = ViewConstraints()
    constraintsIfAny = made
    return made
  }

  // MARK: Constraints

  /// The active constraints that this view keeps: those whose items it is the nearest view above, and those that were
  /// added to it.
  public final var constraints: [NSLayoutConstraint] { constraintsIfAny?.held ?? [] }

  /// Activates a constraint, to be kept by this view. Precondition: its items are this view or below it.
  public final func addConstraint(_ constraint: NSLayoutConstraint) {
    constraint.isActive = false
    constraint.activate(in: self)
  }

  /// Activates constraints, to be kept by this view.
  public final func addConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { addConstraint(constraint) }
  }

  /// Deactivates a constraint that this view keeps; does nothing with others.
  public final func removeConstraint(_ constraint: NSLayoutConstraint) {
    if constraint.holder === self { constraint.isActive = false }
  }

  /// Deactivates those of the constraints that this view keeps.
  public final func removeConstraints(_ constraints: [NSLayoutConstraint]) {
    for constraint in constraints { removeConstraint(constraint) }
  }

  // MARK: Anchors

  /// The left side; the right one where text runs from right to left.
  public final var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
  /// The right side; the left one where text runs from right to left.
  public final var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
  /// The left side.
  public final var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
  /// The right side.
  public final var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
  /// The top.
  public final var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
  /// The bottom.
  public final var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
  /// The width.
  public final var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
  /// The height.
  public final var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
  /// The middle between left and right.
  public final var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
  /// The middle between top and bottom.
  public final var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
  /// The baseline of the first line of text; the bottom of a view without text.
  public final var firstBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .firstBaseline) }
  /// The baseline of the last line of text; the bottom of a view without text.
  public final var lastBaselineAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .lastBaseline) }

  // MARK: Guides

  /// The guides that were added to the view.
  public final var layoutGuides: [UILayoutGuide] { constraintsIfAny?.guides ?? [] }
  /// The view's bounds less its ``layoutMargins``.
  public final var layoutMarginsGuide: UILayoutGuide { systemGuide(.margins) }
  /// The view's bounds less its ``safeAreaInsets``; all of the bounds unless a subclass overrides them, as no bars
  /// cover views here.
  public final var safeAreaLayoutGuide: UILayoutGuide { systemGuide(.safeArea) }

  /// Adds a guide, taking it from the view that has it.
  public final func addLayoutGuide(_ layoutGuide: UILayoutGuide) { layoutGuide.owningView = self }

  /// Takes a guide away, with the constraints that name it.
  public final func removeLayoutGuide(_ layoutGuide: UILayoutGuide) {
    if layoutGuide.owningView === self { layoutGuide.owningView = nil }
  }

  final func systemGuide(_ kind: UILayoutGuide.Kind) -> UILayoutGuide {
    if let known = constraining.systemGuides.first(where: { $0.kind == kind }) { return known }
    let guide = UILayoutGuide(kind, of: self)
    constraining.systemGuides.append(guide)
    return guide
  }

  /// The ``layoutMargins`` by the direction of text.
  public final var directionalLayoutMargins: NSDirectionalEdgeInsets {
    get {
      let (margins, mirrors) = (layoutMargins, effectiveUserInterfaceLayoutDirection == .rightToLeft)
      return NSDirectionalEdgeInsets(
        top: margins.top, leading: mirrors ? margins.right : margins.left, bottom: margins.bottom,
        trailing: mirrors ? margins.left : margins.right)
    }
    set {
      let mirrors = effectiveUserInterfaceLayoutDirection == .rightToLeft
      layoutMargins = UIEdgeInsets(
        top: newValue.top, left: mirrors ? newValue.trailing : newValue.leading, bottom: newValue.bottom,
        right: mirrors ? newValue.leading : newValue.trailing)
    }
  }

  // MARK: Fitting

  /// Asks ``systemLayoutSizeFitting(_:)`` for the smallest size.
  public static let layoutFittingCompressedSize = CGSize.zero
  /// Asks ``systemLayoutSizeFitting(_:)`` for the largest size.
  public static let layoutFittingExpandedSize = CGSize(width: 10000, height: 10000)

  /// The size that the constraints of the view and of those below it come to.
  ///
  /// - Parameters:
  ///   - size: the size to come near to: ``layoutFittingCompressedSize``, for one.
  ///   - horizontal: how important its width is.
  ///   - vertical: how important its height is.
  final func performFitting(
    _ size: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority
  ) -> CGSize {
    updateConstraintsIfNeeded()
    let fitting = LayoutProblem.Fitting(size: size, horizontal: horizontal, vertical: vertical)
    return LayoutProblem(self, fitting: fitting).solve()?.size ?? bounds.size
  }
}

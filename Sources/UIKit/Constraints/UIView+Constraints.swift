import CoreGraphics
public import Foundation
import QuartzCore
import Synchronization

/// A view's state for Auto Layout, made on first use.
final class ViewConstraints {
  /// The active constraints that the view keeps, in the order of their activation.
  var held: [NSLayoutConstraint] = []
  var guides: [UILayoutGuide] = []
  /// The guides that every view has, made on demand.
  var systemGuides: [UILayoutGuide] = []
  /// The priorities of the view's intrinsic size against growth and compression, by axis.
  var hugging = [UILayoutPriority.defaultLow, .defaultLow]
  var resistance = [UILayoutPriority.defaultHigh, .defaultHigh]
  /// The view's place in its superview by constraints; nil without any.
  var solvedFrame: CGRect?
  /// Whether a change of the view's place or size affects constraints.
  var participates = false

  // MARK: State of the root of a tree

  var isOutOfDate = true
  var isSolving = false
  var isApplying = false
  var solvedSize = CGSize.zero
}

extension UIView {
  /// Whether the process has had any constraint; otherwise layout has nothing to do.
  static let usesConstraints = Atomic(false)

  final var constraining: ViewConstraints {
    if let known = constraintsIfAny { return known }
    let made = ViewConstraints()
    constraintsIfAny = made
    return made
  }

  // MARK: Constraints

  /// The active constraints of this view: those with it as their items' nearest common view, and those added to it.
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

  /// Deactivates those constraints that this view keeps.
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
  /// The view's bounds less its ``safeAreaInsets``: all of the bounds unless overridden, as no bars cover views here.
  public final var safeAreaLayoutGuide: UILayoutGuide { systemGuide(.safeArea) }

  /// Adds a guide, taking it from the view that has it.
  public final func addLayoutGuide(_ layoutGuide: UILayoutGuide) { layoutGuide.owningView = self }

  /// Removes a guide, with the constraints that name it.
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

  /// Returns the size that the constraints of the view and its subviews determine, as near to `size` as the priorities
  /// of its width and height allow.
  final func performFitting(
    _ size: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority
  ) -> CGSize {
    updateConstraintsIfNeeded()
    let fitting = LayoutProblem.Fitting(size: size, horizontal: horizontal, vertical: vertical)
    return LayoutProblem(self, fitting: fitting).solve()?.size ?? bounds.size
  }
}

// Before a view lays out, the constraints of its tree are solved if they, or values that they depend on, have changed.
// One pass solves the whole tree and marks each view whose subviews move; the view places them in its
// `layoutSubviews()`. So `layoutIfNeeded()` animates them within an animation block.
//
//   constant = 8 -> the tree is out of date, the holder is marked
//   layoutIfNeeded(), or a commit -> updateConstraints() -> LayoutProblem -> setNeedsLayout() -> layoutSubviews()
extension UIView {
  /// The largest number of rounds in which a layout may change values that it was solved for; it then stays as it is.
  private static let mostRounds = 8

  private final var rootOfTree: UIView {
    var root = self
    while let superview = root.superview { root = superview }
    return root
  }

  /// Returns the nearest common view, possibly one of both; nil for views of two trees.
  final func nearestCommonSuperview(with other: UIView) -> UIView? {
    let above = Set(sequence(first: self) { $0.superview }.map(ObjectIdentifier.init))
    return sequence(first: other) { $0.superview }.first { above.contains(ObjectIdentifier($0)) }
  }

  // MARK: What makes a solution out of date

  /// Notes a change of the tree's constraints, or of values that they depend on.
  final func constraintsChanged() {
    guard UIView.usesConstraints.load(ordering: .relaxed) else { return }
    rootOfTree.constraining.isOutOfDate = true
    setNeedsLayout()
  }

  final func placeChanged() {
    guard let state = constraintsIfAny, state.participates, state.solvedFrame == nil else { return }
    let root = rootOfTree.constraining
    guard !root.isApplying, !root.isOutOfDate else { return }
    root.isOutOfDate = true
    setNeedsLayout()
  }

  /// Deactivates constraints that this view or one above it keeps.
  final func dropConstraints(where isDropped: (NSLayoutConstraint) -> Bool) {
    guard UIView.usesConstraints.load(ordering: .relaxed) else { return }
    for view in sequence(first: self, next: { $0.superview }) {
      for constraint in view.constraints.filter(isDropped) { constraint.isActive = false }
    }
  }

  /// Deactivates the constraints between a leaving subview, with its subviews, and views that stay.
  final func dropConstraints(acrossEdgeOf view: UIView) {
    dropConstraints { $0.itemViews.contains { $0.isDescendant(of: view) } }
  }

  // MARK: The pass

  /// Asks this view and its subviews for their constraints, subviews first.
  final func performUpdateConstraints() {
    guard UIView.usesConstraints.load(ordering: .relaxed) else { return }
    for _ in 0..<Self.mostRounds {
      let marked = views().filter(\.needsConstraints)
      guard !marked.isEmpty else { return }
      for view in marked.reversed() {
        view.needsConstraints = false
        view.updateConstraints()
      }
    }
  }

  /// Solves the tree's constraints if they are out of date, and marks the views whose subviews move.
  final func solveLayout() {
    guard UIView.usesConstraints.load(ordering: .relaxed) else { return }
    let root = rootOfTree
    let state = root.constraining
    guard state.isOutOfDate || state.solvedSize != root.bounds.size, !state.isSolving else { return }
    state.isSolving = true
    defer { state.isSolving = false }
    root.updateConstraintsIfNeeded()
    state.isOutOfDate = false
    state.solvedSize = root.bounds.size
    let views = root.views()
    for view in views where view.constraintsIfAny != nil {
      (view.constraining.solvedFrame, view.constraining.participates) = (nil, false)
    }
    LayoutProblem(root, views: views).solve()?.keep()
    for view in views {
      guard let frame = view.constraintsIfAny?.solvedFrame, !view.isPlaced(at: frame) else { continue }
      view.superview?.setNeedsLayout()
    }
  }

  final func placeSubviews() {
    guard UIView.usesConstraints.load(ordering: .relaxed) else { return }
    solveLayout()
    let root = rootOfTree.constraining
    let wasApplying = root.isApplying
    root.isApplying = true
    defer { root.isApplying = wasApplying }
    for view in subviews {
      if let frame = view.constraintsIfAny?.solvedFrame, !view.isPlaced(at: frame) { view.place(at: frame) }
    }
  }

  /// Lays out the marked views, and those that become out of date meanwhile.
  final func performLayoutIfNeeded() {
    guard UIView.usesConstraints.load(ordering: .relaxed) else { return layer.layoutIfNeeded() }
    for _ in 0..<Self.mostRounds {
      solveLayout()
      layer.layoutIfNeeded()
      if !rootOfTree.constraining.isOutOfDate { return }
    }
  }

  /// Returns the centre for a rectangle of the superview; a transform turns the view about it.
  private final func center(in frame: CGRect) -> CGPoint {
    CGPoint(x: frame.minX + anchorPoint.x * frame.width, y: frame.minY + anchorPoint.y * frame.height)
  }

  private final func isPlaced(at frame: CGRect) -> Bool { bounds.size == frame.size && center == center(in: frame) }

  private final func place(at frame: CGRect) {
    if bounds.size != frame.size { bounds.size = frame.size }
    center = center(in: frame)
  }
}

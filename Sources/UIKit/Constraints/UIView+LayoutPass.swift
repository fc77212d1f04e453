// The layout pass: before a view lays out, the constraints of its tree are solved if they, or values that they depend
// on, have changed. One pass solves the whole tree and marks each view whose subviews move; the view places them in its
// `layoutSubviews()`. Within an animation block, `layoutIfNeeded()` therefore animates them.
//
//   constant = 8 -> the tree is out of date, the holder is marked
//   layoutIfNeeded(), or a commit -> updateConstraints() -> LayoutProblem -> setNeedsLayout() -> layoutSubviews()

import CoreGraphics
import QuartzCore
import Synchronization

extension UIView {
  /// The largest number of rounds in which a layout may change what it was solved for; it then stays as it is.
  private static let mostRounds = 8

  private final var rootOfTree: UIView {
    var root = self
    while let superview = root.superview { root = superview }
    return root
  }

  /// The nearest view that both are, or are below; nil for views of two trees.
  final func nearestCommonSuperview(with other: UIView) -> UIView? {
    let above = Set(sequence(first: self) { $0.superview }.map(ObjectIdentifier.init))
    return sequence(first: other) { $0.superview }.first { above.contains(ObjectIdentifier($0)) }
  }

  // MARK: What makes a solution out of date

  /// Says that the constraints of the tree, or what they go by, are others now.
  final func constraintsChanged() {
    guard UIView.usesConstraints.load(ordering: .relaxed) else { return }
    rootOfTree.constraining.isOutOfDate = true
    setNeedsLayout()
  }

  /// Says that the view's place or size changed.
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

  /// Deactivates the constraints between a subview that leaves, with those below it, and views that stay.
  final func dropConstraints(acrossEdgeOf view: UIView) {
    dropConstraints { $0.itemViews.contains { $0.isDescendant(of: view) } }
  }

  // MARK: The pass

  /// Asks this view and those below it for their constraints, those below first.
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

  /// Solves the tree's constraints, where they are out of date, and marks the views whose subviews move.
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

  /// Puts the subviews where constraints want them.
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

  /// Lays out the marked views, and those that become out of date by it.
  final func performLayoutIfNeeded() {
    guard UIView.usesConstraints.load(ordering: .relaxed) else { return layer.layoutIfNeeded() }
    for _ in 0..<Self.mostRounds {
      solveLayout()
      layer.layoutIfNeeded()
      if !rootOfTree.constraining.isOutOfDate { return }
    }
  }

  /// The centre that a rectangle of the superview means; a transform turns the view about it.
  private final func center(in frame: CGRect) -> CGPoint {
    CGPoint(x: frame.minX + anchorPoint.x * frame.width, y: frame.minY + anchorPoint.y * frame.height)
  }

  private final func isPlaced(at frame: CGRect) -> Bool { bounds.size == frame.size && center == center(in: frame) }

  private final func place(at frame: CGRect) {
    if bounds.size != frame.size { bounds.size = frame.size }
    center = center(in: frame)
  }
}

// The constraints of a stack and their priorities, as others read them in the logs of Apple's stack views (rdar
// 34595752 with the answer on Stack Overflow that it names; TZStackView's tests, which compare with UIStackView):
//
// - proportions are fractions of the whole stack, spaces included, of priorities 999, 998 ..., so that the last view
//   gets what rounding, spaces and margins leave;
// - equal spaces and distances of middles are those of guides; middles at 150;
// - a hidden view has no size, with half a space on each side.
//
// Ours: the order of views breaks ties of `fill`, at priorities below 1.

import CoreGraphics

struct StackArrangement {
  private typealias Attribute = NSLayoutConstraint.Attribute

  private let stack: UIStackView
  private(set) var constraints: [NSLayoutConstraint] = []
  private(set) var guides: [UILayoutGuide] = []

  // Sides along the axis and across it.
  private let (start, end, middle, size): (Attribute, Attribute, Attribute, Attribute)
  private let (crossStart, crossEnd, crossMiddle, crossSize): (Attribute, Attribute, Attribute, Attribute)

  init(_ stack: UIStackView) {
    self.stack = stack
    let row: (Attribute, Attribute, Attribute, Attribute) = (.leading, .trailing, .centerX, .width)
    let column: (Attribute, Attribute, Attribute, Attribute) = (.top, .bottom, .centerY, .height)
    (start, end, middle, size) = stack.axis == .horizontal ? row : column
    (crossStart, crossEnd, crossMiddle, crossSize) = stack.axis == .horizontal ? column : row
    let all = stack.arrangedSubviews
    let shown = all.filter { !$0.isHidden }
    guard let first = all.first, let last = all.last else { return }
    connect("UISV-canvas-connection", canvas, start, .equal, first, start)
    connect("UISV-canvas-connection", canvas, end, .equal, last, end)
    for view in all where view.isHidden { connect("UISV-hiding", view, size, .equal, nil, .notAnAttribute) }
    align(shown)
    switch stack.distribution {
    case .fill:
      chain(all, .equal)
      breakTies(shown)
    case .fillEqually:
      chain(all, .equal)
      for view in shown.dropFirst() { connect("UISV-fill-equally", view, size, .equal, shown[0], size) }
    case .fillProportionally:
      chain(all, .equal)
      fillProportionally(shown)
    case .equalSpacing:
      chain(all, .greaterThanOrEqual)
      distribute(shown, from: end, to: start, .required)
    case .equalCentering:
      chain(all, .greaterThanOrEqual)
      distribute(shown, from: middle, to: middle, UILayoutPriority(150))
    }
  }

  private var canvas: AnyObject { stack.isLayoutMarginsRelativeArrangement ? stack.layoutMarginsGuide : stack }

  private mutating func connect(
    _ name: String, _ first: AnyObject, _ firstAttribute: Attribute, _ relation: NSLayoutConstraint.Relation,
    _ second: AnyObject?, _ secondAttribute: Attribute, times multiplier: CGFloat = 1, plus constant: CGFloat = 0,
    _ priority: UILayoutPriority = .required
  ) {
    let constraint = NSLayoutConstraint(
      item: first, attribute: firstAttribute, relatedBy: relation, toItem: second, attribute: secondAttribute,
      multiplier: multiplier, constant: constant)
    (constraint.identifier, constraint.priority) = (name, priority)
    constraints.append(constraint)
  }

  /// Places each view after the one before.
  private mutating func chain(_ views: [UIView], _ relation: NSLayoutConstraint.Relation) {
    let byBaselines = stack.isBaselineRelativeArrangement && stack.axis == .vertical
    let lastShown = views.lastIndex { !$0.isHidden } ?? -1
    var shownBefore: UIView?
    for (index, (previous, view)) in zip(views, views.dropFirst()).enumerated() {
      if !previous.isHidden { shownBefore = previous }
      // One space between two visible views; hidden ones between them have half of it on each side.
      var space: CGFloat = 0
      if let shownBefore, index < lastShown {
        let share: CGFloat = previous.isHidden ? (view.isHidden ? 0 : 0.5) : view.isHidden ? 0.5 : 1
        space = stack.space(after: shownBefore) * share
      }
      let isText = byBaselines && !previous.isHidden && !view.isHidden
      connect(
        "UISV-spacing", view, isText ? .firstBaseline : start, relation, previous, isText ? .lastBaseline : end,
        plus: space)
    }
  }

  private mutating func align(_ views: [UIView]) {
    guard let first = views.first else { return }
    var (low, high) = (NSLayoutConstraint.Relation.greaterThanOrEqual, NSLayoutConstraint.Relation.lessThanOrEqual)
    switch stack.alignment {
    case .fill: (low, high) = (.equal, .equal)
    case .leading: low = .equal
    case .trailing: high = .equal
    case .center, .firstBaseline, .lastBaseline: break
    }
    for view in views {
      connect("UISV-alignment", view, crossStart, low, canvas, crossStart)
      connect("UISV-alignment", view, crossEnd, high, canvas, crossEnd)
      switch stack.alignment {
      case .center: connect("UISV-alignment", view, crossMiddle, .equal, canvas, crossMiddle)
      case .firstBaseline where stack.axis == .horizontal && view !== first:
        connect("UISV-alignment", view, .firstBaseline, .equal, first, .firstBaseline)
      case .lastBaseline where stack.axis == .horizontal && view !== first:
        connect("UISV-alignment", view, .lastBaseline, .equal, first, .lastBaseline)
      default: break
      }
    }
    guard stack.alignment != .fill else { return }
    // As large as the views need; views aligned by baseline at its side.
    connect("UISV-fit", stack, crossSize, .equal, nil, .notAnAttribute, UILayoutPriority(51))
    if [.firstBaseline, .lastBaseline].contains(stack.alignment) {
      let side = stack.alignment == .firstBaseline ? crossStart : crossEnd
      for view in views { connect("UISV-alignment", view, side, .equal, canvas, side, UILayoutPriority(25)) }
    }
  }

  private func intrinsicSize(of view: UIView) -> CGFloat {
    let size = view.intrinsicContentSize
    let length = stack.axis == .horizontal ? size.width : size.height
    return length.isFinite ? max(length, 0) : 0
  }

  private mutating func fillProportionally(_ views: [UIView]) {
    let spaces = views.dropLast().reduce(0) { $0 + stack.space(after: $1) }
    let total = views.reduce(spaces) { $0 + intrinsicSize(of: $1) }
    guard views.count > 1, total > 0 else { return }
    for (index, view) in views.enumerated() where intrinsicSize(of: view) > 0 {
      connect(
        "UISV-fill-proportionally", view, size, .equal, stack, size, times: intrinsicSize(of: view) / total,
        UILayoutPriority(Float(max(999 - index, 1))))
    }
  }

  /// Makes the distances between two attributes of neighbours equal.
  private mutating func distribute(
    _ views: [UIView], from: Attribute, to: Attribute, _ priority: UILayoutPriority
  ) {
    for (previous, view) in zip(views, views.dropFirst()) {
      let guide = UILayoutGuide()
      guide.identifier = "UISV-distributing"
      connect("UISV-distributing-edge", guide, start, .equal, previous, from)
      connect("UISV-distributing-edge", guide, end, .equal, view, to)
      if let first = guides.first { connect("UISV-distributing", guide, size, .equal, first, size, priority) }
      guides.append(guide)
    }
    connect("UISV-fit", stack, size, .equal, nil, .notAnAttribute, UILayoutPriority(49))
  }

  /// Lets earlier views be resized first, if priorities let several be resized.
  private mutating func breakTies(_ views: [UIView]) {
    guard views.count > 1 else { return }
    for (index, view) in views.enumerated() {
      let priority = UILayoutPriority(0.5 + 0.4 * Float(index) / Float(views.count))
      connect(
        "UISV-order", view, size, .equal, nil, .notAnAttribute, plus: intrinsicSize(of: view), priority)
    }
  }
}

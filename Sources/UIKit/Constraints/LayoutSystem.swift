import CoreGraphics
import Foundation

struct LinearRect {
  var x: LinearForm
  var y: LinearForm
  var width: LinearForm
  var height: LinearForm

  func inset(by insets: UIEdgeInsets) -> LinearRect {
    LinearRect(
      x: x + Double(insets.left), y: y + Double(insets.top), width: width + Double(-insets.left - insets.right),
      height: height + Double(-insets.top - insets.bottom))
  }
}

struct LayoutSystem {
  let problem: LayoutProblem
  private let broken: Set<Int>
  private(set) var solver: LinearSolver
  /// The rectangles of views and guides in the coordinates of the root.
  private(set) var rects: [ObjectIdentifier: LinearRect] = [:]
  /// The contents of scroll views whose sides constraints name.
  private(set) var contents: [ObjectIdentifier: LinearRect] = [:]

  /// - Parameter broken: the indices of constraints that are left out.
  init(_ problem: LayoutProblem, without broken: Set<Int>, explains: Bool) {
    (self.problem, self.broken) = (problem, broken)
    solver = LinearSolver(tracksOwners: explains)
    for view in problem.views { rects[ObjectIdentifier(view)] = rect(of: view) }
    for guide in problem.guides { rects[ObjectIdentifier(guide)] = freeRect() }
  }

  private mutating func freeRect() -> LinearRect {
    LinearRect(
      x: LinearForm(variable: solver.variable()), y: LinearForm(variable: solver.variable()),
      width: LinearForm(variable: solver.variable()), height: LinearForm(variable: solver.variable()))
  }

  private mutating func rect(of view: UIView) -> LinearRect {
    if view === problem.root {
      let size = view.bounds.size
      guard problem.fitting != nil else {
        return LinearRect(
          x: LinearForm(), y: LinearForm(), width: LinearForm(Double(size.width)),
          height: LinearForm(Double(size.height)))
      }
      var rect = freeRect()
      (rect.x, rect.y) = (LinearForm(), LinearForm())
      return rect
    }
    guard let superview = view.superview, let outer = rects[ObjectIdentifier(superview)],
      !problem.placed.contains(ObjectIdentifier(view))
    else { return freeRect() }
    // With the superview's present size the view keeps its place.
    let (frame, bounds, mask) = (view.untransformedFrame, superview.bounds, view.autoresizingMask)
    let x = Self.follow(
      outer.x, outer.width, now: bounds.width, start: frame.minX - bounds.minX, extent: frame.width,
      flexible: [
        mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth), mask.contains(.flexibleRightMargin),
      ])
    let y = Self.follow(
      outer.y, outer.height, now: bounds.height, start: frame.minY - bounds.minY, extent: frame.height,
      flexible: [
        mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight), mask.contains(.flexibleBottomMargin),
      ])
    return LinearRect(x: x.start, y: y.start, width: x.extent, height: y.extent)
  }

  /// Places one axis of a view by its autoresizing mask: each flexible part has its share of a change.
  private static func follow(
    _ origin: LinearForm, _ length: LinearForm, now: CGFloat, start: CGFloat, extent: CGFloat, flexible: [Bool]
  ) -> (start: LinearForm, extent: LinearForm) {
    let parts = [start, extent, now - start - extent]
    let total = zip(parts, flexible).reduce(0) { $0 + ($1.1 ? $1.0 : 0) }
    let count = flexible.filter { $0 }.count
    func share(_ index: Int) -> Double {
      guard flexible[index] else { return 0 }
      return total > 0 ? Double(parts[index] / total) : 1 / Double(count)
    }
    let change = length + Double(-now)
    return (origin + change * share(0) + Double(start), LinearForm(Double(extent)) + change * share(1))
  }

  // MARK: Attributes

  private mutating func rect(
    of item: AnyObject, _ attribute: NSLayoutConstraint.Attribute, from holder: UIView
  ) -> LinearRect {
    guard let view = item as? UIView ?? (item as? UILayoutGuide)?.owningView, let own = rects[ObjectIdentifier(view)]
    else { return freeRect() }
    switch (item as? UILayoutGuide)?.kind {
    // A subview's constraint to the sides of its scroll view means the contents; to size or middle, the scroll view.
    case nil:
      return view === holder && view.scrollsContents && attribute.isEdge ? contentRect(of: view, own) : own
    case .own: return rects[ObjectIdentifier(item)] ?? freeRect()
    case .margins: return own.inset(by: view.layoutMargins)
    case .safeArea: return own.inset(by: view.safeAreaInsets)
    case .contents: return contentRect(of: view, own)
    case .frame: return own
    }
  }

  private mutating func contentRect(of view: UIView, _ own: LinearRect) -> LinearRect {
    if let known = contents[ObjectIdentifier(view)] { return known }
    var rect = freeRect()
    rect.x = own.x + Double(-view.bounds.minX)
    rect.y = own.y + Double(-view.bounds.minY)
    contents[ObjectIdentifier(view)] = rect
    return rect
  }

  private mutating func form(
    _ attribute: NSLayoutConstraint.Attribute, of item: AnyObject, from holder: UIView, mirrors: Bool
  ) -> LinearForm {
    var rect = rect(of: item, attribute, from: holder)
    let view = item as? UIView
    let margins = view?.layoutMargins ?? .zero
    let origin = rects[ObjectIdentifier(holder)] ?? rect
    // Places count from the holder's corner, for multipliers; a scroll view's from its contents' corner.
    rect.x = rect.x - origin.x
    rect.y = rect.y - origin.y
    if holder.scrollsContents {
      rect.x.constant += Double(holder.bounds.minX)
      rect.y.constant += Double(holder.bounds.minY)
    }
    if mirrors { rect.x = origin.width - rect.x - rect.width }
    let inner = rect.inset(
      by: mirrors
        ? UIEdgeInsets(top: margins.top, left: margins.right, bottom: margins.bottom, right: margins.left) : margins)
    switch attribute {
    case .leading, .left: return rect.x
    case .trailing, .right: return rect.x + rect.width
    case .leadingMargin, .leftMargin: return inner.x
    case .trailingMargin, .rightMargin: return inner.x + inner.width
    case .centerX: return rect.x + rect.width * 0.5
    case .centerXWithinMargins: return inner.x + inner.width * 0.5
    case .top: return rect.y
    case .bottom: return rect.y + rect.height
    case .topMargin: return inner.y
    case .bottomMargin: return inner.y + inner.height
    case .centerY: return rect.y + rect.height * 0.5
    case .centerYWithinMargins: return inner.y + inner.height * 0.5
    case .width: return rect.width
    case .height: return rect.height
    case .firstBaseline, .lastBaseline:
      guard let baselines = view?.baselines else { return rect.y + rect.height }
      return rect.y + rect.height * 0.5 + Double(attribute == .firstBaseline ? baselines.first : baselines.last)
    case .notAnAttribute: return LinearForm()
    }
  }

  /// Returns a constraint as a form to compare with 0.
  private mutating func form(of constraint: NSLayoutConstraint) -> LinearForm {
    guard let holder = constraint.holder, let first = constraint.firstItem else { return LinearForm() }
    // Both sides have one direction: if either depends on it, places count from the other side.
    let directional = constraint.firstAttribute.isDirectional || constraint.secondAttribute.isDirectional
    let mirrors =
      directional && constraint.itemViews.first?.effectiveUserInterfaceLayoutDirection == .rightToLeft
    var form = form(constraint.firstAttribute, of: first, from: holder, mirrors: mirrors)
    if let second = constraint.secondItem {
      form.add(
        self.form(constraint.secondAttribute, of: second, from: holder, mirrors: mirrors),
        times: -Double(constraint.multiplier))
    }
    form.constant -= Double(constraint.constant)
    return form
  }

  // MARK: Solving

  /// The conditions that are not required, by their priority.
  private typealias Wishes = [Float: [(form: LinearForm, relation: LinearSolver.Relation)]]

  /// - Parameter leavesOut: gets the indices of required constraints that contradict each other, and returns whether
  ///   the last one is left out and the others are solved.
  /// - Returns: the same indices, -1 for sizes below 0, if the system has to be solved anew; nil if it is solved.
  mutating func solve(leavesOut: ([Int]) -> Bool) throws(LinearSolverLimit) -> [Int]? {
    var wishes: Wishes = [:]
    for (index, constraint) in problem.constraints.enumerated() where !broken.contains(index) {
      let form = form(of: constraint)
      let relation: LinearSolver.Relation =
        switch constraint.relation {
        case .equal: .equal
        case .lessThanOrEqual: .atMost
        case .greaterThanOrEqual: .atLeast
        }
      if constraint.priority < .required {
        wishes[constraint.priority.rawValue, default: []].append((form, relation))
      } else if let conflict = try solver.require(form, relation, owner: index) {
        // Constraints are in the order of activation: the solver ignores this one and keeps the earlier ones.
        guard leavesOut(conflict) else { return conflict }
      }
    }
    let sized = problem.views.filter { problem.placed.contains(ObjectIdentifier($0)) || isFitted($0) }
    for item in sized.map(ObjectIdentifier.init) + problem.guides.map(ObjectIdentifier.init) {
      guard let rect = rects[item] else { continue }
      for side in [rect.width, rect.height] {
        if let conflict = try solver.require(side, .atLeast, owner: -1) { return conflict }
      }
    }
    for view in sized {
      if let conflict = try holdOn(to: view, &wishes) { return conflict }
    }
    if let fitting = problem.fitting, let rect = rects[ObjectIdentifier(problem.root)] {
      wishes[fitting.horizontal.rawValue, default: []].append((rect.width + Double(-fitting.size.width), .equal))
      wishes[fitting.vertical.rawValue, default: []].append((rect.height + Double(-fitting.size.height), .equal))
    }
    for level in wishes.keys.sorted(by: >) { try solver.prefer(wishes[level] ?? []) }
    try determine(sized)
    return nil
  }

  private func isFitted(_ view: UIView) -> Bool { problem.fitting != nil && view === problem.root }

  /// Adds a view's intrinsic size: the view hugs it, and resists becoming smaller.
  private mutating func holdOn(to view: UIView, _ wishes: inout Wishes) throws(LinearSolverLimit) -> [Int]? {
    guard let rect = rects[ObjectIdentifier(view)] else { return nil }
    let size = view.intrinsicContentSize
    for (axis, side, length) in [
      (NSLayoutConstraint.Axis.horizontal, rect.width, size.width), (.vertical, rect.height, size.height),
    ] where length >= 0 && length.isFinite {
      let form = side + Double(-length)
      for (priority, relation) in [
        (view.contentHuggingPriority(for: axis), LinearSolver.Relation.atMost),
        (view.contentCompressionResistancePriority(for: axis), .atLeast),
      ] {
        if priority < .required {
          wishes[priority.rawValue, default: []].append((form, relation))
        } else if let conflict = try solver.require(form, relation, owner: -1) {
          return conflict
        }
      }
    }
    return nil
  }

  /// Brings undetermined positions as close as possible to the superview's corner, and undetermined sizes to 0.
  private mutating func determine(_ sized: [UIView]) throws(LinearSolverLimit) {
    let rects = sized.compactMap { view in self.rects[ObjectIdentifier(view)].map { (view, $0) } }
    let sizes = rects.flatMap { [$1.width, $1.height] }
    try solver.prefer(sizes.filter(solver.isUndetermined).map { ($0, .equal) })
    let ways = rects.flatMap { view, rect in
      let outer = view.superview.flatMap { self.rects[ObjectIdentifier($0)] }
      return [rect.x - (outer?.x ?? LinearForm()), rect.y - (outer?.y ?? LinearForm())]
    }
    try solver.prefer(ways.filter(solver.isUndetermined).map { ($0, .equal) })
  }
}

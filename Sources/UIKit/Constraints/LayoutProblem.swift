// A tree's constraints as a linear system. A view that constraints place has four variables: its left and upper side in
// the coordinates of the root, its width and its height. Linear forms of these give the other rectangles: the root,
// which keeps its size; a view that follows its superview by its autoresizing mask (`UIView+Autoresizing`); margins.
//
// Apple's documentation does not define these cases. Multiplane decides:
// - If required constraints contradict each other, the solver ignores the one that was activated last.
// - An undetermined position is as close as possible to the superview's corner, and an undetermined size is 0.
// - A view without an autoresizing mask keeps its frame if no constraint names it.
//
// The solver rounds sides to the nearest pixels of the screen, as Apple's systems do.
//
// Tested by ConstraintLayoutTests.

import CoreGraphics
import Foundation

struct LayoutProblem {
  struct Fitting {
    var size: CGSize
    var horizontal: UILayoutPriority
    var vertical: UILayoutPriority
  }

  let root: UIView
  let fitting: Fitting?
  let constraints: [NSLayoutConstraint]
  /// The views that take part, superviews before their subviews.
  let views: [UIView]
  /// The guides that constraints name and that have a place of their own.
  let guides: [UILayoutGuide]
  let placed: Set<ObjectIdentifier>

  init(_ root: UIView, views all: [UIView]? = nil, fitting: Fitting? = nil) {
    (self.root, self.fitting) = (root, fitting)
    let all = all ?? root.views()
    constraints = all.flatMap(\.constraints).filter {
      $0.firstItem != nil && ($0.secondItem != nil || !$0.hasSecondItem)
    }.sorted { $0.activation < $1.activation }
    var (named, guides, seen): (Set<ObjectIdentifier>, [UILayoutGuide], Set<ObjectIdentifier>) = ([], [], [])
    var taking: Set<ObjectIdentifier> = [ObjectIdentifier(root)]
    for constraint in constraints {
      for item in [constraint.firstItem, constraint.secondItem] {
        guard let item else { continue }
        if item is UIView { named.insert(ObjectIdentifier(item)) }
        guard let guide = item as? UILayoutGuide else { continue }
        // The rectangle of such a guide is its view's, less the margins.
        if guide.kind != .own, let view = guide.owningView { named.insert(ObjectIdentifier(view)) }
        if guide.kind == .own, seen.insert(ObjectIdentifier(guide)).inserted {
          guides.append(guide)
        }
      }
      for view in constraint.itemViews {
        for above in sequence(first: view, next: { $0 === root ? nil : $0.superview }) {
          guard taking.insert(ObjectIdentifier(above)).inserted else { break }
        }
      }
    }
    views = all.filter { taking.contains(ObjectIdentifier($0)) }
    self.guides = guides
    placed = Set(
      views.filter {
        $0 !== root && !$0.translatesAutoresizingMaskIntoConstraints && named.contains(ObjectIdentifier($0))
      }.map(ObjectIdentifier.init))
  }

  /// Solves the constraints; returns nil, with a note, for a system that is too large.
  func solve() -> LayoutSolution? {
    for view in views { view.measure(inWidth: nil) }
    guard let first = attempt() else { return nil }
    // The width of text of several lines, now known, determines its height.
    var changes = false
    for view in views where placed.contains(ObjectIdentifier(view)) || view === root {
      let width = first.frame(of: view).width
      if width > 0, view.intrinsicContentSize.width > width + 0.01, view.measure(inWidth: width) { changes = true }
    }
    return changes ? attempt() : first
  }

  /// The largest number of constraints that are left out, one after the other, because a size would be below 0.
  private static let mostAttempts = 64

  /// Solves without the constraints that contradict others.
  private func attempt() -> LayoutSolution? {
    var broken: Set<Int> = []
    // Tracking the constraints of a contradiction is slower: it begins at the first contradiction without a note.
    var explains = false
    do throws(LinearSolverLimit) {
      for _ in 0..<Self.mostAttempts {
        var system = LayoutSystem(self, without: broken, explains: explains)
        let conflict = try system.solve { conflict in
          if explains { report(conflict) }
          return conflict.last.map { constraints[$0].isReported } ?? false
        }
        guard let conflict else { return LayoutSolution(system) }
        guard explains else {
          explains = true
          continue
        }
        // Without a constraint in it the conflict comes from extreme numbers.
        guard let last = conflict.last, last >= 0 else { return nil }
        broken.insert(last)
        report(conflict)
      }
      Notes.say(
        "Auto Layout: constraints contradict each other too often: \(broken.count) were left out, one after the other; "
          + "the views stay where they are")
      return nil
    } catch {}
    Notes.say("Auto Layout: \(constraints.count) constraints are too many to solve; the views stay where they are")
    return nil
  }

  /// - Parameter conflict: indices, ascending; -1 for sizes below 0.
  private func report(_ conflict: [Int]) {
    guard let last = conflict.last, last >= 0, !constraints[last].isReported else { return }
    constraints[last].isReported = true
    let all = conflict.filter { $0 >= 0 }.map { "\n  \(constraints[$0])" }.joined()
    Notes.say("Auto Layout: these constraints contradict each other, and the last of them is left out:\(all)")
  }
}

/// The rectangles, on whole pixels, that solve a `LayoutProblem`.
struct LayoutSolution {
  private let problem: LayoutProblem
  private var rects: [ObjectIdentifier: CGRect] = [:]
  private var contentSizes: [ObjectIdentifier: CGSize] = [:]

  /// The largest coordinate of a side, in points. Rounding or nonsense gives larger ones; the layout is dropped.
  private static let largest = 1e9

  /// Returns nil if a side has no usable number.
  init?(_ system: LayoutSystem) {
    problem = system.problem
    let solver = system.solver
    func value(_ rect: LinearRect) -> CGRect {
      CGRect(
        x: solver.value(of: rect.x), y: solver.value(of: rect.y), width: max(solver.value(of: rect.width), 0),
        height: max(solver.value(of: rect.height), 0))
    }
    rects = system.rects.mapValues(value)
    contentSizes = system.contents.mapValues { value($0).size }
    for rect in rects.values {
      guard [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy({ abs($0) <= Self.largest }) else {
        Notes.say("Auto Layout: constraints ask for a view beyond a thousand million points; the views stay")
        return nil
      }
    }
  }

  func frame(of item: AnyObject) -> CGRect { rects[ObjectIdentifier(item)] ?? .zero }

  /// The requested size of the root.
  var size: CGSize {
    let size = frame(of: problem.root).size
    return CGSize(width: Self.pixel(size.width), height: Self.pixel(size.height))
  }

  private static func pixel(_ place: CGFloat) -> CGFloat {
    let scale = UIScreen.main.scale
    // A place midway between two pixels, within rounding errors, goes to the larger one.
    return (place * scale + 0.5 + 1e-6).rounded(.down) / scale
  }

  private func local(_ rect: CGRect, in view: UIView) -> CGRect {
    let outer = frame(of: view)
    let (x, y) = (rect.minX - outer.minX + view.bounds.minX, rect.minY - outer.minY + view.bounds.minY)
    let (left, top) = (Self.pixel(x), Self.pixel(y))
    return CGRect(
      x: left, y: top, width: Self.pixel(x + rect.width) - left, height: Self.pixel(y + rect.height) - top)
  }

  /// Gives each view and guide its place.
  func keep() {
    for view in problem.views {
      let state = view.constraining
      state.participates = true
      if problem.placed.contains(ObjectIdentifier(view)), let superview = view.superview {
        state.solvedFrame = local(frame(of: view), in: superview)
      }
      if let size = contentSizes[ObjectIdentifier(view)] {
        view.contentsWereLaidOut(
          CGSize(width: Self.pixel(size.width), height: Self.pixel(size.height)))
      }
    }
    for guide in problem.guides {
      if let view = guide.owningView { guide.solvedFrame = local(frame(of: guide), in: view) }
    }
  }
}

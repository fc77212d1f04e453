// The solution of a `LayoutProblem`: rectangles on whole pixels.

import CoreGraphics

struct LayoutSolution {
  private let problem: LayoutProblem
  private var rects: [ObjectIdentifier: CGRect] = [:]
  private var contentSizes: [ObjectIdentifier: CGSize] = [:]

  /// The largest coordinate of a side, in points. Larger ones come from rounding or from nonsense; the layout is
  /// dropped.
  private static let largest = 1e9

  /// Nil where a side has no number that a view could have.
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

  /// An item's rectangle in the root.
  func frame(of item: AnyObject) -> CGRect { rects[ObjectIdentifier(item)] ?? .zero }

  /// The size of the root that was asked for.
  var size: CGSize {
    let size = frame(of: problem.root).size
    return CGSize(width: Self.pixel(size.width), height: Self.pixel(size.height))
  }

  /// The nearest side of a pixel.
  private static func pixel(_ place: CGFloat) -> CGFloat {
    let scale = UIScreen.main.scale
    // A place midway between two pixels, within rounding errors, goes to the larger one.
    return (place * scale + 0.5 + 1e-6).rounded(.down) / scale
  }

  /// A rectangle of the root in a view's coordinates, on whole pixels.
  private func local(_ rect: CGRect, in view: UIView) -> CGRect {
    let outer = frame(of: view)
    let (x, y) = (rect.minX - outer.minX + view.bounds.minX, rect.minY - outer.minY + view.bounds.minY)
    let (left, top) = (Self.pixel(x), Self.pixel(y))
    return CGRect(
      x: left, y: top, width: Self.pixel(x + rect.width) - left, height: Self.pixel(y + rect.height) - top)
  }

  /// Has each view and guide know its place.
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

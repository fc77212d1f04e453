// A path as stroking and dashing see it: subpath by subpath, each a chain of curves that is open or closed.

package import Foundation

/// One subpath: a chain of lines and curves.
package struct Subpath: Equatable, Sendable {
  /// Where the chain begins.
  package var start: CGPoint
  /// The lines and curves, each beginning where the one before ends. A closed subpath's closing line is among them
  /// when it has a length.
  package var segments: [CubicSegment] = []
  /// Whether the end is joined to the start.
  package var isClosed = false
}

extension CGPath {
  /// The subpaths in order; a move that nothing follows is none.
  package var subpaths: [Subpath] {
    var result: [Subpath] = []
    var open: Subpath?
    var current = CGPoint.zero
    func finish() {
      if let subpath = open, !subpath.segments.isEmpty || subpath.isClosed { result.append(subpath) }
      open = nil
    }
    func draw(_ segment: CubicSegment) {
      // After a close, drawing goes on from where the closed subpath began.
      if open == nil { open = Subpath(start: current) }
      open?.segments.append(segment)
      current = segment.end
    }

    var next = 0
    let points = storage.points
    for type in storage.types {
      switch type {
      case .moveToPoint:
        finish()
        current = points[next]
        open = Subpath(start: current)
      case .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint:
        if let segment = CubicSegment(type, from: current, points, at: next) { draw(segment) }
      case .closeSubpath:
        let start = open?.start ?? current
        if open == nil { open = Subpath(start: start) }
        if current != start { draw(CubicSegment(lineFrom: current, to: start)) }
        open?.isClosed = true
        finish()
        current = start
      }
      next += type.pointCount
    }
    finish()
    return result
  }
}

extension CGPathStorage {
  /// Adds a chain of curves as a subpath: gaps between them become lines, straight ones are lines again, and those
  /// without length only stand for their place.
  package mutating func append(chain: some Sequence<CubicSegment>, closed: Bool) {
    var current: CGPoint?
    for segment in chain {
      if current == nil {
        move(to: segment.start)
      } else if current != segment.start {
        addLine(to: segment.start)
      }
      if segment.isLine {
        if segment.end != segment.start { addLine(to: segment.end) }
      } else {
        addCurve(to: segment.end, control1: segment.control1, control2: segment.control2)
      }
      current = segment.end
    }
    if closed { closeSubpath() }
  }
}

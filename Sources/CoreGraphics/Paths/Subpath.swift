// A path as stroking and dashing see it: subpath by subpath, each a chain of curves that is open or closed.

package import Foundation

/// One subpath: a chain of lines and curves.
package struct Subpath: Equatable, Sendable {
  /// The start of the chain.
  package var start: CGPoint
  /// The lines and curves, each beginning where the one before ends. A closed subpath's closing line is among them
  /// when it has a length.
  package var segments: [CubicSegment] = []
  /// Whether the end is joined to the start.
  package var isClosed = false
}

extension CGPath {
  /// The subpaths in order; a move without elements after it makes no subpath.
  package var subpaths: [Subpath] {
    var result: [Subpath] = []
    var segments: [CubicSegment] = []
    visitSubpaths {
      segments.append($0)
    } finish: { start, isClosed in
      result.append(Subpath(start: start, segments: segments, isClosed: isClosed))
      segments = []
    }
    return result
  }

  /// Calls `draw` for the lines and curves of each of the ``subpaths``, then `finish` for where it began and whether it
  /// is closed.
  func visitSubpaths(draw: (CubicSegment) -> Void, finish: (_ start: CGPoint, _ isClosed: Bool) -> Void) {
    // Where the subpath began, nil between two; and whether it has anything.
    var start: CGPoint?
    var isEmpty = true
    var current = CGPoint.zero
    func add(_ segment: CubicSegment) {
      // After a close, drawing goes on from where the closed subpath began.
      start = start ?? current
      isEmpty = false
      draw(segment)
      current = segment.end
    }
    func end(isClosed: Bool) {
      if let start, !isEmpty || isClosed { finish(start, isClosed) }
      (start, isEmpty) = (nil, true)
    }

    var next = 0
    let points = storage.points
    for type in storage.types {
      switch type {
      case .moveToPoint:
        end(isClosed: false)
        current = points[next]
        start = current
      case .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint:
        if let segment = CubicSegment(type, from: current, points, at: next) { add(segment) }
      case .closeSubpath:
        let first = start ?? current
        start = first
        if current != first { add(CubicSegment(lineFrom: current, to: first)) }
        end(isClosed: true)
        current = first
      }
      next += type.pointCount
    }
    end(isClosed: false)
  }
}

extension CGPathStorage {
  /// Adds a chain of curves as a subpath: gaps between them become lines, straight ones are lines again, and those
  /// without length only mark their place.
  package mutating func append(chain: some Sequence<CubicSegment>, closed: Bool) {
    var path = PathChain(after: self)
    // So that the path has the one copy.
    self = CGPathStorage()
    path.append(chain)
    if closed { path.close() }
    self = path.storage
  }
}

package import Foundation

/// The elements of a path: their kinds, and the points of all of them, in arrays that copies share.
package struct CGPathStorage: Hashable, Sendable {
  package private(set) var types: [CGPathElementType] = []
  /// The points of all elements; element `i` has `types[i].pointCount` of them.
  package private(set) var points: [CGPoint] = []
  /// The start of the current subpath, to which closing leads; nil before the first move.
  package private(set) var subpathStart: CGPoint?
  /// The start of the next element; nil before the first move.
  package private(set) var currentPoint: CGPoint?

  package init() {}

  package mutating func move(to point: CGPoint) {
    types.append(.moveToPoint)
    points.append(point)
    subpathStart = point
    currentPoint = point
  }

  // Drawing needs a current point. Apple's framework logs and ignores a call without one; this ignores it.

  /// Adds a line from the current point; nothing without one.
  package mutating func addLine(to end: CGPoint) {
    guard currentPoint != nil else { return }
    types.append(.addLineToPoint)
    points.append(end)
    currentPoint = end
  }

  /// Adds a quadratic curve from the current point; nothing without one.
  package mutating func addQuadCurve(to end: CGPoint, control: CGPoint) {
    guard currentPoint != nil else { return }
    types.append(.addQuadCurveToPoint)
    points.append(control)
    points.append(end)
    currentPoint = end
  }

  /// Adds a cubic curve from the current point; nothing without one.
  package mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    guard currentPoint != nil else { return }
    types.append(.addCurveToPoint)
    points.append(control1)
    points.append(control2)
    points.append(end)
    currentPoint = end
  }

  /// Closes the subpath; a second close in a row, or one without a subpath, adds nothing.
  package mutating func closeSubpath() {
    guard let start = subpathStart, types.last != .closeSubpath else { return }
    types.append(.closeSubpath)
    currentPoint = start
  }

  /// Adds the elements of `other`, moved by `transform`.
  package mutating func append(_ other: CGPathStorage, transform: CGAffineTransform = .identity) {
    guard !other.types.isEmpty else { return }
    types += other.types
    if transform.isIdentity {
      points += other.points
    } else {
      // At once, and with room to grow, without which each call would copy all earlier points.
      points.append(contentsOf: other.points.lazy.map { $0.applying(transform) })
    }
    subpathStart = other.subpathStart?.applying(transform)
    currentPoint = other.currentPoint?.applying(transform)
  }

  /// Reserves memory for another path's elements and a few more at once; growth by steps takes half as much again.
  mutating func reserve(_ other: CGPathStorage) {
    let few = 64
    let (types, points) = (types.count + other.types.count + few, points.count + other.points.count + few)
    if types > self.types.capacity { self.types.reserveCapacity(max(types, self.types.capacity * 3 / 2)) }
    if points > self.points.capacity { self.points.reserveCapacity(max(points, self.points.capacity * 3 / 2)) }
  }

  /// Returns the parts, each from a move to the next, whose points' bounding boxes, `reach` larger, touch `box`.
  package func parts(near box: CGRect, reach: Double) -> CGPathStorage {
    var result = CGPathStorage()
    let near = box.insetBy(dx: -reach, dy: -reach)
    var (element, point) = (0, 0)
    while element < types.count {
      let (firstElement, firstPoint) = (element, point)
      repeat {
        point += types[element].pointCount
        element += 1
      } while element < types.count && types[element] != .moveToPoint
      // A coordinate that is NaN fails every comparison, so that its part is kept.
      let part = points[firstPoint..<point]
      if part.allSatisfy({ $0.x < near.minX }) || part.allSatisfy({ $0.x > near.maxX })
        || part.allSatisfy({ $0.y < near.minY }) || part.allSatisfy({ $0.y > near.maxY })
      {
        continue
      }
      result.types += types[firstElement..<element]
      result.points += part
    }
    result.subpathStart = subpathStart
    result.currentPoint = currentPoint
    return result
  }

  package func applying(_ transform: CGAffineTransform) -> CGPathStorage {
    var result = CGPathStorage()
    result.append(self, transform: transform)
    return result
  }

  /// Returns the same kinds of elements with other points; nil unless there are as many.
  package func replacingPoints(_ replacement: [CGPoint]) -> CGPathStorage? {
    guard replacement.count == points.count else { return nil }
    var result = CGPathStorage()
    result.types = types
    result.points = replacement
    // The two current points follow from the elements.
    var next = 0
    for type in types {
      next += type.pointCount
      switch type {
      case .moveToPoint:
        result.subpathStart = replacement[next - 1]
        result.currentPoint = replacement[next - 1]
      case .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint: result.currentPoint = replacement[next - 1]
      case .closeSubpath: result.currentPoint = result.subpathStart
      }
    }
    return result
  }
}

/// A subpath as a chain of lines and curves, for stroking and dashing.
package struct Subpath: Equatable, Sendable {
  package var start: CGPoint
  /// The lines and curves, each from the end of the one before, with the closing line if it has a length.
  package var segments: [CubicSegment] = []
  package var isClosed = false
}

extension CGPath {
  /// The subpaths in order; a move that no element follows makes none.
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

  /// Calls `draw` for the lines and curves of each of the ``subpaths``, then `finish`.
  func visitSubpaths(draw: (CubicSegment) -> Void, finish: (_ start: CGPoint, _ isClosed: Bool) -> Void) {
    // The start of the subpath, nil between two; and whether the subpath has elements.
    var start: CGPoint?
    var isEmpty = true
    var current = CGPoint.zero
    func add(_ segment: CubicSegment) {
      // After a close, drawing continues at the closed subpath's start.
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
  /// Adds a chain of curves as a subpath: gaps and straight curves become lines, points only mark their place.
  package mutating func append(chain: some Sequence<CubicSegment>, closed: Bool) {
    var path = PathChain(after: self)
    // So that only one reference to the arrays exists.
    self = CGPathStorage()
    path.append(chain)
    if closed { path.close() }
    self = path.storage
  }
}

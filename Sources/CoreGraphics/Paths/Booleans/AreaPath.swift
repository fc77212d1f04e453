import Foundation

/// A part of a line or curve of the paths, between two points of the grid.
private struct Run {
  /// The index of the line or curve; nil for a straight line of neither.
  var source: Int32?
  var from: Double
  var to: Double
  var start: GridPoint
  var end: GridPoint
}

/// Makes paths of edges: successive edges of one line or curve become a part of it again.
struct AreaPath {
  private let source: AreaEdges
  private let edges: [AreaEdge]

  init(_ source: AreaEdges, _ arrangement: AreaArrangement) { (self.source, edges) = (source, arrangement.edges) }

  /// Adds a closed outline, unless it is narrower than the accuracy of the operation.
  func append(_ contour: [BoundaryEdge], to path: inout CGPathStorage) {
    var runs = contour.map(run)
    // From the end of a run, so that the outline's start divides none.
    if let first = runs.indices.first(where: { joined(runs[($0 + runs.count - 1) % runs.count], runs[$0]) == nil }) {
      runs = Array(runs[first...] + runs[..<first])
    }
    runs = merged(runs)
    guard !isSliver(runs) else { return }
    if let last = runs.last, isLine(last) { runs.removeLast() }
    path.append(chain: runs.map(curve), closed: true)
  }

  /// Adds consecutive lines as a subpath.
  func append(line: [BoundaryEdge], closed: Bool, to path: inout CGPathStorage) {
    path.append(chain: merged(line.map(run)).map(curve), closed: closed)
  }

  private func run(_ boundary: BoundaryEdge) -> Run {
    let edge = edges[Int(boundary.edge)]
    return boundary.isForward
      ? Run(source: edge.source, from: edge.parameters.start, to: edge.parameters.end, start: edge.start, end: edge.end)
      : Run(source: edge.source, from: edge.parameters.end, to: edge.parameters.start, start: edge.end, end: edge.start)
  }

  private func merged(_ runs: [Run]) -> [Run] {
    var result: [Run] = []
    for run in runs {
      if let last = result.last, let joined = joined(last, run) {
        result[result.count - 1] = joined
      } else {
        result.append(run)
      }
    }
    return result
  }

  /// Returns two runs as one if the second continues the first, else nil.
  private func joined(_ a: Run, _ b: Run) -> Run? {
    var joined = a
    (joined.to, joined.end) = (b.to, b.end)
    if let source = a.source, source == b.source, (a.to - a.from) * (b.to - b.from) > 0, abs(a.to - b.from) < 1e-9 {
      return joined
    }
    // Collinear lines in the same direction.
    guard isLine(a), isLine(b), a.start.cross(a.end, b.end) == 0, a.end.dot(a.start, b.end) < 0 else { return nil }
    joined.source = nil
    return joined
  }

  private func isLine(_ run: Run) -> Bool { run.source.map { source.sources[Int($0)].isLine } ?? true }

  /// Returns the run as a curve between the points at which its neighbours end and begin.
  private func curve(_ run: Run) -> CubicSegment {
    let (start, end) = (source.point(run.start), source.point(run.end))
    guard let index = run.source, !isLine(run) else { return CubicSegment(lineFrom: start, to: end) }
    let whole = run.from < run.to ? source.sources[Int(index)] : source.sources[Int(index)].reversed
    let (from, to) = run.from < run.to ? (run.from, run.to) : (1 - run.from, 1 - run.to)
    var part = whole.part(from: from, to: to)
    // A cut at a chord is off by less than the tolerance.
    let (atStart, atEnd) = (part.start.vector(to: start), part.end.vector(to: end))
    part.control1 = CGPoint(x: part.control1.x + atStart.dx, y: part.control1.y + atStart.dy)
    part.control2 = CGPoint(x: part.control2.x + atEnd.dx, y: part.control2.y + atEnd.dy)
    (part.start, part.end) = (start, end)
    return part
  }

  /// Whether the outline is a remainder of rounding between two that were to be equal.
  private func isSliver(_ runs: [Run]) -> Bool {
    let isCurved = runs.contains { !isLine($0) }
    guard isCurved || runs.count > 2, let origin = runs.first?.start else { return true }
    // Its points count, and the middles of its curves.
    var (area, length) = (0.0, 0.0)
    func add(_ p: CGPoint, _ q: CGPoint) {
      area += (p.x * q.y - p.y * q.x) / 2
      length += hypot(q.x - p.x, q.y - p.y)
    }
    let zero = source.point(origin)
    for run in runs {
      let curve = curve(run)
      var last = CGPoint(x: curve.start.x - zero.x, y: curve.start.y - zero.y)
      for u in isLine(run) ? [1] : [0.25, 0.5, 0.75, 1] {
        let point = curve.point(at: u)
        let next = CGPoint(x: point.x - zero.x, y: point.y - zero.y)
        add(last, next)
        last = next
      }
    }
    // The width of a long strip is its area divided by half of its perimeter.
    let width = length > 0 ? 2 * abs(area) / length : 0
    return width < (isCurved ? 2 * source.grid.tolerance : 2 / source.grid.scale)
  }
}

extension CGPoint {
  fileprivate func vector(to other: CGPoint) -> CGVector { CGVector(dx: other.x - x, dy: other.y - y) }
}

/// An edge in a direction with the inside to its left.
struct BoundaryEdge {
  /// The index of the edge in the arrangement.
  var edge: Int32
  /// Whether the direction is from the edge's start to its end.
  var isForward: Bool
}

/// The edges between inside and outside, joined to closed outlines with the inside to their left (y up):
/// counter-clockwise around areas and clockwise around holes, so that both rules fill the same.
struct AreaOutline {
  /// The closed outlines, each from its least point.
  private(set) var contours: [[BoundaryEdge]] = []
  /// For each contour, the index of a contour of the same connected area; its own if it is the first.
  private(set) var areas: [Int] = []

  private let edges: [AreaEdge]
  private var boundary: [BoundaryEdge]

  init(_ arrangement: AreaArrangement, _ sweep: WindingSweep, isInside: (AreaWinding) -> Bool) {
    edges = arrangement.edges
    boundary = (0..<Int32(edges.count)).compactMap { edge in
      let (left, right) = (isInside(sweep.left(edge)), isInside(sweep.right[Int(edge)]))
      return left != right ? BoundaryEdge(edge: edge, isForward: left) : nil
    }
    let edges = edges
    boundary.sort { a, b in
      let (p, q) = (a.start(edges), b.start(edges))
      return p != q ? p < q : Self.precedes(a.end(edges), b.end(edges), about: p)
    }
    trace()
    join(sweep)
  }

  private mutating func trace() {
    var isUsed = [Bool](repeating: false, count: boundary.count)
    for first in boundary.indices where !isUsed[first] {
      var contour: [BoundaryEdge] = []
      var next: Int? = first
      while let index = next, !isUsed[index] {
        isUsed[index] = true
        contour.append(boundary[index])
        next = successor(of: boundary[index])
      }
      contours.append(contour)
    }
  }

  /// Returns the edge that continues one at its end: the first clockwise, with the same inside to its left.
  private func successor(of edge: BoundaryEdge) -> Int? {
    let (back, point) = (edge.start(edges), edge.end(edges))
    let first = partition { boundary[$0].start(edges) < point }
    guard first < boundary.count, boundary[first].start(edges) == point else { return nil }
    let end = partition { boundary[$0].start(edges) <= point }
    guard end - first > 1 else { return first }
    let after = partition {
      let start = boundary[$0].start(edges)
      return start < point || (start == point && Self.precedes(boundary[$0].end(edges), back, about: point))
    }
    // They are ordered counter-clockwise: the edge before, cyclically.
    return after > first ? after - 1 : end - 1
  }

  /// Returns the index of the first edge that does not satisfy a condition that all edges before it satisfy.
  private func partition(_ condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, boundary.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether one direction comes before another, counter-clockwise from the x axis.
  private static func precedes(_ a: GridPoint, _ b: GridPoint, about center: GridPoint) -> Bool {
    func isLower(_ p: GridPoint) -> Bool { p.y != center.y ? p.y < center.y : p.x < center.x }
    if isLower(a) != isLower(b) { return isLower(b) }
    return center.cross(a, b) > 0
  }

  /// Joins each hole to the contour right below its least point, as the area between them is inside.
  private mutating func join(_ sweep: WindingSweep) {
    var contourOf = [Int](repeating: -1, count: edges.count)
    for (index, contour) in contours.enumerated() { for edge in contour { contourOf[Int(edge.edge)] = index } }
    areas = Array(contours.indices)
    for (index, contour) in contours.enumerated() {
      // Two edges leave the least point to the right. The inside is above the lower one, or below it for a hole.
      let least = edges[Int(contour[0].edge)].start
      guard
        let lower = contour.filter({ edges[Int($0.edge)].start == least }).min(by: {
          least.cross(edges[Int($0.edge)].end, edges[Int($1.edge)].end) > 0
        }), !lower.isForward
      else { continue }
      let below = sweep.boundaryBelow[Int(lower.edge)]
      // The contour below begins farther left, and so was joined before.
      if below >= 0, contourOf[Int(below)] >= 0 { areas[index] = areas[contourOf[Int(below)]] }
    }
  }
}

extension BoundaryEdge {
  /// Returns the point where the directed edge begins.
  func start(_ edges: [AreaEdge]) -> GridPoint { isForward ? edges[Int(edge)].start : edges[Int(edge)].end }

  /// Returns the point where the directed edge ends.
  func end(_ edges: [AreaEdge]) -> GridPoint { isForward ? edges[Int(edge)].end : edges[Int(edge)].start }
}

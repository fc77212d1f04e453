// The edges at which inside and outside meet, joined to closed outlines, each with the inside on its left (y up): areas
// run counter-clockwise and holes clockwise, so that both rules fill the same.

/// An edge that is travelled with the inside on its left.
struct BoundaryEdge {
  /// The index of the edge in the arrangement.
  var edge: Int32
  /// Whether it is travelled from its start to its end.
  var isForward: Bool
}

/// The outlines of what is inside.
struct AreaOutline {
  /// Each closed, from its least point.
  private(set) var contours: [[BoundaryEdge]] = []
  /// For each contour a contour of the same connected area; its own index where it is the first.
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

  /// Returns the edge that continues where one ends: the first one clockwise from it, which has the same inside on its
  /// left.
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
    // They are ordered counter-clockwise: the one before, and before the first the last.
    return after > first ? after - 1 : end - 1
  }

  /// The first edge that does not satisfy the condition, which those before it do.
  private func partition(_ condition: (Int) -> Bool) -> Int {
    var (low, high) = (0, boundary.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether one direction comes before another, counter-clockwise from that of x.
  private static func precedes(_ a: GridPoint, _ b: GridPoint, about center: GridPoint) -> Bool {
    func isLower(_ p: GridPoint) -> Bool { p.y != center.y ? p.y < center.y : p.x < center.x }
    if isLower(a) != isLower(b) { return isLower(b) }
    return center.cross(a, b) > 0
  }

  /// A hole is joined to the contour that lies right below its least point: the area between is inside.
  private mutating func join(_ sweep: WindingSweep) {
    var contourOf = [Int](repeating: -1, count: edges.count)
    for (index, contour) in contours.enumerated() {
      for edge in contour { contourOf[Int(edge.edge)] = index }
    }
    areas = Array(contours.indices)
    for (index, contour) in contours.enumerated() {
      // From the least point two edges go to the right; the lower one has the inside above it, or below it in a hole.
      let least = edges[Int(contour[0].edge)].start
      guard
        let lower = contour.filter({ edges[Int($0.edge)].start == least }).min(by: {
          least.cross(edges[Int($0.edge)].end, edges[Int($1.edge)].end) > 0
        }), !lower.isForward
      else { continue }
      let below = sweep.boundaryBelow[Int(lower.edge)]
      // What lies below began farther to the left, and so has been joined.
      if below >= 0, contourOf[Int(below)] >= 0 { areas[index] = areas[contourOf[Int(below)]] }
    }
  }
}

extension BoundaryEdge {
  /// Returns the point where the edge begins, in its direction of travel.
  func start(_ edges: [AreaEdge]) -> GridPoint { isForward ? edges[Int(edge)].start : edges[Int(edge)].end }

  /// Returns the point where the edge ends, in its direction of travel.
  func end(_ edges: [AreaEdge]) -> GridPoint { isForward ? edges[Int(edge)].end : edges[Int(edge)].start }
}

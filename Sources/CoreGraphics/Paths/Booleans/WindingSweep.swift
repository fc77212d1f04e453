// A vertical line goes over the edges from left to right. Where edges begin, the winding numbers below them are those
// above the edge under them, and each edge says by how much they change across it.

/// The winding numbers on the two sides of each edge of an arrangement.
struct WindingSweep {
  /// The winding numbers to the right of each edge, which is below it.
  private(set) var right: [AreaWinding]
  /// For each edge, the nearest edge below its start at which inside and outside meet; -1 if no such edge exists.
  private(set) var boundaryBelow: [Int32]

  private let edges: [AreaEdge]

  /// - Parameters:
  ///   - arrangement: the edges.
  ///   - isInside: of which points by their winding numbers, for ``boundaryBelow``.
  init(_ arrangement: AreaArrangement, isInside: (AreaWinding) -> Bool) {
    edges = arrangement.edges
    right = [AreaWinding](repeating: AreaWinding(), count: edges.count)
    boundaryBelow = [Int32](repeating: -1, count: edges.count)
    var status = SweepStatus(edges)
    let byStart = (0..<Int32(edges.count)).sorted { Self.precedes(edges[Int($0)], edges[Int($1)]) }
    let byEnd = (0..<edges.count).sorted { edges[$0].end < edges[$1].end }
    var (nextStart, nextEnd) = (0, 0)
    while nextEnd < byEnd.count {
      var point = edges[byEnd[nextEnd]].end
      if nextStart < byStart.count { point = min(point, edges[Int(byStart[nextStart])].start) }
      let (firstStart, firstEnd) = (nextStart, nextEnd)
      while nextStart < byStart.count, edges[Int(byStart[nextStart])].start == point { nextStart += 1 }
      while nextEnd < byEnd.count, edges[byEnd[nextEnd]].end == point { nextEnd += 1 }
      let starting = byStart[firstStart..<nextStart]
      var below = status.replace(endingAt: point, count: nextEnd - firstEnd, with: starting)
      for edge in starting {
        if let below {
          right[Int(edge)] = left(below)
          let isBoundary = isInside(left(below)) != isInside(right[Int(below)])
          boundaryBelow[Int(edge)] = isBoundary ? below : boundaryBelow[Int(below)]
        }
        below = edge
      }
    }
  }

  /// The winding numbers to the left of an edge, which is above it.
  func left(_ edge: Int32) -> AreaWinding { right[Int(edge)] + edges[Int(edge)].winding }

  /// Orders edges by their start, and those of one start upward; of two that coincide, the one that bounds an area
  /// comes first.
  private static func precedes(_ a: AreaEdge, _ b: AreaEdge) -> Bool {
    if a.start != b.start { return a.start < b.start }
    let cross = a.start.cross(a.end, b.end)
    return cross != 0 ? cross > 0 : !a.isLine && b.isLine
  }
}

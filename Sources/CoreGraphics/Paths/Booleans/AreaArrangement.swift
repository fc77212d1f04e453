// Edges that meet in nothing but their ends. An edge that is cut goes through grid points, and so has moved by less
// than a step; it may now cross another, and is looked at again. That ends after a few rounds.

import Foundation

/// Edges without crossings, each pair of points joined by at most one (and by lines).
struct AreaArrangement {
  /// In order of their starts.
  private(set) var edges: [AreaEdge]

  /// No path that is drawn for people comes near these, in all rounds together; what does is done on a coarse lattice.
  private static let (mostRounds, mostPairs, mostCuts) = (16, 1 << 26, 1 << 20)

  /// - Parameter edges: of closed outlines.
  init(_ edges: [AreaEdge]) {
    let whole = Self.merged(edges)
    var (current, pairsLeft) = (whole, Self.mostPairs)
    for _ in 0..<Self.mostRounds {
      guard
        let cuts = CrossingFinder.cuts(of: current, pairsLeft: &pairsLeft, mostCuts: Self.mostCuts)
      else { break }
      if cuts.isEmpty {
        self.edges = current
        return
      }
      current = Self.merged(Self.cut(current, at: cuts))
    }
    self.edges = Self.merged(AreaLattice(whole).edges)
  }

  /// The edges with those of the same ends made one, and those that change nothing left out.
  private static func merged(_ edges: [AreaEdge]) -> [AreaEdge] {
    let sorted = edges.sorted { a, b in
      if a.start != b.start { return a.start < b.start }
      if a.end != b.end { return a.end < b.end }
      if a.isLine != b.isLine { return b.isLine }
      // So that the result does not depend on how sorting treats equals.
      return (a.source ?? -1, a.parameters.start) < (b.source ?? -1, b.parameters.start)
    }
    var result: [AreaEdge] = []
    result.reserveCapacity(sorted.count)
    for edge in sorted {
      if let last = result.last, last.start == edge.start, last.end == edge.end, !last.isLine, !edge.isLine {
        result[result.count - 1].merge(edge)
      } else {
        if let last = result.last, !last.isLine, last.winding == AreaWinding() { result.removeLast() }
        result.append(edge)
      }
    }
    if let last = result.last, !last.isLine, last.winding == AreaWinding() { result.removeLast() }
    return result
  }

  private static func cut(_ edges: [AreaEdge], at cuts: [CrossingFinder.Cut]) -> [AreaEdge] {
    let cuts = cuts.sorted { a, b in
      guard a.edge == b.edge else { return a.edge < b.edge }
      let edge = edges[Int(a.edge)]
      let (p, q) = (edge.start.dot(edge.end, a.point), edge.start.dot(edge.end, b.point))
      return p != q ? p < q : a.point < b.point
    }
    var result: [AreaEdge] = []
    result.reserveCapacity(edges.count + cuts.count)
    var next = 0
    for (index, edge) in edges.enumerated() {
      var last = edge.start
      while next < cuts.count, cuts[next].edge == index {
        if let part = edge.part(from: last, to: cuts[next].point) { result.append(part) }
        last = cuts[next].point
        next += 1
      }
      if let part = edge.part(from: last, to: edge.end) { result.append(part) }
    }
    return result
  }
}

import Foundation

/// Edges on a grid: chords of the lines and curves of paths. Each knows its parameters there, to become a curve again.
struct AreaEdges {
  let grid: PathGrid
  private(set) var edges: [AreaEdge] = []
  private(set) var sources: [CubicSegment] = []
  /// The subpath of each source; only for lines.
  private(set) var subpaths: [Int32] = []
  /// Whether each subpath of lines is closed.
  private(set) var closed: [Bool] = []
  /// The exact positions of the grid points at which lines and curves end.
  private var points: [GridPoint: CGPoint] = [:]

  /// The greatest number of chords, beyond one for each line or curve.
  private static let mostChords = 1 << 19

  /// Creates the edges of the areas of one or two paths, or of a path's lines and another's area; nil for one point.
  init?(_ first: CGPath, _ second: CGPath?, firstIsLines: Bool = false) {
    let paths = [first] + (second.map { [$0] } ?? [])
    guard let grid = PathGrid(around: paths) else { return nil }
    self.grid = grid
    let tolerance = Self.tolerance(grid.tolerance, for: paths)
    add(
      first, winding: firstIsLines ? AreaWinding() : AreaWinding(first: 1), isLines: firstIsLines, tolerance: tolerance)
    if let second { add(second, winding: AreaWinding(second: 1), isLines: false, tolerance: tolerance) }
  }

  /// Returns the position of a grid point in the space of the paths.
  func point(_ point: GridPoint) -> CGPoint { points[point] ?? grid.point(point) }

  /// Returns `tolerance`, or a coarser one if that took too many chords.
  private static func tolerance(_ tolerance: Double, for paths: [CGPath]) -> Double {
    var count = 0
    for path in paths {
      path.visitSubpaths(draw: { count += $0.chordCount(tolerance: tolerance) - 1 }, finish: { _, _ in })
    }
    // The number of chords is proportional to the inverse root of the tolerance.
    let excess = Double(count) / Double(mostChords)
    return excess > 1 ? tolerance * excess * excess * 4 : tolerance
  }

  private mutating func add(_ path: CGPath, winding: AreaWinding, isLines: Bool, tolerance: Double) {
    // Points with a NaN coordinate are skipped: a line joins their neighbours.
    var ends: (first: CGPoint, last: CGPoint)?
    path.visitSubpaths { segment in
      guard PathGrid.holds(segment.start), PathGrid.holds(segment.end) else {
        for point in [segment.start, segment.end] where PathGrid.holds(point) {
          line(from: ends?.last, to: point, winding, isLines)
          ends = (ends?.first ?? point, point)
        }
        return
      }
      line(from: ends?.last, to: segment.start, winding, isLines)
      let isWhole = PathGrid.holds(segment.control1) && PathGrid.holds(segment.control2)
      add(
        isWhole ? segment : CubicSegment(lineFrom: segment.start, to: segment.end), winding, isLines: isLines,
        tolerance: tolerance)
      ends = (ends?.first ?? segment.start, segment.end)
    } finish: { _, isClosed in
      if let ends, isClosed || !isLines { line(from: ends.last, to: ends.first, winding, isLines) }
      ends = nil
      if isLines { closed.append(isClosed) }
    }
  }

  private mutating func line(from: CGPoint?, to: CGPoint, _ winding: AreaWinding, _ isLines: Bool) {
    guard let from, from != to else { return }
    add(CubicSegment(lineFrom: from, to: to), winding, isLines: isLines, tolerance: 1)
  }

  private mutating func add(_ segment: CubicSegment, _ winding: AreaWinding, isLines: Bool, tolerance: Double) {
    let source = Int32(truncatingIfNeeded: sources.count)
    sources.append(segment)
    if isLines { subpaths.append(Int32(truncatingIfNeeded: closed.count)) }
    var last = vertex(segment.start)
    let end = vertex(segment.end)
    let count = segment.chordCount(tolerance: tolerance)
    for index in 1...count {
      let u = Double(index) / Double(count)
      let next = index == count ? end : grid.nearest(segment.point(at: u))
      if next != last {
        edges.append(
          AreaEdge(
            from: last, to: next, winding: winding, source: source, parameters: (Double(index - 1) / Double(count), u),
            isLine: isLines))
      }
      last = next
    }
  }

  private mutating func vertex(_ point: CGPoint) -> GridPoint {
    let vertex = grid.nearest(point)
    if points[vertex] == nil { points[vertex] = point }
    return vertex
  }
}

/// A line on the grid at which the winding numbers of one or both paths change.
struct AreaEdge {
  /// The lesser end; always less than the greater one.
  private(set) var start: GridPoint
  private(set) var end: GridPoint
  /// The winding numbers to the left of the direction from `start` to `end`, minus those to its right.
  private(set) var winding: AreaWinding
  /// The index of the line or curve of which the edge is a part; nil for neither.
  private(set) var source: Int32?
  private(set) var parameters: (start: Double, end: Double)
  /// Whether the edge is a part of lines that are to be cut, and bounds no area.
  let isLine: Bool

  init(
    from: GridPoint, to: GridPoint, winding: AreaWinding, source: Int32?, parameters: (Double, Double), isLine: Bool
  ) {
    if from < to {
      (start, end, self.winding, self.parameters) = (from, to, winding, parameters)
    } else {
      (start, end, self.winding, self.parameters) = (to, from, -winding, (parameters.1, parameters.0))
    }
    self.source = source
    self.isLine = isLine
  }

  /// Returns the part between two points on or next to the edge; nil if they are the same.
  func part(from: GridPoint, to: GridPoint) -> AreaEdge? {
    guard from != to else { return nil }
    return AreaEdge(
      from: from, to: to, winding: winding, source: source, parameters: (parameter(at: from), parameter(at: to)),
      isLine: isLine)
  }

  /// Returns the source's parameter at a point of the edge.
  private func parameter(at point: GridPoint) -> Double {
    if point == start { return parameters.start }
    if point == end { return parameters.end }
    let fraction = Double(start.dot(end, point)) / Double(start.dot(end, end))
    return parameters.start + (parameters.end - parameters.start) * min(max(fraction, 0), 1)
  }

  /// Returns a positive number for a point to the left of the edge, which is above it, and 0 on its line.
  func side(of point: GridPoint) -> Int { start.cross(end, point) }

  /// Merges an edge with the same ends into this one.
  mutating func merge(_ other: AreaEdge) { winding = winding + other.winding }
}

/// The winding numbers of two paths around a point.
struct AreaWinding: Equatable {
  var first: Int32 = 0
  var second: Int32 = 0

  // Wrapping, as it must not trap for numbers that no path reaches.
  static func + (a: AreaWinding, b: AreaWinding) -> AreaWinding {
    AreaWinding(first: a.first &+ b.first, second: a.second &+ b.second)
  }

  static prefix func - (a: AreaWinding) -> AreaWinding { AreaWinding(first: 0 &- a.first, second: 0 &- a.second) }
}

/// Edges without crossings, at most one (and lines) between two points. The parts of a cut edge go through grid points,
/// and so may cross others: they are checked again, for several rounds.
struct AreaArrangement {
  /// The edges by their starts.
  private(set) var edges: [AreaEdge]

  /// The limits of all rounds together, which no real drawing approaches; beyond them, a coarse lattice is used.
  private static let (mostRounds, mostPairs, mostCuts) = (16, 1 << 26, 1 << 20)

  /// Creates the arrangement of the edges of closed outlines.
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

  /// Returns the edges with those of the same ends merged, and without those that change no winding number.
  private static func merged(_ edges: [AreaEdge]) -> [AreaEdge] {
    let sorted = edges.sorted { a, b in
      if a.start != b.start { return a.start < b.start }
      if a.end != b.end { return a.end < b.end }
      if a.isLine != b.isLine { return b.isLine }
      // So that the result does not depend on the order of equal elements in the sort.
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

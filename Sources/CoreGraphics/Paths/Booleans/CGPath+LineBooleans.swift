// Lines cut by areas: what lies inside, or outside, stays a line.

extension CGPath {
  /// The parts of this path's lines and curves that lie inside of the other path, its outline included. They keep their
  /// direction and order; points are found as exactly as in ``union(_:using:)``.
  ///
  /// - Parameters:
  ///   - other: the path whose area counts.
  ///   - rule: which points are inside of `other`.
  public func lineIntersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    lines(cutBy: other, using: rule) { $0 }
  }

  /// The parts of this path's lines and curves that do not lie inside of the other path, nor on its outline. They keep
  /// their direction and order; points are found as exactly as in ``union(_:using:)``.
  ///
  /// - Parameters:
  ///   - other: the path whose area counts.
  ///   - rule: which points are inside of `other`.
  public func lineSubtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
    lines(cutBy: other, using: rule) { !$0 }
  }

  private func lines(cutBy other: CGPath, using rule: CGPathFillRule, _ isKept: (Bool) -> Bool) -> CGPath {
    guard let source = AreaEdges(self, other, firstIsLines: true) else { return CGPath(storage: CGPathStorage()) }
    let arrangement = AreaArrangement(source.edges)
    let sweep = WindingSweep(arrangement) { rule.isInside($0.second) }
    let inside = LineInside(arrangement, sweep, rule)
    var pieces = LinePieces(source, arrangement)
    for (index, edge) in arrangement.edges.enumerated() where edge.isLine {
      pieces.add(Int32(index), isKept: isKept(inside.contains(index)))
    }
    return CGPath(storage: pieces.path())
  }
}

/// The test whether an edge that is a line lies inside the area or on its outline.
private struct LineInside {
  private let arrangement: AreaArrangement
  private let sweep: WindingSweep
  private let rule: CGPathFillRule

  init(_ arrangement: AreaArrangement, _ sweep: WindingSweep, _ rule: CGPathFillRule) {
    (self.arrangement, self.sweep, self.rule) = (arrangement, sweep, rule)
  }

  func contains(_ index: Int) -> Bool {
    if rule.isInside(sweep.right[index].second) { return true }
    // On the outline of the area: the outline's edge comes right before the lines that coincide with it.
    let line = arrangement.edges[index]
    var before = index - 1
    while before >= 0, arrangement.edges[before].start == line.start, arrangement.edges[before].end == line.end {
      if !arrangement.edges[before].isLine {
        return rule.isInside(sweep.right[before].second) || rule.isInside(sweep.left(Int32(before)).second)
      }
      before -= 1
    }
    return false
  }
}

/// The parts of lines, of which some are kept and go on from each other.
private struct LinePieces {
  private struct Piece {
    var edge: BoundaryEdge
    var isKept: Bool
  }

  private let source: AreaEdges
  private let edges: [AreaEdge]
  private let output: AreaPath
  private var pieces: [Piece] = []

  init(_ source: AreaEdges, _ arrangement: AreaArrangement) {
    (self.source, edges) = (source, arrangement.edges)
    output = AreaPath(source, arrangement)
  }

  mutating func add(_ index: Int32, isKept: Bool) {
    let edge = edges[Int(index)]
    let isForward = edge.parameters.start <= edge.parameters.end
    pieces.append(Piece(edge: BoundaryEdge(edge: index, isForward: isForward), isKept: isKept))
  }

  /// The pieces in the order of the path, those that go on from each other as one subpath.
  func path() -> CGPathStorage {
    let sorted = pieces.sorted { a, b in
      let (p, q) = (edges[Int(a.edge.edge)], edges[Int(b.edge.edge)])
      return (p.source ?? -1, min(p.parameters.start, p.parameters.end))
        < (q.source ?? -1, min(q.parameters.start, q.parameters.end))
    }
    var result = CGPathStorage()
    var next = sorted[...]
    while let first = next.first {
      let subpath = subpath(first)
      append(next.prefix { self.subpath($0) == subpath }, closed: source.closed[subpath], to: &result)
      next = next.drop { self.subpath($0) == subpath }
    }
    return result
  }

  /// The subpath that a piece is a part of.
  private func subpath(_ piece: Piece) -> Int {
    edges[Int(piece.edge.edge)].source.map { Int(source.subpaths[Int($0)]) } ?? 0
  }

  /// Adds the pieces of one subpath.
  private func append(_ pieces: ArraySlice<Piece>, closed: Bool, to path: inout CGPathStorage) {
    let isWhole = closed && pieces.allSatisfy(\.isKept)
    var chains = pieces.split { !$0.isKept }.map { $0.map(\.edge) }
    // Over the point where a closed subpath begins, its end goes on with its start.
    if closed, chains.count > 1, pieces.first?.isKept == true, pieces.last?.isKept == true {
      chains[0] = chains.removeLast() + chains[0]
    }
    for chain in chains { output.append(line: chain, closed: isWhole, to: &path) }
  }
}

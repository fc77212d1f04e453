/// A line of the grid between two points, where the winding numbers of one or both paths change.
struct AreaEdge {
  /// The lesser of the two ends; never the greater's equal.
  private(set) var start: GridPoint
  private(set) var end: GridPoint
  /// The winding numbers to the left of the way from `start` to `end`, minus those to the right of it.
  private(set) var winding: AreaWinding
  /// The line or curve of which the edge is a part, as an index; nil for one of its own.
  private(set) var source: Int32?
  /// The source's parameters at `start` and `end`.
  private(set) var parameters: (start: Double, end: Double)
  /// Whether the edge bounds no area: it is a part of lines that are to be cut.
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

  /// The part between two points of the edge, or as good as of it. Nil where they are one.
  func part(from: GridPoint, to: GridPoint) -> AreaEdge? {
    guard from != to else { return nil }
    return AreaEdge(
      from: from, to: to, winding: winding, source: source, parameters: (parameter(at: from), parameter(at: to)),
      isLine: isLine)
  }

  /// The source's parameter at a point of the edge.
  private func parameter(at point: GridPoint) -> Double {
    if point == start { return parameters.start }
    if point == end { return parameters.end }
    let fraction = Double(start.dot(end, point)) / Double(start.dot(end, end))
    return parameters.start + (parameters.end - parameters.start) * min(max(fraction, 0), 1)
  }

  /// Above 0 where the point lies to the left of the edge, which is above it; 0 on its line.
  func side(of point: GridPoint) -> Int { start.cross(end, point) }

  /// Adds the edge into one that has the same ends.
  mutating func merge(_ other: AreaEdge) { winding = winding + other.winding }
}

/// The winding numbers of two paths about a point.
struct AreaWinding: Equatable {
  var first: Int32 = 0
  var second: Int32 = 0

  // Wrapping: as many turns as that no path has, and it must not trap.
  static func + (a: AreaWinding, b: AreaWinding) -> AreaWinding {
    AreaWinding(first: a.first &+ b.first, second: a.second &+ b.second)
  }

  static prefix func - (a: AreaWinding) -> AreaWinding { AreaWinding(first: 0 &- a.first, second: 0 &- a.second) }
}

// The edges of paths: chords of their curves, which know where on which curve they lie, so that what remains of them in
// the end can be curves again.

import Foundation

/// Edges on a grid, and the lines and curves that they come from.
struct AreaEdges {
  let grid: PathGrid
  private(set) var edges: [AreaEdge] = []
  private(set) var sources: [CubicSegment] = []
  /// The subpath that each source belongs to; only for lines.
  private(set) var subpaths: [Int32] = []
  /// Whether each subpath of lines is closed.
  private(set) var closed: [Bool] = []
  /// The true place of the grid points that are ends of lines and curves.
  private var points: [GridPoint: CGPoint] = [:]

  /// There are no more chords than this, but for one to each line or curve.
  private static let mostChords = 1 << 19

  /// The edges of the areas of one or two paths, or of a path's lines and another's area. Nil where all of the points
  /// are one.
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

  /// The tolerance, or a coarser one where it would take too many chords.
  private static func tolerance(_ tolerance: Double, for paths: [CGPath]) -> Double {
    var count = 0
    for path in paths {
      path.visitSubpaths(draw: { count += $0.chordCount(tolerance: tolerance) - 1 }, finish: { _, _ in })
    }
    // The number goes with the root of the tolerance.
    let excess = Double(count) / Double(mostChords)
    return excess > 1 ? tolerance * excess * excess * 4 : tolerance
  }

  private mutating func add(_ path: CGPath, winding: AreaWinding, isLines: Bool, tolerance: Double) {
    // Points that are no numbers are left out, and lines lead past them.
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

// Outlines as paths: edges that follow each other on one line or curve become that part of it again.

import Foundation

/// A part of a line or curve of the paths, between two points of the grid.
private struct Run {
  /// Nil for a straight line of no source.
  var source: Int32?
  var from: Double
  var to: Double
  var start: GridPoint
  var end: GridPoint
}

/// Makes paths of edges.
struct AreaPath {
  private let source: AreaEdges
  private let edges: [AreaEdge]

  init(_ source: AreaEdges, _ arrangement: AreaArrangement) { (self.source, edges) = (source, arrangement.edges) }

  /// Adds a closed outline. One that is no wider than the accuracy of the operation is left out.
  func append(_ contour: [BoundaryEdge], to path: inout CGPathStorage) {
    var runs = contour.map(run)
    // From the end of a run, so that none is cut at the outline's start.
    if let first = runs.indices.first(where: { joined(runs[($0 + runs.count - 1) % runs.count], runs[$0]) == nil }) {
      runs = Array(runs[first...] + runs[..<first])
    }
    runs = merged(runs)
    guard !isSliver(runs) else { return }
    // Closing draws the last line.
    if let last = runs.last, isLine(last) { runs.removeLast() }
    path.append(chain: runs.map(curve), closed: true)
  }

  /// Adds lines that go on from each other as a subpath.
  func append(line: [BoundaryEdge], closed: Bool, to path: inout CGPathStorage) {
    path.append(chain: merged(line.map(run)).map(curve), closed: closed)
  }

  private func run(_ boundary: BoundaryEdge) -> Run {
    let edge = edges[Int(boundary.edge)]
    return boundary.isForward
      ? Run(
        source: edge.source, from: edge.parameters.start, to: edge.parameters.end, start: edge.start, end: edge.end)
      : Run(
        source: edge.source, from: edge.parameters.end, to: edge.parameters.start, start: edge.end, end: edge.start)
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

  /// Two runs as one, where the second goes on as the first does.
  private func joined(_ a: Run, _ b: Run) -> Run? {
    var joined = a
    (joined.to, joined.end) = (b.to, b.end)
    if let source = a.source, source == b.source, (a.to - a.from) * (b.to - b.from) > 0, abs(a.to - b.from) < 1e-9 {
      return joined
    }
    // Lines of one direction.
    guard isLine(a), isLine(b), a.start.cross(a.end, b.end) == 0, a.end.dot(a.start, b.end) < 0 else { return nil }
    joined.source = nil
    return joined
  }

  private func isLine(_ run: Run) -> Bool { run.source.map { source.sources[Int($0)].isLine } ?? true }

  /// The run as a curve that begins and ends at the points that its neighbours do.
  private func curve(_ run: Run) -> CubicSegment {
    let (start, end) = (source.point(run.start), source.point(run.end))
    guard let index = run.source, !isLine(run) else { return CubicSegment(lineFrom: start, to: end) }
    let whole = run.from < run.to ? source.sources[Int(index)] : source.sources[Int(index)].reversed
    let (from, to) = run.from < run.to ? (run.from, run.to) : (1 - run.from, 1 - run.to)
    var part = whole.part(from: from, to: to)
    // Cut at a chord, it is off by less than the tolerance.
    let (atStart, atEnd) = (part.start.vector(to: start), part.end.vector(to: end))
    part.control1 = CGPoint(x: part.control1.x + atStart.dx, y: part.control1.y + atStart.dy)
    part.control2 = CGPoint(x: part.control2.x + atEnd.dx, y: part.control2.y + atEnd.dy)
    (part.start, part.end) = (start, end)
    return part
  }

  /// Whether the outline is what differences in rounding left between two that were to be the same.
  private func isSliver(_ runs: [Run]) -> Bool {
    let isCurved = runs.contains { !isLine($0) }
    guard isCurved || runs.count > 2, let origin = runs.first?.start else { return true }
    // By its points alone, and of curves by the curve's middle.
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
    // Twice the area by half of the length is the width of a long strip.
    let width = length > 0 ? 2 * abs(area) / length : 0
    return width < (isCurved ? 2 * source.grid.tolerance : 2 / source.grid.scale)
  }
}

extension CGPoint {
  fileprivate func vector(to other: CGPoint) -> CGVector { CGVector(dx: other.x - x, dy: other.y - y) }
}

// The part of a path between two fractions of its length, by arc length: what strokeStart and strokeEnd leave.

import Foundation

extension CGPath {
  /// The part from fraction `start` to fraction `end` of the path's length.
  ///
  /// The length is that of all subpaths together, one after the other in their order, closing lines included. Fractions
  /// are brought into 0...1; where `start` is not below `end` the result is empty (Apple's documentation is silent). A
  /// closed subpath that is kept whole stays closed; one that is cut is open, with caps, even where the cut is at its
  /// start. A subpath without length stays where its place lies in the range.
  package func trimmed(from start: Double, to end: Double) -> CGPath {
    guard start < end else { return CGPath(storage: CGPathStorage()) }
    if start <= 0, end >= 1 { return self }
    let subpaths = subpaths
    // A hundred-thousandth of a curve's length is not seen.
    let tables = subpaths.map { $0.segments.map { ArcLengthTable($0, tolerance: 1e-5) } }
    let total = tables.reduce(0) { $0 + $1.reduce(0) { $0 + $1.total } }
    guard total.isFinite else { return self }
    let (low, high) = (max(start, 0) * total, min(end, 1) * total)
    // What rounding leaves over is no stroke.
    let slack = 1e-9 * total

    var result = CGPathStorage()
    var position = 0.0
    for (subpath, tables) in zip(subpaths, tables) {
      let length = tables.reduce(0) { $0 + $1.total }
      defer { position += length }
      if low <= position + slack, high >= position + length - slack {
        result.append(subpath)
        continue
      }
      guard length > 0, position < high - slack, position + length > low + slack else { continue }
      var kept: [CubicSegment] = []
      var before = position
      for (segment, table) in zip(subpath.segments, tables) {
        defer { before += table.total }
        let (from, to) = (max(low - before, 0), min(high - before, table.total))
        guard to - from > slack, table.total > 0 else { continue }
        kept.append(segment.part(from: table.parameter(atLength: from), to: table.parameter(atLength: to)))
      }
      result.append(chain: kept, closed: false)
    }
    return CGPath(storage: result)
  }
}

extension CGPathStorage {
  /// Adds a whole subpath, one without length too.
  fileprivate mutating func append(_ subpath: Subpath) {
    if subpath.segments.isEmpty {
      move(to: subpath.start)
      if subpath.isClosed { closeSubpath() }
    } else {
      append(chain: subpath.segments, closed: subpath.isClosed)
    }
  }
}

// The part of a path between two fractions of its length: what strokeStart and strokeEnd leave.
//
// Whole lines and curves count by their length; a curve that is cut is cut at the same fraction of its parameter. That
// is what Apple's frames show (measured: a curve cut at .17752 of its path ends where the parameter says, 30 points
// away from where its arc length does).

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
    let lengths = subpaths.map { $0.segments.map { ArcLengthTable($0, tolerance: 1e-5).total } }
    let total = lengths.reduce(0) { $0 + $1.reduce(0, +) }
    guard total.isFinite else { return self }
    let (low, high) = (max(start, 0) * total, min(end, 1) * total)
    // What rounding leaves over is no stroke.
    let slack = 1e-9 * total

    var result = CGPathStorage()
    var position = 0.0
    for (subpath, lengths) in zip(subpaths, lengths) {
      let whole = lengths.reduce(0, +)
      defer { position += whole }
      if low <= position + slack, high >= position + whole - slack {
        result.append(subpath)
        continue
      }
      guard whole > 0, position < high - slack, position + whole > low + slack else { continue }
      var kept: [CubicSegment] = []
      var before = position
      for (segment, length) in zip(subpath.segments, lengths) {
        defer { before += length }
        let (from, to) = (max(low - before, 0), min(high - before, length))
        guard to - from > slack, length > 0 else { continue }
        kept.append(segment.part(from: from / length, to: to / length))
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

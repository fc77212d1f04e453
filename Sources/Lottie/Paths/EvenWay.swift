// A curve's parameter does not run as its length does. Where a length counts, as on ways that layers move along and in
// trims, the curve is cut into pieces whose parameter does, near enough: each has tangents that are a third of its
// length.

import CoreGraphics
import Foundation

/// A curve by its length.
struct EvenWay {
  private let segment: CubicSegment
  private let table: ArcLengthTable
  /// The parts of its length at which it is cut, 0 and 1 included.
  private(set) var levels: [Double] = [0, 1]

  /// The greatest distance of a piece from the curve's point at the same length, in points.
  private static let tolerance = 0.02
  /// The most pieces, a power of two.
  private static let mostPieces = 64

  /// Creates the way of a curve; nil for one that has no length or no numbers, or that runs straight to its end.
  init?(_ segment: CubicSegment) {
    self.segment = segment
    guard !segment.runsStraight else { return nil }
    table = ArcLengthTable(segment, tolerance: 1e-6)
    guard table.total > 0, table.total.isFinite else { return nil }
    var count = 1
    while count < Self.mostPieces, !isNear(pieces: count) { count *= 2 }
    levels = (0...count).map { Double($0) / Double(count) }
  }

  private func isNear(pieces count: Int) -> Bool {
    for index in 0..<count {
      let (from, to) = (Double(index) / Double(count), Double(index + 1) / Double(count))
      guard let piece = piece(from: from, to: to) else { return false }
      for part in [0.25, 0.5, 0.75] {
        let (near, exact) = (piece.point(at: part), point(at: from + (to - from) * part))
        if hypot(near.x - exact.x, near.y - exact.y) > Self.tolerance { return false }
      }
    }
    return true
  }

  private func parameter(at part: Double) -> Double { table.parameter(atLength: part * table.total) }

  /// Returns the vector that a point would move by for the whole length, in the direction of the way at a part of it.
  private func velocity(at part: Double) -> CGVector {
    let angle = segment.tangentAngle(at: parameter(at: part))
    return CGVector(dx: cos(angle) * table.total, dy: sin(angle) * table.total)
  }

  /// The point at a part of the length.
  func point(at part: Double) -> CGPoint {
    let inside = min(max(part, 0), 1)
    let point = segment.point(at: parameter(at: inside))
    guard part != inside else { return point }
    let ahead = velocity(at: inside)
    return CGPoint(x: point.x + ahead.dx * (part - inside), y: point.y + ahead.dy * (part - inside))
  }

  /// Between two parts of the length, in either direction, a curve whose parameter runs as the length does at its ends;
  /// nil for what lies straight ahead of the ends.
  func piece(from: Double, to: Double) -> CubicSegment? {
    guard min(from, to) >= 0, max(from, to) <= 1 else { return nil }
    let (start, end, third) = (point(at: from), point(at: to), (to - from) / 3)
    let (leaving, entering) = (velocity(at: from), velocity(at: to))
    return CubicSegment(
      start: start, control1: CGPoint(x: start.x + leaving.dx * third, y: start.y + leaving.dy * third),
      control2: CGPoint(x: end.x - entering.dx * third, y: end.y - entering.dy * third), end: end)
  }
}

extension CubicSegment {
  /// The same way as lines and curves whose parameter is their length, near enough.
  var evenPieces: [CubicSegment] {
    if isLine { return [self] }
    guard let way = EvenWay(self) else { return runsStraight ? [CubicSegment(lineFrom: start, to: end)] : [self] }
    return zip(way.levels, way.levels.dropFirst()).compactMap { way.piece(from: $0, to: $1) }
  }

  /// Whether it runs from its start to its end without a turn: as a line, by length.
  fileprivate var runsStraight: Bool {
    let way = CGVector(dx: end.x - start.x, dy: end.y - start.y)
    let length = hypot(way.dx, way.dy)
    guard length > 0 else { return false }
    return [control1, control2].allSatisfy { control in
      let (x, y) = (control.x - start.x, control.y - start.y)
      let (along, beside) = ((x * way.dx + y * way.dy) / length, (x * way.dy - y * way.dx) / length)
      return abs(beside) <= 1e-6 * length && along >= -1e-6 * length && along <= length * (1 + 1e-6)
    }
  }
}

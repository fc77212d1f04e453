// Length along a curve. A cubic's arc length has no closed form, so the curve is halved until its control polygon is as
// good as straight; the pieces make a table from length to parameter.

import Foundation

/// A table from the length along a curve to its parameter.
package struct ArcLengthTable: Sendable {
  // One entry for the end of each piece, and one for the start of the curve. Both rise.
  private var lengths: [Double] = [0]
  private var parameters: [Double] = [0]

  /// The length of the whole curve in points.
  package var total: Double { lengths[lengths.count - 1] }

  /// Measures `curve`, to about ten times `tolerance`, a fraction of its length.
  package init(_ curve: CubicSegment, tolerance: Double = 1e-7) {
    append(curve, from: 0, to: 1, tolerance: tolerance * Self.polygonLength(curve), depth: 0)
  }

  /// The parameter at `length` points from the start, brought into 0...1.
  package func parameter(atLength length: Double) -> Double {
    guard length > 0 else { return 0 }
    guard length < total else { return 1 }
    var (low, high) = (0, lengths.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lengths[middle] <= length { low = middle } else { high = middle }
    }
    let piece = lengths[high] - lengths[low]
    let fraction = piece > 0 ? (length - lengths[low]) / piece : 0
    return parameters[low] + fraction * (parameters[high] - parameters[low])
  }

  private mutating func append(
    _ curve: CubicSegment, from: Double, to: Double, tolerance: Double, depth: Int
  ) {
    let chord = Self.distance(curve.start, curve.end)
    let polygon = Self.polygonLength(curve)
    // Never one piece at the top: a curve that runs out and back has a chord of 0. Twelve halvings bound the table.
    if depth >= 2, polygon - chord <= tolerance || depth == 12 || !polygon.isFinite {
      // Gravesen's estimate for a cubic: the mean of chord and polygon.
      lengths.append(total + (chord + polygon) / 2)
      parameters.append(to)
      return
    }
    let (first, second) = curve.halves()
    let middle = (from + to) / 2
    append(first, from: from, to: middle, tolerance: tolerance / 2, depth: depth + 1)
    append(second, from: middle, to: to, tolerance: tolerance / 2, depth: depth + 1)
  }

  private static func polygonLength(_ curve: CubicSegment) -> Double {
    distance(curve.start, curve.control1) + distance(curve.control1, curve.control2)
      + distance(curve.control2, curve.end)
  }

  private static func distance(_ p: CGPoint, _ q: CGPoint) -> Double { hypot(q.x - p.x, q.y - p.y) }
}

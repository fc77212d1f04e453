// Length along a curve. A cubic's arc length has no closed form, so the curve is halved until its control polygon is as
// good as straight; the pieces make a table from length to parameter.

import Foundation

/// A table from the length along a curve to its parameter.
package struct ArcLengthTable: Sendable {
  // One entry for the end of each piece, and one for the start of the curve. Both rise.
  private var lengths: [Double] = [0]
  private var parameters: [Double] = [0]
  private let curve: CubicSegment

  /// The length of the whole curve in points.
  package var total: Double { lengths[lengths.count - 1] }

  /// Measures `curve`, to about ten times `tolerance`, a fraction of its length.
  package init(_ curve: CubicSegment, tolerance: Double = 1e-7) {
    self.curve = curve
    guard !curve.isLine else {
      lengths.append(Self.distance(curve.start, curve.end))
      parameters.append(1)
      return
    }
    // Far from the origin rounding makes a length of its own, which no halving takes away.
    let rounding = 1e-15 * max(abs(curve.start.x), abs(curve.start.y), abs(curve.end.x), abs(curve.end.y))
    append(curve, from: 0, to: 1, tolerance: max(tolerance * Self.polygonLength(curve), 4096 * rounding), depth: 0)
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
    let guess = parameters[low] + fraction * (parameters[high] - parameters[low])
    return curve.isLine ? guess : refined(guess, length: length, low: low, high: high)
  }

  /// A piece is as good as straight, but the parameter need not run along it evenly: Newton's method, held between
  /// what is known to lie before and behind.
  private func refined(_ guess: Double, length: Double, low: Int, high: Int) -> Double {
    var (before, behind, u) = (parameters[low], parameters[high], guess)
    let slack = 1e-9 * total
    // The two measures of the piece differ by a rounding; the table's counts.
    let scale = (lengths[high] - lengths[low]) / max(travelled(from: before, to: behind), .leastNormalMagnitude)
    for _ in 0..<20 {
      let excess = lengths[low] + scale * travelled(from: parameters[low], to: u) - length
      if abs(excess) <= slack { break }
      if excess > 0 { behind = u } else { before = u }
      let step = curve.derivative(at: u)
      let next = u - excess / (scale * hypot(step.dx, step.dy))
      u = next > before && next < behind ? next : (before + behind) / 2
    }
    return u
  }

  /// The length between two parameters of one piece, by Gauss's rule of five points.
  private func travelled(from: Double, to: Double) -> Double {
    let (middle, half) = ((from + to) / 2, (to - from) / 2)
    func speed(_ x: Double) -> Double {
      let step = curve.derivative(at: middle + half * x)
      return (step.dx * step.dx + step.dy * step.dy).squareRoot()
    }
    return half
      * (0.568_888_888_888_889 * speed(0)
        + 0.478_628_670_499_366 * (speed(-0.538_469_310_105_683) + speed(0.538_469_310_105_683))
        + 0.236_926_885_056_189 * (speed(-0.906_179_845_938_664) + speed(0.906_179_845_938_664)))
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

  private static func distance(_ p: CGPoint, _ q: CGPoint) -> Double {
    let (dx, dy) = (q.x - p.x, q.y - p.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

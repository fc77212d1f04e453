// The pace between two keyframes: a cubic Bézier curve from (0, 0) to (1, 1), as CAMediaTimingFunction has it. Lottie
// writes the control points as the handles that After Effects shows: "o" leaves the first keyframe, "i" enters the
// next.

import CoreGraphics
import Foundation

/// A pace between two keyframes.
struct CubicEasing: Equatable, Sendable {
  /// Control points; x in 0...1 so that every time has one progress, y anything.
  var (x1, y1, x2, y2): (Double, Double, Double, Double)

  static let linear = CubicEasing(x1: 0, y1: 0, x2: 1, y2: 1)

  init(x1: Double, y1: Double, x2: Double, y2: Double) {
    (self.x1, self.y1) = (min(max(x1, 0), 1), y1)
    (self.x2, self.y2) = (min(max(x2, 0), 1), y2)
  }

  /// Whether progress is time.
  var isLinear: Bool { x1 == y1 && x2 == y2 }

  /// Whether the progress stays within 0...1, for sure.
  var isBounded: Bool { (0...1).contains(y1) && (0...1).contains(y2) }

  /// The progress at a fraction of the time, 0...1; it may go beyond both.
  func progress(at fraction: Double) -> Double {
    if isLinear { return fraction }
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return 1 }
    return Self.bezier(parameter(at: fraction), y1, y2)
  }

  /// The curve's parameter at a fraction of the time: x rises with it, so bisection finds it, to double precision.
  private func parameter(at fraction: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if Self.bezier(middle, x1, x2) < fraction { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The pace between two fractions of the time, as a pace of its own; linear where there is no progress in between.
  func part(from first: Double, to last: Double) -> CubicEasing {
    if isLinear || (first <= 0 && last >= 1) { return self }
    let (s, e) = (first <= 0 ? 0 : parameter(at: first), last >= 1 ? 1 : parameter(at: last))
    // The polar form (blossom) of the curve gives the control points of its part.
    func blossom(_ a: Double, _ b: Double, _ c: Double, _ p1: Double, _ p2: Double) -> Double {
      let d1 = a * (1 - b) * (1 - c) + b * (1 - a) * (1 - c) + c * (1 - a) * (1 - b)
      let d2 = a * b * (1 - c) + a * c * (1 - b) + b * c * (1 - a)
      return d1 * p1 + d2 * p2 + a * b * c
    }
    let (xs, xe) = (blossom(s, s, s, x1, x2), blossom(e, e, e, x1, x2))
    let (ys, ye) = (blossom(s, s, s, y1, y2), blossom(e, e, e, y1, y2))
    guard xe - xs > 1e-12, abs(ye - ys) > 1e-12 else { return .linear }
    return CubicEasing(
      x1: (blossom(s, s, e, x1, x2) - xs) / (xe - xs), y1: (blossom(s, s, e, y1, y2) - ys) / (ye - ys),
      x2: (blossom(s, e, e, x1, x2) - xs) / (xe - xs), y2: (blossom(s, e, e, y1, y2) - ys) / (ye - ys))
  }

  /// Returns the fractions of the time at which the progress passes some levels, and turns back, with the progress
  /// there, in the order of time, from the beginning to the end.
  ///
  /// - Parameter levels: in rising order.
  func passes(of levels: [Double]) -> [(time: Double, progress: Double)] {
    if isLinear { return [(0, 0)] + levels.filter { $0 > 0 && $0 < 1 }.map { ($0, $0) } + [(1, 1)] }
    let stops = [0] + turns + [1]
    func progress(_ u: Double) -> Double { Self.bezier(u, y1, y2) }
    var result: [(time: Double, progress: Double)] = [(0, 0)]
    for (start, end) in zip(stops, stops.dropFirst()) {
      let (low, high) = (progress(start), progress(end))
      let passed = levels.filter { $0 > min(low, high) && $0 < max(low, high) }
      for level in low < high ? passed : passed.reversed() {
        var (before, behind) = (start, end)
        for _ in 0..<52 {
          let middle = (before + behind) / 2
          if (progress(middle) < level) == (low < high) { before = middle } else { behind = middle }
        }
        result.append((Self.bezier(before, x1, x2), level))
      }
      result.append((Self.bezier(end, x1, x2), high))
    }
    return result
  }

  /// The parameters at which the progress turns back, in rising order.
  private var turns: [Double] {
    // Its derivative is a square polynomial.
    let (a, b, c) = (1 + 3 * y1 - 3 * y2, 2 * (y2 - 2 * y1), y1)
    guard abs(a) > 1e-12 else { return [-c / b].filter { $0 > 0 && $0 < 1 } }
    let root = (b * b - 4 * a * c).squareRoot()
    return [(-b - root) / (2 * a), (-b + root) / (2 * a)].filter { $0 > 0 && $0 < 1 }.sorted()
  }

  /// The pace of the same way run backwards.
  var reversed: CubicEasing { CubicEasing(x1: 1 - x2, y1: 1 - y2, x2: 1 - x1, y2: 1 - y1) }

  /// A coordinate of the curve from 0 to 1.
  private static func bezier(_ t: Double, _ p1: Double, _ p2: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t
  }
}

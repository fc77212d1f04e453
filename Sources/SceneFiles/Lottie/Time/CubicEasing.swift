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

  /// The pace of the same way run backwards.
  var reversed: CubicEasing { CubicEasing(x1: 1 - x2, y1: 1 - y2, x2: 1 - x1, y2: 1 - y1) }

  /// A coordinate of the curve from 0 to 1.
  private static func bezier(_ t: Double, _ p1: Double, _ p2: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t
  }
}

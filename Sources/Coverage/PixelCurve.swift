// Cubics and affine maps on pairs of numbers: what outlines are flattened with.

import CoreGraphics
import Foundation

/// A cubic Bézier curve in powers of its parameter.
struct PixelCurve {
  /// The start of the curve.
  private(set) var start: SIMD2<Double>
  /// The end of the curve.
  let end: SIMD2<Double>
  /// The coefficients of the parameter, its square and its cube.
  private var first: SIMD2<Double>
  private let second: SIMD2<Double>
  private let third: SIMD2<Double>
  /// The length of the longest second difference of the control points.
  let longestSecondDifference: Double

  /// A curve from its control points.
  @inline(__always)
  init(_ start: SIMD2<Double>, _ control1: SIMD2<Double>, _ control2: SIMD2<Double>, _ end: SIMD2<Double>) {
    (self.start, self.end) = (start, end)
    let a = control2 - 2 * control1 + start
    let b = end - 2 * control2 + control1
    (first, second, third) = (3 * (control1 - start), 3 * a, b - a)
    longestSecondDifference = max((a * a).sum(), (b * b).sum()).squareRoot()
  }

  /// A quadratic curve.
  init(quadraticFrom start: SIMD2<Double>, _ control: SIMD2<Double>, _ end: SIMD2<Double>) {
    self.init(start, start + (control - start) * (2 / 3), end + (control - end) * (2 / 3), end)
  }

  /// A line.
  init(lineFrom start: SIMD2<Double>, to end: SIMD2<Double>) {
    self.init(start, start + (end - start) * (1 / 3), start + (end - start) * (2 / 3), end)
  }

  /// Whether the curve is no longer than what arithmetic leaves over, so that its direction means nothing.
  var isNegligible: Bool {
    let chord = end - start
    return max(abs(chord.x), abs(chord.y), longestSecondDifference) <= 1e-12 * max(abs(start.x), abs(start.y))
  }

  /// The curve moved outward by half of what chords of such a length in the parameter are inside of it: chords between
  /// its points are as far outside of this curve at their ends as they are inside in their middles.
  @inline(__always)
  func straddled(by step: Double) -> PixelCurve {
    // Half of P'' h² / 8.
    let square = step * step / 8
    var moved = self
    moved.start -= second * square
    moved.first -= third * (3 * square)
    return moved
  }

  /// Returns the number of chords for steps no longer than 1 / `density` in the parameter, and the length of their
  /// steps. Both ends of a curve stay in place, so the chords there are shorter, by the part that makes them as near to
  /// the curve.
  @inline(__always)
  static func chords(density: Double) -> (count: Int, step: Double) {
    let count = Int(density + lacking) + 1
    return (count, 1 / (Double(count) - lacking))
  }

  /// The part of a step by which the two chords at the ends are too short, together: 2 - 3^(1/2).
  private static let lacking = 0.267_949_192_431_122_7
  /// The parameter of a chord's beginning; not of the first one's.
  @inline(__always)
  static func parameter(_ index: Int, _ step: Double) -> Double { (Double(index) - lacking / 2) * step }

  /// The point at a parameter.
  @inline(__always)
  func point(at u: Double) -> SIMD2<Double> { start + (first + (second + third * u) * u) * u }

  /// The first derivative by the parameter.
  @inline(__always)
  func derivative(at u: Double) -> SIMD2<Double> {
    let bend: SIMD2<Double> = 3 * third * u
    return first + (2 * second + bend) * u
  }

  /// The second derivative by the parameter.
  @inline(__always)
  func secondDerivative(at u: Double) -> SIMD2<Double> { 2 * second + 6 * third * u }
}

/// An affine map of the plane to pixels.
struct AffineMap {
  private let x: SIMD2<Double>
  private let y: SIMD2<Double>
  private let t: SIMD2<Double>

  /// - Parameter map: an affine one.
  init(_ map: PixelMap) {
    (x, y, t) = (SIMD2(map.xx, map.xy), SIMD2(map.yx, map.yy), SIMD2(map.tx, map.ty))
  }

  @inline(__always)
  func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> { x * point.x + y * point.y + t }

  @inline(__always)
  func callAsFunction(_ point: CGPoint) -> SIMD2<Double> { self(SIMD2(point)) }
}

extension SIMD2<Double> {
  @inline(__always)
  init(_ point: CGPoint) { self.init(Double(point.x), Double(point.y)) }
}

// Cubics and affine maps on pairs of numbers: what outlines are flattened with.

import CoreGraphics
import Foundation

/// A cubic Bézier curve in powers of its parameter.
struct PixelCurve {
  /// Where the curve begins, and where it ends.
  let start: SIMD2<Double>
  let end: SIMD2<Double>
  /// What the parameter, its square and its cube are multiplied by.
  private let first: SIMD2<Double>
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

  /// The point at a parameter.
  @inline(__always)
  func point(at u: Double) -> SIMD2<Double> { start + (first + (second + third * u) * u) * u }

  /// The first derivative by the parameter.
  @inline(__always)
  func derivative(at u: Double) -> SIMD2<Double> { first + (2 * second + 3 * third * u) * u }
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

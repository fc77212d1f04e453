// From a path's plane to pixels: a projective map, which for most layers is affine.

package import CoreGraphics
import Foundation

/// A projective map: `X = x * xx + y * yx + tx`, `Y = x * xy + y * yy + ty`, `W = x * xw + y * yw + tw`. The position
/// in pixels is `(X / W, Y / W)`, y down; (0, 0) is the outer corner of the first pixel.
package struct PixelMap: Hashable, Sendable {
  package var xx: Double, xy: Double, xw: Double
  package var yx: Double, yy: Double, yw: Double
  package var tx: Double, ty: Double, tw: Double

  package init(
    x: (Double, Double, Double) = (1, 0, 0), y: (Double, Double, Double) = (0, 1, 0),
    t: (Double, Double, Double) = (0, 0, 1)
  ) {
    (xx, xy, xw) = x
    (yx, yy, yw) = y
    (tx, ty, tw) = t
  }

  package init(_ t: CGAffineTransform) {
    self.init(x: (Double(t.a), Double(t.b), 0), y: (Double(t.c), Double(t.d), 0), t: (Double(t.tx), Double(t.ty), 1))
  }

  /// The weight below which a point is at or behind the eye. Visible points near the eye have small weights.
  @inlinable package static var eyeWeight: Double { 1e-9 }

  /// The map for which pixels are points.
  package static let identity = PixelMap()

  /// Whether W is 1 everywhere.
  package var isAffine: Bool { xw == 0 && yw == 0 && tw == 1 }

  var isFinite: Bool {
    xx.isFinite && xy.isFinite && xw.isFinite && yx.isFinite && yy.isFinite && yw.isFinite && tx.isFinite
      && ty.isFinite && tw.isFinite
  }

  func callAsFunction(_ point: CGPoint) -> HomogeneousPoint {
    let (x, y) = (Double(point.x), Double(point.y))
    return HomogeneousPoint(x: x * xx + y * yx + tx, y: x * xy + y * yy + ty, w: x * xw + y * yw + tw)
  }

  /// Returns the bounding box, in points, of what an affine map moves into a box of pixels and a pixel around it; nil
  /// for other maps, and for one that has no inverse.
  func source(of box: PixelBox) -> CGRect? {
    guard isAffine, isFinite, abs(xx * yy - xy * yx) > 1e-12 * (xx * xx + xy * xy + yx * yx + yy * yy) else {
      return nil
    }
    let pixels = CGRect(x: box.minX, y: box.minY, width: box.width, height: box.height).insetBy(dx: -1, dy: -1)
    return pixels.applying(CGAffineTransform(a: xx, b: xy, c: yx, d: yy, tx: tx, ty: ty).inverted())
  }

  /// The least factor by which an affine map stretches lengths: the smaller singular value.
  var leastStretch: Double { abs(hypot(xx + yy, xy - yx) - hypot(xx - yy, xy + yx)) / 2 }

  /// Returns the greatest factor of lengths at a point, the greater singular value there; 1,000 at or behind the eye.
  package func stretch(at point: CGPoint) -> Double {
    let image = self(point)
    let w = max(image.w, 1e-3)
    let (x, y) = (image.x / w, image.y / w)
    let (a, b) = ((xx - x * xw) / w, (xy - y * xw) / w)
    let (c, d) = ((yx - x * yw) / w, (yy - y * yw) / w)
    // The singular values of a 2x2 matrix are the half sum and half difference of these two lengths.
    return (hypot(a + d, b - c) + hypot(a - d, b + c)) / 2
  }
}

/// A point before the division by its weight.
struct HomogeneousPoint {
  var x: Double
  var y: Double
  var w: Double

  func interpolated(to other: HomogeneousPoint, _ t: Double) -> HomogeneousPoint {
    HomogeneousPoint(x: x + (other.x - x) * t, y: y + (other.y - y) * t, w: w + (other.w - w) * t)
  }
}

/// A rectangle of whole pixels, `minX ..< maxX` by `minY ..< maxY`.
package struct PixelBox: Hashable, Sendable {
  package var minX: Int, minY: Int, maxX: Int, maxY: Int

  package init(_ minX: Int, _ minY: Int, _ maxX: Int, _ maxY: Int) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  package var width: Int { maxX - minX }
  package var height: Int { maxY - minY }
  package var isEmpty: Bool { minX >= maxX || minY >= maxY }

  package func intersection(_ other: PixelBox) -> PixelBox {
    PixelBox(max(minX, other.minX), max(minY, other.minY), min(maxX, other.maxX), min(maxY, other.maxY))
  }

  /// Returns the smallest box around both; an empty one does not count.
  package func union(_ other: PixelBox?) -> PixelBox {
    guard let other, !other.isEmpty else { return self }
    guard !isEmpty else { return other }
    return PixelBox(min(minX, other.minX), min(minY, other.minY), max(maxX, other.maxX), max(maxY, other.maxY))
  }

  package func contains(_ other: PixelBox) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }

  package func moved(byX x: Int, y: Int) -> PixelBox { PixelBox(minX + x, minY + y, maxX + x, maxY + y) }
}

/// A cubic Bézier curve in powers of its parameter.
struct PixelCurve {
  private(set) var start: SIMD2<Double>
  let end: SIMD2<Double>
  /// The coefficients of the parameter, its square and its cube.
  private var first: SIMD2<Double>
  private let second: SIMD2<Double>
  private let third: SIMD2<Double>
  let longestSecondDifference: Double

  @inline(__always)
  init(_ start: SIMD2<Double>, _ control1: SIMD2<Double>, _ control2: SIMD2<Double>, _ end: SIMD2<Double>) {
    (self.start, self.end) = (start, end)
    let a = control2 - 2 * control1 + start
    let b = end - 2 * control2 + control1
    (first, second, third) = (3 * (control1 - start), 3 * a, b - a)
    longestSecondDifference = max((a * a).sum(), (b * b).sum()).squareRoot()
  }

  init(quadraticFrom start: SIMD2<Double>, _ control: SIMD2<Double>, _ end: SIMD2<Double>) {
    self.init(start, start + (control - start) * (2 / 3), end + (control - end) * (2 / 3), end)
  }

  init(lineFrom start: SIMD2<Double>, to end: SIMD2<Double>) {
    self.init(start, start + (end - start) * (1 / 3), start + (end - start) * (2 / 3), end)
  }

  /// Whether the curve is no longer than rounding errors, so that its direction means nothing.
  var isNegligible: Bool {
    let chord = end - start
    return max(abs(chord.x), abs(chord.y), longestSecondDifference) <= 1e-12 * max(abs(start.x), abs(start.y))
  }

  /// Returns the curve moved outward by half of the distance of chords of a length in the parameter: chords between its
  /// points are then as far outside of this curve at their ends as inside in their middles.
  @inline(__always)
  func straddled(by step: Double) -> PixelCurve {
    // Half of P'' h² / 8.
    let square = step * step / 8
    var moved = self
    moved.start -= second * square
    moved.first -= third * (3 * square)
    return moved
  }

  /// Returns the number of chords for steps up to 1 / `density` in the parameter, and the steps' length. The ends of a
  /// curve stay in place, so that the first and the last chord are shorter, to be as near to the curve.
  @inline(__always)
  static func chords(density: Double) -> (count: Int, step: Double) {
    let count = Int(density + lacking) + 1
    return (count, 1 / (Double(count) - lacking))
  }

  /// The part of a step by which the first and the last chord are shorter together: 2 - 3^(1/2).
  private static let lacking = 0.267_949_192_431_122_7
  /// Returns the parameter at the beginning of a chord, except the first one.
  @inline(__always)
  static func parameter(_ index: Int, _ step: Double) -> Double { (Double(index) - lacking / 2) * step }

  @inline(__always)
  func point(at u: Double) -> SIMD2<Double> { start + (first + (second + third * u) * u) * u }

  @inline(__always)
  func derivative(at u: Double) -> SIMD2<Double> {
    let bend: SIMD2<Double> = 3 * third * u
    return first + (2 * second + bend) * u
  }

  @inline(__always)
  func secondDerivative(at u: Double) -> SIMD2<Double> { 2 * second + 6 * third * u }
}

struct AffineMap {
  private let x: SIMD2<Double>
  private let y: SIMD2<Double>
  private let t: SIMD2<Double>

  init(_ map: PixelMap) { (x, y, t) = (SIMD2(map.xx, map.xy), SIMD2(map.yx, map.yy), SIMD2(map.tx, map.ty)) }

  @inline(__always)
  func callAsFunction(_ point: SIMD2<Double>) -> SIMD2<Double> { x * point.x + y * point.y + t }

  @inline(__always)
  func callAsFunction(_ point: CGPoint) -> SIMD2<Double> { self(SIMD2(point)) }
}

extension SIMD2<Double> {
  @inline(__always)
  init(_ point: CGPoint) { self.init(Double(point.x), Double(point.y)) }
}

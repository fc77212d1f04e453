// From the plane that a path lies in to pixels: a projective map, which for most layers is affine.

package import CoreGraphics
import Foundation

/// A projective map: `X = x * xx + y * yx + tx`, `Y = x * xy + y * yy + ty`, `W = x * xw + y * yw + tw`, and the pixel
/// position is `(X / W, Y / W)`, y down; (0, 0) is the outer corner of the first pixel.
package struct PixelMap: Hashable, Sendable {
  package var xx: Double, xy: Double, xw: Double
  package var yx: Double, yy: Double, yw: Double
  package var tx: Double, ty: Double, tw: Double

  /// A map by what x, y and 1 add to X, Y and W.
  package init(
    x: (Double, Double, Double) = (1, 0, 0), y: (Double, Double, Double) = (0, 1, 0),
    t: (Double, Double, Double) = (0, 0, 1)
  ) {
    (xx, xy, xw) = x
    (yx, yy, yw) = y
    (tx, ty, tw) = t
  }

  /// An affine map.
  package init(_ t: CGAffineTransform) {
    self.init(
      x: (Double(t.a), Double(t.b), 0), y: (Double(t.c), Double(t.d), 0), t: (Double(t.tx), Double(t.ty), 1))
  }

  /// Weights below this lie at or behind the eye: what is seen of a plane has any weight above 0, and near the eye a
  /// small one does not mean that the point lies off the target.
  @inlinable package static var eyeWeight: Double { 1e-9 }

  /// Pixels are points.
  package static let identity = PixelMap()

  /// Whether W is 1 everywhere.
  package var isAffine: Bool { xw == 0 && yw == 0 && tw == 1 }

  /// Whether all nine numbers are finite.
  var isFinite: Bool {
    xx.isFinite && xy.isFinite && xw.isFinite && yx.isFinite && yy.isFinite && yw.isFinite && tx.isFinite
      && ty.isFinite && tw.isFinite
  }

  /// The homogeneous image of a point.
  func callAsFunction(_ point: CGPoint) -> HomogeneousPoint {
    let (x, y) = (Double(point.x), Double(point.y))
    return HomogeneousPoint(
      x: x * xx + y * yx + tx, y: x * xy + y * yy + ty, w: x * xw + y * yw + tw)
  }

  /// The least factor by which an affine map stretches lengths: the smaller singular value.
  var leastStretch: Double { abs(hypot(xx + yy, xy - yx) - hypot(xx - yy, xy + yx)) / 2 }

  /// The largest factor by which the map stretches lengths at a point: the greater singular value of its derivative.
  /// Points at or behind the eye count as stretched a thousandfold.
  package func stretch(at point: CGPoint) -> Double {
    let image = self(point)
    let w = max(image.w, 1e-3)
    let (x, y) = (image.x / w, image.y / w)
    let (a, b) = ((xx - x * xw) / w, (xy - y * xw) / w)
    let (c, d) = ((yx - x * yw) / w, (yy - y * yw) / w)
    // Of a 2x2 matrix: the singular values are the half sum and half difference of these two lengths.
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

/// An upright rectangle of whole pixels, `minX ..< maxX` by `minY ..< maxY`.
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

  /// The smallest box around both; an empty one counts for nothing.
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

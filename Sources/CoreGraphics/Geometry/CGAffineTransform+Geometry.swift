public import Foundation

extension CGPoint {
  /// The point that `t` moves this one to.
  public func applying(_ t: CGAffineTransform) -> CGPoint {
    CGPoint(x: t.a * x + t.c * y + t.tx, y: t.b * x + t.d * y + t.ty)
  }
}

extension CGSize {
  /// The size as a vector, transformed: the translation plays no part.
  public func applying(_ t: CGAffineTransform) -> CGSize {
    CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
  }
}

extension CGRect {
  /// The bounding box of the four transformed corners. The null rectangle stays null.
  public func applying(_ t: CGAffineTransform) -> CGRect {
    guard !isNull else { return self }
    // Interval arithmetic: each output coordinate is a sum of independent terms, so its extremes are sums of theirs.
    let x = Self.extent(t.a * minX, t.a * maxX, t.c * minY, t.c * maxY, offset: t.tx)
    let y = Self.extent(t.b * minX, t.b * maxX, t.d * minY, t.d * maxY, offset: t.ty)
    return CGRect(x: x.low, y: y.low, width: x.high - x.low, height: y.high - y.low)
  }

  private static func extent(
    _ p: CGFloat, _ q: CGFloat, _ r: CGFloat, _ s: CGFloat, offset: CGFloat
  ) -> (low: CGFloat, high: CGFloat) {
    (min(p, q) + min(r, s) + offset, max(p, q) + max(r, s) + offset)
  }

  /// Returns the intersection of two rectangles; null if it is empty, or if a coordinate of either is NaN. Foundation's
  /// `intersection` ends the process where a coordinate of either is NaN, or infinite in a way that gives NaN.
  package func overlap(_ other: CGRect) -> CGRect {
    let (a, b) = (standardized, other.standardized)
    let (x0, y0) = (max(a.minX, b.minX), max(a.minY, b.minY))
    let (x1, y1) = (min(a.maxX, b.maxX), min(a.maxY, b.maxY))
    // Comparisons with what is no number fail.
    let areNumbers = a.minX <= a.maxX && a.minY <= a.maxY && b.minX <= b.maxX && b.minY <= b.maxY
    guard areNumbers, x0 <= x1, y0 <= y1 else { return .null }
    return CGRect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
  }
}

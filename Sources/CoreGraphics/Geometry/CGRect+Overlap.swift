// The intersection of two rectangles. Foundation's `intersection` ends the process where a coordinate of either is NaN,
// or infinite in a way that gives NaN.

package import Foundation

extension CGRect {
  /// Returns the intersection of two rectangles; null if it is empty, or if a coordinate of either is NaN.
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

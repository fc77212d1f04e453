public import Foundation

extension CGPath {
  /// The path with lines in place of its curves; they stay within `threshold` points of the curves. A threshold that is
  /// not positive counts as a thousandth of a point.
  public func flattened(threshold: CGFloat) -> CGPath {
    let tolerance = threshold > 0 ? Double(threshold) : 0.001
    var result = CGPathStorage()
    var next = 0
    let points = storage.points
    for type in storage.types {
      let start = result.currentPoint ?? .zero
      switch type {
      case .moveToPoint: result.move(to: points[next])
      case .addLineToPoint: result.addLine(to: points[next])
      case .addQuadCurveToPoint, .addCurveToPoint:
        CubicSegment(type, from: start, points, at: next)?
          .forEachChord(tolerance: tolerance) { result.addLine(to: $0) }
      case .closeSubpath: result.closeSubpath()
      }
      next += type.pointCount
    }
    return CGPath(storage: result)
  }
}

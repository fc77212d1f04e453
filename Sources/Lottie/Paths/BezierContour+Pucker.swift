// "pb", as the Lottie documentation defines it ("Tips for rendering", Pucker / Bloat).

import CoreGraphics
import Foundation

extension BezierContour {
  /// The contour with its vertices moved toward the mean of them all and its control points moved away from it; the
  /// other way round, a bloat, for negative amounts.
  ///
  /// - Parameter amount: how far, in percent of the distance; not a number, and 0, change nothing.
  func puckered(by amount: CGFloat) -> BezierContour {
    guard amount.isFinite, amount != 0, !vertices.isEmpty else { return self }
    let count = Double(vertices.count)
    let mean = CGPoint(
      x: vertices.reduce(0) { $0 + $1.point.x } / count, y: vertices.reduce(0) { $0 + $1.point.y } / count)
    let fraction = amount / 100
    return BezierContour(
      vertices: vertices.map { vertex in
        Vertex(
          point: vertex.point.interpolated(to: mean, fraction),
          inControl: vertex.inControl.interpolated(to: mean, -fraction),
          outControl: vertex.outControl.interpolated(to: mean, -fraction))
      }, isClosed: isClosed)
  }
}

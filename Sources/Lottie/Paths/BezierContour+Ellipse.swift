// "el" (lottie-spec, Ellipse).

import CoreGraphics
import Foundation

extension BezierContour {
  /// An ellipse of four curves, clockwise from its top.
  ///
  /// - Parameters:
  ///   - center: the middle of the ellipse.
  ///   - size: its two diameters.
  ///   - isReversed: whether it runs counter-clockwise.
  static func ellipse(center: CGPoint, size: CGSize, isReversed: Bool) -> BezierContour {
    let (rx, ry) = (size.width / 2, size.height / 2)
    // Directions from the centre, and of travel, at the top, right, bottom and left.
    let quarters =
      [(0, -1, 1, 0), (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1)] as [(CGFloat, CGFloat, CGFloat, CGFloat)]
    let vertices = quarters.map { x, y, dx, dy in
      let out = CGVector(dx: dx * rx * quarterEllipseControl, dy: dy * ry * quarterEllipseControl)
      return Vertex(
        CGPoint(x: center.x + x * rx, y: center.y + y * ry), in: CGVector(dx: -out.dx, dy: -out.dy), out: out)
    }
    let contour = BezierContour(vertices: vertices, isClosed: true)
    return isReversed ? contour.reversed() : contour
  }
}

// "rc": where its contour begins and which way it runs decides where trims and dashes begin (lottie-spec, Rectangle).

import CoreGraphics
import Foundation

extension BezierContour {
  /// The distance of a quarter ellipse's control points from its ends, as a part of the radius.
  static let quarterEllipseControl: CGFloat = 0.55228

  /// A rectangle, clockwise from its top right corner; with rounded corners, from the lower end of that corner's curve.
  ///
  /// - Parameters:
  ///   - center: the middle of the rectangle.
  ///   - size: width and height.
  ///   - radius: of the corners, at most half of the shorter side; not above 0, the corners are sharp.
  ///   - isReversed: whether it runs counter-clockwise, from the same vertex.
  static func rectangle(
    center: CGPoint, size: CGSize, radius: CGFloat, isReversed: Bool
  ) -> BezierContour {
    let (w, h) = (size.width / 2, size.height / 2)
    let corners = [(1, -1), (1, 1), (-1, 1), (-1, -1)] as [(CGFloat, CGFloat)]
    var contour: BezierContour
    if radius > 0 {
      let radius = max(min(radius, w, h), 0)
      // Of each corner, the two ends of its curve. The first of the top right one comes last.
      contour = BezierContour(vertices: [], isClosed: true)
      let reach = radius * quarterEllipseControl
      for (x, y) in corners {
        let corner = CGPoint(x: center.x + x * w, y: center.y + y * h)
        let onSide = CGPoint(x: corner.x, y: corner.y - y * radius)
        let onEnd = CGPoint(x: corner.x - x * radius, y: corner.y)
        let (toward, along) = (CGVector(dx: 0, dy: y * reach), CGVector(dx: x * reach, dy: 0))
        // The top right and the bottom left curves go from the end to the side.
        if x * y < 0 {
          contour.vertices += [Vertex(onEnd, in: .zero, out: along), Vertex(onSide, in: toward, out: .zero)]
        } else {
          contour.vertices += [Vertex(onSide, in: .zero, out: toward), Vertex(onEnd, in: along, out: .zero)]
        }
      }
      contour.vertices.append(contour.vertices.removeFirst())
    } else {
      contour = BezierContour(corners: corners.map { CGPoint(x: center.x + $0 * w, y: center.y + $1 * h) })
    }
    return isReversed ? contour.reversed() : contour
  }
}

// "el" (lottie-spec, Ellipse).
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

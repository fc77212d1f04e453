// "rd". Players agree on the construction (lottie-web's, which Android and iOS have taken over).

import CoreGraphics
import Foundation

extension BezierContour {
  /// The distance of a rounding's control points from its ends, as a part of the way to the corner.
  private static let cornerControl = 0.5519

  /// The contour with its corners rounded: each vertex without tangents becomes two, toward its neighbours, with a
  /// curve between them. The ends of an open contour stay.
  ///
  /// - Parameter radius: how far from the corner the curve begins, in points; at most half of the distance to the
  ///   neighbour. Not above 0, or no number: the contour stays as it is.
  func roundingCorners(by radius: CGFloat) -> BezierContour {
    guard radius > 0, vertices.count > 1 else { return self }
    var rounded: [Vertex] = []
    for (index, vertex) in vertices.enumerated() {
      let isEnd = !isClosed && (index == 0 || index == vertices.count - 1)
      guard vertex.isSharp, !isEnd else {
        rounded.append(vertex)
        continue
      }
      let corner = vertex.point
      let before = Self.point(on: corner, toward: vertices[(index + vertices.count - 1) % vertices.count], by: radius)
      let after = Self.point(on: corner, toward: vertices[(index + 1) % vertices.count], by: radius)
      rounded.append(
        Vertex(point: before, inControl: before, outControl: before.interpolated(to: corner, Self.cornerControl)))
      rounded.append(
        Vertex(point: after, inControl: after.interpolated(to: corner, Self.cornerControl), outControl: after))
    }
    return BezierContour(vertices: rounded, isClosed: isClosed)
  }

  private static func point(on corner: CGPoint, toward neighbour: Vertex, by radius: CGFloat) -> CGPoint {
    let distance = hypot(neighbour.point.x - corner.x, neighbour.point.y - corner.y)
    guard distance > 0 else { return corner }
    return corner.interpolated(to: neighbour.point, min(distance / 2, radius) / distance)
  }
}

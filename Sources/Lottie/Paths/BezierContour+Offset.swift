// "op". What lies within the amount of a closed contour's area, or deeper in it than the amount; and of an open one, as
// in lottie-web, the outline of a stroke along it.

import CoreGraphics
import Foundation

extension BezierContour {
  /// The outlines that run beside the contour: none where nothing is left, and several where it is cut apart or has
  /// holes. They run the way the contour does, and begin near its first vertex.
  ///
  /// - Parameters:
  ///   - amount: how far outward, or inward where it is below 0, in points; an open contour gets both sides. 0, and
  ///     what is no number, changes nothing.
  ///   - join: the shape of outer corners.
  ///   - miterLimit: the longest miter, in units of the amount.
  /// - Returns: the contour as it is once the budget around is spent.
  func offset(by amount: CGFloat, join: CGLineJoin, miterLimit: CGFloat) -> [BezierContour] {
    guard amount.isFinite, amount != 0, CrossingBudget.current?.isSpent != true, let start = vertices.first?.point
    else { return [self] }
    let path = CGMutablePath()
    append(to: path)
    let stroke = path.copy(
      strokingWithWidth: 2 * abs(amount), lineCap: isClosed || join != .round ? .butt : .round, lineJoin: join,
      miterLimit: miterLimit)
    let area = !isClosed ? stroke.normalized() : amount > 0 ? path.union(stroke) : path.subtracting(stroke)
    let contours = Self.contours(of: area).map { $0.beginning(near: start) }
    return isClosed && signedArea < 0 ? contours.map { $0.reversed() } : contours
  }

  /// The contours of a path.
  static func contours(of path: CGPath) -> [BezierContour] {
    path.subpaths.map { subpath in
      subpath.segments.isEmpty
        ? BezierContour(vertices: [Vertex(subpath.start)], isClosed: subpath.isClosed)
        : BezierContour(joining: subpath.segments, isClosed: subpath.isClosed)
    }
  }

  /// The closed contour from another of its vertices.
  private func beginning(near point: CGPoint) -> BezierContour {
    func distance(_ index: Int) -> CGFloat {
      hypot(vertices[index].point.x - point.x, vertices[index].point.y - point.y)
    }
    guard isClosed, let first = vertices.indices.min(by: { distance($0) < distance($1) }) else { return self }
    return BezierContour(vertices: Array(vertices[first...] + vertices[..<first]), isClosed: true)
  }

  /// Above 0 where the contour runs clockwise, y pointing down.
  private var signedArea: CGFloat {
    // The area of chords, three to a curve, has the same sign as that of the curves.
    let points = segments.flatMap { [$0.start, $0.point(at: 1 / 3), $0.point(at: 2 / 3)] }
    return zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.0.y * $1.1.x }
  }
}

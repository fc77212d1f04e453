// The outlines of one or several path items as one value: what a paint is laid upon, and what is animated as `path`.

import CoreGraphics
import Foundation

/// Contours that belong together.
struct PathGeometry: Blendable {
  var contours: [BezierContour]
  var pointCount: Int { contours.reduce(1) { $0 + $1.vertices.count } }

  func blended(to other: PathGeometry, _ fraction: Double) -> PathGeometry {
    guard contours.count == other.contours.count else { return fraction < 1 ? self : other }
    return PathGeometry(contours: zip(contours, other.contours).map { $0.blended(to: $1, fraction) })
  }

  /// All as a path.
  ///
  /// - Parameters:
  ///   - copies: how often, one after the other.
  ///   - asCurves: whether lines are curves, too, so that paths of as many vertices have the same elements.
  func cgPath(copies: Int = 1, asCurves: Bool = false) -> CGMutablePath {
    let path = CGMutablePath()
    for _ in 0..<copies {
      for contour in contours { contour.append(to: path, asCurves: asCurves) }
    }
    return path
  }

  /// The box around all control points; null for a geometry without vertices.
  var controlBox: CGRect {
    var (low, high) = (CGPoint(x: CGFloat.infinity, y: .infinity), CGPoint(x: -CGFloat.infinity, y: -.infinity))
    for contour in contours {
      for vertex in contour.vertices {
        for point in [vertex.point, vertex.inControl, vertex.outControl] {
          low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
          high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
        }
      }
    }
    return low.x <= high.x ? CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y) : .null
  }

  func applying(_ transform: CGAffineTransform) -> PathGeometry {
    if transform.isIdentity { return self }
    return PathGeometry(
      contours: contours.map { contour in
        var contour = contour
        for index in contour.vertices.indices {
          let vertex = contour.vertices[index]
          contour.vertices[index] = BezierContour.Vertex(
            point: vertex.point.applying(transform), inControl: vertex.inControl.applying(transform),
            outControl: vertex.outControl.applying(transform))
        }
        return contour
      })
  }

  /// From a path: a contour for each subpath.
  init(_ path: CGPath) {
    contours = []
    path.applyWithBlock { element in
      let (type, points) = (element.pointee.type, element.pointee.points)
      switch type {
      case .moveToPoint: contours.append(BezierContour(vertices: [BezierContour.Vertex(points[0])], isClosed: false))
      case .addLineToPoint: contours.last?.isClosed == false ? Self.line(to: points[0], &contours) : ()
      case .addQuadCurveToPoint:
        guard let from = contours.last?.vertices.last?.point else { return }
        let (c, end) = (points[0], points[1])
        Self.curve(
          to: end, CGPoint(x: from.x + (c.x - from.x) * 2 / 3, y: from.y + (c.y - from.y) * 2 / 3),
          CGPoint(x: end.x + (c.x - end.x) * 2 / 3, y: end.y + (c.y - end.y) * 2 / 3), &contours)
      case .addCurveToPoint: Self.curve(to: points[2], points[0], points[1], &contours)
      case .closeSubpath:
        guard !contours.isEmpty else { return }
        Self.close(&contours[contours.count - 1])
      @unknown default: break
      }
    }
  }

  init(contours: [BezierContour]) { self.contours = contours }

  private static func line(to point: CGPoint, _ contours: inout [BezierContour]) {
    contours[contours.count - 1].vertices.append(BezierContour.Vertex(point))
  }

  private static func curve(to end: CGPoint, _ c1: CGPoint, _ c2: CGPoint, _ contours: inout [BezierContour]) {
    guard let last = contours.indices.last, let vertex = contours[last].vertices.indices.last else { return }
    contours[last].vertices[vertex].outControl = c1
    contours[last].vertices.append(BezierContour.Vertex(point: end, inControl: c2, outControl: end))
  }

  /// Closes a contour; a last vertex that lies upon the first one is it.
  private static func close(_ contour: inout BezierContour) {
    if contour.vertices.count > 1, let last = contour.vertices.last, last.point == contour.vertices[0].point {
      contour.vertices[0].inControl = last.inControl
      contour.vertices.removeLast()
    }
    contour.isClosed = true
  }
}

// The one curve that geometry code deals with: lines and quadratic curves are raised to cubics, which is exact.

package import Foundation

/// A cubic Bézier curve.
package struct CubicSegment: Equatable, Sendable {
  /// The start of the curve.
  package var start: CGPoint
  /// The control point of the start, to which the tangent there points.
  package var control1: CGPoint
  /// The control point of the end, from which the tangent there comes.
  package var control2: CGPoint
  /// The end of the curve.
  package var end: CGPoint

  /// A curve from its four points.
  package init(start: CGPoint, control1: CGPoint, control2: CGPoint, end: CGPoint) {
    (self.start, self.control1, self.control2, self.end) = (start, control1, control2, end)
  }

  /// A line; its parameter is the fraction of its length.
  package init(lineFrom start: CGPoint, to end: CGPoint) {
    self.init(
      start: start, control1: start.interpolated(to: end, 1 / 3), control2: start.interpolated(to: end, 2 / 3), end: end
    )
  }

  /// A quadratic curve.
  package init(quadraticFrom start: CGPoint, control: CGPoint, to end: CGPoint) {
    self.init(
      start: start, control1: start.interpolated(to: control, 2 / 3), control2: end.interpolated(to: control, 2 / 3),
      end: end)
  }

  /// Creates the curve that an element of a path draws from `start`; its points are those from `index` on. Nil for
  /// moves and closes.
  init?(_ type: CGPathElementType, from start: CGPoint, _ points: [CGPoint], at index: Int) {
    switch type {
    case .addLineToPoint: self.init(lineFrom: start, to: points[index])
    case .addQuadCurveToPoint: self.init(quadraticFrom: start, control: points[index], to: points[index + 1])
    case .addCurveToPoint:
      self.init(start: start, control1: points[index], control2: points[index + 1], end: points[index + 2])
    case .moveToPoint, .closeSubpath: return nil
    }
  }

  /// The point at parameter `u`, 0 at the start, 1 at the end.
  package func point(at u: Double) -> CGPoint {
    let v = 1 - u
    let (b0, b1, b2, b3) = (v * v * v, 3 * v * v * u, 3 * v * u * u, u * u * u)
    return CGPoint(
      x: b0 * start.x + b1 * control1.x + b2 * control2.x + b3 * end.x,
      y: b0 * start.y + b1 * control1.y + b2 * control2.y + b3 * end.y)
  }

  /// The direction of travel at parameter `u`, in radians from the x axis toward the y axis; 0 for a curve that is a
  /// point.
  package func tangentAngle(at u: Double) -> Double {
    let direction = Hodograph(withoutNoise).direction(u) ?? CGVector(dx: 1, dy: 0)
    return atan2(direction.dy, direction.dx)
  }

  /// The two halves of the curve, by de Casteljau's construction.
  package func halves() -> (CubicSegment, CubicSegment) {
    let a = start.interpolated(to: control1, 0.5)
    let b = control1.interpolated(to: control2, 0.5)
    let c = control2.interpolated(to: end, 0.5)
    let (d, e) = (a.interpolated(to: b, 0.5), b.interpolated(to: c, 0.5))
    let middle = d.interpolated(to: e, 0.5)
    return (
      CubicSegment(start: start, control1: a, control2: d, end: middle),
      CubicSegment(start: middle, control1: e, control2: c, end: end)
    )
  }
}

extension CGPoint {
  /// The point at `fraction` of the way to `other`.
  package func interpolated(to other: CGPoint, _ fraction: Double) -> CGPoint {
    CGPoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
  }
}

extension CGPath {
  /// Calls `body` for each line or curve, raised to a cubic. Moves draw nothing and are left out, and so is a closing
  /// line when the subpath ends where it began. With `closingSubpaths` an open subpath gets a closing line too, as
  /// filling does.
  package func forEachSegment(closingSubpaths: Bool = false, _ body: (CubicSegment) -> Void) {
    var current = CGPoint.zero
    var subpathStart = CGPoint.zero
    func close() {
      if current != subpathStart { body(CubicSegment(lineFrom: current, to: subpathStart)) }
      current = subpathStart
    }

    var next = 0
    let points = storage.points
    for type in storage.types {
      switch type {
      case .moveToPoint:
        if closingSubpaths { close() }
        subpathStart = points[next]
        current = subpathStart
      case .closeSubpath: close()
      case .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint:
        guard let segment = CubicSegment(type, from: current, points, at: next) else { break }
        current = segment.end
        body(segment)
      }
      next += type.pointCount
    }
    if closingSubpaths { close() }
  }

  /// The lines and curves of the path, raised to cubics; closing lines included, moves not.
  package var segments: [CubicSegment] {
    var result: [CubicSegment] = []
    result.reserveCapacity(storage.types.count)
    forEachSegment { result.append($0) }
    return result
  }
}

// "tw". No player draws it and no documentation has a formula; After Effects' manual says that it "rotates a path more
// sharply in the center than at the edges". Here the angle falls evenly from the centre, where it is whole, to 0 at the
// farthest vertex.

import CoreGraphics
import Foundation

extension BezierContour {
  /// The contour turned about a point, the more the nearer to it.
  ///
  /// Lines and curves are cut into parts before they are turned, so that they bend.
  ///
  /// - Parameters:
  ///   - angle: how far the centre is turned, in degrees, clockwise.
  ///   - center: about which point, in the contour's space.
  func twisted(by angle: CGFloat, about center: CGPoint) -> BezierContour {
    let radius = vertices.reduce(0) { max($0, hypot($1.point.x - center.x, $1.point.y - center.y)) }
    let segments = segments
    guard angle.isFinite, angle != 0, radius > 0, radius.isFinite, !segments.isEmpty else { return self }
    // A part turns by few degrees from its start to its end.
    let wanted = Int(bounded: min((abs(angle) / 20).rounded(.up), 60)) + 3
    let parts = max(min(wanted, Self.mostVertices / segments.count), 1)
    let twist = Twist(angle: angle * .pi / 180, center: center, radius: radius)
    var curves: [CubicSegment] = []
    for segment in segments {
      for part in 0..<parts {
        curves.append(
          twist.apply(segment.part(from: Double(part) / Double(parts), to: Double(part + 1) / Double(parts))))
      }
    }
    return BezierContour(joining: curves, isClosed: isClosed)
  }
}

/// A turn whose angle falls with the distance from the centre.
private struct Twist {
  /// At the centre, in radians.
  let angle: Double
  let center: CGPoint
  /// The distance from the centre at which the angle is 0, in points.
  let radius: Double

  /// The curve with its ends moved and its end tangents turned and stretched as the plane is there.
  func apply(_ curve: CubicSegment) -> CubicSegment {
    let (start, end) = (apply(curve.start), apply(curve.end))
    let out = apply(curve.control1, near: curve.start)
    let back = apply(curve.control2, near: curve.end)
    return CubicSegment(
      start: start, control1: CGPoint(x: start.x + out.dx, y: start.y + out.dy),
      control2: CGPoint(x: end.x + back.dx, y: end.y + back.dy), end: end)
  }

  private func turn(at distance: Double) -> Double { angle * max(1 - distance / radius, 0) }

  private func apply(_ point: CGPoint) -> CGPoint {
    let (x, y) = (point.x - center.x, point.y - center.y)
    let turn = turn(at: hypot(x, y))
    return CGPoint(x: center.x + x * cos(turn) - y * sin(turn), y: center.y + x * sin(turn) + y * cos(turn))
  }

  /// Returns the image of the vector from `point` to `control` under the map's derivative at `point`.
  private func apply(_ control: CGPoint, near point: CGPoint) -> CGVector {
    let (x, y) = (point.x - center.x, point.y - center.y)
    let (dx, dy) = (control.x - point.x, control.y - point.y)
    let distance = hypot(x, y)
    let turn = turn(at: distance)
    // Farther out by one point, the turn is less by this.
    let change = distance > 0 && distance < radius ? -angle / radius * (x * dx + y * dy) / distance : 0
    let (vx, vy) = (dx - y * change, dy + x * change)
    return CGVector(dx: vx * cos(turn) - vy * sin(turn), dy: vx * sin(turn) + vy * cos(turn))
  }
}

// "pb", as the Lottie documentation defines it ("Tips for rendering", Pucker / Bloat).
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

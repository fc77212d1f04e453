// "sr" (lottie-spec, PolyStar). Tangents are perpendicular to the radius; at 100 % they are a quarter of the circle's
// arc between two points, as in lottie-web. lottie-ios has constants for any number of points instead.
//
// Tested by PathModifierTests and PolystarTests.

import CoreGraphics
import Documents
import Foundation

extension BezierContour {
  /// Returns a star, clockwise from its top, or reversed, with a player's tangents; empty for less than one point. A
  /// fraction makes the first point smaller. Roundness is in percent, the rotation in degrees, clockwise.
  static func star(
    center: CGPoint, points: CGFloat, innerRadius: CGFloat, outerRadius: CGFloat, innerRoundness: CGFloat,
    outerRoundness: CGFloat, rotation: CGFloat, isReversed: Bool, like player: ScenePlayer? = nil
  ) -> BezierContour {
    guard points >= 1, points.isFinite else { return BezierContour(vertices: [], isClosed: true) }
    let points = min(points, CGFloat(mostVertices / 2))
    let circle = Circle(center: center, rotation: rotation, points: points, reach: player == .lottieIOS ? 0.47829 : nil)
    let (whole, fraction) = (points.rounded(.down), points - points.rounded(.down))
    let notch = Circle.Kind(radius: innerRadius, roundness: innerRoundness)
    let tip = Circle.Kind(radius: outerRadius, roundness: outerRoundness)
    var vertices: [Vertex] = []
    if fraction > 0 {
      // In the middle of the rest of the circle, in proportion to it. The tangents at its sides shrink with it.
      let height = innerRadius + fraction * (outerRadius - innerRadius)
      vertices.append(circle.vertex(at: (1 - fraction) / 2, tip, height: height, in: fraction, out: fraction))
      vertices.append(circle.vertex(at: 0.5, notch, in: fraction))
    }
    let count = Int(bounded: whole)
    for index in 0..<count {
      let place = CGFloat(index) + (fraction > 0 ? 1 : 0)
      vertices.append(circle.vertex(at: place, tip))
      vertices.append(circle.vertex(at: place + 0.5, notch, out: index + 1 == count && fraction > 0 ? fraction : 1))
    }
    let contour = BezierContour(vertices: vertices, isClosed: true)
    return isReversed ? contour.reversed() : contour
  }

  /// Returns a regular polygon, clockwise from its top, or reversed, with a player's tangents; empty for less than one
  /// point. Fractions are dropped. Roundness is in percent, the rotation in degrees, clockwise.
  static func polygon(
    center: CGPoint, points: CGFloat, radius: CGFloat, roundness: CGFloat, rotation: CGFloat, isReversed: Bool,
    like player: ScenePlayer? = nil
  ) -> BezierContour {
    guard points >= 1, points.isFinite else { return BezierContour(vertices: [], isClosed: true) }
    let points = min(points.rounded(.down), CGFloat(mostVertices))
    let circle = Circle(center: center, rotation: rotation, points: points, reach: player == .lottieIOS ? 0.25 : nil)
    let corner = Circle.Kind(radius: radius, roundness: roundness)
    let contour = BezierContour(
      vertices: (0..<Int(bounded: points)).map { circle.vertex(at: CGFloat($0), corner) }, isClosed: true)
    return isReversed ? contour.reversed() : contour
  }

  /// The distance of a quarter ellipse's control points from its ends, in radii.
  static let quarterEllipseControl: CGFloat = 0.55228

  /// Returns Lottie's "rc": a rectangle, clockwise from its top right corner, or reversed. Rounded corners, of at most
  /// half of the shorter side, begin at the lower end of that corner's curve. Start and direction determine where trims
  /// and dashes begin (lottie-spec, Rectangle).
  static func rectangle(center: CGPoint, size: CGSize, radius: CGFloat, isReversed: Bool) -> BezierContour {
    let (w, h) = (size.width / 2, size.height / 2)
    let corners = [(1, -1), (1, 1), (-1, 1), (-1, -1)] as [(CGFloat, CGFloat)]
    var contour: BezierContour
    if radius > 0 {
      let radius = max(min(radius, w, h), 0)
      // The ends of each corner's curve; the first end of the top right corner comes last.
      contour = BezierContour(vertices: [], isClosed: true)
      let reach = radius * quarterEllipseControl
      for (x, y) in corners {
        let corner = CGPoint(x: center.x + x * w, y: center.y + y * h)
        let onSide = CGPoint(x: corner.x, y: corner.y - y * radius)
        let onEnd = CGPoint(x: corner.x - x * radius, y: corner.y)
        let (toward, along) = (CGVector(dx: 0, dy: y * reach), CGVector(dx: x * reach, dy: 0))
        // The top right and the bottom left curves go from the horizontal to the vertical side.
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

  // "el" (lottie-spec, Ellipse).

  /// Returns an ellipse of four curves, clockwise from its top, or reversed.
  static func ellipse(center: CGPoint, size: CGSize, isReversed: Bool) -> BezierContour {
    let (rx, ry) = (size.width / 2, size.height / 2)
    // The directions from the centre, and of the tangents, at the top, right, bottom and left.
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

  // "rd". All players have lottie-web's construction.

  /// The distance of a rounding's control points from its ends, as a part of the distance to the corner.
  private static let cornerControl = 0.5519

  /// Returns the contour with rounded corners: each vertex without tangents becomes two, joined by a curve. They lie
  /// toward its neighbours, `radius` points from the corner, at most half of the distance to the neighbour. The ends of
  /// an open contour stay; so does all of it if the radius is NaN or not above 0.
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

/// The placement of a star's or polygon's points around its centre.
private struct Circle {
  struct Kind {
    var radius: CGFloat
    /// The roundness in percent.
    var roundness: CGFloat
  }

  let center: CGPoint
  /// The rotation in degrees.
  let rotation: CGFloat
  let points: CGFloat
  /// The length of the tangents at 100 %, in radii; nil for a quarter of the arc.
  let reach: CGFloat?

  /// Returns the vertex at `place` points from the top, clockwise, with its kind's roundness and distance from the
  /// centre, or `height` instead of that. `into` and `out` are factors of the lengths of the tangents.
  func vertex(
    at place: CGFloat, _ kind: Kind, height: CGFloat? = nil, in into: CGFloat = 1, out: CGFloat = 1
  ) -> BezierContour.Vertex {
    let angle = (rotation - 90) * .pi / 180 + place * 2 * .pi / points
    let (x, y) = (cos(angle), sin(angle))
    let length = kind.radius * kind.roundness / 100 * (reach ?? 2 * .pi / (4 * points))
    let radius = height ?? kind.radius
    return BezierContour.Vertex(
      CGPoint(x: center.x + x * radius, y: center.y + y * radius),
      in: CGVector(dx: y * length * into, dy: -x * length * into),
      out: CGVector(dx: -y * length * out, dy: x * length * out))
  }
}

// "sr" (lottie-spec, PolyStar). Tangents lie across the radius; at 100 % they are a quarter of the circle's arc from
// one point to the next, as lottie-web has them. lottie-ios has constants in place of it, for any number of points.
//
// Tested by PathModifierTests and PolystarTests.

import CoreGraphics
import Documents
import Foundation

extension BezierContour {
  /// A star, clockwise from its top. Empty with less than one point.
  ///
  /// - Parameters:
  ///   - center: the middle of the star.
  ///   - points: how many it has. Of a fraction comes a point of less height and width, the first one.
  ///   - innerRadius: how far from the centre the notches lie.
  ///   - outerRadius: how far from the centre the points lie.
  ///   - innerRoundness: how round the notches are, in percent.
  ///   - outerRoundness: how round the points are, in percent.
  ///   - rotation: in degrees, clockwise.
  ///   - isReversed: whether it runs counter-clockwise.
  ///   - player: whose tangents it has.
  static func star(
    center: CGPoint, points: CGFloat, innerRadius: CGFloat, outerRadius: CGFloat, innerRoundness: CGFloat,
    outerRoundness: CGFloat, rotation: CGFloat, isReversed: Bool, like player: ScenePlayer? = nil
  ) -> BezierContour {
    guard points >= 1, points.isFinite else { return BezierContour(vertices: [], isClosed: true) }
    let points = min(points, CGFloat(mostVertices / 2))
    let circle = Circle(
      center: center, rotation: rotation, points: points, reach: player == .lottieIOS ? 0.47829 : nil)
    let (whole, fraction) = (points.rounded(.down), points - points.rounded(.down))
    let notch = Circle.Kind(radius: innerRadius, roundness: innerRoundness)
    let tip = Circle.Kind(radius: outerRadius, roundness: outerRoundness)
    var vertices: [Vertex] = []
    if fraction > 0 {
      // In the middle of what is left of the circle, as high as it is wide. The tangents on its sides shrink with it.
      let height = innerRadius + fraction * (outerRadius - innerRadius)
      vertices.append(circle.vertex(at: (1 - fraction) / 2, tip, height: height, in: fraction, out: fraction))
      vertices.append(circle.vertex(at: 0.5, notch, in: fraction))
    }
    let count = Int(bounded: whole)
    for index in 0..<count {
      let place = CGFloat(index) + (fraction > 0 ? 1 : 0)
      vertices.append(circle.vertex(at: place, tip))
      vertices.append(
        circle.vertex(at: place + 0.5, notch, out: index + 1 == count && fraction > 0 ? fraction : 1))
    }
    let contour = BezierContour(vertices: vertices, isClosed: true)
    return isReversed ? contour.reversed() : contour
  }

  /// A regular polygon, clockwise from its top. Empty with less than one point.
  ///
  /// - Parameters:
  ///   - center: the middle of the polygon.
  ///   - points: how many corners it has; fractions are dropped.
  ///   - radius: how far from the centre they lie.
  ///   - roundness: how round they are, in percent.
  ///   - rotation: in degrees, clockwise.
  ///   - isReversed: whether it runs counter-clockwise.
  ///   - player: whose tangents it has.
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
}

/// The placement of a star's or polygon's points around its centre.
private struct Circle {
  struct Kind {
    var radius: CGFloat
    /// In percent.
    var roundness: CGFloat
  }

  let center: CGPoint
  /// In degrees.
  let rotation: CGFloat
  /// The number of points on the circle.
  let points: CGFloat
  /// The length of the tangents at 100 %, in parts of the radius; nil for a quarter of the arc.
  let reach: CGFloat?

  /// - Parameters:
  ///   - place: how many points from the top, clockwise.
  ///   - kind: its distance from the centre and roundness.
  ///   - height: the distance, where it is another.
  ///   - into: what is left of the length of the tangent toward the point before.
  ///   - out: what is left of the other one's.
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

// Circular arcs, as cubic curves of at most a quarter turn each.
//
// "Clockwise" is meant where y points up, as in Core Graphics: false goes through increasing angles. Where y points
// down the picture is mirrored, and so is the word.

public import Foundation

extension CGMutablePath {
  /// Adds an arc from `startAngle` to `endAngle` in radians, after a line from the current point, or after a move if
  /// the path has no current point.
  ///
  /// In the direction asked for, all turns up to `endAngle` are drawn: from 0 to 5 pi is two and a half of them.
  /// Against it, the arc goes round the other side, by more than nothing and at most a turn: from 0 to 2 pi it is a
  /// full circle in either direction, the commonest way to write one. Where both angles are one there is no arc, and
  /// more than a thousand turns add nothing at all. The rules are those measured on Apple's framework.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let sweep = endAngle - startAngle
    // A NaN angle leaves the arc without an end: it adds its start alone.
    let delta = sweep.isNaN ? 0 : clockwise ? -Self.sweep(-sweep) : Self.sweep(sweep)
    addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: delta, transform: transform)
  }

  /// The sweep in a direction for angles that lie so far apart along it.
  private static func sweep(_ forward: CGFloat) -> CGFloat {
    guard forward < -leastSweep, forward >= -mostTurns * turn else { return forward }
    // Angles whole turns apart, up to what their arithmetic leaves over, are a turn apart.
    let rest = turn - (-forward).truncatingRemainder(dividingBy: turn)
    return rest > leastSweep ? rest : turn
  }

  private static let turn = 2 * CGFloat.pi
  /// Arcs of more turns add nothing.
  private static let mostTurns: CGFloat = 1000
  /// The sweep, in radians, up to which an arc adds no curve.
  private static let leastSweep: CGFloat = 1e-9

  /// Adds an arc of `delta` radians from `startAngle`, after a line from the current point, or after a move if the path
  /// has no current point. A negative `delta` goes clockwise where y points up; one of more than a thousand turns adds
  /// nothing.
  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
  ) {
    guard radius.isFinite, startAngle.isFinite, abs(delta) <= Self.mostTurns * Self.turn else { return }
    let start = CGPoint(x: center.x + radius * cos(startAngle), y: center.y + radius * sin(startAngle))
    if storage.currentPoint == nil {
      move(to: start, transform: transform)
    } else if start.applying(transform) != currentPoint {
      addLine(to: start, transform: transform)
    }
    guard abs(delta) > Self.leastSweep else { return }

    for piece in CubicSegment.arc(center: center, radius: radius, from: startAngle, sweep: delta) {
      addCurve(to: piece.end, control1: piece.control1, control2: piece.control2, transform: transform)
    }
  }

  /// A line and an arc that round the corner at `tangent1End`: the arc of `radius` touches the line from the current
  /// point to `tangent1End` and the line from there to `tangent2End`. Without room for an arc, a line to `tangent1End`.
  ///
  /// The current point is taken back through `transform`, so that both lines lie in the same space.
  public func addArc(
    tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
  ) {
    guard let current = storage.currentPoint?.applying(transform.inverted()) else { return }
    let (ux, uy) = (current.x - tangent1End.x, current.y - tangent1End.y)
    let (vx, vy) = (tangent2End.x - tangent1End.x, tangent2End.y - tangent1End.y)
    let (ul, vl) = (hypot(ux, uy), hypot(vx, vy))
    let cross = ux * vy - uy * vx
    guard radius > 0, ul > 0, vl > 0, abs(cross) > 1e-12 * ul * vl else {
      addLine(to: tangent1End, transform: transform)
      return
    }
    // Half the angle between the lines: tan = (1 - cos) / sin. The arc touches them `radius / tan` away from the
    // corner, and its centre lies on the bisector.
    let cosine = (ux * vx + uy * vy) / (ul * vl)
    let tangentLength = radius * (1 + cosine) / (abs(cross) / (ul * vl))
    let start = CGPoint(x: tangent1End.x + ux / ul * tangentLength, y: tangent1End.y + uy / ul * tangentLength)
    let side: CGFloat = cross > 0 ? 1 : -1
    let center = CGPoint(x: start.x - side * uy / ul * radius, y: start.y + side * ux / ul * radius)
    // The arc turns by what the corner lacks to a straight line, and never by more than half a turn.
    let sweep = CGFloat.pi - atan2(abs(cross), ux * vx + uy * vy)
    addRelativeArc(
      center: center, radius: radius, startAngle: atan2(start.y - center.y, start.x - center.x), delta: -side * sweep,
      transform: transform)
  }
}

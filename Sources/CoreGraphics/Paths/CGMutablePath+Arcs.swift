// Circular arcs, as cubic curves of at most a quarter turn each.
//
// "Clockwise" is meant where y points up, as in Core Graphics: false goes through increasing angles. Where y points
// down the picture is mirrored, and so is the word.

public import Foundation

extension CGMutablePath {
  /// An arc from `startAngle` to `endAngle` in radians, preceded by a line from the current point, or by a move when
  /// there is none. A sweep of a whole turn or more is one turn; angles a whole turn apart, taken against the direction
  /// from one to the other, are the same angle, and there is no arc.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let turn = 2 * CGFloat.pi
    var sweep = endAngle - startAngle
    // The way round the other side, from 0 down to a turn.
    func backward(_ sweep: CGFloat) -> CGFloat {
      let remainder = sweep.truncatingRemainder(dividingBy: turn)
      return remainder == 0 ? 0 : remainder - turn
    }
    // The direction is given, so the sweep takes its sign; the end angle may lie any number of turns away.
    if clockwise {
      if sweep > 0 { sweep = backward(sweep) }
      sweep = max(sweep, -turn)
    } else {
      if sweep < 0 { sweep = -backward(-sweep) }
      sweep = min(sweep, turn)
    }
    addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: sweep, transform: transform)
  }

  /// An arc of `delta` radians from `startAngle`, preceded by a line from the current point, or by a move when there is
  /// none. A negative `delta` goes clockwise where y points up.
  public func addRelativeArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
  ) {
    guard radius.isFinite, startAngle.isFinite, delta.isFinite else { return }
    let start = CGPoint(x: center.x + radius * cos(startAngle), y: center.y + radius * sin(startAngle))
    if storage.currentPoint == nil {
      move(to: start, transform: transform)
    } else if start.applying(transform) != currentPoint {
      addLine(to: start, transform: transform)
    }
    guard delta != 0 else { return }

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
    let end = CGPoint(x: tangent1End.x + vx / vl * tangentLength, y: tangent1End.y + vy / vl * tangentLength)
    addArc(
      center: center, radius: radius, startAngle: atan2(start.y - center.y, start.x - center.x),
      endAngle: atan2(end.y - center.y, end.x - center.x), clockwise: cross > 0, transform: transform)
  }
}

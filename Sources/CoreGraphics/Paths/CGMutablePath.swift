public import Foundation

/// A path under construction. Each element's points go through `transform` first.
///
/// Begin a path with `move(to:)` or with a shape: without a current point, the path ignores lines and curves.
public final class CGMutablePath: CGPath, @unchecked Sendable {
  // Unchecked Sendable is inherited; see CGPath.

  /// Makes a path without elements.
  public init() { super.init(storage: CGPathStorage()) }

  /// Begins a subpath at `point`, which `transform` takes to the path's space.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    storage.move(to: point.applying(transform))
  }

  /// Adds a line from the current point to `point`, which `transform` takes to the path's space.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    storage.addLine(to: point.applying(transform))
  }

  /// A quadratic Bézier curve from the current point.
  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    storage.addQuadCurve(to: end.applying(transform), control: control.applying(transform))
  }

  /// A cubic Bézier curve from the current point.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    storage.addCurve(
      to: end.applying(transform), control1: control1.applying(transform), control2: control2.applying(transform))
  }

  /// A line back to where the current subpath began.
  public func closeSubpath() { storage.closeSubpath() }

  /// All elements of `path`. Adding a path to itself doubles it.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    storage.append(path.storage, transform: transform)
  }

  /// A subpath from the first point along lines to the others. Nothing when `points` is empty.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    guard let first = points.first else { return }
    move(to: first, transform: transform)
    for point in points.dropFirst() { addLine(to: point, transform: transform) }
  }
}

// Circular arcs, as cubic curves of at most a quarter turn each.
//
// "Clockwise" is meant where y points up, as in Core Graphics: false goes through increasing angles.
extension CGMutablePath {
  /// Adds an arc from `startAngle` to `endAngle` in radians, after a line from the current point, or a move.
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

  /// Adds an arc of `delta` radians from `startAngle`, after a line from the current point, or a move without one. A
  /// negative `delta` goes clockwise where y points up; one of more than a thousand turns adds nothing.
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
    // Half the angle between the lines: tan = (1 - cos) / sin. The arc touches them `radius / tan` from the corner.
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

  /// The distance of the control points of a quarter of the unit circle from its ends: 4/3 (sqrt 2 - 1), the cubic that
  /// meets the circle in its middle; off by at most 0.03 % of the radius elsewhere.
  static let quarterCircleControl: CGFloat = 0.552_284_749_830_793_4

  /// A rectangle from its origin, along x first. The null rectangle adds nothing.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    guard !rect.isNull else { return }
    let corners = [
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
      CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
    ]
    addLines(between: corners, transform: transform)
    closeSubpath()
  }

  /// Adds a closed subpath for each rectangle.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }

  /// The ellipse that touches the sides of `rect`, as four cubic curves from the right end toward maximum y.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    guard !rect.isNull else { return }
    addRoundedSubpath(in: rect, corner: CGSize(width: rect.width / 2, height: rect.height / 2), transform: transform)
  }

  /// A rectangle with elliptical corners, from the middle of its right side toward maximum y. Corner sizes are brought
  /// into the range from 0 to half of the side; a corner without width or height is sharp.
  public func addRoundedRect(
    in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
  ) {
    guard !rect.isNull else { return }
    let corner = CGSize(
      width: min(max(cornerWidth, 0), rect.width / 2), height: min(max(cornerHeight, 0), rect.height / 2))
    guard corner.width > 0, corner.height > 0 else {
      addRect(rect, transform: transform)
      return
    }
    addRoundedSubpath(in: rect, corner: corner, transform: transform)
  }

  private func addRoundedSubpath(in rect: CGRect, corner: CGSize, transform: CGAffineTransform) {
    let (left, right, low, high) = (rect.minX, rect.maxX, rect.minY, rect.maxY)
    // From a corner of the box: to where the curve begins, and to its control points.
    let (w, h) = (corner.width, corner.height)
    let (cw, ch) = (w * (1 - Self.quarterCircleControl), h * (1 - Self.quarterCircleControl))

    func line(_ x: CGFloat, _ y: CGFloat) {
      let end = CGPoint(x: x, y: y).applying(transform)
      if end != currentPoint { storage.addLine(to: end) }
    }
    func curve(_ x1: CGFloat, _ y1: CGFloat, _ x2: CGFloat, _ y2: CGFloat, _ x: CGFloat, _ y: CGFloat) {
      addCurve(
        to: CGPoint(x: x, y: y), control1: CGPoint(x: x1, y: y1), control2: CGPoint(x: x2, y: y2), transform: transform)
    }

    move(to: CGPoint(x: right, y: rect.midY), transform: transform)
    line(right, high - h)
    curve(right, high - ch, right - cw, high, right - w, high)
    line(left + w, high)
    curve(left + cw, high, left, high - ch, left, high - h)
    line(left, low + h)
    curve(left, low + ch, left + cw, low, left + w, low)
    line(right - w, low)
    curve(right - cw, low, right, low + ch, right, low + h)
    closeSubpath()
  }
}

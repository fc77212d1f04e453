public import Foundation

/// A path under construction. `transform` is applied to each element's points first. Begin with `move(to:)` or with a
/// shape: without a current point, lines and curves are ignored.
public final class CGMutablePath: CGPath, @unchecked Sendable {
  // Unchecked Sendable is inherited; see CGPath.

  /// Creates a path without elements.
  public init() { super.init(storage: CGPathStorage()) }

  /// Begins a subpath at `point`.
  public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
    storage.move(to: point.applying(transform))
  }

  /// Adds a line from the current point to `point`.
  public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
    storage.addLine(to: point.applying(transform))
  }

  /// Adds a quadratic Bézier curve from the current point.
  public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
    storage.addQuadCurve(to: end.applying(transform), control: control.applying(transform))
  }

  /// Adds a cubic Bézier curve from the current point.
  public func addCurve(
    to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
  ) {
    storage.addCurve(
      to: end.applying(transform), control1: control1.applying(transform), control2: control2.applying(transform))
  }

  /// Adds a line to the start of the current subpath, and closes it.
  public func closeSubpath() { storage.closeSubpath() }

  /// Adds all elements of `path`. A path added to itself doubles.
  public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
    storage.append(path.storage, transform: transform)
  }

  /// Adds a subpath of lines between the points; adds nothing without points.
  public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
    guard let first = points.first else { return }
    move(to: first, transform: transform)
    for point in points.dropFirst() { addLine(to: point, transform: transform) }
  }
}

// Circular arcs, as cubic curves of at most a quarter turn each. "Clockwise" is as seen where y points up, as in Core
// Graphics: false means increasing angles.
extension CGMutablePath {
  /// Adds an arc from `startAngle` to `endAngle`, in radians, after a line from the current point, if any. In the
  /// requested direction all turns up to `endAngle` are drawn: from 0 to 5 pi are two and a half of them. If `endAngle`
  /// lies in the other direction, the arc reaches it the other way round, by more than 0 and at most a turn: from 0 to
  /// 2 pi is a full circle in either direction. Equal angles, and more than a thousand turns, add no arc. The rules are
  /// as measured on Apple's framework.
  public func addArc(
    center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
    transform: CGAffineTransform = .identity
  ) {
    let sweep = endAngle - startAngle
    // A NaN angle adds the arc's start alone.
    let delta = sweep.isNaN ? 0 : clockwise ? -Self.sweep(-sweep) : Self.sweep(sweep)
    addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: delta, transform: transform)
  }

  /// Returns the sweep in a direction for a difference of angles along it.
  private static func sweep(_ forward: CGFloat) -> CGFloat {
    guard forward < -leastSweep, forward >= -mostTurns * turn else { return forward }
    // The sweep for whole turns apart is one turn, in spite of rounding.
    let rest = turn - (-forward).truncatingRemainder(dividingBy: turn)
    return rest > leastSweep ? rest : turn
  }

  private static let turn = 2 * CGFloat.pi
  /// The number of turns beyond which an arc adds nothing.
  private static let mostTurns: CGFloat = 1000
  /// The sweep, in radians, up to which an arc adds no curve.
  private static let leastSweep: CGFloat = 1e-9

  /// Adds an arc of `delta` radians from `startAngle`, after a line from the current point, or a move without one. A
  /// negative `delta` is clockwise where y points up; more than a thousand turns add nothing.
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

  /// Rounds the corner at `tangent1End`: adds a line and an arc of `radius` that touches the lines from the current
  /// point to `tangent1End` and from there to `tangent2End`; without room for an arc, a line to `tangent1End`. The
  /// inverse of `transform` is applied to the current point, so that both lines lie in the same space.
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
    // The arc turns by what the corner lacks to a straight angle, at most by half a turn.
    let sweep = CGFloat.pi - atan2(abs(cross), ux * vx + uy * vy)
    addRelativeArc(
      center: center, radius: radius, startAngle: atan2(start.y - center.y, start.x - center.x), delta: -side * sweep,
      transform: transform)
  }

  /// The distance of the control points of a quarter of the unit circle from its ends: 4/3 (sqrt 2 - 1), for the cubic
  /// that meets the circle in its middle and is off by at most 0.03 % of the radius elsewhere.
  static let quarterCircleControl: CGFloat = 0.552_284_749_830_793_4

  /// Adds a rectangle from its origin, along x first. The null rectangle adds nothing.
  public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
    guard !rect.isNull else { return }
    let corners = [
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
      CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
    ]
    addLines(between: corners, transform: transform)
    closeSubpath()
  }

  /// Adds rectangles, each as a closed subpath.
  public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
    for rect in rects { addRect(rect, transform: transform) }
  }

  /// Adds the ellipse that touches the sides of `rect`, as four cubic curves from the right end toward maximum y.
  public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
    guard !rect.isNull else { return }
    addRoundedSubpath(in: rect, corner: CGSize(width: rect.width / 2, height: rect.height / 2), transform: transform)
  }

  /// Adds a rectangle with elliptical corners, from the middle of its right side toward maximum y. Corner sizes are
  /// limited to 0 to half of the side; a corner without width or height is sharp.
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
    // The vectors from a corner of the box to the start of the curve, and to its control points.
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

package import Foundation

/// A cubic Bézier curve, the only curve of geometry code: lines and quadratic curves are raised to it exactly.
package struct CubicSegment: Equatable, Sendable {
  package var start: CGPoint
  package var control1: CGPoint
  package var control2: CGPoint
  package var end: CGPoint

  package init(start: CGPoint, control1: CGPoint, control2: CGPoint, end: CGPoint) {
    (self.start, self.control1, self.control2, self.end) = (start, control1, control2, end)
  }

  /// Creates a line, whose parameter is the fraction of its length.
  package init(lineFrom start: CGPoint, to end: CGPoint) {
    self.init(
      start: start, control1: start.interpolated(to: end, 1 / 3), control2: start.interpolated(to: end, 2 / 3), end: end
    )
  }

  package init(quadraticFrom start: CGPoint, control: CGPoint, to end: CGPoint) {
    self.init(
      start: start, control1: start.interpolated(to: control, 2 / 3), control2: end.interpolated(to: control, 2 / 3),
      end: end)
  }

  /// Creates the curve of a path's element, whose points begin at `index`; returns nil for moves and closes.
  init?(_ type: CGPathElementType, from start: CGPoint, _ points: [CGPoint], at index: Int) {
    switch type {
    case .addLineToPoint: self.init(lineFrom: start, to: points[index])
    case .addQuadCurveToPoint: self.init(quadraticFrom: start, control: points[index], to: points[index + 1])
    case .addCurveToPoint:
      self.init(start: start, control1: points[index], control2: points[index + 1], end: points[index + 2])
    case .moveToPoint, .closeSubpath: return nil
    }
  }

  /// Returns the point at parameter `u`, 0 at the start, 1 at the end.
  package func point(at u: Double) -> CGPoint {
    let v = 1 - u
    let (b0, b1, b2, b3) = (v * v * v, 3 * v * v * u, 3 * v * u * u, u * u * u)
    return CGPoint(
      x: b0 * start.x + b1 * control1.x + b2 * control2.x + b3 * end.x,
      y: b0 * start.y + b1 * control1.y + b2 * control2.y + b3 * end.y)
  }

  /// Returns the direction at parameter `u`, in radians from x toward y; 0 for a curve that is a point.
  package func tangentAngle(at u: Double) -> Double {
    let direction = Hodograph(withoutNoise).direction(u) ?? CGVector(dx: 1, dy: 0)
    return atan2(direction.dy, direction.dx)
  }

  /// Returns the two halves of the curve, by de Casteljau's construction.
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
  /// Returns the point at `fraction` of the way to `other`.
  package func interpolated(to other: CGPoint, _ fraction: Double) -> CGPoint {
    CGPoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
  }
}

extension CGPath {
  /// Calls `body` for each line or curve, raised to a cubic, without moves and without closing lines of length 0. With
  /// `closingSubpaths` an open subpath gets a closing line, too, as for filling.
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

  /// The lines and curves of the path, raised to cubics, with closing lines and without moves.
  package var segments: [CubicSegment] {
    var result: [CubicSegment] = []
    result.reserveCapacity(storage.types.count)
    forEachSegment { result.append($0) }
    return result
  }
}

extension CubicSegment {
  /// Whether the curve was created as a line: its control points are at the thirds.
  package var isLine: Bool { self == CubicSegment(lineFrom: start, to: end) }

  /// Whether the curve is a single point.
  package var isPoint: Bool { start == control1 && control1 == control2 && control2 == end }

  /// Whether the curve is no longer than rounding errors, so that its direction means nothing.
  package var isNegligible: Bool {
    reach(from: start) <= 1e-12 * max(abs(start.x), abs(start.y))
  }

  /// Returns the greatest distance along an axis of a control point, or of the end, from a point.
  func reach(from point: CGPoint) -> Double {
    max(
      abs(control1.x - point.x), abs(control1.y - point.y), abs(control2.x - point.x), abs(control2.y - point.y),
      abs(end.x - point.x), abs(end.y - point.y))
  }

  /// The same curve with control points that rounding separated joined: to an end, or both to one point.
  package var withoutNoise: CubicSegment {
    let slack = 1e-12 * max(abs(start.x), abs(start.y), abs(end.x), abs(end.y))
    func isOne(_ p: CGPoint, _ q: CGPoint) -> Bool { max(abs(p.x - q.x), abs(p.y - q.y)) <= slack }
    var result = self
    if isOne(control1, start) { result.control1 = start }
    if isOne(control2, end) { result.control2 = end }
    if isOne(result.control1, result.control2) {
      // Toward an end that equals one of them.
      if result.control1 == start { result.control2 = start } else { result.control1 = result.control2 }
    }
    return result
  }

  package var reversed: CubicSegment {
    isLine
      ? CubicSegment(lineFrom: end, to: start)
      : CubicSegment(start: end, control1: control2, control2: control1, end: start)
  }

  package func derivative(at u: Double) -> CGVector {
    let v = 1 - u
    let (d0, d1, d2) = (3 * v * v, 6 * v * u, 3 * u * u)
    return CGVector(
      dx: d0 * (control1.x - start.x) + d1 * (control2.x - control1.x) + d2 * (end.x - control2.x),
      dy: d0 * (control1.y - start.y) + d1 * (control2.y - control1.y) + d2 * (end.y - control2.y))
  }

  package func secondDerivative(at u: Double) -> CGVector {
    let (d0, d1) = (6 * (1 - u), 6 * u)
    return CGVector(
      dx: d0 * (control2.x - 2 * control1.x + start.x) + d1 * (end.x - 2 * control2.x + control1.x),
      dy: d0 * (control2.y - 2 * control1.y + start.y) + d1 * (end.y - 2 * control2.y + control1.y))
  }

  /// Returns the part between two parameters as a curve; `from` is below `to`.
  package func part(from: Double, to: Double) -> CubicSegment {
    if from <= 0, to >= 1 { return self }
    if isLine { return CubicSegment(lineFrom: point(at: from), to: point(at: to)) }
    // A cubic's control points follow from its ends and derivatives there.
    let third = (to - from) / 3
    let (p, q) = (point(at: from), point(at: to))
    let (a, b) = (derivative(at: from), derivative(at: to))
    return CubicSegment(
      start: p, control1: CGPoint(x: p.x + a.dx * third, y: p.y + a.dy * third),
      control2: CGPoint(x: q.x - b.dx * third, y: q.y - b.dy * third), end: q)
  }

  /// Calls `body` with the ends of chords within `tolerance` of the curve, the curve's end last.
  package func forEachChord(tolerance: Double, _ body: (CGPoint) -> Void) {
    let count = chordCount(tolerance: tolerance)
    for index in 1..<count { body(point(at: Double(index) / Double(count))) }
    body(end)
  }

  /// Returns the number of evenly spaced chords within `tolerance` of the curve; 1 for a line, at most 4,096.
  func chordCount(tolerance: Double) -> Int {
    guard !isLine else { return 1 }
    // Wang's bound: n chords of a cubic are off by at most (3/4) M / n², where M is the longest second difference.
    let m = max(
      hypot(control2.x - 2 * control1.x + start.x, control2.y - 2 * control1.y + start.y),
      hypot(end.x - 2 * control2.x + control1.x, end.y - 2 * control2.y + control1.y))
    let needed = (0.75 * m / tolerance).squareRoot().rounded(.up)
    // The limit is for tolerances finer than visible, and for coordinates that are not finite.
    return needed < 4096 ? max(Int(needed), 1) : 4096
  }

  /// Returns a circle's arc as cubics of at most a quarter turn; the sweep is in radians, positive from x toward y. The
  /// result is never empty; if an angle is NaN, the curves' points are NaN, too.
  package static func arc(center: CGPoint, radius: Double, from start: Double, sweep: Double) -> [CubicSegment] {
    // The limit, over a thousand turns, protects memory from extreme angles.
    let quarters = min(max((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up), 1), 4096)
    let step = sweep / quarters
    // The control points lie on the end tangents; with this length the curve meets the circle in its middle.
    let reach = radius * 4 / 3 * tan(step / 4)
    func point(_ angle: Double) -> CGPoint {
      CGPoint(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }
    let count = max(Int(bounded: quarters), 1)
    return (0..<count).map { index in
      let from = start + Double(index) * step
      let to = index == count - 1 ? start + sweep : from + step
      let (p, q) = (point(from), point(to))
      return CubicSegment(
        start: p, control1: CGPoint(x: p.x - reach * sin(from), y: p.y + reach * cos(from)),
        control2: CGPoint(x: q.x + reach * sin(to), y: q.y - reach * cos(to)), end: q)
    }
  }
}

// Parts, derivatives and polygons of a cubic.

package import Foundation

extension CubicSegment {
  /// Whether the curve was made as a line: its control points stand at the thirds.
  package var isLine: Bool { self == CubicSegment(lineFrom: start, to: end) }

  /// Whether the curve is a single point.
  package var isPoint: Bool { start == control1 && control1 == control2 && control2 == end }

  /// Whether the curve is no longer than what arithmetic leaves over, so that its direction means nothing.
  package var isNegligible: Bool {
    let size = max(abs(start.x), abs(start.y))
    let reach = max(
      abs(control1.x - start.x), abs(control1.y - start.y), abs(control2.x - start.x), abs(control2.y - start.y),
      abs(end.x - start.x), abs(end.y - start.y))
    return reach <= 1e-12 * size
  }

  /// The same curve, its control points moved to where they lie but for what arithmetic leaves over: on an end, or both
  /// on one point.
  package var withoutNoise: CubicSegment {
    let slack = 1e-12 * max(abs(start.x), abs(start.y), abs(end.x), abs(end.y))
    func isOne(_ p: CGPoint, _ q: CGPoint) -> Bool { max(abs(p.x - q.x), abs(p.y - q.y)) <= slack }
    var result = self
    if isOne(control1, start) { result.control1 = start }
    if isOne(control2, end) { result.control2 = end }
    if isOne(result.control1, result.control2) {
      // Toward an end that one of them lies on.
      if result.control1 == start { result.control2 = start } else { result.control1 = result.control2 }
    }
    return result
  }

  /// The same curve from its end to its start.
  package var reversed: CubicSegment {
    isLine
      ? CubicSegment(lineFrom: end, to: start)
      : CubicSegment(start: end, control1: control2, control2: control1, end: start)
  }

  /// The first derivative by the parameter.
  package func derivative(at u: Double) -> CGVector {
    let v = 1 - u
    let (d0, d1, d2) = (3 * v * v, 6 * v * u, 3 * u * u)
    return CGVector(
      dx: d0 * (control1.x - start.x) + d1 * (control2.x - control1.x) + d2 * (end.x - control2.x),
      dy: d0 * (control1.y - start.y) + d1 * (control2.y - control1.y) + d2 * (end.y - control2.y))
  }

  /// The second derivative by the parameter.
  package func secondDerivative(at u: Double) -> CGVector {
    let (d0, d1) = (6 * (1 - u), 6 * u)
    return CGVector(
      dx: d0 * (control2.x - 2 * control1.x + start.x) + d1 * (end.x - 2 * control2.x + control1.x),
      dy: d0 * (control2.y - 2 * control1.y + start.y) + d1 * (end.y - 2 * control2.y + control1.y))
  }

  /// The stretch between two parameters as a curve of its own; `from` below `to`.
  package func part(from: Double, to: Double) -> CubicSegment {
    if from <= 0, to >= 1 { return self }
    if isLine { return CubicSegment(lineFrom: point(at: from), to: point(at: to)) }
    // A cubic's control points follow from its ends and derivatives.
    let third = (to - from) / 3
    let (p, q) = (point(at: from), point(at: to))
    let (a, b) = (derivative(at: from), derivative(at: to))
    return CubicSegment(
      start: p, control1: CGPoint(x: p.x + a.dx * third, y: p.y + a.dy * third),
      control2: CGPoint(x: q.x - b.dx * third, y: q.y - b.dy * third), end: q)
  }

  /// Calls `body` with the ends of chords that stay within `tolerance` of the curve, the curve's end last.
  package func forEachChord(tolerance: Double, _ body: (CGPoint) -> Void) {
    let count = chordCount(tolerance: tolerance)
    for index in 1..<count { body(point(at: Double(index) / Double(count))) }
    body(end)
  }

  /// Returns the number of chords between evenly spaced parameters that stay within `tolerance` of the curve; 1 for a
  /// line, at most 4,096.
  func chordCount(tolerance: Double) -> Int {
    guard !isLine else { return 1 }
    // Wang's bound: n chords of a cubic are off by at most (3/4) M / n², M being the longest second difference.
    let m = max(
      hypot(control2.x - 2 * control1.x + start.x, control2.y - 2 * control1.y + start.y),
      hypot(end.x - 2 * control2.x + control1.x, end.y - 2 * control2.y + control1.y))
    let needed = (0.75 * m / tolerance).squareRoot().rounded(.up)
    // The limit is for tolerances that no eye has and for coordinates that are not finite.
    return needed < 4096 ? max(Int(needed), 1) : 4096
  }

  /// Returns an arc of a circle as cubics of at most a quarter turn each; the sweep is in radians, positive from x
  /// toward y.
  ///
  /// The result is never empty; if an angle is NaN, the coordinates of the curves' points are NaN, too.
  package static func arc(center: CGPoint, radius: Double, from start: Double, sweep: Double) -> [CubicSegment] {
    // The bound, a little over a thousand turns, keeps a wild angle from filling memory.
    let quarters = min(max((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up), 1), 4096)
    let step = sweep / quarters
    // The control points lie on the end tangents; this length makes the curve meet the circle in its middle.
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

// A stroke's area as a path to be filled by the winding rule.
//
//   left   <----------------------------       The right side runs with the path, the left one against it, so that
//          |  cap   the path ------>  cap       the area between them is counted once, positively. Corners: the outer
//   right  ---------------------------->       side gets the join, the inner one goes through the corner itself.
//
// Going through the corner is what keeps every winding number at 0 or above: the outline then is the sum of the pieces'
// areas and of the joins', each taken positively, whatever lies over whatever. A hole cannot arise.

import Foundation

/// How a stroke is drawn.
struct StrokeStyle {
  /// Half of the line's width in points; above 0.
  var radius: Double
  var cap: CGLineCap
  var join: CGLineJoin
  /// The longest miter, from the inner to the outer corner, in line widths.
  var miterLimit: Double

  /// How far the outline may be from the true one, in points.
  var tolerance: Double
}

/// The outline of one subpath's stroke.
struct StrokeOutline {
  private let style: StrokeStyle
  private var left = StrokeSide()
  private var right = StrokeSide()

  /// Adds the stroke of `subpath` to `result`.
  static func append(_ subpath: Subpath, style: StrokeStyle, to result: inout CGPathStorage) {
    let stretches = subpath.segments.flatMap { Stretch.stretches(of: $0) }
    guard let first = stretches.first, let last = stretches.last else {
      appendDot(at: subpath.start, style: style, to: &result)
      return
    }
    var outline = StrokeOutline(style: style)
    for (index, stretch) in stretches.enumerated() {
      if index > 0 { outline.turn(from: stretches[index - 1], to: stretch) }
      outline.follow(stretch)
    }
    if subpath.isClosed {
      outline.turn(from: last, to: first)
      result.append(chain: outline.right.pieces, closed: true)
      result.append(chain: outline.left.reversed.pieces, closed: true)
    } else {
      outline.right.append(cap(at: last.curve.end, direction: last.endDirection, style: style))
      outline.right.append(outline.left.reversed.pieces)
      outline.right.append(cap(at: first.curve.start, direction: first.startDirection.opposite, style: style))
      result.append(chain: outline.right.pieces, closed: true)
    }
  }

  private init(style: StrokeStyle) { self.style = style }

  /// A subpath without length is a dot under round caps, and nothing under others, as it has no direction.
  private static func appendDot(at center: CGPoint, style: StrokeStyle, to result: inout CGPathStorage) {
    guard style.cap == .round else { return }
    let circle = CubicSegment.arc(center: center, radius: style.radius, from: 0, sweep: 2 * .pi)
    result.append(chain: circle, closed: true)
  }

  private mutating func follow(_ stretch: Stretch) {
    let (radius, tolerance) = (style.radius, style.tolerance)
    left.append(OffsetCurve(curve: stretch.curve, distance: radius, tolerance: tolerance).chain())
    right.append(OffsetCurve(curve: stretch.curve, distance: -radius, tolerance: tolerance).chain())
  }

  private mutating func turn(from: Stretch, to: Stretch) {
    let corner = to.curve.start
    let (a, b) = (from.endDirection, to.startDirection)
    let angle = atan2(a.dx * b.dy - a.dy * b.dx, a.dx * b.dx + a.dy * b.dy)
    // Smooth: the sides meet by themselves.
    guard abs(angle) > 1e-7 else { return }
    let join = to.isAfterCusp ? .round : style.join
    let outer = Self.join(join, at: corner, from: a, angle: angle, style: style)
    if angle > 0 {
      right.append(outer)
      left.pass(through: corner)
    } else {
      left.append(outer)
      right.pass(through: corner)
    }
  }

  /// The outer side of a corner: to the right when `angle` turns left, and the other way round.
  private static func join(
    _ join: CGLineJoin, at corner: CGPoint, from direction: CGVector, angle: Double, style: StrokeStyle
  ) -> [CubicSegment] {
    let side: Double = angle > 0 ? -1 : 1
    // From the corner to the outer side, before the turn.
    let start = atan2(direction.dx * side, -direction.dy * side)
    func point(_ angle: Double, _ distance: Double) -> CGPoint {
      CGPoint(x: corner.x + distance * cos(angle), y: corner.y + distance * sin(angle))
    }
    let (p, q) = (point(start, style.radius), point(start + angle, style.radius))
    // The miter's length in line widths is 1 / sin of half the angle between the lines, which is the cosine here.
    let sharpness = cos(angle / 2)
    switch join {
    case .round: return CubicSegment.arc(center: corner, radius: style.radius, from: start, sweep: angle)
    case .miter where sharpness > 0 && 1 / sharpness <= style.miterLimit:
      let tip = point(start + angle / 2, style.radius / sharpness)
      return [CubicSegment(lineFrom: p, to: tip), CubicSegment(lineFrom: tip, to: q)]
    case .miter, .bevel: return [CubicSegment(lineFrom: p, to: q)]
    }
  }

  /// From the right side to the left, around the end of a line that goes in `direction`.
  private static func cap(at end: CGPoint, direction: CGVector, style: StrokeStyle) -> [CubicSegment] {
    let (dx, dy) = (direction.dx * style.radius, direction.dy * style.radius)
    let (right, left) = (CGPoint(x: end.x + dy, y: end.y - dx), CGPoint(x: end.x - dy, y: end.y + dx))
    switch style.cap {
    case .butt: return [CubicSegment(lineFrom: right, to: left)]
    case .square:
      let corners = [right, CGPoint(x: right.x + dx, y: right.y + dy), CGPoint(x: left.x + dx, y: left.y + dy), left]
      return zip(corners, corners.dropFirst()).map { CubicSegment(lineFrom: $0, to: $1) }
    case .round:
      return CubicSegment.arc(center: end, radius: style.radius, from: atan2(-dx, dy), sweep: .pi)
    }
  }
}

/// One side of a stroke while it is drawn.
private struct StrokeSide {
  private(set) var pieces: [CubicSegment] = []

  /// Adds a chain; a gap before it becomes a line when the path is made.
  mutating func append(_ chain: [CubicSegment]) { pieces += chain }

  /// Adds a corner of the path itself; lines to and from it fill the gaps.
  mutating func pass(through corner: CGPoint) { pieces.append(CubicSegment(lineFrom: corner, to: corner)) }

  /// The side from its end to its start.
  var reversed: StrokeSide { StrokeSide(pieces: pieces.reversed().map { $0.reversed }) }
}

/// A line or curve of the path that has a direction everywhere inside.
private struct Stretch {
  var curve: CubicSegment
  /// Whether the stretch begins at a cusp inside of one curve, where the curve halts and turns: the limit of ever
  /// tighter bends, and so round.
  var isAfterCusp = false
  /// Unit vectors along the path at both ends.
  let startDirection: CGVector
  let endDirection: CGVector

  /// The curve cut at its cusps; nothing for a curve that is a point, or as good as one.
  static func stretches(of curve: CubicSegment) -> [Stretch] {
    guard !curve.isPoint, !curve.isNegligible else { return [] }
    let size =
      hypot(curve.end.x - curve.start.x, curve.end.y - curve.start.y)
      + hypot(curve.control1.x - curve.start.x, curve.control1.y - curve.start.y)
    // A curve that halts does so where both coordinates stand still.
    let halts = (curve.isLine ? [] : curve.extrema(\.x) + curve.extrema(\.y)).filter { u in
      let speed = curve.derivative(at: u)
      return hypot(speed.dx, speed.dy) < 1e-6 * size && u > 1e-6 && u < 1 - 1e-6
    }
    let ends = [0] + halts.sorted() + [1]
    return zip(ends, ends.dropFirst()).filter { $1 - $0 > 1e-6 }.enumerated().map { index, range in
      Stretch(curve: curve.part(from: range.0, to: range.1), isAfterCusp: index > 0)
    }
  }

  private init(curve: CubicSegment, isAfterCusp: Bool) {
    self.curve = curve
    self.isAfterCusp = isAfterCusp
    startDirection = CGVector(angle: curve.tangentAngle(at: 0))
    endDirection = CGVector(angle: curve.tangentAngle(at: 1))
  }
}

extension CGVector {
  fileprivate init(angle: Double) { self.init(dx: cos(angle), dy: sin(angle)) }

  fileprivate var opposite: CGVector { CGVector(dx: -dx, dy: -dy) }
}

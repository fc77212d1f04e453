// A stroke's area as a path to be filled by the winding rule.
//
//   left   <----------------------------       The right side runs with the path, the left one against it, so that
//          |  cap   the path ------>  cap       the area between them is counted once, positively. Corners: the outer
//   right  ---------------------------->       side gets the join, the inner one goes through the corner itself.
//
// The areas of the pieces and joins are positive, and their winding numbers add up, so that overlaps make no holes.

import Foundation

/// The shape of a stroke: its width, caps and joins.
struct StrokeStyle {
  /// Half of the line width in points; above 0.
  var radius: Double
  var cap: CGLineCap
  var join: CGLineJoin
  /// The greatest length of a miter, from the inner to the outer corner, in line widths.
  var miterLimit: Double

  /// The greatest distance of the outline from the true one, in points.
  var tolerance: Double
}

/// The outline of a path's stroke, under construction. A subpath's right side goes straight to the result; its left
/// side is kept as a path, which takes a quarter of the memory of its curves, until it is appended in reverse.
struct StrokeOutline {
  private let style: StrokeStyle
  private var left = PathChain()
  private var right = PathChain()
  private var first: Stretch?
  private var last: Stretch?
  /// Whether the subpath has a negligible piece, which was left out because its direction is unknown.
  private var isIncomplete = false
  /// The greatest distance along an axis of a point of the subpath from its first stretch.
  private var reach = 0.0

  /// The outline of the finished subpaths.
  var result: CGPathStorage { right.storage }

  init(style: StrokeStyle) { self.style = style }

  mutating func add(_ segment: CubicSegment) {
    let stretches = Stretch.stretches(of: segment)
    if stretches.isEmpty, !segment.isPoint { isIncomplete = true }
    reach = max(reach, segment.reach(from: first?.curve.start ?? segment.start))
    for stretch in stretches {
      if let last { turn(from: last, to: stretch) }
      follow(stretch)
      first = first ?? stretch
      last = stretch
    }
  }

  /// Ends the subpath that began at `start`.
  mutating func finish(from start: CGPoint, isClosed: Bool) {
    defer { (left, first, last, reach, isIncomplete) = (PathChain(), nil, nil, 0, false) }
    guard let first, let last else {
      if style.cap == .round { drawDot(at: start) }
      return
    }
    if isClosed {
      turn(from: last, to: first)
      right.close()
    } else {
      right.append(cap(at: last.curve.end, direction: last.endDirection))
    }
    right.append(reversed: left)
    if !isClosed { right.append(cap(at: first.curve.start, direction: first.startDirection.opposite)) }
    right.close()
    // The left-out pieces of a line as short as they are may be what turns it around.
    if isClosed, isIncomplete, style.join == .round, reach < style.radius { drawDot(at: start) }
  }

  /// Draws a circle: a subpath without a direction under round caps, or a part of a closed one with round joins.
  private mutating func drawDot(at center: CGPoint) {
    right.append(CubicSegment.arc(center: center, radius: style.radius, from: 0, sweep: 2 * .pi))
    right.close()
  }

  private mutating func follow(_ stretch: Stretch) {
    let (radius, tolerance) = (style.radius, style.tolerance)
    left.append(OffsetCurve(curve: stretch.curve, distance: radius, tolerance: tolerance).chain())
    right.append(OffsetCurve(curve: stretch.curve, distance: -radius, tolerance: tolerance).chain())
  }

  private mutating func turn(from: Stretch, to: Stretch) {
    let corner = to.curve.start
    let (a, b) = (from.endDirection, to.startDirection)
    let angle = a.angle(to: b)
    // Without a corner the sides meet.
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

  /// Returns the outer side of a corner: the right one if `angle` turns left, and vice versa.
  private static func join(
    _ join: CGLineJoin, at corner: CGPoint, from direction: CGVector, angle: Double, style: StrokeStyle
  ) -> [CubicSegment] {
    let side: Double = angle > 0 ? -1 : 1
    // The direction from the corner to the outer side, before the turn.
    let start = atan2(direction.dx * side, -direction.dy * side)
    func point(_ angle: Double, _ distance: Double) -> CGPoint {
      CGPoint(x: corner.x + distance * cos(angle), y: corner.y + distance * sin(angle))
    }
    let (p, q) = (point(start, style.radius), point(start + angle, style.radius))
    // The miter's length in line widths is 1 / sin of half the angle between the lines, here the cosine.
    let sharpness = cos(angle / 2)
    switch join {
    case .round: return CubicSegment.arc(center: corner, radius: style.radius, from: start, sweep: angle)
    case .miter where sharpness > 0 && 1 / sharpness <= style.miterLimit:
      let tip = point(start + angle / 2, style.radius / sharpness)
      return [CubicSegment(lineFrom: p, to: tip), CubicSegment(lineFrom: tip, to: q)]
    case .miter, .bevel: return [CubicSegment(lineFrom: p, to: q)]
    }
  }

  /// Returns the cap from the right side to the left, at the end of a line in `direction`.
  private func cap(at end: CGPoint, direction: CGVector) -> [CubicSegment] {
    let (dx, dy) = (direction.dx * style.radius, direction.dy * style.radius)
    let (right, left) = (CGPoint(x: end.x + dy, y: end.y - dx), CGPoint(x: end.x - dy, y: end.y + dx))
    switch style.cap {
    case .butt: return [CubicSegment(lineFrom: right, to: left)]
    case .square:
      let corners = [right, CGPoint(x: right.x + dx, y: right.y + dy), CGPoint(x: left.x + dx, y: left.y + dy), left]
      return zip(corners, corners.dropFirst()).map { CubicSegment(lineFrom: $0, to: $1) }
    case .round: return CubicSegment.arc(center: end, radius: style.radius, from: atan2(-dx, dy), sweep: .pi)
    }
  }
}

/// A line or curve of the path that has a direction everywhere inside.
private struct Stretch {
  var curve: CubicSegment
  /// Whether the stretch begins at a cusp, the limit of ever tighter bends, which is round for that reason.
  var isAfterCusp = false
  /// The unit vector along the path at the start; the next is that at the end.
  let startDirection: CGVector
  let endDirection: CGVector

  /// Returns the curve cut at its cusps; nothing for a curve that is negligibly short.
  static func stretches(of curve: CubicSegment) -> [Stretch] {
    guard !curve.isPoint, !curve.isNegligible else { return [] }
    if curve.isLine { return Stretch(curve: curve, isAfterCusp: false).map { [$0] } ?? [] }
    let curve = curve.withoutNoise
    let hodograph = Hodograph(curve)
    let size = hodograph.a.length + hodograph.b.length + hodograph.c.length
    // The speed of a curve is 0 where both coordinates stand still.
    let still = hodograph.parallels(to: CGVector(dx: 1, dy: 0)) + hodograph.parallels(to: CGVector(dx: 0, dy: 1))
    let halts = still.filter { hodograph.value($0).length < 1e-9 * size && $0 > 1e-6 && $0 < 1 - 1e-6 }
    let ends = [0] + halts.sorted() + [1]
    return zip(ends, ends.dropFirst()).filter { $1 - $0 > 1e-6 }.enumerated().compactMap { index, range in
      var part = curve.part(from: range.0, to: range.1)
      // At a cusp the derivative is rounding noise, so that the handle there is dropped.
      if range.0 > 0 { part.control1 = part.start }
      if range.1 < 1 { part.control2 = part.end }
      return Stretch(curve: part, isAfterCusp: index > 0)
    }
  }

  private init?(curve: CubicSegment, isAfterCusp: Bool) {
    let hodograph = Hodograph(curve)
    guard let start = hodograph.direction(0), let end = hodograph.direction(1) else { return nil }
    (self.curve, self.isAfterCusp, startDirection, endDirection) = (curve, isAfterCusp, start, end)
  }
}

extension CGVector {
  fileprivate var opposite: CGVector { CGVector(dx: -dx, dy: -dy) }
}

/// A path under construction from curves; a gap between two becomes a line.
struct PathChain {
  private(set) var storage: CGPathStorage
  /// The end of the subpath's last curve; nil before its first.
  private var end: CGPoint?

  /// Begins after the subpaths of a path.
  init(after storage: CGPathStorage = CGPathStorage()) { self.storage = storage }

  /// Appends curves: straight ones as lines, and of those of length 0 only the place.
  mutating func append(_ curves: some Sequence<CubicSegment>) {
    for curve in curves {
      begin(at: curve.start)
      if curve.isLine {
        if curve.end != curve.start { storage.addLine(to: curve.end) }
      } else {
        storage.addCurve(to: curve.end, control1: curve.control1, control2: curve.control2)
      }
      end = curve.end
    }
  }

  /// Appends a point that lines lead to and from.
  mutating func pass(through point: CGPoint) {
    begin(at: point)
    end = point
  }

  /// Appends the only subpath of another chain in reverse.
  mutating func append(reversed other: PathChain) {
    guard let last = other.end else { return }
    storage.reserve(other.storage)
    begin(at: last)
    let points = other.storage.points
    var next = points.count
    for type in other.storage.types.reversed() where type != .moveToPoint {
      next -= type.pointCount
      // An element ends where the one before it ended.
      let end = points[next - 1]
      if type == .addLineToPoint {
        storage.addLine(to: end)
      } else {
        storage.addCurve(to: end, control1: points[next + 1], control2: points[next])
      }
      self.end = end
    }
  }

  /// Closes the subpath; the next element begins another.
  mutating func close() {
    storage.closeSubpath()
    end = nil
  }

  private mutating func begin(at point: CGPoint) {
    if end == nil {
      storage.move(to: point)
    } else if end != point {
      storage.addLine(to: point)
    }
  }
}

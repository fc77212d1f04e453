// "tw". No player draws it, and no documentation has a formula; After Effects' manual says that it "rotates a path more
// sharply in the center than at the edges". Here the angle falls linearly from the centre to 0 at the farthest vertex.

import CoreGraphics
import Foundation

extension BezierContour {
  /// Returns the contour twisted clockwise about a point: by `angle` degrees there, and less with the distance. Lines
  /// and curves are divided before, so that they bend.
  func twisted(by angle: CGFloat, about center: CGPoint) -> BezierContour {
    let radius = vertices.reduce(0) { max($0, hypot($1.point.x - center.x, $1.point.y - center.y)) }
    let segments = segments
    guard angle.isFinite, angle != 0, radius > 0, radius.isFinite, !segments.isEmpty else { return self }
    // Each part is turned by a few degrees more at one end than at the other.
    let wanted = Int(bounded: min((abs(angle) / 20).rounded(.up), 60)) + 3
    let parts = max(min(wanted, Self.mostVertices / segments.count), 1)
    let twist = Twist(angle: angle * .pi / 180, center: center, radius: radius)
    var curves: [CubicSegment] = []
    for segment in segments {
      for part in 0..<parts {
        curves.append(
          twist.apply(segment.part(from: Double(part) / Double(parts), to: Double(part + 1) / Double(parts))))
      }
    }
    return BezierContour(joining: curves, isClosed: isClosed)
  }

  // "pb", as the Lottie documentation defines it ("Tips for rendering", Pucker / Bloat).

  /// Returns the contour with vertices moved toward their mean and control points away from it, by percent of their
  /// distance; the reverse for negative amounts. 0 and NaN change nothing.
  func puckered(by amount: CGFloat) -> BezierContour {
    guard amount.isFinite, amount != 0, !vertices.isEmpty else { return self }
    let count = Double(vertices.count)
    let mean = CGPoint(
      x: vertices.reduce(0) { $0 + $1.point.x } / count, y: vertices.reduce(0) { $0 + $1.point.y } / count)
    let fraction = amount / 100
    return BezierContour(
      vertices: vertices.map { vertex in
        Vertex(
          point: vertex.point.interpolated(to: mean, fraction),
          inControl: vertex.inControl.interpolated(to: mean, -fraction),
          outControl: vertex.outControl.interpolated(to: mean, -fraction))
      }, isClosed: isClosed)
  }

  // "zz", as the Lottie documentation defines it ("Tips for rendering", Zig Zag): vertices and ridges lie in turn on
  // either side of the contour, the first vertex on the right in its direction.

  /// Returns a zigzag line, or waves (`isSmooth`), with ridges `amplitude` points from the contour. `ridges`, the
  /// number between two vertices, evenly spaced by length, is rounded, and limited for at most ``mostVertices``.
  func zigzagged(amplitude: CGFloat, ridges: CGFloat, isSmooth: Bool) -> BezierContour {
    let segments = segments
    guard amplitude.isFinite, amplitude != 0, ridges.isFinite, !segments.isEmpty else { return self }
    let count = Int(bounded: min(max(ridges.rounded(), 0), Double(Self.mostVertices / segments.count)))
    let tables = segments.map { ArcLengthTable($0, tolerance: 1e-5) }
    // The lengths of the waves' tangents.
    let reaches = tables.map { isSmooth ? $0.total / Double(count + 1) / 2 : 0 }
    var zigzag = ZigZag(amplitude: amplitude)
    for (index, segment) in segments.enumerated() {
      let before = index > 0 ? index - 1 : isClosed ? segments.count - 1 : nil
      zigzag.add(
        at: segment.start, along: Self.direction(from: before.map { segments[$0] }, to: segment),
        before: before.map { reaches[$0] } ?? 0, after: reaches[index])
      for ridge in 0..<count {
        let u = tables[index].parameter(atLength: tables[index].total * Double(ridge + 1) / Double(count + 1))
        zigzag.add(
          at: segment.point(at: u), along: segment.tangentAngle(at: u), before: reaches[index], after: reaches[index])
      }
    }
    let (last, reach) = (segments[segments.count - 1], reaches[reaches.count - 1])
    if !isClosed {
      zigzag.add(at: last.end, along: last.tangentAngle(at: 1), before: reach, after: 0)
    } else if zigzag.side > 0 {
      // After an odd number of ridges the end lies on the other side than the start.
      zigzag.add(at: last.end, along: Self.direction(from: last, to: segments[0]), before: reach, after: reaches[0])
    }
    return BezierContour(vertices: zigzag.vertices, isClosed: isClosed)
  }

  /// Returns the direction halfway between those of two lines or curves that meet, in radians.
  private static func direction(from: CubicSegment?, to: CubicSegment) -> Double {
    let outgoing = to.tangentAngle(at: 0)
    guard let incoming = from?.tangentAngle(at: 1) else { return outgoing }
    let (x, y) = (cos(incoming) + cos(outgoing), sin(incoming) + sin(outgoing))
    // Opposite directions have no middle.
    return hypot(x, y) > 1e-9 ? atan2(y, x) : outgoing
  }
}

/// A rotation whose angle falls with the distance from the centre.
private struct Twist {
  /// The angle at the centre, in radians.
  let angle: Double
  let center: CGPoint
  /// The distance from the centre, in points, at which the angle is 0.
  let radius: Double

  /// Returns the curve between the images of its ends, with tangents mapped by the derivative there.
  func apply(_ curve: CubicSegment) -> CubicSegment {
    let (start, end) = (apply(curve.start), apply(curve.end))
    let out = apply(curve.control1, near: curve.start)
    let back = apply(curve.control2, near: curve.end)
    return CubicSegment(
      start: start, control1: CGPoint(x: start.x + out.dx, y: start.y + out.dy),
      control2: CGPoint(x: end.x + back.dx, y: end.y + back.dy), end: end)
  }

  private func turn(at distance: Double) -> Double { angle * max(1 - distance / radius, 0) }

  private func apply(_ point: CGPoint) -> CGPoint {
    let (x, y) = (point.x - center.x, point.y - center.y)
    let turn = turn(at: hypot(x, y))
    return CGPoint(x: center.x + x * cos(turn) - y * sin(turn), y: center.y + x * sin(turn) + y * cos(turn))
  }

  /// Returns the image of the vector from `point` to `control` under the map's derivative at `point`.
  private func apply(_ control: CGPoint, near point: CGPoint) -> CGVector {
    let (x, y) = (point.x - center.x, point.y - center.y)
    let (dx, dy) = (control.x - point.x, control.y - point.y)
    let distance = hypot(x, y)
    let turn = turn(at: distance)
    // The change of the angle along the vector.
    let change = distance > 0 && distance < radius ? -angle / radius * (x * dx + y * dy) / distance : 0
    let (vx, vy) = (dx - y * change, dy + x * change)
    return CGVector(dx: vx * cos(turn) - vy * sin(turn), dy: vx * sin(turn) + vy * cos(turn))
  }
}

/// The vertices of a zigzag line under construction.
private struct ZigZag {
  let amplitude: CGFloat
  private(set) var vertices: [BezierContour.Vertex] = []
  /// The side of the next vertex: 1 is the left one, which is outside of a clockwise contour.
  private(set) var side: CGFloat = -1

  init(amplitude: CGFloat) { self.amplitude = amplitude }

  mutating func add(at point: CGPoint, along angle: Double, before: Double, after: Double) {
    let (x, y) = (cos(angle), sin(angle))
    let distance = amplitude * side
    vertices.append(
      BezierContour.Vertex(
        CGPoint(x: point.x + y * distance, y: point.y - x * distance), in: CGVector(dx: -x * before, dy: -y * before),
        out: CGVector(dx: x * after, dy: y * after)))
    side = -side
  }
}

/// A curve by its length. If length counts, as for the ways of layers and for trims, the curve is divided into pieces
/// whose parameter is nearly proportional to length, with tangents of a third of the piece's length.
struct EvenWay {
  private let segment: CubicSegment
  private let table: ArcLengthTable
  /// The number of pieces, which are equally long.
  private var count = 1
  /// The curve's parameters at the ends and the quarters of the pieces.
  private var parameters: [Double]

  /// The greatest distance of a piece from the curve's point at the same length, in points.
  private static let tolerance = 0.02
  private static let mostPieces = 64

  /// The divisions as parts of its length, with 0 and 1.
  var levels: [Double] { (0...count).map { Double($0) / Double(count) } }

  /// The curve as curves whose parameter is nearly proportional to length.
  var pieces: [CubicSegment] { (0..<count).map(piece) }

  /// Divides a curve; returns nil if its length is 0 or NaN, or if it is a straight line.
  init?(_ segment: CubicSegment) {
    self.segment = segment
    guard !segment.runsStraight else { return nil }
    let table = ArcLengthTable(segment, tolerance: 1e-6)
    guard table.total > 0, table.total.isFinite else { return nil }
    self.table = table
    parameters = (0...4).map { table.parameter(atLength: Double($0) / 4 * table.total) }
    while count < Self.mostPieces, !isNear { halve() }
  }

  /// Whether the pieces are near the curve.
  private var isNear: Bool {
    for index in 0..<count {
      let piece = piece(index)
      for quarter in 1...3 {
        let (near, exact) = (
          piece.point(at: Double(quarter) / 4), segment.point(at: parameters[4 * index + quarter])
        )
        if hypot(near.x - exact.x, near.y - exact.y) > Self.tolerance { return false }
      }
    }
    return true
  }

  /// Divides each piece in two.
  private mutating func halve() {
    count *= 2
    let quarters = 4 * count
    parameters = (0...quarters).map { index -> Double in
      if index % 2 == 0 { return parameters[index / 2] }
      return parameter(at: Double(index) / Double(quarters))
    }
  }

  private func piece(_ index: Int) -> CubicSegment {
    piece(between: parameters[4 * index], and: parameters[4 * index + 4], third: 1 / Double(3 * count))
  }

  /// Returns a curve between two parameters, with tangents of a third of its part of the length.
  private func piece(between first: Double, and last: Double, third: Double) -> CubicSegment {
    let (start, end) = (segment.point(at: first), segment.point(at: last))
    let (leaving, entering) = (velocity(at: first), velocity(at: last))
    return CubicSegment(
      start: start, control1: CGPoint(x: start.x + leaving.dx * third, y: start.y + leaving.dy * third),
      control2: CGPoint(x: end.x - entering.dx * third, y: end.y - entering.dy * third), end: end)
  }

  private func parameter(at part: Double) -> Double { table.parameter(atLength: part * table.total) }

  /// Returns the derivative of the position by the part of the length, at a parameter.
  private func velocity(at parameter: Double) -> CGVector {
    let angle = segment.tangentAngle(at: parameter)
    return CGVector(dx: cos(angle) * table.total, dy: sin(angle) * table.total)
  }

  func point(at part: Double) -> CGPoint {
    let inside = min(max(part, 0), 1)
    let parameter = parameter(at: inside)
    let point = segment.point(at: parameter)
    guard part != inside else { return point }
    let ahead = velocity(at: parameter)
    return CGPoint(x: point.x + ahead.dx * (part - inside), y: point.y + ahead.dy * (part - inside))
  }

  /// Returns a curve between two parts of the length, with tangents proportional to length; nil beyond the ends.
  func piece(from: Double, to: Double) -> CubicSegment? {
    guard min(from, to) >= 0, max(from, to) <= 1 else { return nil }
    return piece(between: parameter(at: from), and: parameter(at: to), third: (to - from) / 3)
  }
}

extension CubicSegment {
  /// The same way as lines and curves whose parameter is nearly proportional to length.
  var evenPieces: [CubicSegment] {
    if isLine { return [self] }
    guard let way = EvenWay(self) else { return runsStraight ? [CubicSegment(lineFrom: start, to: end)] : [self] }
    return way.pieces
  }

  /// Whether the curve is a straight line from its start to its end, without turning back.
  fileprivate var runsStraight: Bool {
    let way = CGVector(dx: end.x - start.x, dy: end.y - start.y)
    let length = hypot(way.dx, way.dy)
    guard length > 0 else { return false }
    return [control1, control2].allSatisfy { control in
      let (x, y) = (control.x - start.x, control.y - start.y)
      let (along, beside) = ((x * way.dx + y * way.dy) / length, (x * way.dy - y * way.dx) / length)
      return abs(beside) <= 1e-6 * length && along >= -1e-6 * length && along <= length * (1 + 1e-6)
    }
  }
}

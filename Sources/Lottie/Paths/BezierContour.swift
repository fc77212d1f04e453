// Lottie's modifiers change vertices. Lengths are in points, angles in degrees as in the file: clockwise, y down.

import CoreGraphics
import Foundation

/// A contour in Lottie's form: vertices with their control points, in points.
struct BezierContour: Equatable, Sendable {
  struct Vertex: Equatable, Sendable {
    var point: CGPoint
    /// The control points, absolute; equal to `point` without a tangent.
    var inControl: CGPoint
    var outControl: CGPoint
  }

  var vertices: [Vertex]
  var isClosed: Bool

  /// The greatest number of vertices that a modifier makes, as counts in a file can be anything.
  static let mostVertices = 20_000

  /// Appends the contour as a subpath: lines between vertices without control points of their own, else cubic curves.
  /// `asCurves`: all are curves, so that contours with equally many vertices have the same elements.
  func append(to path: CGMutablePath, asCurves: Bool = false) {
    guard let first = vertices.first else { return }
    path.move(to: first.point)
    for (from, to) in zip(vertices, vertices.dropFirst()) { Self.append(from, to, to: path, asCurve: asCurves) }
    guard isClosed else { return }
    // Closing draws the last line.
    if let last = vertices.last, asCurves || !last.isStraight(to: first) {
      Self.append(last, first, to: path, asCurve: asCurves)
    }
    path.closeSubpath()
  }

  private static func append(_ from: Vertex, _ to: Vertex, to path: CGMutablePath, asCurve: Bool) {
    if !asCurve && from.isStraight(to: to) {
      path.addLine(to: to.point)
    } else {
      path.addCurve(to: to.point, control1: from.outControl, control2: to.inControl)
    }
  }
}

extension BezierContour {
  init(corners: [CGPoint]) { self.init(vertices: corners.map { Vertex($0) }, isClosed: true) }

  /// Creates the contour of lines and curves, each of which begins at the end of the one before.
  init(joining curves: [CubicSegment], isClosed: Bool) {
    self.init(vertices: [], isClosed: isClosed)
    guard let first = curves.first, let last = curves.last else { return }
    // A line has no tangents.
    func into(_ curve: CubicSegment) -> CGPoint { curve.isLine ? curve.end : curve.control2 }
    for (index, curve) in curves.enumerated() {
      let before = index > 0 ? into(curves[index - 1]) : isClosed ? into(last) : first.start
      vertices.append(
        Vertex(point: curve.start, inControl: before, outControl: curve.isLine ? curve.start : curve.control1))
    }
    if !isClosed { vertices.append(Vertex(point: last.end, inControl: into(last), outControl: last.end)) }
  }

  /// Returns the contour in reverse. A closed one begins with the same vertex, as trims do.
  func reversed() -> BezierContour {
    var backward = Array(vertices.reversed())
    if isClosed, let first = backward.popLast() { backward.insert(first, at: 0) }
    return BezierContour(
      vertices: backward.map { Vertex(point: $0.point, inControl: $0.outControl, outControl: $0.inControl) },
      isClosed: isClosed)
  }

  /// The lines and curves between vertices, with the closing one.
  var segments: [CubicSegment] {
    guard let first = vertices.first else { return [] }
    var ends = vertices.dropFirst() + []
    if isClosed { ends.append(first) }
    return zip(vertices, ends).map { $0.segment(to: $1) }
  }

  /// Returns the point at a part of the length, limited to 0...1, and the direction there, in radians, if any.
  func place(atPart part: Double) -> (point: CGPoint, angle: Double)? {
    guard let first = vertices.first else { return nil }
    guard let measured = MeasuredContour(self), measured.length > 0 else { return (first.point, 0) }
    guard part < 1 else {
      // The end of a closed contour equals its beginning.
      let end = measured.place(at: measured.length * (1 - 1e-9))
      return ((isClosed ? first : vertices[vertices.count - 1]).point, end.angle)
    }
    return measured.place(at: max(part, 0) * measured.length)
  }

  /// Returns Lottie's "op": the outlines at a distance from the contour, `amount` points outward, or inward if
  /// negative, with its direction and from near its first vertex. None may be left, or several, if it is divided or has
  /// holes. For an open contour, as in lottie-web, it is the outline of a stroke. An amount of 0 or NaN and a spent
  /// budget change nothing. The miter limit is in units of the amount.
  func offset(by amount: CGFloat, join: CGLineJoin, miterLimit: CGFloat) -> [BezierContour] {
    guard amount.isFinite, amount != 0, CrossingBudget.current?.isSpent != true, let start = vertices.first?.point
    else { return [self] }
    let path = CGMutablePath()
    append(to: path)
    let stroke = path.copy(
      strokingWithWidth: 2 * abs(amount), lineCap: isClosed || join != .round ? .butt : .round, lineJoin: join,
      miterLimit: miterLimit)
    let area = !isClosed ? stroke.normalized() : amount > 0 ? path.union(stroke) : path.subtracting(stroke)
    let contours = Self.contours(of: area).map { $0.beginning(near: start) }
    return isClosed && signedArea < 0 ? contours.map { $0.reversed() } : contours
  }

  static func contours(of path: CGPath) -> [BezierContour] {
    path.subpaths.map { subpath in
      subpath.segments.isEmpty
        ? BezierContour(vertices: [Vertex(subpath.start)], isClosed: subpath.isClosed)
        : BezierContour(joining: subpath.segments, isClosed: subpath.isClosed)
    }
  }

  /// Returns the closed contour, beginning at the vertex nearest to a point.
  private func beginning(near point: CGPoint) -> BezierContour {
    func distance(_ index: Int) -> CGFloat {
      hypot(vertices[index].point.x - point.x, vertices[index].point.y - point.y)
    }
    guard isClosed, let first = vertices.indices.min(by: { distance($0) < distance($1) }) else { return self }
    return BezierContour(vertices: Array(vertices[first...] + vertices[..<first]), isClosed: true)
  }

  /// The area; positive if the contour runs clockwise, y down.
  private var signedArea: CGFloat {
    // The area of chords, three for each curve, has the sign of that of the curves.
    let points = segments.flatMap { [$0.start, $0.point(at: 1 / 3), $0.point(at: 2 / 3)] }
    return zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.0.y * $1.1.x }
  }
}

extension BezierContour.Vertex {
  init(_ point: CGPoint) { self.init(point: point, inControl: point, outControl: point) }

  /// Creates a vertex with tangents relative to it.
  init(_ point: CGPoint, in inTangent: CGVector, out outTangent: CGVector) {
    self.init(
      point: point, inControl: CGPoint(x: point.x + inTangent.dx, y: point.y + inTangent.dy),
      outControl: CGPoint(x: point.x + outTangent.dx, y: point.y + outTangent.dy))
  }

  var isSharp: Bool { inControl == point && outControl == point }

  /// Whether the segment to `next` is a line.
  func isStraight(to next: Self) -> Bool { outControl == point && next.inControl == next.point }

  func segment(to next: Self) -> CubicSegment {
    isStraight(to: next)
      ? CubicSegment(lineFrom: point, to: next.point)
      : CubicSegment(start: point, control1: outControl, control2: next.inControl, end: next.point)
  }
}

/// A contour by its length, for expressions and for texts along paths.
struct MeasuredContour {
  private let segments: [(curve: CubicSegment, table: ArcLengthTable)]
  /// The length from the contour's beginning to that of each segment, in points.
  private let starts: [Double]
  let length: Double
  let isClosed: Bool

  /// Measures a contour; returns nil if it has no points.
  init?(_ contour: BezierContour) {
    let segments = contour.segments.map { (curve: $0, table: ArcLengthTable($0, tolerance: 1e-5)) }
    guard !segments.isEmpty else { return nil }
    var (starts, length) = ([Double](), 0.0)
    for segment in segments {
      starts.append(length)
      length += segment.table.total
    }
    guard length.isFinite else { return nil }
    (self.segments, self.starts, self.length, isClosed) = (segments, starts, length, contour.isClosed)
  }

  /// Returns the point at a distance from the beginning, in points, and the contour's direction there, in radians. An
  /// open contour is continued straight beyond its ends, a closed one repeated.
  func place(at distance: Double) -> (point: CGPoint, angle: Double) {
    let wanted =
      isClosed && length > 0 ? distance - length * (distance / length).rounded(.down) : distance
    let inside = min(max(wanted, 0), length)
    // The last segment that begins there or before and has a length.
    let index =
      segments.indices.last { starts[$0] <= inside && segments[$0].table.total > 0 } ?? segments.indices.lowerBound
    let (curve, table) = segments[index]
    let parameter = table.parameter(atLength: inside - starts[index])
    let (point, angle) = (curve.point(at: parameter), curve.tangentAngle(at: parameter))
    let beyond = wanted - inside
    return (CGPoint(x: point.x + cos(angle) * beyond, y: point.y + sin(angle) * beyond), angle)
  }
}

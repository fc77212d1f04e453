// Lottie's shapes and modifiers work on vertices; a CGPath is made of them last. Lengths are points, angles degrees as
// in the file, clockwise, and y points down.

import CoreGraphics
import Foundation

/// One contour as Lottie writes it: vertices with their control points, in points.
struct BezierContour: Equatable, Sendable {
  /// A point of the contour, where two curves meet.
  struct Vertex: Equatable, Sendable {
    var point: CGPoint
    /// Control points, absolute; equal to `point` where the curve has no tangent.
    var inControl: CGPoint
    var outControl: CGPoint
  }

  var vertices: [Vertex]
  /// Whether a curve leads from the last vertex back to the first.
  var isClosed: Bool

  /// More vertices than this no modifier makes: counts in a file can be anything.
  static let mostVertices = 20_000

  /// Adds the contour as a subpath: lines where both control points coincide with their vertices, else cubic curves.
  ///
  /// - Parameter asCurves: whether lines are curves, too, so that contours of as many vertices give the same elements.
  func append(to path: CGMutablePath, asCurves: Bool = false) {
    guard let first = vertices.first else { return }
    path.move(to: first.point)
    for (from, to) in zip(vertices, vertices.dropFirst()) { Self.append(from, to, to: path, asCurve: asCurves) }
    guard isClosed else { return }
    // Closing draws the line, where it is one.
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
  /// A closed contour of straight lines.
  init(corners: [CGPoint]) { self.init(vertices: corners.map { Vertex($0) }, isClosed: true) }

  /// The contour that runs through these lines and curves, each of which begins where the one before ends.
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

  /// The contour the other way round. A closed one begins with the same vertex, as trims do.
  func reversed() -> BezierContour {
    var backward = Array(vertices.reversed())
    if isClosed, let first = backward.popLast() { backward.insert(first, at: 0) }
    return BezierContour(
      vertices: backward.map { Vertex(point: $0.point, inControl: $0.outControl, outControl: $0.inControl) },
      isClosed: isClosed)
  }

  /// The lines and curves from vertex to vertex, the closing one included.
  var segments: [CubicSegment] {
    guard let first = vertices.first else { return [] }
    var ends = vertices.dropFirst() + []
    if isClosed { ends.append(first) }
    return zip(vertices, ends).map { $0.segment(to: $1) }
  }
}

extension BezierContour.Vertex {
  /// A vertex without tangents.
  init(_ point: CGPoint) { self.init(point: point, inControl: point, outControl: point) }

  /// A vertex with tangents that are relative to it.
  init(_ point: CGPoint, in inTangent: CGVector, out outTangent: CGVector) {
    self.init(
      point: point, inControl: CGPoint(x: point.x + inTangent.dx, y: point.y + inTangent.dy),
      outControl: CGPoint(x: point.x + outTangent.dx, y: point.y + outTangent.dy))
  }

  /// Whether the vertex is a corner without tangents.
  var isSharp: Bool { inControl == point && outControl == point }

  /// Whether a line leads from here to `next`.
  func isStraight(to next: Self) -> Bool { outControl == point && next.inControl == next.point }

  /// The line or curve from here to `next`.
  func segment(to next: Self) -> CubicSegment {
    isStraight(to: next)
      ? CubicSegment(lineFrom: point, to: next.point)
      : CubicSegment(start: point, control1: outControl, control2: next.inControl, end: next.point)
  }
}

// Points on a contour by arc length, for expressions and for texts along paths.

import CoreGraphics
import Foundation

/// A contour by its length.
struct MeasuredContour {
  private let segments: [(curve: CubicSegment, table: ArcLengthTable)]
  /// The length at which each segment begins, in points from the contour's beginning.
  private let starts: [Double]
  /// The length of the contour, in points.
  let length: Double
  let isClosed: Bool

  /// Nil for one without points.
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

  /// The point so many points from the beginning, and which way the contour runs there, in radians. Beyond the ends of
  /// an open contour it goes on straight ahead; a closed one begins anew.
  func place(at distance: Double) -> (point: CGPoint, angle: Double) {
    let wanted =
      isClosed && length > 0 ? distance - length * (distance / length).rounded(.down) : distance
    let inside = min(max(wanted, 0), length)
    // The last that begins there or before, and has a length.
    let index =
      segments.indices.last { starts[$0] <= inside && segments[$0].table.total > 0 } ?? segments.indices.lowerBound
    let (curve, table) = segments[index]
    let parameter = table.parameter(atLength: inside - starts[index])
    let (point, angle) = (curve.point(at: parameter), curve.tangentAngle(at: parameter))
    let beyond = wanted - inside
    return (CGPoint(x: point.x + cos(angle) * beyond, y: point.y + sin(angle) * beyond), angle)
  }
}

extension BezierContour {
  /// Returns the point at a part of the length, brought into 0...1, and the contour's direction there, in radians; nil
  /// for a contour without vertices.
  func place(atPart part: Double) -> (point: CGPoint, angle: Double)? {
    guard let first = vertices.first else { return nil }
    guard let measured = MeasuredContour(self), measured.length > 0 else { return (first.point, 0) }
    guard part < 1 else {
      // The end of a closed contour is its beginning.
      let end = measured.place(at: measured.length * (1 - 1e-9))
      return ((isClosed ? first : vertices[vertices.count - 1]).point, end.angle)
    }
    return measured.place(at: max(part, 0) * measured.length)
  }
}

// "zz", as the Lottie documentation defines it ("Tips for rendering", Zig Zag): vertices and ridges lie in turn on
// either side of the contour, the first vertex on the right side as one travels along it.

import CoreGraphics
import Foundation

extension BezierContour {
  /// The contour as a zigzag line along it.
  ///
  /// - Parameters:
  ///   - amplitude: how far the ridges stand from the contour, in points.
  ///   - ridges: how many there are between two vertices, evenly spaced by length; rounded to a whole number, and
  ///     bounded so that there are no more than ``mostVertices``.
  ///   - isSmooth: whether the ridges are waves rather than corners.
  func zigzagged(amplitude: CGFloat, ridges: CGFloat, isSmooth: Bool) -> BezierContour {
    let segments = segments
    guard amplitude.isFinite, amplitude != 0, ridges.isFinite, !segments.isEmpty else { return self }
    let count = Int(bounded: min(max(ridges.rounded(), 0), Double(Self.mostVertices / segments.count)))
    let tables = segments.map { ArcLengthTable($0, tolerance: 1e-5) }
    // How far the waves' control points reach.
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
      // An odd number of turns: the end is on the other side of the start.
      zigzag.add(
        at: last.end, along: Self.direction(from: last, to: segments[0]), before: reach, after: reaches[0])
    }
    return BezierContour(vertices: zigzag.vertices, isClosed: isClosed)
  }

  /// The direction halfway between those of two lines or curves that meet, in radians.
  private static func direction(from: CubicSegment?, to: CubicSegment) -> Double {
    let outgoing = to.tangentAngle(at: 0)
    guard let incoming = from?.tangentAngle(at: 1) else { return outgoing }
    let (x, y) = (cos(incoming) + cos(outgoing), sin(incoming) + sin(outgoing))
    // Where the contour turns back there is no halfway.
    return hypot(x, y) > 1e-9 ? atan2(y, x) : outgoing
  }
}

/// The vertices of a zigzag line while it is made.
private struct ZigZag {
  let amplitude: CGFloat
  private(set) var vertices: [BezierContour.Vertex] = []
  /// On which side the next vertex lies: 1 is the left, which is outside of a contour that runs clockwise.
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

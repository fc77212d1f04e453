public import Foundation

extension CGPath {
  /// The smallest rectangle around all points, control points included. Null for an empty path.
  public var boundingBox: CGRect {
    var box = BoundsAccumulator()
    for point in storage.points { box.add(point) }
    return box.rect
  }

  /// The smallest rectangle around the path itself; control points do not count. Null for an empty path.
  public var boundingBoxOfPath: CGRect {
    var box = BoundsAccumulator()
    // Moves draw nothing, but a path of moves alone has a place.
    if let start = storage.points.first, !storage.types.contains(where: { $0 != .moveToPoint }) { box.add(start) }
    forEachSegment { segment in
      box.add(segment.start)
      box.add(segment.end)
      for u in segment.extrema(\.x) + segment.extrema(\.y) { box.add(segment.point(at: u)) }
    }
    return box.rect
  }

  /// Whether the path is one closed rectangle with sides along the axes; writes it to `rect`.
  public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
    let types = storage.types
    var points = storage.points
    // Four corners and a close, or a fifth point on the first in place of it or before it.
    let corners: [CGPathElementType] = [.moveToPoint, .addLineToPoint, .addLineToPoint, .addLineToPoint]
    guard types.starts(with: corners) else { return false }
    switch Array(types.dropFirst(4)) {
    case [.closeSubpath]: break
    case [.addLineToPoint], [.addLineToPoint, .closeSubpath]:
      guard points[4] == points[0] else { return false }
      points.removeLast()
    default: return false
    }
    let alongX =
      points[0].y == points[1].y && points[1].x == points[2].x && points[2].y == points[3].y
      && points[3].x == points[0].x
    let alongY =
      points[0].x == points[1].x && points[1].y == points[2].y && points[2].x == points[3].x
      && points[3].y == points[0].y
    guard alongX || alongY else { return false }
    rect?.pointee = boundingBox
    return true
  }
}

/// The box around the points added so far.
private struct BoundsAccumulator {
  private var low = CGPoint(x: CGFloat.infinity, y: .infinity)
  private var high = CGPoint(x: -CGFloat.infinity, y: -.infinity)

  mutating func add(_ point: CGPoint) {
    low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
    high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
  }

  var rect: CGRect {
    low.x <= high.x ? CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y) : .null
  }
}

extension CubicSegment {
  /// The parameters strictly between 0 and 1 where the coordinate stops growing or shrinking; at most two, ascending.
  func extrema(_ coordinate: KeyPath<CGPoint, CGFloat>) -> [Double] {
    let p0 = Double(start[keyPath: coordinate])
    let p1 = Double(control1[keyPath: coordinate])
    let p2 = Double(control2[keyPath: coordinate])
    let p3 = Double(end[keyPath: coordinate])
    // A third of the derivative: a u² + b u + c.
    let (a, b, c) = (p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0)
    let discriminant = b * b - 4 * a * c
    guard discriminant >= 0 else { return [] }
    // The stable form of the two roots: q has no cancellation, and a = 0 leaves c / q alone finite.
    let q = -0.5 * (b + (b < 0 ? -1 : 1) * discriminant.squareRoot())
    var roots: [Double] = []
    for root in [q / a, c / q] where root > 0 && root < 1 && !roots.contains(root) { roots.append(root) }
    return roots.sorted()
  }
}

package import CoreGraphics
package import Foundation

/// A rectangle with circular corners, which the rectangle primitive draws by a few quads, at any size.
package struct SimpleShape: Equatable, Sendable {
  /// The rectangle; its sides are not negative.
  package var rect: CGRect
  /// The corner radii: (minX minY), (maxX minY), (minX maxY), (maxX maxY).
  package var radii: SIMD4<Double>
  /// Whether the path closes its outline; an open one is filled alike, but stroked with caps.
  package var isClosed: Bool

  package init(rect: CGRect, radii: SIMD4<Double>, isClosed: Bool) {
    (self.rect, self.radii, self.isClosed) = (rect, radii, isClosed)
  }
}

extension CGPath {
  /// The path as a rectangle, perhaps rounded, if it goes round one exactly once. Corners must be quarters of circles.
  package var simpleShape: SimpleShape? {
    // A rectangle has 5 elements, a rounded one up to 10; lines of length 0 add a few.
    guard storage.types.count >= 4, storage.types.count <= 14, endsLieOnBox else { return nil }
    let subpaths = subpaths
    guard subpaths.count == 1, let subpath = subpaths.first else { return nil }
    let segments = subpath.segments.filter { !$0.isPoint && !$0.isNegligible }
    guard segments.count >= 3, let first = segments.first, let last = segments.last else { return nil }
    var (low, high) = (first.start, first.start)
    for segment in segments {
      guard segment.end.x.isFinite, segment.end.y.isFinite else { return nil }
      low = CGPoint(x: min(low.x, segment.end.x), y: min(low.y, segment.end.y))
      high = CGPoint(x: max(high.x, segment.end.x), y: max(high.y, segment.end.y))
    }
    let rect = CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    guard rect.width > 0, rect.height > 0 else { return nil }
    var reader = OutlineReader(rect)
    for segment in segments { guard reader.add(segment) else { return nil } }
    // Filling closes an open outline by a line, which must lie on a side as well.
    if last.end != first.start {
      guard reader.add(CubicSegment(lineFrom: last.end, to: first.start)) else { return nil }
    }
    guard reader.goesRoundOnce else { return nil }
    return SimpleShape(rect: rect, radii: reader.radii, isClosed: subpath.isClosed)
  }

  /// Whether all ends lie on the sides of the box around them, as a rectangle's do; true if unknown.
  private var endsLieOnBox: Bool {
    let types = storage.types
    guard types.first == .moveToPoint, types.dropFirst().allSatisfy({ $0 != .moveToPoint }) else { return true }
    return storage.points.withUnsafeBufferPointer { points in
      var (low, high) = (SIMD2(points[0]), SIMD2(points[0]))
      func visitEnds(_ body: (SIMD2<Double>) -> Bool) -> Bool {
        var next = 0
        for type in types {
          next += type.pointCount
          if type != .closeSubpath, !body(SIMD2(points[next - 1])) { return false }
        }
        return true
      }
      _ = visitEnds {
        (low, high) = (pointwiseMin(low, $0), pointwiseMax(high, $0))
        return true
      }
      let slack = 2e-9 * max(abs(low.x), abs(low.y), abs(high.x), abs(high.y))
      return visitEnds { min(($0 - low).min(), (high - $0).min()) <= slack }
    }
  }
}

/// Follows an outline along a rounded rectangle, which it must not leave.
private struct OutlineReader {
  let rect: CGRect
  private(set) var radii = SIMD4<Double>.zero
  private var length = 0.0
  private var doubleArea = 0.0
  private let slack: Double

  init(_ rect: CGRect) {
    self.rect = rect
    // The error of rectangles that are made from sums.
    slack = 1e-9 * max(abs(rect.minX), abs(rect.maxX), abs(rect.minY), abs(rect.maxY))
  }

  /// Whether the whole outline was followed, in one direction, once.
  var goesRoundOnce: Bool {
    let (w, h) = (Double(rect.width), Double(rect.height))
    let sum = radii.sum()
    let curved = (radii * radii).sum()
    let perimeter = 2 * (w + h) - 2 * sum + .pi / 2 * sum
    // The area inside of the chords of the corners.
    let area = w * h - curved / 2
    return abs(length - perimeter) <= 1e-6 * perimeter && abs(abs(doubleArea) / 2 - area) <= 1e-6 * area
  }

  mutating func add(_ segment: CubicSegment) -> Bool {
    let (p, q) = (segment.start, segment.end)
    doubleArea += (p.x - rect.minX) * (q.y - rect.minY) - (q.x - rect.minX) * (p.y - rect.minY)
    if segment.isLine {
      length += hypot(segment.end.x - segment.start.x, segment.end.y - segment.start.y)
      return isOnOneSide(segment.start, segment.end)
    }
    return addCorner(segment)
  }

  private func isOnOneSide(_ p: CGPoint, _ q: CGPoint) -> Bool {
    func both(_ place: KeyPath<CGPoint, CGFloat>, _ side: CGFloat) -> Bool {
      abs(p[keyPath: place] - side) <= slack && abs(q[keyPath: place] - side) <= slack
    }
    return both(\.x, rect.minX) || both(\.x, rect.maxX) || both(\.y, rect.minY) || both(\.y, rect.maxY)
  }

  private mutating func addCorner(_ curve: CubicSegment) -> Bool {
    let (p, q) = (curve.start, curve.end)
    // The corner that the curve rounds: it shares one coordinate with each end.
    let options = [CGPoint(x: p.x, y: q.y), CGPoint(x: q.x, y: p.y)]
    for corner in options {
      let isMaxX = abs(corner.x - rect.maxX) <= slack
      let isMaxY = abs(corner.y - rect.maxY) <= slack
      guard isMaxX || abs(corner.x - rect.minX) <= slack, isMaxY || abs(corner.y - rect.minY) <= slack else { continue }
      let (rx, ry) = (abs(p.x - q.x), abs(p.y - q.y))
      guard abs(rx - ry) <= 1e-6 * max(rx, ry), rx > 0 else { return false }
      // Control points lie at 0.5523 of the way to the corner; other constants for circles differ in the fourth digit.
      let (a, b) = (p.interpolated(to: corner, 0.552_284_75), q.interpolated(to: corner, 0.552_284_75))
      let far = max(
        abs(curve.control1.x - a.x), abs(curve.control1.y - a.y), abs(curve.control2.x - b.x),
        abs(curve.control2.y - b.y))
      guard far <= 1e-3 * rx + slack else { return false }
      let index = (isMaxX ? 1 : 0) + (isMaxY ? 2 : 0)
      guard radii[index] == 0 else { return false }
      radii[index] = rx
      length += .pi / 2 * rx
      return true
    }
    return false
  }
}

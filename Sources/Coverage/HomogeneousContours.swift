// A path as chords before the division by the weight, clipped to a box: for perspective, for coordinates too large for
// the rasterizer, and for more points than it counts. In homogeneous coordinates the eye's plane and the sides of a box
// in pixels are half spaces, linear in (X, Y, W): contours are clipped to one after the other by Sutherland and
// Hodgman's method, and divided at the end.

import CoreGraphics
import Foundation

/// Closed polygons in homogeneous coordinates of pixels.
struct HomogeneousContours {
  private(set) var points: [HomogeneousPoint] = []
  /// The index after the last point of each polygon.
  private var ends: [Int] = []

  /// The greatest distance of chords from the curve, in pixels: half of PixelOutline's, as all chords lie inside.
  private static let tolerance = PixelOutline.tolerance / 2

  private init() {}

  /// Divides the contours of `path` into chords fine enough for the part that is visible in `box`.
  init(_ path: CGPath, _ map: PixelMap, seenIn box: PixelBox) {
    let sides = HalfSpace.sides(of: box)
    let storage = path.storage
    points.reserveCapacity(storage.points.count)
    var current = CGPoint.zero
    // The start of the subpath, at which elements after a close begin, too.
    var start = CGPoint.zero
    var isOpen = false
    // A contour with a NaN coordinate is omitted.
    var isBad = false
    var next = 0
    func finish() {
      end(isBad: isBad)
      (isOpen, isBad) = (false, false)
    }
    for type in storage.types {
      let first = next
      next += type.pointCount
      switch type {
      case .moveToPoint:
        finish()
        start = storage.points[first]
        current = start
        continue
      case .closeSubpath:
        finish()
        current = start
        continue
      case .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint: break
      }
      isBad = isBad || current.isBad || (first..<next).contains { storage.points[$0].isBad }
      if !isBad {
        if !isOpen { points.append(map(current.bounded)) }
        isOpen = true
        append(type, from: current, storage.points[first..<next], map: map, sides: sides)
      }
      current = storage.points[next - 1]
    }
    finish()
  }

  private mutating func append(
    _ type: CGPathElementType, from current: CGPoint, _ points: ArraySlice<CGPoint>, map: PixelMap,
    sides: [HalfSpace]
  ) {
    let (start, first, end) = (current.bounded, points[points.startIndex].bounded, points[points.endIndex - 1].bounded)
    let curve: CubicSegment
    switch type {
    case .addQuadCurveToPoint: curve = CubicSegment(quadraticFrom: start, control: first, to: end)
    case .addCurveToPoint:
      curve = CubicSegment(start: start, control1: first, control2: points[points.startIndex + 1].bounded, end: end)
    default: return self.points.append(map(end))
    }
    let image = HomogeneousCubic(
      start: map(curve.start), control1: map(curve.control1), control2: map(curve.control2), end: map(curve.end))
    append(image, sides, depth: 0)
  }

  /// Ends a polygon; removes it if it has no area, or if `isBad`.
  private mutating func end(isBad: Bool = false) {
    let first = ends.last ?? 0
    if isBad || points.count - first < 3 { points.removeLast(points.count - first) } else { ends.append(points.count) }
  }

  /// Halves a curve until its visible part is nearly straight; the depth bounds the number of chords.
  private mutating func append(_ curve: HomogeneousCubic, _ sides: [HalfSpace], depth: Int) {
    // A curve entirely outside of a half space is replaced by its chord, which is there, too.
    if depth == 12 || sides.contains(where: { curve.isOutside($0) })
      || curve.isFlat(Self.tolerance)
    {
      points.append(curve.end)
      return
    }
    let (first, second) = curve.halves
    append(first, sides, depth: depth + 1)
    append(second, sides, depth: depth + 1)
  }

  var isEmpty: Bool { ends.isEmpty }

  /// Returns the polygons clipped to a box and a pixel around it.
  func cut(to box: PixelBox) -> HomogeneousContours {
    let sides = HalfSpace.sides(of: box)
    var result = HomogeneousContours()
    var (polygon, other): ([HomogeneousPoint], [HomogeneousPoint]) = ([], [])
    var first = 0
    for end in ends {
      defer { first = end }
      polygon.removeAll(keepingCapacity: true)
      polygon += points[first..<end]
      for side in sides where polygon.contains(where: { side.distance($0) < 0 }) {
        side.cut(polygon, into: &other)
        swap(&polygon, &other)
        if polygon.count < 3 { break }
      }
      guard polygon.count > 2 else { continue }
      result.points += polygon
      result.ends.append(result.points.count)
    }
    return result
  }

  /// Returns the polygons for the rasterizer, relative to the corner of the box that they are clipped to.
  func flat(from box: PixelBox) -> FlatContours {
    var result = FlatContours()
    var first = 0
    for end in ends {
      result.append(points[first..<end], in: box)
      first = end
    }
    return result
  }
}

extension CGPoint {
  fileprivate var isBad: Bool { x.isNaN || y.isNaN }

  /// The point after the division, limited to a finite part of the plane, in points.
  fileprivate var bounded: CGPoint {
    let farthest: CGFloat = 1e9
    return CGPoint(x: min(max(x, -farthest), farthest), y: min(max(y, -farthest), farthest))
  }
}

/// A half space of homogeneous coordinates: `x X + y Y + w W >= least`.
private struct HalfSpace {
  var x = 0.0
  var y = 0.0
  var w = 0.0
  var least = 0.0

  /// Returns the eye's plane and the sides of a box, a pixel farther out, so that edges along them are outside.
  static func sides(of box: PixelBox) -> [HalfSpace] {
    [
      HalfSpace(w: 1, least: PixelMap.eyeWeight),
      HalfSpace(x: 1, w: 1 - Double(box.minX)), HalfSpace(x: -1, w: Double(box.maxX) + 1),
      HalfSpace(y: 1, w: 1 - Double(box.minY)), HalfSpace(y: -1, w: Double(box.maxY) + 1),
    ]
  }

  func distance(_ point: HomogeneousPoint) -> Double { x * point.x + y * point.y + w * point.w - least }

  func cut(_ polygon: [HomogeneousPoint], into result: inout [HomogeneousPoint]) {
    result.removeAll(keepingCapacity: true)
    guard var last = polygon.last else { return }
    var lastDistance = distance(last)
    for point in polygon {
      let distance = distance(point)
      if (distance < 0) != (lastDistance < 0) {
        var crossing = last.interpolated(to: point, lastDistance / (lastDistance - distance))
        // For weights from a hundred million to nearly 0, rounding reaches behind the eye.
        crossing.w = max(crossing.w, PixelMap.eyeWeight)
        result.append(crossing)
      }
      if distance >= 0 { result.append(point) }
      (last, lastDistance) = (point, distance)
    }
  }
}

/// A cubic curve in homogeneous coordinates, whose image is a rational curve.
private struct HomogeneousCubic {
  var start: HomogeneousPoint
  var control1: HomogeneousPoint
  var control2: HomogeneousPoint
  var end: HomogeneousPoint

  func isOutside(_ side: HalfSpace) -> Bool {
    side.distance(start) < 0 && side.distance(control1) < 0 && side.distance(control2) < 0 && side.distance(end) < 0
  }

  /// Whether the control points, in pixels, are within the tolerance of the chord's thirds.
  func isFlat(_ tolerance: Double) -> Bool {
    let least = PixelMap.eyeWeight
    guard start.w >= least, control1.w >= least, control2.w >= least, end.w >= least else { return false }
    let (x0, y0, x3, y3) = (start.x / start.w, start.y / start.w, end.x / end.w, end.y / end.w)
    let (x1, y1) = (control1.x / control1.w, control1.y / control1.w)
    let (x2, y2) = (control2.x / control2.w, control2.y / control2.w)
    // The curve is a mean of its control points with weights whose sum is 1, and at most 3/4 for two of them.
    let one = max(abs(x1 - (2 * x0 + x3) / 3), abs(y1 - (2 * y0 + y3) / 3))
    let two = max(abs(x2 - (x0 + 2 * x3) / 3), abs(y2 - (y0 + 2 * y3) / 3))
    return max(one, two) * 0.75 <= tolerance
  }

  var halves: (HomogeneousCubic, HomogeneousCubic) {
    let a = start.interpolated(to: control1, 0.5)
    let b = control1.interpolated(to: control2, 0.5)
    let c = control2.interpolated(to: end, 0.5)
    let (d, e) = (a.interpolated(to: b, 0.5), b.interpolated(to: c, 0.5))
    let middle = d.interpolated(to: e, 0.5)
    return (
      HomogeneousCubic(start: start, control1: a, control2: d, end: middle),
      HomogeneousCubic(start: middle, control1: e, control2: c, end: end)
    )
  }
}

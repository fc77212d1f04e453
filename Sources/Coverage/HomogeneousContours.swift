// A path as chords before the division by the weight, and their part inside of a box: for perspective, for coordinates
// too large for the rasteriser, and for more points than it counts.
//
// In homogeneous coordinates the near plane and the four sides of a box in pixels are all half spaces, linear in
// (X, Y, W): a contour is cut by one after the other, as Sutherland and Hodgman do, and divided at the end.

import CoreGraphics
import Foundation

/// Closed polygons in homogeneous pixels.
struct HomogeneousContours {
  private(set) var contours: [[HomogeneousPoint]] = []

  /// At or below this weight a point lies at or behind the eye; it is that of the compositor's near plane.
  static let nearWeight = 1e-3
  /// Planes are cut off here, in points.
  private static let farthest = 1e9

  private let map: PixelMap
  private let sides: [HalfSpace]

  /// The contours of `path` with chords fine enough for what is seen of it in `box`.
  init(_ path: CGPath, _ map: PixelMap, seenIn box: PixelBox) {
    self.map = map
    sides = HalfSpace.sides(of: box)
    for subpath in path.subpaths { append(subpath) }
  }

  private mutating func append(_ subpath: Subpath) {
    guard let first = Self.bounded(subpath.start) else { return }
    var contour = [map(first)]
    for segment in subpath.segments {
      guard let start = Self.bounded(segment.start), let control1 = Self.bounded(segment.control1),
        let control2 = Self.bounded(segment.control2), let end = Self.bounded(segment.end)
      else { return }
      if segment.isLine {
        contour.append(map(end))
      } else {
        let curve = HomogeneousCubic(start: map(start), control1: map(control1), control2: map(control2), end: map(end))
        append(curve, depth: 0, to: &contour)
      }
    }
    if contour.count > 2 { contours.append(contour) }
  }

  /// Halves until it is as good as straight where it is seen; depth bounds the chords.
  private func append(_ curve: HomogeneousCubic, depth: Int, to contour: inout [HomogeneousPoint]) {
    // Wholly on the far side of one half space, whatever the curve does there, its chord does as well.
    if depth == 12 || sides.contains(where: { curve.isOutside($0) })
      || curve.isFlat(PixelOutline.tolerance, Self.nearWeight)
    {
      contour.append(curve.end)
      return
    }
    let (first, second) = curve.halves
    append(first, depth: depth + 1, to: &contour)
    append(second, depth: depth + 1, to: &contour)
  }

  /// A point brought into the finite part of the plane; nil where it is not a number.
  private static func bounded(_ point: CGPoint) -> CGPoint? {
    guard !point.x.isNaN, !point.y.isNaN else { return nil }
    return CGPoint(x: min(max(point.x, -farthest), farthest), y: min(max(point.y, -farthest), farthest))
  }

  /// The part inside of a box, relative to its corner, as lines.
  func cut(to box: PixelBox) -> FlatContours {
    let sides = HalfSpace.sides(of: box)
    var result = FlatContours()
    var other: [HomogeneousPoint] = []
    for contour in contours {
      var polygon = contour
      for side in sides where polygon.contains(where: { side.distance($0) < 0 }) {
        side.cut(polygon, into: &other)
        swap(&polygon, &other)
        if polygon.count < 3 { break }
      }
      if polygon.count > 2 { result.append(polygon, Double(box.minX), Double(box.minY)) }
    }
    return result
  }
}

/// A half space of homogeneous coordinates: `x X + y Y + w W >= least`.
private struct HalfSpace {
  var x = 0.0
  var y = 0.0
  var w = 0.0
  var least = 0.0

  /// The near plane and the sides of a box, a pixel farther out, so that edges along a side are outside of the box.
  static func sides(of box: PixelBox) -> [HalfSpace] {
    [
      HalfSpace(w: 1, least: HomogeneousContours.nearWeight),
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
        result.append(last.interpolated(to: point, lastDistance / (lastDistance - distance)))
      }
      if distance >= 0 { result.append(point) }
      (last, lastDistance) = (point, distance)
    }
  }
}

/// A cubic curve in homogeneous coordinates: its image is a rational one.
private struct HomogeneousCubic {
  var start: HomogeneousPoint
  var control1: HomogeneousPoint
  var control2: HomogeneousPoint
  var end: HomogeneousPoint

  func isOutside(_ side: HalfSpace) -> Bool {
    side.distance(start) < 0 && side.distance(control1) < 0 && side.distance(control2) < 0 && side.distance(end) < 0
  }

  /// Whether the control points, seen in pixels, lie as near to the chord's thirds as the tolerance asks.
  func isFlat(_ tolerance: Double, _ nearWeight: Double) -> Bool {
    guard start.w >= nearWeight, control1.w >= nearWeight, control2.w >= nearWeight, end.w >= nearWeight else {
      return false
    }
    let (x0, y0, x3, y3) = (start.x / start.w, start.y / start.w, end.x / end.w, end.y / end.w)
    let (x1, y1) = (control1.x / control1.w, control1.y / control1.w)
    let (x2, y2) = (control2.x / control2.w, control2.y / control2.w)
    // The curve is a mean of its control points with weights that sum to one; two of them have at most 3/4 together.
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

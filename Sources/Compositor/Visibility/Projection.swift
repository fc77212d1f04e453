// From a layer's plane to pixels, in the classes that drawing tells apart, and the near plane.

package import QuartzCore

extension Homography {
  /// Weights below this lie at or behind the eye. At it, a point is magnified a thousandfold.
  package static let nearWeight = 1e-3

  /// The bounding box, in pixels, of the visible image of a box; nil where all of it lies behind the eye.
  package func visibleBounds(_ box: Box) -> Box? {
    if isScaleAndTranslation {
      let x0 = box.minX * m11 + m31
      let x1 = box.maxX * m11 + m31
      let y0 = box.minY * m22 + m32
      let y1 = box.maxY * m22 + m32
      return Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)).aligned
    }
    var result = Box.empty
    let polygon = clippedToNearPlane(box)
    guard polygon.count > 0 else { return nil }
    for index in 0..<polygon.count {
      let corner = map(polygon[index].x, polygon[index].y)
      result = result.union(Box(corner.x, corner.y, corner.x, corner.y))
    }
    return result
  }

  /// The part of a box in front of the near plane, as a convex polygon in the box's coordinates.
  ///
  /// The weight is linear over the plane, so one side of the polygon is cut off: four corners become none, three, four
  /// or five.
  package func clippedToNearPlane(_ box: Box) -> ConvexPolygon {
    let corners: InlineArray<4, PlanePoint> = [
      PlanePoint(box.minX, box.minY), PlanePoint(box.maxX, box.minY), PlanePoint(box.maxX, box.maxY),
      PlanePoint(box.minX, box.maxY),
    ]
    var result = ConvexPolygon()
    for index in 0..<4 {
      let a = corners[index]
      let b = corners[(index + 1) & 3]
      let wa = weight(a.x, a.y) - Self.nearWeight
      let wb = weight(b.x, b.y) - Self.nearWeight
      if wa >= 0 { result.append(a) }
      if (wa >= 0) != (wb >= 0) {
        let t = wa / (wa - wb)
        result.append(PlanePoint(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t))
      }
    }
    return result.count >= 3 ? result : ConvexPolygon()
  }
}

/// A point in a layer's plane.
package struct PlanePoint: Equatable, Sendable {
  package var x: Double
  package var y: Double
  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

/// A convex polygon of at most five corners, without storage of its own.
package struct ConvexPolygon: Sendable {
  private var corners: InlineArray<5, PlanePoint> = .init(repeating: PlanePoint(0, 0))
  package private(set) var count = 0

  package init() {}

  package mutating func append(_ point: PlanePoint) {
    corners[count] = point
    count += 1
  }

  package subscript(index: Int) -> PlanePoint { corners[index] }
}

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

extension Homography {
  /// The size of a pixel in the plane: of upright maps exactly; of others about, at the middle of a box.
  func pixelSize(at box: Box) -> (width: Double, height: Double) {
    if isScaleAndTranslation { return (1 / abs(m11), 1 / abs(m22)) }
    let w = max(weight((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2), Self.nearWeight)
    // The area that the map makes of a unit of the plane there.
    let area = abs(determinant) / (w * w * w)
    let side = 1 / area.squareRoot()
    return (side, side)
  }

  /// Pixels to a unit of the plane along x and y; under perspective in the middle of the box.
  func pixelsPerUnit(at box: Box) -> (x: Double, y: Double) {
    guard !isAffine else { return ((m11 * m11 + m12 * m12).squareRoot(), (m21 * m21 + m22 * m22).squareRoot()) }
    let (x, y) = ((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2)
    let weight = weight(x, y)
    guard weight > 1e-9 else { return (.infinity, .infinity) }
    let pixel = map(x, y)
    func length(_ a: Double, _ b: Double, _ c: Double) -> Double {
      let (dx, dy) = ((a - pixel.x * c) / weight, (b - pixel.y * c) / weight)
      return (dx * dx + dy * dy).squareRoot()
    }
    return (length(m11, m12, m13), length(m21, m22, m23))
  }

  /// About how many pixels a unit of depth is worth, so that a distance between planes counts as it does in the plane.
  var depthScale: Double {
    let weight = m33 > 0 ? m33 : 1
    let scale = abs(m11 * m22 - m12 * m21).squareRoot() / weight
    return scale.isFinite && scale > 0 ? scale : 1
  }
}

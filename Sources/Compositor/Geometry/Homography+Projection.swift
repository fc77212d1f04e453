// Maps from a layer's plane to pixels, in the classes that drawing tells apart, and the cuts before that: at the eye,
// and far beside the target.

import Coverage
import QuartzCore

extension Homography {
  /// The least weight of a point where a resolution is chosen: nearer points count as magnified a thousandfold.
  static let nearWeight = 1e-3

  /// Returns the bounding box, in pixels, of the visible image of a box; nil if all of it lies behind the eye.
  func visibleBounds(_ box: Box) -> Box? {
    if isScaleAndTranslation {
      let x0 = box.minX * m11 + m31
      let x1 = box.maxX * m11 + m31
      let y0 = box.minY * m22 + m32
      let y1 = box.maxY * m22 + m32
      return Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)).aligned
    }
    var result = Box.empty
    let polygon = cutAtEye(box)
    guard polygon.count > 0 else { return nil }
    for index in 0..<polygon.count {
      let corner = map(polygon[index].x, polygon[index].y)
      result = result.union(Box(corner.x, corner.y, corner.x, corner.y))
    }
    return result
  }

  /// Returns the part of a box in front of the eye, as a convex polygon in the box's coordinates.
  ///
  /// The weight is linear over the plane, so one side of the polygon is cut off: four corners become none, three, four
  /// or five.
  func cutAtEye(_ box: Box) -> ConvexPolygon {
    ConvexPolygon(box).half { weight($0) - PixelMap.eyeWeight }
  }

  /// Returns the part of a box that is seen in a box of pixels, as a convex polygon in the box's coordinates.
  ///
  /// `X >= minX * W` is a half of the plane, as both are linear over it: nothing is divided by a weight.
  func cut(_ box: Box, to pixels: Box) -> ConvexPolygon {
    /// Returns the line on which `x * X + y * Y + w * W` is 0.
    func line(_ x: Double, _ y: Double, _ w: Double) -> PlaneLine {
      PlaneLine(
        x * m11 + y * m12 + w * m13, x * m21 + y * m22 + w * m23, x * m31 + y * m32 + w * m33)
    }
    return cutAtEye(box).half(line(1, 0, -pixels.minX)).half(line(-1, 0, pixels.maxX))
      .half(line(0, 1, -pixels.minY)).half(line(0, -1, pixels.maxY))
  }

  func weight(_ point: PlanePoint) -> Double { weight(point.x, point.y) }

  /// Returns the size of a pixel in the plane: exact for upright maps; of others about, at the middle of a box.
  func pixelSize(at box: Box) -> (width: Double, height: Double) {
    if isScaleAndTranslation { return (1 / abs(m11), 1 / abs(m22)) }
    let w = max(weight((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2), Self.nearWeight)
    // The area that the map makes of a unit of the plane there.
    let area = abs(determinant) / (w * w * w)
    let side = 1 / area.squareRoot()
    return (side, side)
  }

  /// Returns pixels to a unit of the plane along x and y; under perspective in the middle of the box.
  func pixelsPerUnit(at box: Box) -> (x: Double, y: Double) {
    guard !isAffine else { return ((m11 * m11 + m12 * m12).squareRoot(), (m21 * m21 + m22 * m22).squareRoot()) }
    let (x, y) = ((box.minX + box.maxX) / 2, (box.minY + box.maxY) / 2)
    let weight = weight(x, y)
    guard weight > PixelMap.eyeWeight else { return (.infinity, .infinity) }
    let pixel = map(x, y)
    func length(_ a: Double, _ b: Double, _ c: Double) -> Double {
      let (dx, dy) = ((a - pixel.x * c) / weight, (b - pixel.y * c) / weight)
      return (dx * dx + dy * dy).squareRoot()
    }
    return (length(m11, m12, m13), length(m21, m22, m23))
  }

  /// The approximate number of pixels to a unit of depth, so that a distance between planes counts as it does in the
  /// plane.
  var depthScale: Double {
    let weight = m33 > 0 ? m33 : 1
    let scale = abs(m11 * m22 - m12 * m21).squareRoot() / weight
    return scale.isFinite && scale > 0 ? scale : 1
  }
}

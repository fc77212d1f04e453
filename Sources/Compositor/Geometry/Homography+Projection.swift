// Maps from a layer's plane to pixels, in the classes that drawing tells apart, and the cuts at the eye and far away.

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

  /// Returns the part of a box in front of the eye, as a convex polygon in the box's coordinates. The weight is linear
  /// over the plane, so one side of the polygon is cut off: four corners become none, three, four or five.
  func cutAtEye(_ box: Box) -> ConvexPolygon { ConvexPolygon(box).half { weight($0) - PixelMap.eyeWeight } }

  /// Returns the part of a box that is seen in a box of pixels, as a convex polygon in the box's coordinates. Its limit
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

  /// The approximate pixels to a unit of depth, so that a distance between planes counts as one in the plane.
  var depthScale: Double {
    let weight = m33 > 0 ? m33 : 1
    let scale = abs(m11 * m22 - m12 * m21).squareRoot() / weight
    return scale.isFinite && scale > 0 ? scale : 1
  }
}

package struct PlanePoint: Equatable, Sendable {
  package var x: Double
  package var y: Double
  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

/// A convex polygon of few corners, without storage of its own.
package struct ConvexPolygon: Sendable {
  /// Four corners, one more for each of five cuts, and as many for what rounding makes of corners on a line.
  private static let most = 14
  private var corners: InlineArray<14, PlanePoint> = .init(repeating: PlanePoint(0, 0))
  package private(set) var count = 0

  package init() {}

  package init(_ box: Box) {
    append(PlanePoint(box.minX, box.minY))
    append(PlanePoint(box.maxX, box.minY))
    append(PlanePoint(box.maxX, box.maxY))
    append(PlanePoint(box.minX, box.maxY))
  }

  package mutating func append(_ point: PlanePoint) {
    guard count < Self.most else { return }
    corners[count] = point
    count += 1
  }

  /// Returns the part on the positive side of a line.
  func half(_ line: PlaneLine) -> ConvexPolygon { half { line.side($0.x, $0.y) } }

  /// Returns the part where a function that is linear over the plane is not negative.
  @inline(__always)
  func half(_ distance: (PlanePoint) -> Double) -> ConvexPolygon {
    var result = ConvexPolygon()
    for index in 0..<count {
      let (a, b) = (corners[index], corners[index + 1 < count ? index + 1 : 0])
      let (da, db) = (distance(a), distance(b))
      if da >= 0 { result.append(a) }
      if (da >= 0) != (db >= 0) {
        let t = da / (da - db)
        result.append(PlanePoint(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t))
      }
    }
    return result.count >= 3 ? result : ConvexPolygon()
  }

  package subscript(index: Int) -> PlanePoint { corners[index] }
}

/// Texture coordinates as a function of position: `u = x * scaleX + y * crossX + offsetX`,
/// `v = y * scaleY + x * crossY + offsetY`.
struct TextureMap: Equatable {
  var scaleX = 0.0, scaleY = 0.0, offsetX = 0.0, offsetY = 0.0
  var crossX = 0.0, crossY = 0.0

  /// Maps the box to the given part of a texture; `source` may run backwards.
  init(_ box: Box, to source: Box) {
    scaleX = (source.maxX - source.minX) / box.width
    scaleY = (source.maxY - source.minY) / box.height
    offsetX = source.minX - box.minX * scaleX
    offsetY = source.minY - box.minY * scaleY
  }

  init() {}

  /// Whether u depends on x alone and v on y alone, as the linear path needs it.
  var isUpright: Bool { crossX == 0 && crossY == 0 }

  /// Returns the map for positions that `toPixels`, a scale and translation, has taken to pixels; for an upright map.
  func seenThrough(_ toPixels: Homography) -> TextureMap {
    var map = self
    map.scaleX = scaleX / toPixels.m11
    map.scaleY = scaleY / toPixels.m22
    map.offsetX = offsetX - toPixels.m31 * map.scaleX
    map.offsetY = offsetY - toPixels.m32 * map.scaleY
    return map
  }

  /// Returns the texture coordinates at a box's min and max corner.
  func coordinates(_ box: Box) -> SIMD4<Float> {
    SIMD4(
      Float(box.minX * scaleX + offsetX), Float(box.minY * scaleY + offsetY), Float(box.maxX * scaleX + offsetX),
      Float(box.maxY * scaleY + offsetY))
  }
}

// Tested by CompositorGeometryTests.

package import Foundation
import QuartzCore

/// An axis-aligned rectangle, `minX ... maxX` by `minY ... maxY`; empty if a side is not positive. Culling, clipping
/// and slicing compare edges all the time; CGRect would add and subtract sizes at each step, and lose the exactness of
/// edges that two slices share.
package struct Box: Equatable, Sendable {
  package var minX: Double, minY: Double, maxX: Double, maxY: Double

  package init(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  package init(_ rect: CGRect) { self.init(Double(rect.minX), Double(rect.minY), Double(rect.maxX), Double(rect.maxY)) }

  /// A box without points, the neutral element of ``union(_:)``.
  package static let empty = Box(.infinity, .infinity, -.infinity, -.infinity)

  package var width: Double { maxX - minX }
  package var height: Double { maxY - minY }
  package var area: Double { isEmpty ? 0 : width * height }
  /// Also true where an edge is not a number.
  package var isEmpty: Bool { !(minX < maxX && minY < maxY) }
  var isIntegral: Bool {
    minX == minX.rounded() && minY == minY.rounded() && maxX == maxX.rounded() && maxY == maxY.rounded()
  }

  package func intersection(_ other: Box) -> Box {
    Box(max(minX, other.minX), max(minY, other.minY), min(maxX, other.maxX), min(maxY, other.maxY))
  }

  package func union(_ other: Box) -> Box {
    Box(min(minX, other.minX), min(minY, other.minY), max(maxX, other.maxX), max(maxY, other.maxY))
  }

  package func intersects(_ other: Box) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  package func contains(_ other: Box) -> Bool {
    minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
  }

  package func insetBy(x: Double, y: Double) -> Box { Box(minX + x, minY + y, maxX - x, maxY - y) }
  package func insetBy(_ d: Double) -> Box { insetBy(x: d, y: d) }

  /// The smallest box on whole pixels around this one.
  var outset: Box { Box(minX.rounded(.down), minY.rounded(.down), maxX.rounded(.up), maxY.rounded(.up)) }

  /// The largest box on whole pixels inside this one; may be empty.
  package var inset: Box { Box(minX.rounded(.up), minY.rounded(.up), maxX.rounded(.down), maxY.rounded(.down)) }

  /// The box with edges that miss a whole pixel by arithmetic's error moved onto it: 8 bits of coverage do not show it.
  package var aligned: Box { Box(Self.aligned(minX), Self.aligned(minY), Self.aligned(maxX), Self.aligned(maxY)) }

  /// An edge in pixels, moved as by ``aligned``.
  static func aligned(_ edge: Double) -> Double {
    // Larger numbers are whole. A conversion there and back is several times as fast as the library's rounding.
    guard abs(edge) < 0x1p51 else { return edge }
    let whole = Double(Int64(edge < 0 ? edge - 0.5 : edge + 0.5))
    return abs(edge - whole) < 1.0 / 1024 ? whole : edge
  }

  /// The box with the edges that do not cut `content` moved out to whole pixels.
  func loosened(around content: Box) -> Box {
    let outer = outset
    return Box(
      minX <= content.minX ? outer.minX : minX, minY <= content.minY ? outer.minY : minY,
      maxX >= content.maxX ? outer.maxX : maxX, maxY >= content.maxY ? outer.maxY : maxY)
  }

  /// The pixels whose centres lie inside, for drawing without antialiasing.
  package var snapped: Box {
    Box(
      (minX - 0.5).rounded(.up), (minY - 0.5).rounded(.up), (maxX - 0.5).rounded(.up), (maxY - 0.5).rounded(.up))
  }
}

extension Box {
  func moved(byX x: Double, y: Double) -> Box { Box(minX + x, minY + y, maxX + x, maxY + y) }
}

/// A rectangle to fill in a plane, rounded or not.
///
/// An edge x = x0 of the plane is the line L = H^-T (1, 0, -x0) of the target. L . (X, Y, W) = x - x0 at the image of
/// any point, so the distance in pixels is (x - x0) / (W |L.xy|).
struct Rectangle {
  /// In its plane.
  var box: Box
  var toPixels: Homography
  /// Corner radii in the plane: (minX minY), (maxX minY), (minX maxY), (maxX maxY).
  var radii: SIMD4<Float> = .zero
  /// The continuity of the corners' curve, from 0, a circle, to 1: see ``CornerCurve``.
  var smoothing: Float = 0
  /// The edges that are antialiased.
  var edges: CAEdgeAntialiasingMask = .all
}

extension Rectangle {
  /// The rectangle as a shape in pixels; nil under perspective.
  var shape: ClipShape? { ClipShape(box, radii: radii, smoothing: smoothing, toPixels: toPixels) }

  /// The rectangle with the half pixel that antialiasing reaches beyond its antialiased edges, in its plane.
  var antialiasedBox: Box {
    let margin = outsetMargin
    return Box(
      edges.contains(.layerLeftEdge) ? box.minX - margin.x : box.minX,
      edges.contains(.layerBottomEdge) ? box.minY - margin.y : box.minY,
      edges.contains(.layerRightEdge) ? box.maxX + margin.x : box.maxX,
      edges.contains(.layerTopEdge) ? box.maxY + margin.y : box.maxY)
  }

  /// Returns the rectangle in a plane that is counted from another point.
  func counted(from origin: PlanePoint) -> Rectangle {
    var result = self
    result.box = Box(box.minX - origin.x, box.minY - origin.y, box.maxX - origin.x, box.maxY - origin.y)
    let map = toPixels
    (result.toPixels.m31, result.toPixels.m32, result.toPixels.m33) = (
      origin.x * map.m11 + origin.y * map.m21 + map.m31, origin.x * map.m12 + origin.y * map.m22 + map.m32,
      map.weight(origin)
    )
    return result
  }

  /// Returns the box of an upright rectangle's pixels, in its plane.
  func plane(_ pixels: Box) -> Box {
    let (x0, x1) = ((pixels.minX - toPixels.m31) / toPixels.m11, (pixels.maxX - toPixels.m31) / toPixels.m11)
    let (y0, y1) = ((pixels.minY - toPixels.m32) / toPixels.m22, (pixels.maxY - toPixels.m32) / toPixels.m22)
    return Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))
  }

  /// The distance beyond the rectangle, in its plane, that half a pixel reaches; in perspective at the visible corner
  /// where it is most, but at most the rectangle's size (towards the horizon a pixel covers any distance).
  var outsetMargin: (x: Double, y: Double) {
    guard !edges.isEmpty, let inverse = toPixels.inverted else { return (0, 0) }
    if toPixels.isAffine {
      let x = (inverse.m11 * inverse.m11 + inverse.m21 * inverse.m21).squareRoot() * 0.5
      let y = (inverse.m12 * inverse.m12 + inverse.m22 * inverse.m22).squareRoot() * 0.5
      return (x, y)
    }
    var margin = (x: 0.0, y: 0.0)
    let polygon = toPixels.cutAtEye(box)
    for index in 0..<polygon.count {
      // The plane's coordinates as functions of pixels are u / w; their gradients at the corner.
      let corner = polygon[index]
      let pixel = toPixels.map(corner.x, corner.y)
      let w = inverse.weight(pixel.x, pixel.y)
      let (xdX, xdY) = ((inverse.m11 - corner.x * inverse.m13) / w, (inverse.m21 - corner.x * inverse.m23) / w)
      let (ydX, ydY) = ((inverse.m12 - corner.y * inverse.m13) / w, (inverse.m22 - corner.y * inverse.m23) / w)
      margin.x = max(margin.x, (xdX * xdX + xdY * xdY).squareRoot())
      margin.y = max(margin.y, (ydX * ydX + ydY * ydY).squareRoot())
    }
    // A little more than half a pixel: the corner outside is smaller than the one it was measured at.
    return (min(margin.x * 0.75, box.width), min(margin.y * 0.75, box.height))
  }

  /// Returns the pixels of an upright rectangle, with the edges that are not antialiased moved to whole pixels.
  func snappedEdges(_ pixels: Box) -> Box {
    guard edges != .all else { return pixels }
    let snapped = pixels.snapped
    var result = pixels
    let (mirroredX, mirroredY) = (toPixels.m11 < 0, toPixels.m22 < 0)
    if !edges.contains(mirroredX ? .layerRightEdge : .layerLeftEdge) { result.minX = snapped.minX }
    if !edges.contains(mirroredX ? .layerLeftEdge : .layerRightEdge) { result.maxX = snapped.maxX }
    // The bottom edge is the one at minimum y.
    if !edges.contains(mirroredY ? .layerTopEdge : .layerBottomEdge) { result.minY = snapped.minY }
    if !edges.contains(mirroredY ? .layerBottomEdge : .layerTopEdge) { result.maxY = snapped.maxY }
    return result
  }

  /// Returns an upright rectangle's part in `pixels`, without rounding, and without antialiasing at edges of `outer`.
  func cut(to pixels: Box, inside outer: Box? = nil) -> Rectangle {
    var result = self
    result.box = plane(pixels)
    result.radii = .zero
    result.smoothing = 0
    result.edges = .all
    guard let outer else { return result }
    let (mirroredX, mirroredY) = (toPixels.m11 < 0, toPixels.m22 < 0)
    if pixels.minX <= outer.minX { result.edges.remove(mirroredX ? .layerRightEdge : .layerLeftEdge) }
    if pixels.maxX >= outer.maxX { result.edges.remove(mirroredX ? .layerLeftEdge : .layerRightEdge) }
    if pixels.minY <= outer.minY { result.edges.remove(mirroredY ? .layerTopEdge : .layerBottomEdge) }
    if pixels.maxY >= outer.maxY { result.edges.remove(mirroredY ? .layerBottomEdge : .layerTopEdge) }
    return result
  }

  /// Returns the rectangle inset under an opaque border of the given width, by a pixel or half the border, so that its
  /// antialiased edge does not show through the border's.
  func underBorder(_ width: Double) -> Rectangle {
    let margin = outsetMargin
    let (x, y) = (min(2 * margin.x, width / 2), min(2 * margin.y, width / 2))
    let inset = Float(max(x, y))
    var result = self
    result.box = box.insetBy(x: x, y: y)
    result.radii = (radii - SIMD4(repeating: inset)).replacing(with: 0, where: radii .<= inset)
    return result
  }
}

import QuartzCore

extension Rectangle {
  /// The rectangle without the edges and the rounding that it shares with a clip's shape, however turned: they are
  /// drawn a pixel farther, without antialiasing. The shader multiplies the coverage of both, which is right where they
  /// cross, and would fade common edges twice.
  func leavingSharedEdges(to shape: ClipShape?) -> Rectangle {
    guard let shape, toPixels.isAffine, case let map = toPixels * shape.toShape, map.isScaleAndTranslation,
      let seen = map.visibleBounds(box), let inverse = toPixels.inverted
    else { return self }
    // A pixel in the plane of the shape, and in that of the rectangle.
    let m = shape.toShape
    let near = 1e-3 * min(m.m11.magnitude + m.m21.magnitude, m.m12.magnitude + m.m22.magnitude)
    let pixel = (inverse.m11.magnitude + inverse.m21.magnitude, inverse.m12.magnitude + inverse.m22.magnitude)
    var isShared = (
      minX: abs(seen.minX - shape.box.minX) < near, minY: abs(seen.minY - shape.box.minY) < near,
      maxX: abs(seen.maxX - shape.box.maxX) < near, maxY: abs(seen.maxY - shape.box.maxY) < near
    )
    let isSame =
      isShared.minX && isShared.minY && isShared.maxX && isShared.maxY && map.m11 > 0 && map.m22 > 0
      && abs(map.m11 - map.m22) < 1e-6 && radii * Float(map.m11) == shape.radii && smoothing == shape.smoothing
    guard isSame || radii == .zero else { return self }
    if map.m11 < 0 { (isShared.minX, isShared.maxX) = (isShared.maxX, isShared.minX) }
    if map.m22 < 0 { (isShared.minY, isShared.maxY) = (isShared.maxY, isShared.minY) }
    var result = self
    (result.radii, result.smoothing) = (.zero, 0)
    if isShared.minX { (result.box.minX, _) = (box.minX - pixel.0, result.edges.remove(.layerLeftEdge)) }
    if isShared.maxX { (result.box.maxX, _) = (box.maxX + pixel.0, result.edges.remove(.layerRightEdge)) }
    if isShared.minY { (result.box.minY, _) = (box.minY - pixel.1, result.edges.remove(.layerBottomEdge)) }
    if isShared.maxY { (result.box.maxY, _) = (box.maxY + pixel.1, result.edges.remove(.layerTopEdge)) }
    return result
  }
}

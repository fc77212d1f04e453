import QuartzCore

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

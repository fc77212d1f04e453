import QuartzCore

/// The look of a page at an angle of its bend.
struct PageLight {
  /// The part of the light that the page reflects.
  var shade: Float
  /// The part of the picture's colour that the white of the page's back hides.
  var whiteness: Float

  /// - Parameter angle: 0 lies flat with its face up, pi with its back up.
  init(angle: Double) {
    let slope = sin(min(max(angle, 0), .pi))
    if angle <= .pi / 2 {
      shade = Float(1 - 0.35 * slope * slope)
      whiteness = 0
    } else {
      shade = Float(0.94 - 0.34 * slope * slope)
      whiteness = 0.72
    }
  }
}

extension DrawListBuilder {
  /// Draws a strip of a page: a texture in the light that falls on the page, whose back is whitened.
  mutating func bend(
    _ strip: Rectangle, _ light: PageLight, of source: TextureSource, through texture: TextureMap, _ clip: Clip
  ) {
    let part = strip.antialiasedBox
    guard let drawn = strip.toPixels.visibleBounds(part)?.outset else { return }
    let bounds = drawn.intersection(clip.box.outset)
    guard !bounds.isEmpty else { return }
    var features = clip.features(drawing: drawn)
    if !strip.toPixels.isAffine { features.insert(.perspective) }
    let key = BatchKey(program: ProgramKey(.page, features), texture: source)
    guard let shape = QuadShape(strip, clip: clip) else { return }
    let page = Instance.Page(
      light: SIMD4(light.shade, light.whiteness, 0, 0), map: texture.vector, more: texture.cross())
    add(page, shape, drawing: part, bounds: bounds, key: key)
  }
}

extension TextureMap {
  /// The texture coordinates of a plane that an affine map takes to the pixels of a texture.
  init(_ map: Homography, in box: Box) {
    self.init()
    (scaleX, crossX, offsetX) = (map.m11 / box.width, map.m21 / box.width, (map.m31 - box.minX) / box.width)
    (crossY, scaleY, offsetY) = (map.m12 / box.height, map.m22 / box.height, (map.m32 - box.minY) / box.height)
  }
}

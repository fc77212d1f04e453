import QuartzCore

/// The bitmap of a layer with `shouldRasterize`: its scale and its filters. The layer with its sublayers, filters and
/// shadow becomes a bitmap of `rasterizationScale` pixels to a point, which is drawn in the layer's place with its
/// opacity. The bitmap can be kept while only the layer's geometry or opacity change.
struct RasterLook: Equatable, Sendable {
  /// Pixels of the bitmap to a point of the layer.
  var scale: Double
  /// The filters of the bitmap when magnified, and when minified.
  var magnified: TextureFilter
  var minified: TextureFilter
}

extension RasterLook {
  /// The longest side of a bitmap, in pixels; a larger layer is drawn as if it were not rasterized.
  private static let largestSide = 4096.0
  /// The distances, in pixels, that a bitmap reaches beyond the bounds: `near` everywhere, so that it stays the same
  /// when the layer moves, and `far` where it is on the screen.
  private static let near = 1024.0
  private static let far = 2048.0

  /// The bitmap of a layer that is to be rasterized; nil if it is too large.
  init?(_ values: LayerValues) {
    let asked = Double(values.rasterizationScale)
    scale = asked > 0 && asked.isFinite ? min(max(asked, 1.0 / 64), 64) : 1
    let bounds = values.bounds
    guard max(Double(bounds.width), Double(bounds.height)) * scale <= Self.largestSide else { return nil }
    guard Double(bounds.minX).magnitude < 1e9, Double(bounds.minY).magnitude < 1e9 else { return nil }
    magnified = values.magnificationFilter == .nearest ? .nearest : .linear
    minified = values.minificationFilter == .nearest ? .nearest : .linear
  }

  /// Returns the map from the layer's plane to the bitmap's pixels.
  func map(_ bounds: Box) -> Homography {
    Homography(scaleX: scale, scaleY: scale, translateX: -bounds.minX * scale, translateY: -bounds.minY * scale)
  }

  /// Returns the part of the plane that a bitmap may hold, in its pixels.
  ///
  /// - Parameters:
  ///   - visible: the visible part, in the pixels around.
  ///   - outwards: from the bitmap's pixels to those.
  func reach(_ bounds: Box, visible: Box, outwards: Homography) -> Box {
    let inner = Box(0, 0, bounds.width * scale, bounds.height * scale).outset
    var reach = inner.insetBy(-Self.near)
    if outwards.isAffine, let inwards = outwards.inverted, let seen = inwards.visibleBounds(visible) {
      // In large steps: a bitmap that changed its size with every motion could not be kept.
      let step = Self.near
      let stepped = Box(
        (seen.minX / step).rounded(.down) * step, (seen.minY / step).rounded(.down) * step,
        (seen.maxX / step).rounded(.up) * step, (seen.maxY / step).rounded(.up) * step)
      reach = reach.union(stepped.intersection(inner.insetBy(-Self.far)))
    }
    return reach
  }

  /// Returns the filter of the bitmap under a map to the pixels around: pixel for pixel if it fits them.
  func filter(_ outwards: Homography) -> TextureFilter {
    if outwards.isScaleAndTranslation {
      let fits =
        abs(outwards.m11.magnitude - 1) < 1e-6 && abs(outwards.m22.magnitude - 1) < 1e-6
        && abs(outwards.m31 - outwards.m31.rounded()) < 1e-3 && abs(outwards.m32 - outwards.m32.rounded()) < 1e-3
      if fits { return .nearest }
    }
    let area = abs(outwards.m11 * outwards.m22 - outwards.m12 * outwards.m21)
    return area >= 1 || !outwards.isAffine ? magnified : minified
  }
}

extension RasterLook: PartLook {
  static func isAsked(by values: LayerValues) -> Bool { values.shouldRasterize }

  static func derived(_ slot: Int, from values: LayerValues, in tree: RenderTree) -> RasterLook? {
    tree.looks[slot].flags.contains(.keepsDepth) ? nil : RasterLook(values)
  }

  func mark(_ look: inout LayerLook) { look.flags.insert(.rasterizes) }
}

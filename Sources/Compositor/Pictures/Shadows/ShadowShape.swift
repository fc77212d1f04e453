// The shadow of a rounded rectangle, reduced to what its picture depends on: the key of the patch cache.

/// A rounded rectangle and the blur of its shadow, in units of the layer's plane.
///
/// Two shapes that cast the same patch are equal: a side that is long enough for its corners' shadows not to meet is
/// stored as infinite.
package struct ShadowShape: Hashable, Sendable {
  /// Infinite where the patch stretches along that side.
  package var width: Double
  package var height: Double
  /// (minX minY), (maxX minY), (minX maxY), (maxX maxY); neighbours do not overlap.
  package var radii: SIMD4<Double>
  /// The standard deviation of the Gaussian.
  package var sigma: Double
  /// The size of a pixel in the plane; a shadow is the average over it.
  package var pixelWidth: Double
  package var pixelHeight: Double
  /// How the edges lie on the pixel grid, of a patch whose texels are pixels.
  package var phase: Phase?
  /// Whether texels lie so close together that the nearest one will do; else they are interpolated.
  package var isFine: Bool

  /// How far each edge lies inward of the pixel boundary outside it, in 1/256 pixel.
  package struct Phase: Hashable, Sendable {
    package var minX: UInt8
    package var maxX: UInt8
    package var minY: UInt8
    package var maxY: UInt8

    package init(minX: UInt8, maxX: UInt8, minY: UInt8, maxY: UInt8) {
      (self.minX, self.maxX, self.minY, self.maxY) = (minX, maxX, minY, maxY)
    }
  }

  /// - Parameters:
  ///   - phase: for an upright shadow that lies on whole pixels, or whose Gaussian is too narrow to be sampled between
  ///     texels; see ``ShadowSampling``.
  ///   - isFine: for an upright shadow so wide that no pixel is far from a texel.
  package init(
    width: Double, height: Double, radii: SIMD4<Double>, sigma: Double, pixelWidth: Double, pixelHeight: Double,
    phase: Phase? = nil, isFine: Bool = false
  ) {
    self.width = width
    self.height = height
    self.radii = radii
    self.sigma = sigma
    self.pixelWidth = pixelWidth
    self.pixelHeight = pixelHeight
    self.phase = phase
    self.isFine = isFine
    // The pixel shows only in narrow Gaussians; others share their patches whatever the scale.
    if phase == nil && sigma > 8 * max(pixelWidth, pixelHeight) { (self.pixelWidth, self.pixelHeight) = (0, 0) }
    if ShadowAxis.stretches(width, leading: max(radii[0], radii[2]), trailing: max(radii[1], radii[3]), self, isX: true)
    {
      self.width = .infinity
    }
    if ShadowAxis.stretches(
      height, leading: max(radii[0], radii[1]), trailing: max(radii[2], radii[3]), self, isX: false)
    {
      self.height = .infinity
    }
  }
}

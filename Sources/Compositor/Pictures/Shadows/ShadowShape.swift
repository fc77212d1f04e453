/// The key of a patch: a rounded rectangle and the blur of its shadow, in units of the layer's plane.
///
/// Two shapes that cast the same patch are equal: a side that is long enough for its corners' shadows not to meet is
/// stored as infinite.
struct ShadowShape: Hashable, Sendable {
  /// The width; infinite if the patch stretches along that side.
  var width: Double
  var height: Double
  /// (minX minY), (maxX minY), (minX maxY), (maxX maxY); neighbours do not overlap.
  var radii: SIMD4<Double>
  /// The standard deviation of the Gaussian.
  var sigma: Double
  /// The size of a pixel in the plane; a shadow is the average over it.
  var pixelWidth: Double
  var pixelHeight: Double
  /// The position of the edges on the pixel grid, for a patch whose texels are pixels.
  var phase: Phase?
  /// Whether texels lie so close together that the nearest one will do; else they are interpolated.
  var isFine: Bool

  /// The distance of each edge inward from the pixel boundary outside it, in 1/256 pixel.
  struct Phase: Hashable, Sendable {
    var minX: UInt8
    var maxX: UInt8
    var minY: UInt8
    var maxY: UInt8

    init(minX: UInt8, maxX: UInt8, minY: UInt8, maxY: UInt8) {
      (self.minX, self.maxX, self.minY, self.maxY) = (minX, maxX, minY, maxY)
    }
  }

  /// - Parameters:
  ///   - phase: for an upright shadow that lies on whole pixels, or whose Gaussian is too narrow to be sampled between
  ///     texels; see ``ShadowSampling``.
  ///   - isFine: for an upright shadow so wide that no pixel is far from a texel.
  init(
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

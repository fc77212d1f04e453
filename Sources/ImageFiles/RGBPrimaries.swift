// The colours that a space of three components is made of.

/// A colour without its brightness: x and y of CIE 1931.
package struct Chromaticity: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  /// Daylight of 6504 kelvin: sRGB's white.
  package static let d65 = Chromaticity(x: 0.3127, y: 0.3290)
  /// Daylight of 5003 kelvin: print's white, and that of profiles.
  package static let d50 = Chromaticity(x: 0.3457, y: 0.3585)

  /// CIE XYZ at brightness 1.
  package var xyz: SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }
}

/// The colours of a space's three components and of their sum.
package struct RGBPrimaries: Hashable, Sendable {
  package var red: Chromaticity
  package var green: Chromaticity
  package var blue: Chromaticity
  package var white: Chromaticity

  package init(_ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double), white: Chromaticity = .d65)
  {
    self.red = Chromaticity(x: red.0, y: red.1)
    self.green = Chromaticity(x: green.0, y: green.1)
    self.blue = Chromaticity(x: blue.0, y: blue.1)
    self.white = white
  }

  /// ITU-R BT.709's, which sRGB uses.
  package static let rec709 = RGBPrimaries((0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
  /// DCI-P3's with sRGB's white, as displays have them.
  package static let displayP3 = RGBPrimaries((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
  /// DCI-P3's with the cinema's white.
  package static let dciP3 = RGBPrimaries(
    (0.680, 0.320), (0.265, 0.690), (0.150, 0.060), white: Chromaticity(x: 0.314, y: 0.351))
  /// ITU-R BT.2020's.
  package static let rec2020 = RGBPrimaries((0.708, 0.292), (0.170, 0.797), (0.131, 0.046))
  /// Adobe RGB (1998)'s.
  package static let adobe = RGBPrimaries((0.64, 0.33), (0.21, 0.71), (0.15, 0.06))
  /// ROMM RGB's.
  package static let romm = RGBPrimaries((0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001), white: .d50)
  /// ACEScg's.
  package static let acescg = RGBPrimaries(
    (0.713, 0.293), (0.165, 0.830), (0.128, 0.044), white: Chromaticity(x: 0.32168, y: 0.33767))
}

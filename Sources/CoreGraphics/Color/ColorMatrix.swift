// Linear algebra of colour: from a space's primaries and white to the linear light of sRGB.

/// A 3x3 matrix of colour components, by columns.
struct ColorMatrix: Hashable, Sendable {
  var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) { columns = (first, second, third) }

  static func * (matrix: ColorMatrix, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
  }

  static func * (a: ColorMatrix, b: ColorMatrix) -> ColorMatrix {
    ColorMatrix(a * b.columns.0, a * b.columns.1, a * b.columns.2)
  }

  /// The inverse; the matrices of colour spaces have one.
  var inverse: ColorMatrix {
    // The rows of the inverse are the columns' cross products over the determinant.
    let (a, b, c) = columns
    let determinant = (a * Self.cross(b, c)).sum()
    let (r, s, t) = (Self.cross(b, c) / determinant, Self.cross(c, a) / determinant, Self.cross(a, b) / determinant)
    return ColorMatrix(SIMD3(r.x, s.x, t.x), SIMD3(r.y, s.y, t.y), SIMD3(r.z, s.z, t.z))
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  static func == (a: ColorMatrix, b: ColorMatrix) -> Bool { a.columns == b.columns }

  func hash(into hasher: inout Hasher) {
    hasher.combine(columns.0)
    hasher.combine(columns.1)
    hasher.combine(columns.2)
  }
}

/// A colour without its brightness: x and y of CIE 1931.
struct Chromaticity: Hashable, Sendable {
  var x: Double
  var y: Double

  /// Daylight of 6504 kelvin: sRGB's white.
  static let d65 = Chromaticity(x: 0.3127, y: 0.3290)
  /// Daylight of 5003 kelvin: print's white, and that of profiles.
  static let d50 = Chromaticity(x: 0.3457, y: 0.3585)

  /// CIE XYZ at brightness 1.
  var xyz: SIMD3<Double> { SIMD3(x / y, 1, (1 - x - y) / y) }
}

/// The colours of a space's three components and of their sum.
struct RGBPrimaries: Hashable, Sendable {
  var red: Chromaticity
  var green: Chromaticity
  var blue: Chromaticity
  var white: Chromaticity

  init(_ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double), white: Chromaticity = .d65) {
    self.red = Chromaticity(x: red.0, y: red.1)
    self.green = Chromaticity(x: green.0, y: green.1)
    self.blue = Chromaticity(x: blue.0, y: blue.1)
    self.white = white
  }

  /// ITU-R BT.709's, which sRGB uses.
  static let rec709 = RGBPrimaries((0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
  /// DCI-P3's with sRGB's white, as displays have them.
  static let displayP3 = RGBPrimaries((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
  /// DCI-P3's with the cinema's white.
  static let dciP3 = RGBPrimaries(
    (0.680, 0.320), (0.265, 0.690), (0.150, 0.060), white: Chromaticity(x: 0.314, y: 0.351))
  /// ITU-R BT.2020's.
  static let rec2020 = RGBPrimaries((0.708, 0.292), (0.170, 0.797), (0.131, 0.046))
  /// Adobe RGB (1998)'s.
  static let adobe = RGBPrimaries((0.64, 0.33), (0.21, 0.71), (0.15, 0.06))
  /// ROMM RGB's.
  static let romm = RGBPrimaries((0.7347, 0.2653), (0.1596, 0.8404), (0.0366, 0.0001), white: .d50)
  /// ACEScg's.
  static let acescg = RGBPrimaries(
    (0.713, 0.293), (0.165, 0.830), (0.128, 0.044), white: Chromaticity(x: 0.32168, y: 0.33767))

  /// From linear components to CIE XYZ: the primaries, scaled so that equal parts make white.
  var toXYZ: ColorMatrix {
    let unscaled = ColorMatrix(red.xyz, green.xyz, blue.xyz)
    let parts = unscaled.inverse * white.xyz
    return ColorMatrix(red.xyz * parts.x, green.xyz * parts.y, blue.xyz * parts.z)
  }
}

extension ColorMatrix {
  /// From CIE XYZ to the linear light of sRGB; `white` becomes sRGB's white by Bradford's adaptation.
  static func linearSRGB(fromXYZ white: SIMD3<Double>) -> ColorMatrix {
    let cones = ColorMatrix(
      SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685), SIMD3(-0.1614, 0.0367, 1.0296))
    let scale = (cones * Chromaticity.d65.xyz) / (cones * white)
    let adaptation = ColorMatrix(SIMD3(scale.x, 0, 0), SIMD3(0, scale.y, 0), SIMD3(0, 0, scale.z))
    return RGBPrimaries.rec709.toXYZ.inverse * cones.inverse * adaptation * cones
  }
}

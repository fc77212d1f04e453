// Linear algebra of colour: from a space's primaries and white to the linear light of sRGB.

import ImageFiles

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

extension RGBPrimaries {
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

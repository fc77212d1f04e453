// Conversions go through the linear light of sRGB, whose components are below 0 or above 1 outside its gamut.

import Foundation
import ImageFiles

/// The meaning of a colour's components.
enum ColorEncoding: Hashable, Sendable {
  /// One component, from black to white.
  case gray(ColorTransfer)
  /// Red, green and blue: a curve for each, then a matrix to the linear light of sRGB.
  case rgb([ColorTransfer], toLinearSRGB: ColorMatrix)
  /// Cyan, magenta, yellow and black ink, without a press's profile: each absorbs its share of sRGB's encoded light.
  case cmyk
  /// CIE XYZ under D50.
  case xyz
  /// CIE L*a*b*: L* from 0 to 100, and the white point that it is relative to.
  case lab(white: SIMD3<Double>)
  indirect case indexed(base: ColorEncoding, table: [UInt8])

  init(_ primaries: RGBPrimaries, _ transfer: ColorTransfer) {
    let matrix = ColorMatrix.linearSRGB(fromXYZ: primaries.white.xyz) * primaries.toXYZ
    self = .rgb(Array(repeating: transfer, count: 3), toLinearSRGB: matrix)
  }

  static let sRGB = ColorEncoding(.rec709, .sRGB)

  /// The number of components without alpha.
  var componentCount: Int {
    switch self {
    case .gray, .indexed: 1
    case .rgb, .xyz, .lab: 3
    case .cmyk: 4
    }
  }

  func linearSRGB(_ v: [Double]) -> SIMD3<Double> {
    switch self {
    case .gray(let transfer): SIMD3(repeating: transfer.decode(v[0]))
    case .rgb(let transfers, let matrix):
      matrix * SIMD3(transfers[0].decode(v[0]), transfers[1].decode(v[1]), transfers[2].decode(v[2]))
    case .cmyk: SIMD3(v[0], v[1], v[2]).mapped { ColorTransfer.sRGB.decode((1 - $0) * (1 - v[3])) }
    case .xyz: ColorMatrix.linearSRGB(fromXYZ: Chromaticity.d50.xyz) * SIMD3(v[0], v[1], v[2])
    case .lab(let white): ColorMatrix.linearSRGB(fromXYZ: white) * (white * Lab.ratios(l: v[0], a: v[1], b: v[2]))
    case .indexed(let base, let table): base.linearSRGB(Self.entry(v[0], of: table, count: base.componentCount))
    }
  }

  /// Returns the components for linear light of sRGB; nil where several colours have that light.
  func components(linearSRGB light: SIMD3<Double>) -> [Double]? {
    switch self {
    case .gray(let transfer):
      // BT.709's luminance coefficients.
      return [transfer.encode(0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z)]
    case .rgb(let transfers, let matrix):
      let own = matrix.inverse * light
      return [transfers[0].encode(own.x), transfers[1].encode(own.y), transfers[2].encode(own.z)]
    case .cmyk:
      let encoded = light.mapped { min(max(ColorTransfer.sRGB.encode($0), 0), 1) }
      let black = 1 - encoded.max()
      guard black < 1 else { return [0, 0, 0, 1] }
      let white = 1 - black
      return [1 - encoded.x / white, 1 - encoded.y / white, 1 - encoded.z / white, black]
    case .xyz:
      let xyz = ColorMatrix.linearSRGB(fromXYZ: Chromaticity.d50.xyz).inverse * light
      return [xyz.x, xyz.y, xyz.z]
    case .lab(let white): return Lab.components((ColorMatrix.linearSRGB(fromXYZ: white).inverse * light) / white)
    case .indexed: return nil
    }
  }

  /// Returns red, green, blue and alpha encoded as sRGB, for components followed by alpha.
  func extendedRGBA(_ v: [Double]) -> SIMD4<Float> {
    let alpha = Float(v[v.count - 1])
    if self == .sRGB { return SIMD4(Float(v[0]), Float(v[1]), Float(v[2]), alpha) }
    if self == .gray(.sRGB) { return SIMD4(Float(v[0]), Float(v[0]), Float(v[0]), alpha) }
    return SIMD4(SIMD3<Float>(linearSRGB(v).mapped(ColorTransfer.sRGB.encode)), alpha)
  }

  /// Returns ``extendedRGBA(_:)`` with red, green and blue clipped to 0 to 1, except that sRGB's own components and
  /// greys with its curve stay as they are.
  func clipped(_ rgba: SIMD4<Float>) -> SIMD4<Float> {
    if self == .sRGB || self == .gray(.sRGB) { return rgba }
    // NaN becomes 0.
    func clip(_ component: Float) -> Float { component > 0 ? min(component, 1) : 0 }
    return SIMD4(clip(rgba.x), clip(rgba.y), clip(rgba.z), rgba.w)
  }

  /// Returns them for components followed by alpha.
  func rgba(_ v: [Double]) -> SIMD4<Float> { clipped(extendedRGBA(v)) }

  private static func entry(_ index: Double, of table: [UInt8], count: Int) -> [Double] {
    let last = table.count / count - 1
    let entry = Int(min(max(index.rounded(), 0), Double(last)))
    return table[(entry * count)..<((entry + 1) * count)].map { Double($0) / 255 }
  }
}

/// CIE 1976 L*a*b*, from and to the ratios of X, Y and Z to the white's.
private enum Lab {
  private static let edge = 6 / 29.0

  static func ratios(l: Double, a: Double, b: Double) -> SIMD3<Double> {
    let y = (l + 16) / 116
    return SIMD3(y + a / 500, y, y - b / 200).mapped { $0 > edge ? $0 * $0 * $0 : 3 * edge * edge * ($0 - 4 / 29.0) }
  }

  static func components(_ ratios: SIMD3<Double>) -> [Double] {
    let f = ratios.mapped { $0 > edge * edge * edge ? cbrt($0) : $0 / (3 * edge * edge) + 4 / 29.0 }
    return [116 * f.y - 16, 500 * (f.x - f.y), 200 * (f.y - f.z)]
  }
}

extension SIMD3<Double> {
  func mapped(_ transform: (Double) -> Double) -> SIMD3<Double> { SIMD3(transform(x), transform(y), transform(z)) }
}

/// Generic RGB, the space of a display of the nineties, in which Core Animation mixes gradients of layers that draw to
/// a context. Measured on Apple's frameworks: gamma 461/256, and the matrix below, fitted to their pictures.
package enum GenericRGB {
  /// The matrix from the linear light of sRGB to that of Generic RGB.
  private static let fromLinearSRGB = ColorMatrix(
    SIMD3(0.974849, -0.0200145, 0.0016844), SIMD3(0.0273096, 1.054192, 0.0015574),
    SIMD3(-0.0021511, -0.0342235, 0.9967426))
  private static let toLinearSRGB = fromLinearSRGB.inverse
  private static let transfer = ColorTransfer.gamma(461 / 256.0)

  /// Returns the components of a colour of sRGB, clipped to 0 to 1.
  package static func components(sRGB color: SIMD3<Double>) -> SIMD3<Double> {
    (fromLinearSRGB * color.mapped(ColorTransfer.sRGB.decode)).mapped { transfer.encode(min(max($0, 0), 1)) }
  }

  package static func sRGB(_ components: SIMD3<Double>) -> SIMD3<Double> {
    (toLinearSRGB * components.mapped(transfer.decode)).mapped { min(max(ColorTransfer.sRGB.encode($0), 0), 1) }
  }
}

struct ColorMatrix: Hashable, Sendable {
  var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) { columns = (first, second, third) }

  static func * (matrix: ColorMatrix, vector: SIMD3<Double>) -> SIMD3<Double> {
    matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
  }

  static func * (a: ColorMatrix, b: ColorMatrix) -> ColorMatrix {
    ColorMatrix(a * b.columns.0, a * b.columns.1, a * b.columns.2)
  }

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
  /// The matrix from linear components to CIE XYZ: the primaries, scaled so that equal components make the white.
  var toXYZ: ColorMatrix {
    let unscaled = ColorMatrix(red.xyz, green.xyz, blue.xyz)
    let parts = unscaled.inverse * white.xyz
    return ColorMatrix(red.xyz * parts.x, green.xyz * parts.y, blue.xyz * parts.z)
  }
}

extension RGBPrimaries {
  /// The matrix from linear components to those of sRGB, row by row.
  package var toLinearSRGB: [Double] { (ColorMatrix.linearSRGB(fromXYZ: white.xyz) * toXYZ).rows }

  /// The matrix from sRGB's linear components, row by row.
  package var fromLinearSRGB: [Double] { (ColorMatrix.linearSRGB(fromXYZ: white.xyz) * toXYZ).inverse.rows }

  /// The weights of red, green and blue in luminance.
  package var luminance: [Double] { [toXYZ.columns.0.y, toXYZ.columns.1.y, toXYZ.columns.2.y] }
}

extension ColorMatrix {
  fileprivate var rows: [Double] { (0..<3).flatMap { [columns.0[$0], columns.1[$0], columns.2[$0]] } }

  /// Returns the matrix from CIE XYZ to linear sRGB, which maps `white` to sRGB's white by Bradford's adaptation.
  static func linearSRGB(fromXYZ white: SIMD3<Double>) -> ColorMatrix {
    let cones = ColorMatrix(
      SIMD3(0.8951, -0.7502, 0.0389), SIMD3(0.2664, 1.7135, -0.0685), SIMD3(-0.1614, 0.0367, 1.0296))
    let scale = (cones * Chromaticity.d65.xyz) / (cones * white)
    let adaptation = ColorMatrix(SIMD3(scale.x, 0, 0), SIMD3(0, scale.y, 0), SIMD3(0, 0, scale.z))
    return RGBPrimaries.rec709.toXYZ.inverse * cones.inverse * adaptation * cones
  }
}

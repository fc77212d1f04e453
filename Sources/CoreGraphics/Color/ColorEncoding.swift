// What a colour space's components mean, and the way to sRGB and back. All conversions meet in the linear light of
// sRGB, where colours outside its gamut have components below 0 or above 1.

import Foundation
import ImageFiles

/// The meaning of the components of a colour.
enum ColorEncoding: Hashable, Sendable {
  /// One component, black to white.
  case gray(ColorTransfer)
  /// Red, green, blue: a transfer for each, then a matrix to the linear light of sRGB.
  case rgb([ColorTransfer], toLinearSRGB: ColorMatrix)
  /// Cyan, magenta, yellow, black inks, without a press's profile: each ink takes its share of sRGB's encoded light.
  case cmyk
  /// CIE XYZ under D50.
  case xyz
  /// CIE L*a*b*: L* from 0 to 100, and the white point that it is relative to.
  case lab(white: SIMD3<Double>)
  /// An index into a table of colours, each of them bytes in another space.
  indirect case indexed(base: ColorEncoding, table: [UInt8])

  /// An RGB encoding from primaries.
  init(_ primaries: RGBPrimaries, _ transfer: ColorTransfer) {
    let matrix = ColorMatrix.linearSRGB(fromXYZ: primaries.white.xyz) * primaries.toXYZ
    self = .rgb(Array(repeating: transfer, count: 3), toLinearSRGB: matrix)
  }

  /// sRGB's own.
  static let sRGB = ColorEncoding(.rec709, .sRGB)

  /// The number of components of a colour, alpha not included.
  var componentCount: Int {
    switch self {
    case .gray, .indexed: 1
    case .rgb, .xyz, .lab: 3
    case .cmyk: 4
    }
  }

  /// Returns the linear light of sRGB for these components.
  func linearSRGB(_ v: [Double]) -> SIMD3<Double> {
    switch self {
    case .gray(let transfer): SIMD3(repeating: transfer.decode(v[0]))
    case .rgb(let transfers, let matrix):
      matrix * SIMD3(transfers[0].decode(v[0]), transfers[1].decode(v[1]), transfers[2].decode(v[2]))
    case .cmyk: SIMD3(v[0], v[1], v[2]).mapped { ColorTransfer.sRGB.decode((1 - $0) * (1 - v[3])) }
    case .xyz: ColorMatrix.linearSRGB(fromXYZ: Chromaticity.d50.xyz) * SIMD3(v[0], v[1], v[2])
    case .lab(let white):
      ColorMatrix.linearSRGB(fromXYZ: white) * (white * Lab.ratios(l: v[0], a: v[1], b: v[2]))
    case .indexed(let base, let table): base.linearSRGB(Self.entry(v[0], of: table, count: base.componentCount))
    }
  }

  /// Returns the components for this linear light of sRGB; nil if the choice is ambiguous.
  func components(linearSRGB light: SIMD3<Double>) -> [Double]? {
    switch self {
    case .gray(let transfer):
      // BT.709's weights of brightness.
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

  /// Red, green, blue and alpha encoded as sRGB, from components with alpha after them; clipped to 0 to 1, except that
  /// sRGB's own components and greys with its curve stay as they are.
  func rgba(_ v: [Double]) -> SIMD4<Float> {
    let alpha = Float(v[v.count - 1])
    if self == .sRGB { return SIMD4(Float(v[0]), Float(v[1]), Float(v[2]), alpha) }
    if self == .gray(.sRGB) { return SIMD4(Float(v[0]), Float(v[0]), Float(v[0]), alpha) }
    let encoded = linearSRGB(v).mapped { min(max(ColorTransfer.sRGB.encode($0), 0), 1) }
    return SIMD4(SIMD3<Float>(encoded), alpha)
  }

  private static func entry(_ index: Double, of table: [UInt8], count: Int) -> [Double] {
    let last = table.count / count - 1
    let entry = Int(min(max(index.rounded(), 0), Double(last)))
    return table[(entry * count)..<((entry + 1) * count)].map { Double($0) / 255 }
  }
}

/// CIE 1976 L*a*b* and the ratios of X, Y and Z to white's.
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
  /// The vector of `transform`'s results.
  func mapped(_ transform: (Double) -> Double) -> SIMD3<Double> { SIMD3(transform(x), transform(y), transform(z)) }
}

/// Colours in Generic RGB: the space of a display of the nineties, in which Core Animation mixes the colours of
/// gradients when layers are drawn onto a context. Measured on Apple's frameworks: gamma 461/256, and the matrix below,
/// fitted to their pictures.
package enum GenericRGB {
  /// From linear sRGB to the linear light of Generic RGB, and back by its inverse.
  private static let fromLinearSRGB = ColorMatrix(
    SIMD3(0.974849, -0.0200145, 0.0016844), SIMD3(0.0273096, 1.054192, 0.0015574),
    SIMD3(-0.0021511, -0.0342235, 0.9967426))
  private static let toLinearSRGB = fromLinearSRGB.inverse
  private static let transfer = ColorTransfer.gamma(461 / 256.0)

  /// The components of a colour of sRGB, brought into 0...1.
  package static func components(sRGB color: SIMD3<Double>) -> SIMD3<Double> {
    (fromLinearSRGB * color.mapped(ColorTransfer.sRGB.decode)).mapped { transfer.encode(min(max($0, 0), 1)) }
  }

  /// The colour of sRGB with these components, brought into 0...1.
  package static func sRGB(_ components: SIMD3<Double>) -> SIMD3<Double> {
    (toLinearSRGB * components.mapped(transfer.decode)).mapped { min(max(ColorTransfer.sRGB.encode($0), 0), 1) }
  }
}

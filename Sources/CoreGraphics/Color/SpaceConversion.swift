// Colours of extended sRGB in another space of red, green and blue, for frames and pictures.
//
// Tested by DeepFrameTests.

import Foundation
package import ImageFiles

package struct SpaceConversion: Sendable {
  private let transfers: [ColorTransfer]
  private let fromLinearSRGB: ColorMatrix
  /// The weights of red, green and blue in luminance.
  private let luminance: SIMD3<Double>

  /// Returns nil for a space without red, green and blue.
  package init?(to space: CGColorSpace) {
    guard case .rgb(let transfers, let matrix) = space.encoding else { return nil }
    (self.transfers, fromLinearSRGB) = (transfers, matrix.inverse)
    let weights = SIMD3(0.2126, 0.7152, 0.0722)
    // A primary's luminance is that of its light in sRGB.
    luminance = SIMD3(
      (weights * matrix.columns.0).sum(), (weights * matrix.columns.1).sum(), (weights * matrix.columns.2).sum())
  }

  /// Returns the components of a colour of extended sRGB. White of sRGB is 203 candela a square metre of PQ and HLG.
  package func components(_ color: SIMD3<Float>) -> SIMD3<Float> {
    var light = fromLinearSRGB * SIMD3<Double>(color).mapped(ColorTransfer.sRGB.decode)
    guard transfers[0] == .hlg else {
      return SIMD3<Float>(
        SIMD3(transfers[0].encode(light.x), transfers[1].encode(light.y), transfers[2].encode(light.z)))
    }
    // BT.2100: the display's light is the scene's times its luminance to the power of gamma - 1.
    let gamma = ColorTransfer.hlgSystemGamma
    light *= 203 / 1000
    let shown = max((luminance * light).sum(), 1e-9)
    return SIMD3<Float>((light * pow(shown, (1 - gamma) / gamma)).mapped { ColorTransfer.hlgSignal(max($0, 0)) })
  }

  private static let toWide = ColorEncoding(.rec2020, .linear)

  /// Returns the light of a colour of extended sRGB by BT.2020's primaries, relative to white.
  static func wideLight(_ color: SIMD3<Float>) -> SIMD3<Double> {
    let light = SIMD3<Double>(color).mapped(ColorTransfer.sRGB.decode)
    guard case .rgb(_, let matrix) = toWide else { return light }
    return matrix.inverse * light
  }

  /// Converts premultiplied half floats, eight bytes a pixel, in place; neighbours of one colour are converted once.
  package func convert(_ pixels: UnsafeMutableRawBufferPointer) {
    var (last, result) = (SIMD4<Float16>(repeating: .nan), SIMD4<Float16>.zero)
    for offset in stride(from: 0, to: pixels.count, by: 8) {
      let pixel = pixels.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float16>.self)
      if pixel != last {
        let color = SIMD4<Float>(pixel)
        let straight = color.w > 0 ? SIMD3(color.x, color.y, color.z) / color.w : .zero
        (last, result) = (pixel, SIMD4<Float16>(SIMD4(components(straight) * color.w, color.w)))
      }
      pixels.storeBytes(of: result, toByteOffset: offset, as: SIMD4<Float16>.self)
    }
  }
}

extension CGColorSpace {
  /// The space by the numbers of ITU-T H.273; nil for sRGB, and for spaces that have no such numbers.
  package var fileSpace: DeepPicture.Space? {
    let known: [CFString: DeepPicture.Space] = [
      Self.displayP3: .init(primaries: 12, transfer: 13), Self.itur_2100_PQ: .init(primaries: 9, transfer: 16),
      Self.itur_2100_HLG: .init(primaries: 9, transfer: 18), Self.displayP3_PQ: .init(primaries: 12, transfer: 16),
      Self.displayP3_HLG: .init(primaries: 12, transfer: 18), Self.linearSRGB: .init(primaries: 1, transfer: 8),
    ]
    return name.flatMap { known[$0] }
  }
}

// Tested by DeepFilmTests.

import Foundation

/// A picture of 16 bits a component, for files.
package struct DeepPicture: Sendable {
  /// A space of colours by the numbers of ITU-T H.273.
  package struct Space: Equatable, Sendable {
    package var primaries: UInt8
    package var transfer: UInt8

    package init(primaries: UInt8, transfer: UInt8) { (self.primaries, self.transfer) = (primaries, transfer) }

    package static let sRGB = Space(primaries: 1, transfer: 13)

    var isSRGB: Bool { self == .sRGB }

    /// Whether the primaries and the curve are known.
    var isKnown: Bool { chromaticities != nil && curve != nil }

    package var chromaticities: RGBPrimaries? {
      switch primaries {
      case 1: .rec709
      case 9: .rec2020
      case 11: .dciP3
      case 12: .displayP3
      default: nil
      }
    }

    package var curve: ColorTransfer? {
      switch transfer {
      case 1, 6, 14, 15: .rec709
      case 4: .gamma(2.2)
      case 5: .gamma(2.8)
      case 8: .linear
      case 13: .sRGB
      case 16: .pq
      case 18: .hlg
      default: nil
      }
    }
  }

  package let width: Int
  package let height: Int
  /// Red, green, blue and, unless the picture is opaque, alpha, which the colours are not multiplied with.
  package let words: [UInt16]
  package let isOpaque: Bool
  /// The space of the components; nil for sRGB.
  package let space: Space?

  /// Creates a picture of red, green, blue and alpha.
  init(width: Int, height: Int, words: [UInt16], space: Space?) {
    (self.width, self.height, self.words, isOpaque, self.space) = (width, height, words, false, space)
  }

  /// Creates a picture of premultiplied half floats of extended sRGB, in the machine's byte order. Colours outside of 0
  /// to 1 are clipped, unless `convert` gives components of another space for red, green and blue.
  ///
  /// - Parameter isOpaque: whether alpha is left out, which shows the picture over black; nil if all of it is 1.
  package init(
    width: Int, height: Int, pixels: UnsafeRawBufferPointer, isOpaque: Bool? = nil, space: Space? = nil,
    convert: ((SIMD3<Float>) -> SIMD3<Float>)? = nil
  ) {
    precondition(pixels.count == width * height * 8, "DeepPicture: \(pixels.count) bytes for \(width)x\(height)")
    func color(_ pixel: Int) -> SIMD4<Float> {
      let color = SIMD4<Float>(pixels.loadUnaligned(fromByteOffset: pixel * 8, as: SIMD4<Float16>.self))
      return color.replacing(with: 0, where: color .!= color)
    }
    let isOpaque = isOpaque ?? (0..<width * height).allSatisfy { color($0).w >= 1 }
    let channels = isOpaque ? 3 : 4
    words = [UInt16](unsafeUninitializedCapacity: width * height * channels) { words, count in
      var (last, known) = (SIMD4<Float>(repeating: .nan), SIMD4<Float>.zero)
      for pixel in 0..<width * height {
        let premultiplied = color(pixel)
        if premultiplied != last {
          last = premultiplied
          let alpha = isOpaque ? 1 : min(max(premultiplied.w, 0), 1)
          var straight = SIMD3(premultiplied.x, premultiplied.y, premultiplied.z) * (alpha > 0 ? 1 / alpha : 0)
          if let convert { straight = convert(straight) }
          known = SIMD4(straight, alpha).clamped(lowerBound: .zero, upperBound: .one)
        }
        // Bounded: from 0 to 1.
        for index in 0..<channels { words[pixel * channels + index] = UInt16((known[index] * 65535).rounded()) }
      }
      count = width * height * channels
    }
    (self.width, self.height, self.isOpaque, self.space) = (width, height, isOpaque, space)
  }
}

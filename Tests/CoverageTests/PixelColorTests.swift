// Painting through coverage, against the arithmetic of one component.

import Coverage
import TestSupport
import Testing

@Suite struct PixelColorTests {
  @Test(
    "Each component is the colour's times coverage, rounded, for large pictures and small", arguments: [12, 61, 200])
  func clearPixels(width: Int) {
    var random = SeededRandom(seed: width)
    let height = 40
    // Runs of nothing and of all, as pictures have them, and anything between.
    let kinds = (0..<(width + 5) * height / 6 + 1).map { _ in random.whole(0...2) }
    let coverage = (0..<(width + 5) * height).map { index in
      [0, 255, UInt8(random.whole(0...255))][kinds[index / 6]]
    }
    for color in [SIMD4<Float>(0.2, 0.4, 0.1, 0.6), SIMD4<Float>(1, 0, 0.5, 1), .zero] {
      let whole = PixelColor(color).bits
      var pixels = [PixelColor](repeating: PixelColor(.zero), count: (width + 3) * height)
      pixels.withUnsafeMutableBufferPointer { pixels in
        coverage.withUnsafeBufferPointer { coverage in
          PixelColor(color).paint(
            width: width, height: height, through: coverage.baseAddress!, width + 5, onto: pixels.baseAddress!,
            width + 3)
        }
      }
      var wrong = 0
      for y in 0..<height {
        for x in 0..<width + 3 {
          let part = x < width ? UInt32(coverage[y * (width + 5) + x]) : 0
          let expected = (0..<4).reduce(UInt32(0)) { bits, component in
            let shift = UInt32(component * 8)
            return bits | ((((whole >> shift) & 255) * part * 2 + 255) / 510) << shift
          }
          if pixels[y * (width + 3) + x].bits != expected { wrong += 1 }
        }
      }
      #expect(wrong == 0)
    }
  }
}

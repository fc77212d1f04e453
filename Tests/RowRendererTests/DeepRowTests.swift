// Row functions of half floats beside Swift's own, and beside the formulas of blending in double precision.

import CRows
import TestSupport
import Testing

@Suite struct DeepRowTests {
  private var random = SeededRandom(seed: 16)

  /// Functions for one kind of processor.
  private struct Variant {
    let name: String
    let blend: (UnsafeMutablePointer<UInt16>, UnsafePointer<Float>, Int, RowBlend) -> Void
    let mix: (UnsafeMutablePointer<UInt16>, UnsafePointer<Float>, Int, Float) -> Void
    let texels: (UnsafeMutablePointer<Float>, UnsafePointer<UInt8>, Int, Int32, UnsafePointer<RowColor>) -> Void
    let color: (UnsafeMutablePointer<Float>, Int, UnsafePointer<RowColor>, UnsafePointer<Float>?) -> Void
    let bytes: (UnsafePointer<UInt16>, UnsafeMutablePointer<UInt8>, Int, UnsafePointer<Float>?) -> Void
    let words:
      (UnsafePointer<UInt16>, UnsafeMutablePointer<UInt16>, Int, UnsafePointer<Float>, UnsafePointer<RowLight>?) -> Void
  }

  nonisolated(unsafe) private static let variants: [Variant] = {
    var all = [
      Variant(
        name: "any", blend: row_deep_blend_any, mix: row_deep_mix_any, texels: row_deep_texels_any,
        color: row_deep_color_any, bytes: row_deep_bytes_any, words: row_deep_words_any)
    ]
    #if arch(x86_64)
    all.append(
      Variant(
        name: "avx2", blend: row_deep_blend_avx2, mix: row_deep_mix_avx2, texels: row_deep_texels_avx2,
        color: row_deep_color_avx2, bytes: row_deep_bytes_avx2, words: row_deep_words_avx2))
    #endif
    return all
  }()

  private func halves(_ values: [Float]) -> [UInt16] { values.map { Float16($0).bitPattern } }

  private mutating func pixels(_ count: Int) -> [Float] {
    (0..<count).flatMap { _ in
      let alpha = Float.random(in: 0...1, using: &random)
      return (0..<3).map { _ in Float.random(in: -0.3...2, using: &random) * alpha } + [alpha]
    }
  }

  @Test("Every half float is read exactly, and every float becomes the nearest half float")
  mutating func conversion() {
    let all = (0..<1 << 16).map { UInt16($0) }
    let bytes = all.withUnsafeBytes { Array($0) }
    var one = RowColor(components: (1, 1, 1, 1))
    var numbers = (0..<4096).map { _ in
      Float(bitPattern: UInt32.random(in: 0..<0x4780_0000, using: &random)) * (Bool.random(using: &random) ? 1 : -1)
    }
    // Between two half floats, the even one; the smallest, and the largest.
    numbers += [1 + 1 / 2048, 1 + 3 / 2048, 0x1p-24, 0x1p-25, 0x1.8p-24, 0, -0.0, 65_504, 65_519, 65_520, 1e9, -1e9]
    for variant in Self.variants {
      var read = [Float](repeating: .nan, count: all.count)
      variant.texels(&read, bytes, all.count / 4, 8, &one)
      for bits in all where Float16(bitPattern: bits).isFinite {
        #expect(read[Int(bits)] == Float(Float16(bitPattern: bits)), "\(variant.name): \(bits)")
      }
      var written = [UInt16](repeating: 0, count: numbers.count)
      variant.blend(&written, numbers, numbers.count / 4, RowCopy)
      for (number, bits) in zip(numbers, written) {
        let nearest = Float16(min(max(number, -65_504), 65_504))
        #expect(Float16(bitPattern: bits) == nearest, "\(variant.name): \(number)")
      }
    }
  }

  /// Returns what a blend state does to colours of any range.
  private func blended(_ s: [Double], _ d: [Double], _ blend: RowBlend) -> [Double] {
    let (a, b) = (s[3], d[3])
    return (0..<4).map { index in
      let (s, d) = (s[index], d[index])
      let over = s + d * (1 - a)
      return switch blend {
      case RowCopy: s
      case RowSourceOver: over
      case RowDestinationIn: d * a
      case RowDestinationOut: d * (1 - a)
      case RowPlusLighter: index == 3 ? over : s + d
      case RowAdd: s + d
      case RowScreen: s + d * (1 - s)
      case RowExclusion: index == 3 ? over : s * (1 - d) + d * (1 - s)
      case RowMultiplyOpaque: s * d + d * (1 - a)
      case RowSourceAtop: s * b + d * (1 - a)
      case RowDestinationOver: s * (1 - b) + d
      default: s * (1 - b) + d * (1 - a)
      }
    }
  }

  @Test("Blend states compute their formulas, within half floats' rounding", arguments: [1, 2, 7, 64])
  mutating func blends(count: Int) {
    let (source, before) = (pixels(count), pixels(count).map { Float(Float16($0)) })
    for blend in (0...RowAdd.rawValue).map({ RowBlend($0) }) {
      let results = Self.variants.map { variant in
        var target = halves(before)
        variant.blend(&target, source, count, blend)
        return target
      }
      #expect(Set(results).count == 1)
      for pixel in 0..<count {
        func part(_ row: [Float]) -> [Double] { row[pixel * 4..<pixel * 4 + 4].map { Double($0) } }
        for (index, wanted) in blended(part(source), part(before), blend).enumerated() {
          let found = Double(Float16(bitPattern: results[0][pixel * 4 + index]))
          #expect(abs(found - wanted) <= max(abs(wanted), 0.01) / 1024, "\(blend) of component \(index)")
        }
      }
    }
    let mixed = Self.variants.map { variant in
      var target = halves(before)
      variant.mix(&target, source, count, 0.3)
      return target
    }
    #expect(Set(mixed).count == 1)
    #expect(abs(Double(Float16(bitPattern: mixed[0][0])) - Double(source[0] * 0.3 + before[0] * 0.7)) < 0.002)
  }

  @Test("Colours, coverage and texels of each kind are multiplied", arguments: [1, 3, 16])
  mutating func sources(count: Int) {
    var color = RowColor(components: (2, 0.5, -0.25, 1))
    let texels = (0..<count * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    let coverage = (0..<count).map { _ in Float.random(in: 0...1, using: &random) }
    for variant in Self.variants {
      var row = [Float](repeating: 0, count: count * 4)
      variant.color(&row, count, &color, coverage)
      #expect(row[4 * count - 4] == 2 * coverage[count - 1])
      variant.color(&row, count, &color, nil)
      #expect(row[4 * count - 2] == -0.25)
      variant.texels(&row, texels, count, 4, &color)
      #expect(abs(row[0] - Float(texels[0]) / 127.5) < 1e-5)
      variant.texels(&row, texels, count, 1, &color)
      #expect(abs(row[4 * count - 3] - Float(texels[count - 1]) / 510) < 1e-5)
    }
  }

  @Test(
    "Bytes are the nearest ones, colours at most alpha; dithered ones are right in the mean", arguments: [1, 9, 64])
  mutating func bytes(count: Int) {
    let row = pixels(count)
    let source = halves(row)
    let thresholds = (0..<8).map { (Float($0) + 0.5) / 8 }
    let flat = halves((0..<64).flatMap { _ in [0.3, 0.6, 0.9, 1] as [Float] })
    for variant in Self.variants {
      var bytes = [UInt8](repeating: 1, count: count * 4)
      variant.bytes(source, &bytes, count, nil)
      for pixel in 0..<count {
        let alpha = (Float(Float16(bitPattern: source[pixel * 4 + 3])) * 255).rounded()
        #expect(Float(bytes[pixel * 4 + 3]) == alpha)
        for index in pixel * 4..<pixel * 4 + 3 {
          let wanted = min(max(Float(Float16(bitPattern: source[index])), 0) * 255, alpha)
          #expect(abs(Float(bytes[index]) - wanted) <= 0.5 + 1e-3)
        }
      }
      var dithered = [UInt8](repeating: 0, count: 64 * 4)
      variant.bytes(flat, &dithered, 64, thresholds)
      for index in 0..<3 {
        let mean = stride(from: index, to: 256, by: 4).reduce(0.0) { $0 + Double(dithered[$1]) } / 64
        #expect(abs(mean - Double(Float16(bitPattern: flat[index])) * 255) < 0.07)
      }
    }
    let light = [Float](repeating: 0, count: 1 << 16)
    let words = Self.variants.map { variant in
      var words = [UInt16](repeating: 0, count: count * 3)
      variant.words(source, &words, count, light, nil)
      return words
    }
    #expect(Set(words).count == 1)
    #expect(abs(Float(words[0][0]) - min(max(Float(Float16(bitPattern: source[0])), 0), 1) * 65_535) < 1)
  }
}

// The row functions against the same in floating point, component by component: the numbers are those of
// Porter and Duff's and PDF's formulas, and of OpenGL's definition of what lies between texels.
import CRows
import RowRenderer
import TestSupport
import Testing

@Suite struct RowTests {
  private typealias Color = SIMD4<Double>

  /// Lengths with whole vectors, parts of one, and none.
  private static let lengths = [1, 3, 7, 8, 9, 16, 31, 64]

  private var random = SeededRandom(seed: 31)

  /// Premultiplied pixels, some transparent, some opaque.
  private mutating func pixels(_ count: Int) -> [UInt32] {
    (0..<count).map { _ in
      let alpha = [0, 255, UInt32.random(in: 0...255, using: &random)].randomElement(using: &random)!
      return (0..<3).reduce(alpha << 24) { $0 | UInt32.random(in: 0...alpha, using: &random) << UInt32($1 * 8) }
    }
  }

  private func color(_ pixel: UInt32) -> Color {
    Color(Double(pixel & 255), Double(pixel >> 8 & 255), Double(pixel >> 16 & 255), Double(pixel >> 24)) / 255
  }

  /// The largest difference of a pixel from a colour, in 255ths.
  private func error(_ pixel: UInt32, _ expected: Color) -> Double {
    let difference = (color(pixel) - expected) * 255
    return max(difference.max(), -difference.min())
  }

  private static let blends: [(RowBlend, @Sendable (Color, Color) -> Color)] = [
    (RowCopy, { s, _ in s }),
    (RowSourceOver, { s, d in s + d * (1 - s.w) }),
    (RowDestinationIn, { s, d in d * s.w }),
    (RowDestinationOut, { s, d in d * (1 - s.w) }),
    (RowPlusLighter, { s, d in (s + d).clamped(lowerBound: .zero, upperBound: .one) }),
    (RowScreen, { s, d in s + d * (1 - s) }),
    (
      RowExclusion,
      { s, d in
        var result = s * (1 - d) + d * (1 - s)
        result.w = s.w + d.w * (1 - s.w)
        return result
      }
    ),
    (RowMultiplyOpaque, { s, d in s * d + d * (1 - s.w) }),
    (RowSourceAtop, { s, d in s * d.w + d * (1 - s.w) }),
    (RowDestinationOver, { s, d in s * (1 - d.w) + d }),
    (RowXor, { s, d in s * (1 - d.w) + d * (1 - s.w) }),
    (RowAdd, { s, d in (s + d).clamped(lowerBound: .zero, upperBound: .one) }),
  ]

  @Test("Rows and colours are joined by the formulas", arguments: blends.indices)
  mutating func joined(index: Int) {
    let (blend, formula) = Self.blends[index]
    for count in Self.lengths {
      let (source, target) = (pixels(count), pixels(count))
      var joined = target
      row_blend(&joined, source, count, blend)
      for i in 0..<count {
        // Two products are rounded at most.
        #expect(error(joined[i], formula(color(source[i]), color(target[i]))) <= 1.001, "\(blend) at \(i) of \(count)")
      }
      var painted = target
      row_blend_color(&painted, count, source[0], blend)
      for i in 0..<count {
        #expect(error(painted[i], formula(color(source[0]), color(target[i]))) <= 1.001, "\(blend) at \(i) of \(count)")
      }
    }
  }

  @Test("Coverage, tints, weights: rounded once")
  mutating func scaled() {
    for count in Self.lengths {
      let (source, target) = (pixels(count), pixels(count))
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let coverage = bytes.map { Float($0) / 255 }
      let tint = color(source[0])
      var c = RowColor(components: (Float(tint.x), Float(tint.y), Float(tint.z), Float(tint.w)))
      #expect(row_pixel(&c) == source[0])
      var (tinted, covered, exact, masked, over, mixed) = (target, target, target, source, target, target)
      row_tint(&tinted, source, count, &c)
      row_tint_coverage(&covered, bytes, count, source[0])
      row_tint_covered(&exact, coverage, count, &c)
      row_mask(&masked, coverage, count, &c)
      row_cover(&over, bytes, count, source[0])
      row_mix(&mixed, source, count, 77)
      var (averaged, alike) = (target, target)
      row_average(&averaged, source, target, count, 20_000)
      row_average(&alike, source, source, count, 20_000)
      #expect(alike == source)
      for i in 0..<count {
        let part = Double(coverage[i])
        #expect(error(tinted[i], color(source[i]) * tint) <= 0.52)
        #expect(error(covered[i], tint * part) <= 0.51)
        #expect(error(exact[i], tint * part) <= 0.51)
        #expect(error(masked[i], color(source[i]) * tint * part) <= 0.51)
        #expect(error(over[i], tint * part + color(target[i]) * (1 - tint.w * part)) <= 1.501)
        #expect(error(averaged[i], color(source[i]) * 20_000 / 65_536 + color(target[i]) * 45_536 / 65_536) <= 0.52)
        #expect(error(mixed[i], color(source[i]) * 77 / 255 + color(target[i]) * 178 / 255) <= 1.001)
      }
    }
  }

  @Test("An opaque picture that fades over itself stays as it is")
  func overItself() {
    let levels = (0..<256).map { (level: UInt32) -> UInt32 in 0xff00_0000 | level << 16 | (255 - level) << 8 | level }
    for alpha in 0...255 {
      let part = Float(alpha) / 255
      var color = RowColor(components: (part, part, part, part))
      var (faded, target) = (levels, levels)
      row_tint(&faded, levels, 256, &color)
      row_blend(&target, faded, 256, RowSourceOver)
      #expect(target == levels, "\(alpha)")
    }
  }

  @Test("A rectangle covers its rims in part")
  func rectangle() {
    var color = RowColor(components: (0.5, 0.25, 0, 0.75))
    for (columns, rows) in [(1, 1), (1, 5), (5, 1), (2, 2), (40, 3)] {
      var target = [UInt32](repeating: 0xff00_ffff, count: 41 * 6)
      var rims = RowRims(left: 0.25, top: 0.5, right: 0.125, bottom: 0.75)
      row_rectangle(&target, 41, columns, rows, &color, &rims, RowSourceOver)
      for y in 0..<6 {
        for x in 0..<41 {
          let across = x == 0 ? 0.25 : x == columns - 1 ? 0.125 : 1
          let down = y == 0 ? 0.5 : y == rows - 1 ? 0.75 : 1
          let part = x < columns && y < rows ? across * down : 0
          let source = Color(0.5, 0.25, 0, 0.75) * part
          #expect(error(target[y * 41 + x], source + Color(1, 1, 0, 1) * (1 - source.w)) <= 1.001, "(\(x), \(y))")
        }
      }
    }
  }

  /// What lies between the texels at (u, v), where (0.5, 0.5) is the centre of the first one.
  private func sampled(_ texels: [UInt8], _ width: Int, _ height: Int, _ components: Int, _ u: Double, _ v: Double)
    -> Color
  {
    func texel(_ x: Int, _ y: Int) -> Color {
      let at = (min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)) * components
      return (0..<4).reduce(into: Color.zero) { $0[$1] = Double(texels[at + (components == 1 ? 0 : $1)]) / 255 }
    }
    let (x, y) = ((u - 0.5).rounded(.down), (v - 0.5).rounded(.down))
    let (a, b) = (u - 0.5 - x, v - 0.5 - y)
    let top = texel(Int(x), Int(y)) * (1 - a) + texel(Int(x) + 1, Int(y)) * a
    let bottom = texel(Int(x), Int(y) + 1) * (1 - a) + texel(Int(x) + 1, Int(y) + 1) * a
    return top * (1 - b) + bottom * b
  }

  @Test("Between texels, along any line, inside and beyond the rim", arguments: [1, 4])
  mutating func between(components: Int) {
    let (width, height) = (13, 9)
    let texels = (0..<width * height * components).map { _ in UInt8.random(in: 0...255, using: &random) }
    texels.withUnsafeBufferPointer { buffer in
      var texture = RowTexture(buffer.baseAddress, width: width, height: height, texelBytes: components)
      texture.isLinear = 1
      for count in Self.lengths {
        for _ in 0..<20 {
          let (u, v) = (Float.random(in: -3...16, using: &random), Float.random(in: -3...12, using: &random))
          let (du, dv) = (Float.random(in: -1...1, using: &random), Float.random(in: -1...1, using: &random))
          var row = [UInt32](repeating: 0, count: count)
          row_sample(&row, count, &texture, u, v, du, dv)
          for i in 0..<count {
            let (x, y) = (Double(u + Float(i) * du), Double(v + Float(i) * dv))
            #expect(error(row[i], sampled(texels, width, height, components, x, y)) <= 0.53)
          }
          let (w, dw) = (Float.random(in: 1...2, using: &random), Float.random(in: -0.01...0.01, using: &random))
          row_sample_perspective(&row, count, &texture, u, v, w, du, dv, dw)
          for i in 0..<count {
            let over = 1 / Double(w + Float(i) * dw)
            let (x, y) = (Double(u + Float(i) * du) * over, Double(v + Float(i) * dv) * over)
            #expect(error(row[i], sampled(texels, width, height, components, x, y)) <= 0.56)
          }
        }
      }
    }
  }

  @Test("The nearest texel, inside and beyond the rim")
  mutating func nearest() {
    let texels = (0..<5 * 4 * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    texels.withUnsafeBufferPointer { buffer in
      var texture = RowTexture(buffer.baseAddress, width: 5, height: 4, texelBytes: 4)
      var row = [UInt32](repeating: 0, count: 19)
      row_sample(&row, 19, &texture, -2.25, 1.5, 0.5, 0.125)
      for i in 0..<19 {
        let (x, y) = (min(max(Int((-2.25 + 0.5 * Double(i)).rounded(.down)), 0), 4), min(1 + (i + 4) / 8, 3))
        let at = (y * 5 + x) * 4
        #expect(row[i] == (0..<4).reduce(0) { $0 | UInt32(texels[at + $1]) << UInt32($1 * 8) })
      }
    }
  }

  @Test("A row between two rows, moved and stretched", arguments: [1, 4])
  mutating func rows(components: Int) {
    let width = 40
    let texels = (0..<width * 2 * components).map { _ in UInt8.random(in: 0...255, using: &random) }
    for (u, step) in [(0.25, 1), (3, 1), (0.75, 0.5), (2.5, 0.9), (-2, 1), (20, 1.5), (5, 0)] as [(Float, Float)] {
      for weight in [0, 9000, 65_535] {
        let count = 24
        var mixed = [UInt16](repeating: 0, count: width * components)
        texels.withUnsafeBufferPointer { buffer in
          let start = buffer.baseAddress!
          row_mix_rows(&mixed, start, start + width * components, width * components, Int32(weight))
        }
        var pixels = [UInt32](repeating: 0, count: count)
        if components == 4 {
          row_sample_row(&pixels, count, mixed, width, u, step)
        } else {
          var bytes = [UInt8](repeating: 0, count: count)
          row_sample_coverage_row(&bytes, count, mixed, width, u, step)
          pixels = bytes.map { UInt32($0) * 0x0101_0101 }
        }
        for i in 0..<count {
          let (x, y) = (Double(u) + Double(i) * Double(step) + 0.5, 0.5 + Double(weight) / 65_536)
          #expect(error(pixels[i], sampled(texels, width, 2, components, x, y)) <= 0.53, "\(i) of \(u) by \(step)")
        }
      }
    }
  }

  @Test("A gradient is looked up where its form says, and only in its range", arguments: [0, 1] as [Int32])
  mutating func gradients(isRadial: Int32) {
    let table = (0..<64).map { UInt32($0) * 0x0101_0101 }
    let gradient = RowGradient(scale: 64, offset: 3.25, lower: -0.03, upper: 1.2, isRadial: isRadial)
    for count in Self.lengths {
      for (x, y, dx, dy) in [(-0.2, 0.4, 0.03, 0), (0.9, -0.5, -0.02, 0.04), (0.5, 0, 0, 0)]
        as [(Float, Float, Float, Float)]
      {
        var row = [UInt32](repeating: 0xdead, count: count + 1)
        table.withUnsafeBytes { bytes in
          var texture = RowTexture(
            bytes.assumingMemoryBound(to: UInt8.self).baseAddress, width: 64, height: 1, texelBytes: 4)
          var gradient = gradient
          row_sample_gradient(&row, count, &texture, &gradient, x, y, dx, dy)
        }
        #expect(row[count] == 0xdead, "nothing is written behind")
        for i in 0..<count {
          let (u, v) = (Double(x) + Double(i) * Double(dx), Double(y) + Double(i) * Double(dy))
          let position = isRadial == 1 ? (u * u + v * v).squareRoot() : u
          let texel = position * 64 + 3.25
          // On the border of texels either is right.
          if abs(texel - texel.rounded()) < 1e-3 || abs(position + 0.03) < 1e-5 || abs(position - 1.2) < 1e-5 {
            continue
          }
          let isDrawn = position >= -0.03 && position < 1.2
          let expected = isDrawn ? table[min(max(Int(texel.rounded(.down)), 0), 63)] : 0
          #expect(row[i] == expected, "\(i) of \(count) from \(x), \(y)")
        }
      }
    }
  }
}

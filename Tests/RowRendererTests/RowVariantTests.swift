// Row functions and programs by vectors of 128 and of 256 bits: the same bytes, whatever they are given. Then frames
// have the same bytes on every processor.
import CRows
import RowRenderer
import TestSupport
import Testing

#if arch(x86_64)
@Suite struct RowVariantTests {
  private var random = SeededRandom(seed: 77)

  private mutating func pixels(_ count: Int) -> [UInt32] {
    (0..<count).map { _ in UInt32.random(in: 0...(.max), using: &random) }
  }

  private mutating func floats(_ count: Int, _ range: ClosedRange<Float> = 0...1) -> [Float] {
    (0..<count).map { _ in Float.random(in: range, using: &random) }
  }

  @Test("Row functions: the same bytes by vectors of either width", arguments: [1, 5, 8, 23, 64])
  mutating func functions(count: Int) {
    let (a, b, target) = (pixels(count), pixels(count), pixels(count))
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    let coverage = floats(count)
    var color = RowColor(components: (0.3, 0.123, 0.77, 0.9))
    func same(_ narrow: (inout [UInt32]) -> Void, _ wide: (inout [UInt32]) -> Void, line: Int = #line) {
      var (x, y) = (target, target)
      narrow(&x)
      wide(&y)
      #expect(x == y, "line \(line), \(count) pixels")
    }
    for blend in 0...RowAdd.rawValue {
      same({ row_blend_any(&$0, a, count, RowBlend(blend)) }, { row_blend_avx2(&$0, a, count, RowBlend(blend)) })
      same(
        { row_blend_color_any(&$0, count, a[0], RowBlend(blend)) },
        { row_blend_color_avx2(&$0, count, a[0], RowBlend(blend)) })
    }
    same({ row_cover_any(&$0, bytes, count, a[0]) }, { row_cover_avx2(&$0, bytes, count, a[0]) })
    same({ row_mix_any(&$0, a, count, 77) }, { row_mix_avx2(&$0, a, count, 77) })
    same({ row_average_any(&$0, a, b, count, 20_000) }, { row_average_avx2(&$0, a, b, count, 20_000) })
    same({ row_tint_any(&$0, a, count, &color) }, { row_tint_avx2(&$0, a, count, &color) })
    same({ row_mask_any(&$0, coverage, count, &color) }, { row_mask_avx2(&$0, coverage, count, &color) })
    same(
      { row_tint_covered_any(&$0, coverage, count, &color) }, { row_tint_covered_avx2(&$0, coverage, count, &color) })
    same(
      { row_tint_coverage_any(&$0, bytes, count, a[0]) }, { row_tint_coverage_avx2(&$0, bytes, count, a[0]) })
    same({ row_alpha_any(&$0, a, count) }, { row_alpha_avx2(&$0, a, count) })
    let double = pixels(2 * count)
    same({ row_halve_any(&$0, count, double, double) }, { row_halve_avx2(&$0, count, double, double) })
    let rows = pixels(count + 24)
    rows.withUnsafeBufferPointer { rows in
      let before = (0..<12).map { rows.baseAddress! + 11 - $0 as UnsafePointer<UInt32>? }
      let after = (0..<12).map { rows.baseAddress! + 13 + $0 as UnsafePointer<UInt32>? }
      let weights = (0..<13).map { UInt16(65_535 / (2 * ($0 + 2))) / 2 }
      same(
        { row_sum_any(&$0, count, rows.baseAddress! + 12, before, after, 12, weights) },
        { row_sum_avx2(&$0, count, rows.baseAddress! + 12, before, after, 12, weights) })
    }
    let texels = (0..<32 * 16 * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    texels.withUnsafeBufferPointer { texels in
      for isLinear in [Int32(0), 1] {
        var texture = RowTexture(texels.baseAddress, width: 32, height: 16, texelBytes: 4)
        texture.isLinear = isLinear
        same(
          { row_sample_any(&$0, count, &texture, -3.2, 1.7, 0.71, 0.313) },
          { row_sample_avx2(&$0, count, &texture, -3.2, 1.7, 0.71, 0.313) })
        same(
          { row_sample_perspective_any(&$0, count, &texture, 3.2, 1.7, 1, 0.71, 0.313, 0.013) },
          { row_sample_perspective_avx2(&$0, count, &texture, 3.2, 1.7, 1, 0.71, 0.313, 0.013) })
      }
    }
  }

  @Test("Pixels of YUV: the same bytes by vectors of either width", arguments: [1, 2, 7, 16, 33, 512, 1031])
  mutating func decoded(count: Int) {
    func samples(_ limit: UInt16) -> [UInt16] {
      (0..<count).map { _ in UInt16.random(in: 0..<limit, using: &random) }
    }
    for depth in [8, 10, 12] {
      let planes = (0..<5).map { _ in samples(1 << depth) }
      let bytes = planes.map { $0.map { UInt8(truncatingIfNeeded: $0) } }
      for siting in 0...2 as ClosedRange<Int32> {
        for (first, second) in [(4, 0), (3, 1), (2, 2)] as [(Int16, Int16)] {
          var matrix = RowMatrix(
            luma: 9539, red: 14686, green_of_u: -1747, green_of_v: -4366, blue: 17305,
            bias: (-16_000_000, 5_000_000, -18_000_000), shift: Int32(8 + depth), first: first, second: second,
            siting: siting)
          var (narrow, wide) = ([UInt8](repeating: 0, count: count * 4), [UInt8](repeating: 1, count: count * 4))
          row_yuv16_any(planes[0], planes[1], planes[2], planes[3], planes[4], &narrow, count, &matrix)
          row_yuv16_avx2(planes[0], planes[1], planes[2], planes[3], planes[4], &wide, count, &matrix)
          #expect(narrow == wide, "\(depth) bits, siting \(siting), \(first)")
          guard depth == 8 else { continue }
          row_yuv8_any(bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], &narrow, count, &matrix)
          row_yuv8_avx2(bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], &wide, count, &matrix)
          #expect(narrow == wide, "bytes, siting \(siting), \(first)")
        }
      }
    }
    let bytes = (0..<count * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    var (narrow, wide) = (bytes, bytes)
    row_premultiply_any(&narrow, count)
    row_premultiply_avx2(&wide, count)
    #expect(narrow == wide)
    row_limit_any(&narrow, count)
    row_limit_avx2(&wide, count)
    #expect(narrow == wide)
    let words = samples(1 << 10)
    row_channel_any(words, &narrow, count, 10, 2)
    row_channel_avx2(words, &wide, count, 10, 2)
    #expect(narrow == wide)
    bytes.withUnsafeBufferPointer { bytes in
      for (size, swapped, shift, depth) in [(1, 0, 0, 8), (2, 0, 6, 10), (2, 1, 0, 16), (1, 0, 3, 5)]
        as [(Int32, Int32, Int32, Int32)]
      {
        var component = RowComponent(
          bytes: bytes.baseAddress!, step: 4, size: size, is_swapped: swapped, shift: shift, depth: depth)
        var (narrow, wide) = ([UInt16](repeating: 0, count: count), [UInt16](repeating: 1, count: count))
        row_gather_any(&component, &narrow, count, 12)
        row_gather_avx2(&component, &wide, count, 12)
        #expect(narrow == wide)
      }
    }
  }

  @Test("Colours of films: the same bytes by vectors of either width", arguments: [1, 2, 7, 8, 33, 512, 1031])
  mutating func light(count: Int) {
    func words(_ limit: UInt16) -> [UInt16] {
      (0..<count * 3).map { _ in UInt16.random(in: 0..<limit, using: &random) }
    }
    let (light, gain, root) = (floats(4096, 0...5), floats(20 * 128 + 1, 0...3), floats(RowLightEntries))
    let coded = (0..<13 * 512 + 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    let samples = words(1 << 12)
    let pixels = pixels(count)
    let wide: (Float, Float, Float, Float, Float, Float, Float, Float, Float) = (
      1.66, -0.59, -0.07, -0.12, 1.13, -0.01, -0.02, -0.1, 1.12
    )
    light.withUnsafeBufferPointer { light in
      gain.withUnsafeBufferPointer { gain in
        root.withUnsafeBufferPointer { root in
          coded.withUnsafeBufferPointer { coded in
            for (hasGain, knee) in [(false, 1), (true, 0.96)] as [(Bool, Float)] {
              var tone = RowTone(
                light: light.baseAddress!, gain: hasGain ? gain.baseAddress : nil, luminance: (0.26, 0.68, 0.06),
                matrix: wide, knee: knee, peak: 5, coded: coded.baseAddress!)
              var (a, b) = ([UInt8](repeating: 0, count: count * 4), [UInt8](repeating: 1, count: count * 4))
              row_to_srgb_any(samples, &a, count, &tone)
              row_to_srgb_avx2(samples, &b, count, &tone)
              #expect(a == b)
              var map = RowLight(
                light: root.baseAddress!, matrix: wide, gain: hasGain ? root.baseAddress : nil,
                luminance: (0.26, 0.68, 0.06), coded: root.baseAddress!)
              let bytes = pixels.flatMap { pixel in (0..<4).map { UInt8(truncatingIfNeeded: pixel >> ($0 * 8)) } }
              (a, b) = (bytes, bytes)
              row_from_srgb_any(&a, count, &map)
              row_from_srgb_avx2(&b, count, &map)
              #expect(a == b)
              var (c, d) = ([UInt16](repeating: 0, count: count * 3), [UInt16](repeating: 1, count: count * 3))
              row_words_from_srgb_any(bytes, &c, count, &map)
              row_words_from_srgb_avx2(bytes, &d, count, &map)
              #expect(c == d)
              for hasMap in [false, true] {
                var (g, h) = ([UInt16](repeating: 0, count: count * 4), [UInt16](repeating: 1, count: count * 4))
                withUnsafePointer(to: tone) {
                  row_deep_of_film_any(samples, &g, count, hasMap ? $0 : nil, root.baseAddress!)
                  row_deep_of_film_avx2(samples, &h, count, hasMap ? $0 : nil, root.baseAddress!)
                }
                #expect(g == h)
              }
              row_move_words_any(&c, count)
              row_move_words_avx2(&d, count)
              #expect(c == d)
              var (e, f) = ([UInt16](repeating: 0, count: count), [UInt16](repeating: 1, count: count))
              row_component_of_words_any(c, c, count, 2, &e, (count + 1) / 2, [230, 594, 52, 64], 1023)
              row_component_of_words_avx2(c, c, count, 2, &f, (count + 1) / 2, [230, 594, 52, 64], 1023)
              #expect(e.prefix((count + 1) / 2) == f.prefix((count + 1) / 2))
            }
          }
        }
      }
    }
    for siting in 0...2 as ClosedRange<Int32> {
      var matrix = RowMatrix(
        luma: 9574, red: 14103, green_of_u: -1570, green_of_v: -5462, blue: 17992,
        bias: (-16_000_000, 5_000_000, -18_000_000), shift: 14, first: 3, second: 1, siting: siting)
      let planes = (0..<5).map { _ in Array(words(1 << 10).prefix(count)) }
      var (a, b) = ([UInt16](repeating: 0, count: count * 3), [UInt16](repeating: 1, count: count * 3))
      row_rgb16_any(planes[0], planes[1], planes[2], planes[3], planes[4], &a, count, &matrix)
      row_rgb16_avx2(planes[0], planes[1], planes[2], planes[3], planes[4], &b, count, &matrix)
      #expect(a == b)
    }
  }

  @Test("Frames over planes: the same components by vectors of either width", arguments: [1, 5, 8, 23, 64])
  mutating func overlays(count: Int) {
    let pixels = pixels(4 * count + 2)
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 83) }
    let words = (0..<count).map { UInt16($0 * 41 % 1024) }
    var over = RowOver(
      weights: (187_000, 629_000, 63_000, 65_793), full: 255, keep: 32_897, bias: 1 << 19, shift: 20, max: 255)
    pixels.withUnsafeBytes { pixels in
      let rgba = pixels.assumingMemoryBound(to: UInt8.self).baseAddress! + 4
      var (x, y) = (bytes, bytes)
      row_over8_any(rgba, &x, count, &over)
      row_over8_avx2(rgba, &y, count, &over)
      #expect(x == y)
      (over.keep, over.bias, over.shift, over.max) = (8224, 1 << 17, 18, 1023)
      var (a, b) = (words, words)
      row_over16_any(rgba, &a, count, &over)
      row_over16_avx2(rgba, &b, count, &over)
      #expect(a == b)
      #expect(row_coverage_any(rgba, count) == row_coverage_avx2(rgba, count))
      var (moved, others) = ([UInt8](repeating: 0, count: count * 4), [UInt8](repeating: 1, count: count * 4))
      row_move_any(rgba, &moved, count)
      row_move_avx2(rgba, &others, count)
      #expect(moved == others)
      (over.weights, over.full, over.keep) = ((-20_000, 47_000, -11_000, 32_000), 2040, 1028)
      for (isCosited, isFirst) in [(CInt(0), CInt(0)), (0, 1), (1, 0), (1, 1)] {
        let next = rgba + count * 8
        var (u, v, w, z) = (words, words, words, words)
        row_over_pair16_any(rgba, next, &u, &v, count, isCosited, isFirst, &over, &over)
        row_over_pair16_avx2(rgba, next, &w, &z, count, isCosited, isFirst, &over, &over)
        #expect(u == w && v == z)
        var (k, l, m, n) = (bytes, bytes, bytes, bytes)
        row_over_pair8_any(rgba, next, &k, &l, count, isCosited, isFirst, &over, &over)
        row_over_pair8_avx2(rgba, next, &m, &n, count, isCosited, isFirst, &over, &over)
        #expect(k == m && l == n)
      }
    }
  }

  @Test("Programs: the same bytes by vectors of either width")
  mutating func programs() {
    var number = 0
    while let name = row_programs_any[number].name {
      let (narrow, wide) = (row_programs_any[number], row_programs_avx2[number])
      let title = "\(String(cString: name)) with features \(narrow.features)"
      for _ in 0..<20 { compare(narrow, wide, title) }
      number += 1
    }
    #expect(number > 60)
  }

  private mutating func compare(_ narrow: RowEntry, _ wide: RowEntry, _ title: String) {
    // Counts that decide about loops are small and whole, as they are in draw lists.
    var vectors = floats(64, -2...6)
    if title.hasPrefix("blur") { vectors[13...15] = [1, 15, 15] }
    if title.hasPrefix("cells") { vectors[3] = 2 }
    let (more, count) = (floats(64, 0...30), 21)
    let coverage = floats(count)
    let texels = pixels(16 * 16)
    vectors.withUnsafeBufferPointer { vectors in
      more.withUnsafeBufferPointer { more in
        texels.withUnsafeBytes { texels in
          let bytes = texels.assumingMemoryBound(to: UInt8.self).baseAddress
          var texture = RowTexture(bytes, width: 16, height: 16, texelBytes: 4)
          texture.isLinear = 1
          let size = texture
          withUnsafePointer(to: size) { size in
            (texture.mipmaps, texture.mipmapCount) = (size, 1)
            withUnsafePointer(to: texture) { texture in
              var instance = RowInstance(
                x: (0.9, 0.1, 0.3), y: (-0.2, 1.1, 0), w: (0.002, 0.001, 1), isAffine: 0, isDeep: 0,
                parameters: vectors.baseAddress, shape: more.baseAddress, clipBox: more.baseAddress,
                clipShape: more.baseAddress, texture: texture, backdrop: texture)
              if let (a, b) = narrow.cut.flatMap({ a in wide.cut.map { (a, $0) } }) {
                var (x, y) = (coverage, coverage)
                a(&instance, 3, 5, count, &x)
                b(&instance, 3, 5, count, &y)
                #expect(x.map(\.bitPattern) == y.map(\.bitPattern), "\(title)")
              }
              if let (a, b) = narrow.paint.flatMap({ a in wide.paint.map { (a, $0) } }) {
                var x = [UInt32](repeating: 0, count: count)
                var y = x
                a(&instance, 3, 5, count, coverage, &x)
                b(&instance, 3, 5, count, coverage, &y)
                #expect(x == y, "\(title)")
              }
            }
          }
        }
      }
    }
  }
}
#endif

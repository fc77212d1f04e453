// Colour that is told right: patches and ramps through two decoders, and what is said about them in every container.
import CRows
import Foundation
import ImageFiles
import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite(.enabled(if: FFmpeg.isInstalled)) struct VideoColorTests {
  private let folder: TemporaryFolder
  /// Patches of 32 pixels: 6 by 4 of them; below, ramps of grey, red, green and blue.
  private static let (width, patchRows, rampRows) = (192, 128, 64)

  init() throws { folder = try TemporaryFolder() }

  /// The primaries, greys, and those of a colour checker.
  static let patches: [[UInt8]] = [
    [0, 0, 0], [255, 255, 255], [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 0], [0, 255, 255], [255, 0, 255],
    [16, 16, 16], [64, 64, 64], [128, 128, 128], [235, 235, 235], [115, 82, 68], [194, 150, 130], [98, 122, 157],
    [87, 108, 67], [133, 128, 177], [103, 189, 170], [214, 126, 44], [80, 91, 166], [193, 90, 99], [94, 60, 108],
    [157, 188, 64], [224, 163, 46],
  ]

  private static func pixel(_ x: Int, _ y: Int) -> [UInt8] {
    guard y >= patchRows else { return patches[y / 32 * 6 + x / 32] }
    // In steps of 8 pixels, so that colour at half of the resolution has them too.
    let value = UInt8(x / 8 * 8 * 255 / (width - 8))
    return [[value, value, value], [value, 0, 0], [0, value, 0], [0, 0, value]][(y - patchRows) / 16]
  }

  private static func frame(height: Int) -> [UInt8] {
    (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y % (patchRows + rampRows)) + [255] } }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var codec: String?
    var depth: Int?
    var matrix: YUVMatrix?
    var range: YUVRange?
    var height = 192
    var crf: Int?
    /// What its raw stream is called.
    var stream: String { codec ?? (name == "a.webm" ? "vp9" : "h264") }
    var testDescription: String {
      "\(name) \(codec ?? "") \(depth ?? 0) \(matrix?.rawValue ?? "") \(range?.rawValue ?? "")"
    }
  }

  static let cases = [
    Case(name: "a.mp4", crf: 4), Case(name: "a.mp4", matrix: .bt709, crf: 4),
    Case(name: "a.mp4", range: .full, crf: 4), Case(name: "a.mp4", height: 768, crf: 4),
    Case(name: "a.mp4", codec: "hevc", crf: 4), Case(name: "a.mp4", codec: "hevc", depth: 10, matrix: .bt709, crf: 4),
    Case(name: "a.mkv", codec: "hevc", depth: 10, range: .full, crf: 4),
    Case(name: "a.webm", matrix: .bt709, crf: 4), Case(name: "a.webm", depth: 10, matrix: .bt709, crf: 4),
    Case(name: "a.mkv", codec: "av1", matrix: .bt709, crf: 6), Case(name: "a.mp4", codec: "av1", depth: 10, crf: 6),
    Case(name: "a.mov", codec: "prores", matrix: .bt709), Case(name: "a.mov", codec: "prores-hq", matrix: .bt709),
    Case(name: "a.mov", matrix: .bt709, crf: 4),
  ]

  private func write(_ format: Case) throws -> String {
    var options = VideoOptions(crf: format.crf, codec: format.codec)
    (options.depth, options.matrix, options.range) = (format.depth, format.matrix, format.range)
    options.alpha = AlphaRequest.none
    let path = folder.file(format.name)
    let frame = Self.frame(height: format.height)
    try TestVideo.write(frame, to: path, width: Self.width, height: format.height, frameCount: 2, options: options)
    return path
  }

  @Test("24 patches and ramps come back within 2/255, by the definitions and by zscale", arguments: cases)
  func patches(format: Case) throws {
    let path = try write(format)
    let kind = format.codec.map(EncoderKind.named) ?? (format.name == "a.webm" ? .vp9 : .h264)
    let bits = format.depth ?? kind.depths[0]
    let chroma = format.codec == "prores" ? (1, 1) : format.codec == "prores-hq" ? (2, 1) : (2, 2)
    let name = "yuv4\(chroma == (1, 1) ? "44" : chroma == (2, 1) ? "22" : "20")p\(bits == 8 ? "" : "10le")"
    let decoders: [String?] =
      kind.codec == "vp9" ? [nil, "libvpx-vp9"] : kind.codec == "av1" ? ["libdav1d", "libaom-av1"] : [nil]
    let matrix = format.matrix ?? (format.height >= 720 ? .bt709 : .bt601)
    for decoder in decoders {
      // Its name for 8 bits in the full range is another one; otherwise it would convert.
      let raw = format.range == .full && bits == 8 ? name.replacing("yuv", with: "yuvj") : name
      let planes = Planes(
        try FFmpeg.frames(of: path, as: raw, decoder: decoder), width: Self.width, height: format.height, bits: bits,
        chroma: chroma.0, chromaRows: chroma.1)
      // By what the file itself says about matrix and range.
      let rgb = try FFmpeg.frames(
        of: path, as: "gbrp", decoder: decoder, filter: "zscale=matrix=gbr:range=full:dither=none")
      var worst = (own: 0.0, zscale: 0.0)
      for y in stride(from: 4, to: 192, by: 8) {
        for x in stride(from: 4, to: Self.width, by: 8) {
          // Away from the edges of patches and ramps, where colour at half of the resolution mixes.
          guard
            y >= Self.patchRows ? (y % 16 == 4 || y % 16 == 12) : (8..<24).contains(x % 32) && (8..<24).contains(y % 32)
          else { continue }
          let (at, expected) = (y * Self.width + x, Self.pixel(x, y))
          let (own, _) = planes.color(1, at, isBT709: matrix == .bt709, isFull: format.range == .full)
          let plane = Self.width * format.height
          for c in 0..<3 {
            let zscale = Int(rgb[plane * 3 + [2, 0, 1][c] * plane + at])
            worst.own = max(worst.own, abs(own[c].clamped(to: 0...1) * 255 - Double(expected[c])))
            worst.zscale = max(worst.zscale, Double(abs(zscale - Int(expected[c]))))
          }
        }
      }
      #expect(worst.own <= 2 && worst.zscale <= 2, "\(decoder ?? "ffmpeg"): \(worst)")
    }
  }

  @Test(
    "Another decoder than FFmpeg's decodes the same planes",
    arguments: cases.filter { SecondDecoder.of($0.stream) != nil })
  func secondDecoder(format: Case) throws {
    let path = try write(format)
    let codec = format.stream
    let stream = folder.file("stream.\(codec)")
    try FFmpeg.run("ffmpeg", ["-y", "-i", path, "-c", "copy", "-f", codec, stream])
    let decode = try #require(SecondDecoder.of(codec))
    let found = decode([UInt8](try Data(contentsOf: URL(filePath: stream))))
    let raw = format.depth == 10 ? "yuv420p10le" : format.range == .full ? "yuvj420p" : "yuv420p"
    let expected = try FFmpeg.frames(of: path, as: raw)
    #expect(!found.isEmpty && found == expected, "\(found.count) bytes, \(expected.count)")
  }

  @Test("Primaries, transfer, matrix and range are said in every container", arguments: cases)
  func tags(format: Case) throws {
    let found = try FFmpeg.stream(
      try write(format), "color_range,color_space,color_transfer,color_primaries,pix_fmt,bits_per_raw_sample")
    let isHD = format.matrix == .bt709 || format.matrix == nil && format.height >= 720
    let isProRes = format.codec?.hasPrefix("prores") == true
    #expect(found["color_space"] == (isHD ? "bt709" : "smpte170m"))
    #expect(found["color_primaries"] == "bt709")
    #expect(found["color_transfer"] == (isProRes ? "bt709" : "iec61966-2-1"))
    // ProRes has no other range, and nothing that says so: the decoder of FFmpeg 5 does, that of 7 does not.
    let isUnsaid = try isProRes && FFmpeg.release() >= 7
    #expect(found["color_range"] == (isUnsaid ? "unknown" : format.range == .full ? "pc" : "tv"))
    #expect(found["pix_fmt"]?.hasSuffix("10le") == (format.depth == 10 || format.codec == "prores-hq") || isProRes)
  }

  @Test("The container says them by itself, and the stream by itself", arguments: cases)
  func tagsApart(format: Case) throws {
    let path = try write(format)
    let isHD = format.matrix == .bt709 || format.matrix == nil && format.height >= 720
    let isProRes = format.codec?.hasPrefix("prores") == true
    let isFull = format.range == .full
    // ITU-T H.273's numbers.
    let (matrix, transfer): (UInt8, UInt8) = (isHD ? 1 : 6, isProRes ? 1 : 13)
    let file = try Data(contentsOf: URL(filePath: path))
    switch URL(filePath: path).pathExtension {
    case "mp4":
      let range: UInt8 = isFull ? 0x80 : 0
      #expect(file.range(of: Data("colrnclx".utf8) + [0, 1, 0, transfer, 0, matrix, range]) != nil)
    case "mov": #expect(file.range(of: Data("colrnclc".utf8) + [0, 1, 0, transfer, 0, matrix]) != nil)
    default:
      // Matroska's element Colour, of matrix, range, transfer and primaries.
      for element in [
        [0x55, 0xB1, 0x81, matrix], [0x55, 0xBA, 0x81, transfer], [0x55, 0xBB, 0x81, 1],
        [0x55, 0xB9, 0x81, isFull ? 2 : 1],
      ] as [[UInt8]] { #expect(file.range(of: Data(element)) != nil, "\(element)") }
    }
    // These have files of the stream alone.
    let kind = format.codec ?? (format.name == "a.webm" ? "vp9" : "h264")
    guard let muxer = ["h264": "h264", "hevc": "hevc", "av1": "obu"][kind] else { return }
    let stream = folder.file("stream.\(muxer)")
    try FFmpeg.run("ffmpeg", ["-y", "-i", path, "-c", "copy", "-f", muxer, stream])
    let found = try FFmpeg.stream(stream, "color_range,color_space,color_transfer,color_primaries")
    #expect(found["color_space"] == (isHD ? "bt709" : "smpte170m") && found["color_primaries"] == "bt709")
    #expect(found["color_transfer"] == "iec61966-2-1" && found["color_range"] == (isFull ? "pc" : "tv"), "\(found)")
  }

  @Test("The sums are the definitions', rounded", arguments: YUVMatrix.allCases, YUVRange.allCases)
  func sums(matrix: YUVMatrix, range: YUVRange) {
    for depth in [8, 10] {
      let sums = YUVCoding(matrix: matrix, range: range).sums(depth: depth)
      let scale = Double(1 << (depth - 8))
      let isFull = range == .full
      let weights =
        switch matrix {
        case .bt601: (0.299, 0.114)
        case .bt709: (0.2126, 0.0722)
        case .bt2020: (0.2627, 0.0593)
        }
      let (first, luma, chroma) =
        isFull ? (0, scale * 256 - 1, scale * 256 - 1) : (16 * scale, 219 * scale, 224 * scale)
      for r in stride(from: 0, through: 255, by: 17) {
        for g in stride(from: 0, through: 255, by: 15) {
          for b in stride(from: 0, through: 255, by: 5) {
            let (red, green, blue) = (Double(r) / 255, Double(g) / 255, Double(b) / 255)
            let (kr, kb) = weights
            let y = kr * red + (1 - kr - kb) * green + kb * blue
            let (u, v) = ((blue - y) / (2 * (1 - kb)), (red - y) / (2 * (1 - kr)))
            let expected = [first + luma * y, 128 * scale + chroma * u, 128 * scale + chroma * v]
            for (sum, value) in zip([sums.y, sums.u, sums.v], expected) {
              let weighed = r * Int(sum.weights.0) + g * Int(sum.weights.1) + b * Int(sum.weights.2)
              let found = min(max((weighed + Int(sum.bias.0)) >> Int(sum.shift), 0), Int(sum.max))
              #expect(abs(Double(found) - min(value, scale * 256 - 1)) < (depth == 8 ? 0.53 : 1))
            }
          }
        }
      }
    }
  }

  @Test("10 bits are dithered: the means of 4x4 pixels are the definitions', and black and white are exact")
  func dither() throws {
    let coding = YUVCoding(matrix: .bt709, range: .limited)
    let side = 16
    let converter = try PictureConverter(
      .yuv(.full, depth: 10, alpha: false), shape: FrameShape(width: side, height: side, rate: FrameRate(25)),
      alpha: nil, coding: coding, isLossy: true)
    for grey in 0...255 {
      let frame = [UInt8]((0..<side * side).flatMap { _ in [UInt8(grey), UInt8(grey), UInt8(grey), 255] })
      let memory = try #require(FrameMemory(byteCount: side * side * 2 * 3))
      let bytes = memory.bytes.bindMemory(to: UInt8.self).baseAddress!
      frame.withUnsafeBytes {
        converter.convert(
          $0, into: PicturePlanes(bytes: (0..<3).map { bytes + $0 * side * side * 2 }, strides: [32, 32, 32]))
      }
      let words = memory.bytes.bindMemory(to: UInt16.self)
      let exact = 64 + 876 * Double(grey) / 255
      for block in 0..<16 {
        let pixels = (0..<16).map { words[(block / 4 * 4 + $0 / 4) * side + block % 4 * 4 + $0 % 4] }
        #expect(abs(pixels.reduce(0) { $0 + Double($1) } / 16 - exact) < 1.0 / 16)
        #expect(pixels.max()! - pixels.min()! <= (exact == exact.rounded() ? 0 : 1))
      }
      #expect(words[(side * side)...].allSatisfy { $0 == 512 })
    }
  }

  @Test(
    "Colour differences at the first of two pixels are means of three pixels, the middle one counting twice",
    arguments: [(8, false), (10, false), (10, true)], [PictureLayout.Chroma.quarter, .half])
  func place(samples: (depth: Int, isDeep: Bool), chroma: PictureLayout.Chroma) throws {
    let (width, height, depth) = (44, 4, samples.depth)
    let coding = YUVCoding(matrix: .bt709, range: .limited)
    let converter = try PictureConverter(
      .yuv(chroma, depth: depth, alpha: false), shape: FrameShape(width: width, height: height, rate: FrameRate(25)),
      alpha: nil, coding: coding, isLossy: true, isDeep: samples.isDeep, isCosited: true)
    var random = SystemRandomNumberGenerator()
    let colors = (0..<width * height).map { _ in SIMD4<UInt8>.random(in: 0...255, using: &random) }
    let frame: [UInt8] =
      samples.isDeep
      ? colors.flatMap { color in
        [color.x, color.y, color.z, 255].flatMap { value in
          withUnsafeBytes(of: Float16(Float(value) / 255)) { Array($0) }
        }
      } : colors.flatMap { [$0.x, $0.y, $0.z, 255] }
    let (bytes, planeBytes) = (depth > 8 ? 2 : 1, width * height * 2)
    let memory = try #require(FrameMemory(byteCount: planeBytes * 3))
    let start = memory.bytes.bindMemory(to: UInt8.self).baseAddress!
    frame.withUnsafeBytes {
      converter.convert(
        $0,
        into: PicturePlanes(
          bytes: (0..<3).map { start + $0 * planeBytes },
          strides: [width * bytes, width / 2 * bytes, width / 2 * bytes]))
    }
    let rows = chroma == .quarter ? 2 : 1
    let scale = depth > 8 ? 4.0 : 1.0
    for row in 0..<height / rows {
      for column in 0..<width / 2 {
        var mean = SIMD3<Double>.zero
        for line in 0..<rows {
          for (x, weight) in [(max(column * 2 - 1, 0), 0.25), (column * 2, 0.5), (column * 2 + 1, 0.25)] {
            let color = colors[(row * rows + line) * width + x]
            mean += SIMD3(Double(color.x), Double(color.y), Double(color.z)) / 255 * weight / Double(rows)
          }
        }
        let luma = mean.x * 0.2126 + mean.y * 0.7152 + mean.z * 0.0722
        let wanted = [128 + 224 * (mean.z - luma) / 1.8556, 128 + 224 * (mean.x - luma) / 1.5748]
        for (plane, value) in zip([1, 2], wanted) {
          let at = start + plane * planeBytes + (row * width / 2 + column) * bytes
          let found =
            depth > 8 ? Double(UnsafeRawPointer(at).load(as: UInt16.self)) / scale : Double(at.pointee)
          #expect(abs(found - value) <= (samples.isDeep ? 0.2 : depth > 8 ? 0.5 : 1.1), "\(row), \(column), \(plane)")
        }
      }
    }
  }

  @Test("What a format is not is refused")
  func refusals() throws {
    for (name, codec, depth, matrix) in [
      ("a.mp4", nil, 10, nil), ("a.gif", nil, nil, YUVMatrix.bt709), ("a.mov", "qtrle", nil, .bt601),
      ("a.mov", "prores", 8, nil),
    ] as [(String, String?, Int?, YUVMatrix?)] {
      var options = VideoOptions(codec: codec)
      (options.depth, options.matrix) = (depth, matrix)
      #expect(throws: VideoError.self) { try VideoFormat(path: name).encoding(options, height: 64) }
    }
    var options = VideoOptions()
    (options.depth, options.alpha) = (10, .straight)
    #expect(throws: VideoError.badOption("VP9 with alpha has 8 bits a component; use `alpha` none for 10")) {
      try VideoFormat.webm.encoding(options, height: 64)
    }
  }

  @Test(
    "The transfer curve is a word in stream and container, and no pixel",
    arguments: [
      ("a.mp4", nil), ("a.mov", nil), ("a.mp4", "hevc"), ("a.webm", nil), ("a.mkv", "av1"),
    ] as [(String, String?)])
  func transfer(name: String, codec: String?) throws {
    var planes: [[UInt8]] = []
    for (transfer, said) in [(nil, "iec61966-2-1"), (.srgb, "iec61966-2-1"), (.bt709, "bt709")]
      as [(YUVTransfer?, String)]
    {
      var options = VideoOptions(codec: codec)
      (options.transfer, options.alpha) = (transfer, AlphaRequest.none)
      // SVT-AV1 takes no picture of less than 64 rows.
      try TestVideo.write(to: folder.file(name), width: 128, height: 96, options: options)
      let stream = try FFmpeg.stream(folder.file(name), "color_transfer,color_primaries,color_space,color_range")
      #expect(stream["color_transfer"] == said, "\(stream)")
      #expect(stream["color_primaries"] == "bt709" && stream["color_space"] == "smpte170m", "\(stream)")
      planes.append(try FFmpeg.frames(of: folder.file(name), as: "yuv420p"))
    }
    #expect(planes[0] == planes[1] && planes[0] == planes[2] && !planes[0].isEmpty)
  }

  @Test(
    "What has no such word refuses it",
    arguments: [
      ("a.mov", "prores", YUVTransfer.srgb), ("a.mov", "png", .bt709), ("a.apng", nil, .bt709), ("a.y4m", nil, .bt709),
    ] as [(String, String?, YUVTransfer)])
  func noTransfer(name: String, codec: String?, transfer: YUVTransfer) throws {
    var options = VideoOptions(codec: codec)
    options.transfer = transfer
    guard case .badOption(let message) = TestVideo.error(path: folder.file(name), options: options) else {
      Issue.record("\(name) was taken")
      return
    }
    #expect(message.contains("`transfer`"))
  }

  @Test(
    "Odd sides are padded by what is at the edge, only where they must be even",
    arguments: [
      ("a.mp4", nil, 66, 50), ("a.y4m", nil, 66, 50), ("a.mov", "prores-hq", 66, 49), ("a.mov", "prores", 65, 49),
      ("a.mkv", "ffv1", 65, 49),
    ] as [(String, String?, Int, Int)])
  func padding(name: String, codec: String?, width: Int, height: Int) throws {
    var options = VideoOptions(crf: name == "a.mp4" ? 0 : nil, codec: codec)
    options.alpha = AlphaRequest.none
    if width != 65 {
      guard
        case .unsupportedSize(_, 65, 49, _, let advice) = TestVideo.error(
          path: folder.file(name), width: 65, height: 49, options: options)
      else { throw CancellationError() }
      #expect(advice.contains("`padsToEvenSize`"))
    }
    options.padsToEven = true
    try TestVideo.write(to: folder.file(name), width: 65, height: 49, options: options)
    let rgb = try FFmpeg.frames(of: folder.file(name), as: "rgb24")
    #expect(rgb.count == 10 * width * height * 3)
    func pixel(_ x: Int, _ y: Int) -> [Int] {
      let place = (y * width + x) * 3
      return rgb[place..<place + 3].map { Int($0) }
    }
    let grey = TestVideo.bars[3].map(Int.init)
    for (x, y) in [(width - 1, 0), (width - 1, height - 1), (60, height - 1)] {
      #expect(zip(pixel(x, y), grey).allSatisfy { abs($0 - $1) <= 3 }, "\(x), \(y): \(pixel(x, y))")
    }
    #expect(zip(pixel(4, height - 1), [255, 0, 0]).allSatisfy { abs($0 - $1) <= 4 }, "\(pixel(4, height - 1))")
  }

  @Test(
    "A film and its key are padded each as its own format needs",
    arguments: [("a.mkv", "ffv1", "65x49", "a.mp4", "66x50"), ("b.mov", "prores-hq", "66x49", "b.y4m", "66x50")])
  func paddedKey(name: String, codec: String, sides: String, key: String, keySides: String) throws {
    var options = VideoOptions(codec: codec)
    (options.key, options.padsToEven) = (folder.file(key), true)
    try TestVideo.write(to: folder.file(name), width: 65, height: 49, options: options)
    for (file, expected) in [(name, sides), (key, keySides)] {
      let stream = try FFmpeg.stream(folder.file(file), "width,height")
      #expect("\(stream["width"] ?? "")x\(stream["height"] ?? "")" == expected, "\(file)")
    }
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}

// TheCommand's table of formats, row by row: each name is written with each encoder, depth, alpha and sound that its
// row promises, and ffprobe says what came out.
import Foundation
import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite(.enabled(if: FFmpeg.isInstalled), .serialized) struct FormatTableTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A row of the table; `nil` in it stands for the row above.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    /// Names for `--codec`, and whether they are there with 10 bits, too.
    let codecs: [(name: String?, hasTenBits: Bool)]
    let holds: String
    let alpha: String
    let sound: String
    var testDescription: String { "\(name) \(codecs.compactMap(\.name).joined(separator: " "))" }
  }

  static let rows: [Row] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = root.appending(path: "Sources/Multiplane/Multiplane.docc/TheCommand.md")
    let text = (try? String(contentsOf: article, encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let head = lines.firstIndex(of: "| name | `--codec` | holds | alpha | sound |") else { return [] }
    var rows: [Row] = []
    for line in lines[(head + 2)...].prefix(while: { $0.hasPrefix("|") }) {
      let cells = line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      let (name, sound) = (quoted(cells[0]), cells[4])
      rows.append(
        Row(
          name: name.first ?? rows.last?.name ?? "", codecs: codecs(cells[1]), holds: cells[2], alpha: cells[3],
          sound: sound == "the same" ? rows.last?.sound ?? "" : sound))
      // Two names of one row.
      for other in name.dropFirst() {
        rows.append(
          Row(name: other, codecs: codecs(cells[1]), holds: cells[2], alpha: cells[3], sound: sound))
      }
    }
    return rows
  }()

  /// What stands between grave accents.
  private static func quoted(_ text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }

  /// `a`; `b`, `c`, of 10 bits too: what is behind the semicolon, or all of a cell without one.
  private static func codecs(_ cell: String) -> [(name: String?, hasTenBits: Bool)] {
    guard !cell.isEmpty else { return [(nil, false)] }
    return cell.split(separator: ";").flatMap { part in
      quoted(String(part)).map { (Optional($0), part.contains("of 10 bits too")) }
    }
  }

  /// What ffprobe calls the encoders of the table.
  private static let probed = [
    "h264": "h264", "hevc": "hevc", "vp9": "vp9", "av1": "av1", "png": "png", "qtrle": "qtrle", "ffv1": "ffv1",
    "ut": "utvideo", ".apng": "apng", ".webp": "webp", ".gif": "gif", ".y4m": "rawvideo", "%05d.png": "png",
    "%05d.webp": "webp",
  ]

  /// A wash of colours, transparent in the middle.
  private static func frame(_ index: Int) -> [UInt8] {
    (0..<64 * 64).flatMap { pixel -> [UInt8] in
      let (x, y) = (pixel % 64, pixel / 64)
      guard abs(x - 32 - index) > 12 || abs(y - 32) > 12 else { return [0, 0, 0, 0] }
      return [UInt8(x * 4), UInt8(y * 4), 128, 255]
    }
  }

  private func write(_ name: String, _ options: VideoOptions) throws -> String {
    let path = folder.file(name.hasPrefix(".") ? "a\(name)" : name)
    try withTurn(of: options.codec) {
      let writer = try VideoWriter(
        path: path, format: VideoFormat(path: path), width: 64, height: 64, frameRate: FrameRate(25), options: options)
      for index in 0..<5 { try writer.append(Self.frame(index)) }
      try writer.finish()
    }
    return name.contains("%") ? folder.file(name.replacing("%05d", with: "00000")) : path
  }

  @Test("The table is there, with all formats and encoders")
  func isWhole() {
    let names = Set(Self.rows.map(\.name))
    for format in VideoFormat.all {
      let name = if case .pattern = format.outputName { String(format.example.dropFirst(7)) } else { format.example }
      #expect(names.contains(name), "\(name)")
    }
    let codecs = Set(Self.rows.flatMap(\.codecs).compactMap(\.name))
    #expect(codecs == Set(EncoderKind.all.map(\.codec)))
  }

  @Test("Each row's pictures are what it says, in depth, chroma and alpha", arguments: rows.filter { $0.name != "-" })
  func pictures(row: Row) throws {
    guard !row.holds.isEmpty else { return }
    for codec in row.codecs {
      for depth in codec.hasTenBits ? [8, 10] : [nil] {
        for alpha in alphas(row, codec.name, depth) {
          var options = VideoOptions(codec: codec.name)
          (options.depth, options.alpha) = (depth, alpha)
          try check(row, codec.name, depth, alpha, try write(row.name, options))
        }
      }
    }
  }

  /// The conventions to ask for: none, and those that the row names.
  private func alphas(_ row: Row, _ codec: String?, _ depth: Int?) -> [AlphaRequest?] {
    // "no, but with vp9": another row's.
    let text = row.alpha.contains("but with `\(codec ?? "")`") ? "straight" : row.alpha
    guard !text.hasPrefix("no") else { return [nil] }
    guard depth != 10 else { return [AlphaRequest.none] }
    var asked = [AlphaRequest?.none, AlphaRequest.none]
    if text.contains("straight") { asked.append(.straight) }
    if text.contains("premultiplied") { asked.append(.premultiplied) }
    return asked
  }

  private func check(
    _ row: Row, _ codec: String?, _ depth: Int?, _ alpha: AlphaRequest?, _ path: String
  ) throws {
    let stream = try FFmpeg.stream(path, "codec_name,pix_fmt,codec_tag_string,profile,nb_read_packets,color_transfer")
    let what = "\(row.name) \(codec ?? "") \(depth ?? 0) \(alpha?.rawValue ?? "")"
    let isProRes = codec?.hasPrefix("prores") == true
    #expect(stream["codec_name"] == (isProRes ? "prores" : Self.probed[codec ?? row.name]), "\(what): \(stream)")
    guard row.name != ".webp", let format = stream["pix_fmt"] else {
      // ffmpeg 5.1 does not read an animation of WebP.
      #expect(row.name == ".webp", "\(what)")
      return
    }
    let isAlphaExpected = alpha.map { $0 != AlphaRequest.none } ?? (row.alpha.hasPrefix("straight"))
    if codec == "vp9" {
      #expect(
        (stream["TAG:ALPHA_MODE"] == "1") == (isAlphaExpected && depth != 10 || isMatroskaAlpha(row, alpha)),
        "\(what): \(stream)")
    } else if !row.name.hasSuffix("gif"), !row.name.hasSuffix("webp"), codec != "qtrle" || isAlphaExpected {
      let hasAlpha = ["rgba", "argb", "bgra", "gbrap"].contains(format) || format.hasPrefix("yuva")
      #expect(hasAlpha == isAlphaExpected, "\(what): \(format)")
    }
    let chroma = ["4:2:0": "420", "4:2:2": "422", "4:4:4": "444"].first { row.holds.contains($0.key) }?.value
    if let chroma { #expect(format.contains(chroma), "\(what): \(format)") }
    let isTen = depth == 10 || row.holds.contains("10 bits") && !row.holds.contains("8 or 10")
    // libavcodec 5.1 decodes 4444 as 12 bits.
    #expect(["10", "12"].contains { format.contains("p\($0)") } == isTen, "\(what): \(format)")
    if codec == "hevc", [".mp4", ".mov"].contains(row.name) {
      #expect(stream["codec_tag_string"] == "hvc1", "\(what): \(stream)")
    }
  }

  /// `.mkv` with VP9 keeps alpha by itself.
  private func isMatroskaAlpha(_ row: Row, _ alpha: AlphaRequest?) -> Bool {
    row.alpha.contains("but with `vp9`") && alpha != AlphaRequest.none
  }

  private static let sounds = [
    "AAC": ("aac", "aac"), "Opus": ("opus", "opus"), "FLAC": ("flac", "flac"), "PCM": ("pcm", "pcm_s24le"),
    "PCM of 24 bits": ("pcm", "pcm_s24le"),
  ]

  @Test("Each row's sounds are there, the first by itself", arguments: rows.filter { $0.name != "-" })
  func sound(row: Row) throws {
    let tone = SoundTrack(source: .bytes(WaveFile.tone(rate: 48_000, seconds: 0.3), name: "tone.wav"))
    let kinds = row.sound.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    for (index, kind) in kinds.enumerated() where kind != "no" && kind != "alone" {
      let (name, probed) = try #require(Self.sounds[kind], "\(kind)")
      for codec in row.codecs {
        for asked in index == 0 ? [nil, name] : [name] {
          var options = VideoOptions(codec: codec.name)
          (options.sound, options.frameCount) = ([tone], 5)
          options.soundKind = asked.map { asked in SoundKind.all.first { $0.codec == asked }! }
          let path = try write(row.name, options)
          let stream = try FFmpeg.stream(path, "codec_name", kind: "a:0")
          #expect(stream["codec_name"] == probed, "\(row.name) \(codec.name ?? "") \(kind): \(stream)")
        }
      }
    }
    if kinds == ["no"] {
      var options = VideoOptions()
      options.sound = [tone]
      #expect(throws: VideoError.self) { try write(row.name, options) }
    }
  }

  @Test("ProRes 4444 XQ is finer than 4444: of more bits, and nearer to what was drawn")
  func xq() throws {
    var errors: [Double] = []
    var sizes: [Int] = []
    for codec in ["prores", "prores-xq"] {
      var options = VideoOptions(codec: codec)
      options.alpha = AlphaRequest.none
      // Easy enough for the bits of 4444.
      let path = try write(".mov", options)
      sizes.append(try Data(contentsOf: URL(filePath: path)).count)
      let planes = Planes(
        try FFmpeg.frames(of: path, as: "yuv444p10le"), width: 64, height: 64, bits: 10, chroma: 1)
      var sum = 0.0
      let source = Self.frame(2)
      for pixel in 0..<64 * 64 {
        let (found, _) = planes.color(2, pixel)
        for c in 0..<3 { sum += pow(found[c] * 255 - Double(source[pixel * 4 + c]), 2) }
      }
      errors.append(sum)
    }
    #expect(sizes[1] > sizes[0] * 11 / 10, "\(sizes)")
    // The encoder of FFmpeg 7.1 (libavcodec 61.19) gives 0.84, all others from 5.1 to 8.1 less than 0.8.
    let isOf7 = VideoWriter.libraries.contains { $0.name == "libavcodec" && $0.version.hasPrefix("61.19.") }
    #expect(errors[1] < errors[0] * (isOf7 ? 0.9 : 0.8), "\(errors)")
  }
}

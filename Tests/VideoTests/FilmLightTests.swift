// Colours of high dynamic range and of wide primaries beside the formulas of ITU-R BT.2100, BT.2408 and IEC 61966-2-1,
// written down here once more; and films that are written and read back.

import CLibAV
import CRows
import CoreGraphics
import Foundation
import ImageFiles
import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite struct FilmLightTests {
  enum Curve: Int, CaseIterable, Sendable {
    case pq = 16
    case hlg = 18

    var range: DynamicRange { self == .pq ? .pq : .hlg }
  }

  // MARK: The standards

  /// The light of sRGB, of BT.709's primaries, to that of BT.2020's (BT.2087).
  private static let toWide: [[Double]] = [
    [0.6274039, 0.3292830, 0.0433131], [0.0690973, 0.9195404, 0.0113623], [0.0163914, 0.0880133, 0.8955953],
  ]
  private static let graphicsWhite = 203.0

  private static func light(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }

  private static func pq(_ candela: Double) -> Double {
    let y = pow(candela / 10_000, 2610.0 / 16384)
    return pow((3424.0 / 4096 + 2413.0 / 128 * y) / (1 + 2392.0 / 128 * y), 2523.0 / 32)
  }

  private static func hlg(_ scene: Double) -> Double {
    let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
    return scene <= 1.0 / 12 ? (3 * scene).squareRoot() : a * log(12 * scene - b) + c
  }

  /// The signal of linear light of BT.2020's primaries, in candela a square metre.
  private static func signal(_ candela: [Double], _ curve: Curve) -> [Double] {
    guard curve == .hlg else { return candela.map(pq) }
    // BT.2100, table 5: F = L * Y^(gamma - 1) * E, with a gamma of 1.2 for a peak of 1,000.
    let shown = 0.2627 * candela[0] + 0.6780 * candela[1] + 0.0593 * candela[2]
    guard shown > 0 else { return [0, 0, 0] }
    return candela.map { hlg($0 / 1000 * pow(shown / 1000, -0.2 / 1.2)) }
  }

  /// The signal of a colour of sRGB, whose white is graphics white.
  private static func signal(sRGB color: [UInt8], _ curve: Curve) -> [Double] {
    let light = color.map { Self.light(Double($0) / 255) * graphicsWhite }
    return signal(toWide.map { $0[0] * light[0] + $0[1] * light[1] + $0[2] * light[2] }, curve)
  }

  private static func colors(_ curve: Curve) throws -> FilmColors {
    try #require(FilmColors(transfer: curve.rawValue, primaries: 9))
  }

  /// Converts signals to sRGB.
  private static func shown(_ signals: [[Double]], _ colors: FilmColors) -> [[UInt8]] {
    let words = (0..<3).flatMap { c in signals.map { UInt16(min(max(($0[c] * 4095).rounded(), 0), 4095)) } }
    var pixels = [UInt8](repeating: 0, count: signals.count * 4)
    withUnsafePointer(to: colors.toSRGB.map) { row_to_srgb(words, &pixels, signals.count, $0) }
    return signals.indices.map { Array(pixels[$0 * 4..<$0 * 4 + 4]) }
  }

  private static let colors: [[UInt8]] = {
    var random = SeededRandom(seed: 44)
    let levels: [UInt8] = [0, 1, 8, 64, 128, 200, 255]
    let corners = levels.flatMap { r in levels.flatMap { g in levels.map { b in [r, g, b] } } }
    return corners + (0..<500).map { _ in (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } }
  }()

  // MARK: Tests

  @Test("Graphics graded into a high range by BT.2408 come back within 3 of 255", arguments: Curve.allCases)
  func toSRGB(curve: Curve) throws {
    let shown = try Self.shown(Self.colors.map { Self.signal(sRGB: $0, curve) }, Self.colors(curve))
    for (color, pixel) in zip(Self.colors, shown) {
      #expect(pixel[3] == 255)
      for c in 0..<3 {
        // A step of 12 bits of the curves is 4 near sRGB's black beside a bright component.
        let allowed = color[c] >= 24 ? 3 : color.max()! < 24 ? 3 : 12
        #expect(abs(Int(pixel[c]) - Int(color[c])) <= allowed, "\(color) is \(pixel)")
      }
    }
  }

  @Test("sRGB's colours have the standards' signals, graphics white at 203 candela", arguments: Curve.allCases)
  func fromSRGB(curve: Curve) throws {
    let map = try Self.colors(curve).fromSRGB.map
    let count = Self.colors.count
    var words = [UInt16](repeating: 0, count: count * 3)
    withUnsafePointer(to: map) { row_words_from_srgb(Self.colors.flatMap { $0 + [255] }, &words, count, $0) }
    for (index, color) in Self.colors.enumerated() {
      let expected = Self.signal(sRGB: color, curve)
      for c in 0..<3 {
        let found = Double(words[index + c * count]) / 65535 * 1023
        #expect(abs(found - expected[c] * 1023) < 2, "\(color): \(found), not \(expected[c] * 1023)")
      }
    }
    // Premultiplied pixels of 8 bits, as they lie over pictures.
    for alpha in [255, 128, 3] as [Int] {
      var pixels = Self.colors.flatMap { $0.map { UInt8((Int($0) * alpha + 127) / 255) } + [UInt8(alpha)] }
      withUnsafePointer(to: map) { row_from_srgb(&pixels, count, $0) }
      for (index, color) in Self.colors.enumerated() where alpha == 255 {
        let expected = Self.signal(sRGB: color, curve)
        for c in 0..<3 { #expect(abs(Double(pixels[index * 4 + c]) - expected[c] * 255) < 1, "\(color)") }
      }
      for index in 0..<count {
        #expect(pixels[index * 4 + 3] == alpha)
        #expect((0..<3).allSatisfy { pixels[index * 4 + $0] <= alpha })
      }
    }
  }

  @Test("Greys never fall, reach white at the peak, and highlights keep their hue", arguments: Curve.allCases)
  func highlights(curve: Curve) throws {
    let peak = 1000.0
    let colors = try #require(FilmColors(transfer: curve.rawValue, primaries: 9, peak: peak))
    let greys = (0...1000).map { Self.signal(Array(repeating: peak * Double($0) / 1000, count: 3), curve) }
    let ramp = Self.shown(greys, colors)
    for (before, after) in zip(ramp, ramp.dropFirst()) { #expect(before[0] <= after[0] && after[0] == after[2]) }
    #expect(ramp.last?[0] == 255)
    for color: [UInt8] in [[255, 128, 64], [64, 255, 128], [255, 220, 90], [90, 90, 255]] {
      let light = color.map { Self.light(Double($0) / 255) }
      // The same colour of up to four times graphics white has the ratios of its components.
      for times in [1.0, 1.5, 2, 4] {
        let wide = Self.toWide.map { ($0[0] * light[0] + $0[1] * light[1] + $0[2] * light[2]) * times * 203 }
        let pixel = Self.shown([Self.signal(wide, curve)], colors)[0]
        for c in 0..<3 { #expect(abs(Int(pixel[c]) - Int(color[c])) <= 4, "\(color) times \(times): \(pixel)") }
      }
    }
  }

  @Test("A colour outside of sRGB's gamut keeps its luminance")
  func gamut() throws {
    for wide in [[0.0, 60, 0], [50, 0, 10], [0, 0, 150], [40, 80, 0]] {
      let pixel = try Self.shown([Self.signal(wide, .pq)], Self.colors(.pq))[0]
      let light = pixel.prefix(3).map { Self.light(Double($0) / 255) * Self.graphicsWhite }
      let (shown, expected) = (
        0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2],
        0.2627 * wide[0] + 0.6780 * wide[1] + 0.0593 * wide[2]
      )
      #expect(abs(shown - expected) < 0.03 * expected + 0.3, "\(wide): \(shown), not \(expected)")
    }
  }

  @Test("Other colours than PQ's, HLG's and wide ones stay as they are, whatever numbers a file has")
  func numbers() throws {
    for transfer in [0, 1, 2, 6, 13, 15, 99, -1, .max] {
      for primaries in [0, 1, 2, 5, 6, 7, 22, -4, .min] {
        #expect(FilmColors(transfer: transfer, primaries: primaries) == nil)
      }
    }
    for peak in [nil, 0, -5, 1e-300, 203, 1e9, .nan, .infinity] as [Double?] {
      let colors = try #require(FilmColors(transfer: 16, primaries: .max, peak: peak))
      #expect((300...10_000).contains(colors.peak))
      let shown = Self.shown([[0, 0, 0], [1, 1, 1], [1, 0, 0.5]], colors)
      #expect(shown[0] == [0, 0, 0, 255] && shown[1] == [255, 255, 255, 255])
    }
  }

  @Test("Light of films becomes half floats of extended sRGB, up to the brightest", arguments: Curve.allCases)
  func extended(curve: Curve) throws {
    let lights = [0.5, 5, 50, 203, 500, 1000] + (curve == .pq ? [4000, 10_000] : [])
    // Greys, and colours of which some lie outside of sRGB's gamut.
    let candela = lights.flatMap { [[$0, $0, $0], [$0, $0 / 4, $0 / 2], [$0 / 8, $0, $0 / 8]] }
      .filter { Self.signal($0, curve).allSatisfy { $0 <= 1.000001 } }
    #expect(candela.count > 12)
    let words = (0..<3).flatMap { c in candela.map { UInt16((Self.signal($0, curve)[c] * 4095).rounded()) } }
    var halves = [UInt16](repeating: 0, count: candela.count * 4)
    try withUnsafePointer(to: Self.colors(curve).toSRGB.map) {
      row_deep_of_film(words, &halves, candela.count, $0, FilmTone.extended)
    }
    // The inverse of BT.2087's matrix, from its rows.
    let fromWide = [
      [1.6604910, -0.5876411, -0.0728499], [-0.1245505, 1.1328999, -0.0083494], [-0.0181508, -0.1005789, 1.1187297],
    ]
    for (index, light) in candela.enumerated() {
      for c in 0..<3 {
        let linear = zip(fromWide[c], light).reduce(0) { $0 + $1.0 * $1.1 } / Self.graphicsWhite
        let size = abs(linear)
        let coded = size <= 0.0031308 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055
        let found = Double(Float16(bitPattern: halves[index * 4 + c]))
        // A step of 12 bits is up to 1.2 % of the light of the largest component.
        let allowed = 0.006 * (1.055 * pow((light.max() ?? 0) / Self.graphicsWhite, 1 / 2.4)) + 0.004
        #expect(abs(found - (linear < 0 ? -coded : coded)) < allowed, "\(light), component \(c)")
      }
      #expect(halves[index * 4 + 3] == 0x3c00)
    }
  }

  @Test("White over pictures of any range has the light of graphics white", arguments: [1, 16, 18])
  func titles(transfer: Int) throws {
    let side = 16
    let isHigh = transfer != 1
    let coding = YUVCoding(matrix: isHigh ? .bt2020 : .bt709, range: .limited)
    let form = PictureForm(
      width: side, height: side, chroma: .quarter, depth: 10, coding: coding,
      tags: ColorTags(
        primaries: isHigh ? 9 : 1, transfer: UInt32(transfer), matrix: isHigh ? 9 : 1, chromaPlace: 1),
      highRange: HighRangeMetadata(), isCosited: true)
    let underlay = Underlay(form) { (_, planes) throws(VideoError) in
      for plane in 0..<3 {
        for row in 0..<(plane == 0 ? side : side / 2) {
          planes.words(plane, row).update(repeating: plane == 0 ? 400 : 500, count: plane == 0 ? side : side / 2)
        }
      }
    }
    let frame = try underlay.newFrame()
    let pixels = frame.memory.bytes.bindMemory(to: UInt8.self)
    for y in 0..<side { for x in 0..<side * 4 { pixels[y * side * 4 + x] = y < 8 ? 255 : 0 } }
    frame.setSeen(PixelRect(columns: 0..<side, rows: 0..<8))
    #expect(frame.memory.record == nil)
    underlay.put(Overlay(at: 0, frame))
    let memory = (0..<3).map { _ in UnsafeMutablePointer<UInt8>.allocate(capacity: side * side * 2) }
    defer { for plane in memory { plane.deallocate() } }
    let planes = PicturePlanes(bytes: memory, strides: [side * 2, side, side])
    try underlay.fillNext(planes) { _ in Issue.record("the frame does not cover the picture") }
    let signal = (Double(planes.words(0, 2)[3]) - 64) / 876
    #expect(abs(Int(planes.words(1, 1)[2]) - 512) <= 1 && planes.words(0, 12)[3] == 400)
    let light: Double
    switch transfer {
    case 16:
      let power = pow(signal, 32 / 2523.0)
      light = 10_000 * pow(max(power - 3424.0 / 4096, 0) / (2413.0 / 128 - 2392.0 / 128 * power), 16384 / 2610.0)
    case 18: light = 1000 * pow((exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12, 1.2)
    default: light = Self.light(signal) * Self.graphicsWhite
    }
    #expect(abs(light - Self.graphicsWhite) < 0.02 * Self.graphicsWhite, "\(light) candela a square metre")
  }

  struct Output: CustomTestStringConvertible, Sendable {
    var name: String
    var codec: String?
    var allowed: Int
    var testDescription: String { "\(name) \(codec ?? "")" }
  }

  @Test(
    "Films of a high range say so, and their pictures come back as sRGB's", .enabled(if: FFmpeg.isInstalled),
    arguments: [
      Output(name: "a.mp4", allowed: 4), Output(name: "a.mov", codec: "hevc", allowed: 4),
      Output(name: "a.mov", codec: "prores-hq", allowed: 4), Output(name: "a.webm", allowed: 5),
      Output(name: "a.mkv", codec: "hevc", allowed: 4), Output(name: "a.mkv", codec: "av1", allowed: 5),
    ], Curve.allCases)
  func films(output: Output, curve: Curve) throws {
    let folder = try TemporaryFolder()
    let path = folder.file(output.name)
    let (width, height, side) = (192, 128, 32)
    let patches = VideoColorTests.patches
    var frame: [UInt8] = []
    for y in 0..<height { for x in 0..<width { frame += patches[y / side * 6 + x / side] + [255] } }
    var options = VideoOptions(crf: output.codec == "prores-hq" ? nil : 4, codec: output.codec)
    options.dynamicRange = curve.range
    try TestVideo.write(frame, to: path, width: width, height: height, frameCount: 2, options: options)
    let clip = try VideoClip(file: URL(filePath: path))
    let pictures = try #require(clip.pictures)
    #expect(pictures.transfer == curve.rawValue && pictures.primaries == 9 && pictures.coding.matrix == .bt2020)
    #expect(pictures.layout.depth == 10)
    let image = try clip.makeReader(memory: 8 << 20).frame(number: 0).image()
    for (index, patch) in patches.enumerated() {
      let start = ((index / 6 * side + side / 2) * width + index % 6 * side + side / 2) * 4
      for c in 0..<3 {
        // A step of the codes is many steps of sRGB's near black.
        let allowed = patch[c] >= 24 ? output.allowed : 24
        let found = Int(image.pixels[start + c])
        #expect(abs(found - Int(patch[c])) <= allowed, "\(patch): component \(c) is \(found)")
      }
    }
  }

  @Test(
    "The mastering display and the light of a film of PQ pass through the container, and come from the pictures",
    .enabled(if: FFmpeg.isInstalled), arguments: ["mp4", "mov", "mkv", "webm"])
  func metadata(suffix: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("clip.mp4")
    // FFmpeg 5 writes what x265 is told into the pictures alone.
    try FFmpeg.run(
      "ffmpeg",
      [
        "-f", "lavfi", "-i", "color=c=gray:s=64x64:r=10:d=0.4", "-pix_fmt", "yuv420p10le", "-c:v", "libx265",
        "-x265-params",
        "log-level=error:max-cll=900,300:master-display=G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)"
          + "L(10000000,50)",
        "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc", path,
      ])
    let source = try #require(VideoClip(file: URL(filePath: path)).pictures)
    #expect(source.highRange.display?.light == 0.005...1000)
    let primaries: [SIMD2<Double>] = [
      SIMD2(0.708, 0.292), SIMD2(0.17, 0.797), SIMD2(0.131, 0.046), SIMD2(0.3127, 0.329),
    ]
    #expect(source.highRange.display?.primaries == primaries)
    #expect(source.highRange.brightestPixel == 900 && source.highRange.brightestMean == 300)
    let clip = try VideoClip(file: URL(filePath: path))
    let playback = ClipPlayback(clip, memory: 64 << 20)
    let film = folder.file("film.\(suffix)")
    let format = try VideoFormat(path: film)
    var options = VideoOptions()
    options.alpha = AlphaRequest.none
    options.underlay = format.route(of: playback, options, width: 64, height: 64, isOpaque: false).underlay
    let underlay = try #require(options.underlay)
    let writer = try VideoWriter(
      path: film, format: format, width: 64, height: 64, frameRate: FrameRate(10), options: options)
    for index in 0..<4 {
      underlay.put(Overlay(at: Double(index) / 10, nil))
      _ = try writer.nextFrame()
      try writer.appendNextFrame()
    }
    try writer.finish()
    let result = try #require(VideoClip(file: URL(filePath: film)).pictures)
    #expect(result.highRange == source.highRange && result.transfer == 16 && result.primaries == 9)
  }

  @Test("What does not hold a high range says so")
  func refusals() throws {
    for (path, change) in [
      ("a.gif", { _ in }), ("a.png", { _ in }), ("a.mp4", { $0.codec = "h264" }), ("a.mp4", { $0.depth = 8 }),
      ("a.mov", { $0.alpha = .straight }), ("a.mp4", { $0.matrix = .bt709 }), ("a.mp4", { $0.transfer = .srgb }),
      ("a.y4m", { _ in }),
    ] as [(String, (inout VideoOptions) -> Void)] {
      guard let format = try? VideoFormat(path: path) else { continue }
      var options = VideoOptions()
      options.dynamicRange = .pq
      change(&options)
      #expect(throws: VideoError.self, "\(path)") { try format.encoding(options, height: 720) }
    }
  }

  @Test("The article's table names the encoders of each format that hold a high range, and no others")
  func table() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = root.appending(path: "Sources/Multiplane/Multiplane.docc/ColorAndHDR.md")
    let lines = try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
    let head = try #require(lines.firstIndex { $0.hasPrefix("| file | `--codec` |") })
    var promised: [String: Set<String>] = [:]
    var defaults: [String: String] = [:]
    for line in lines[(head + 2)...].prefix(while: { $0.hasPrefix("| `") }) {
      let names = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
      promised[names[0]] = Set(names.dropFirst())
      defaults[names[0]] = names[1]
    }
    #expect(promised.count == 4)
    for format in VideoFormat.all {
      guard case .suffix(let suffix) = format.outputName else { continue }
      func holds(_ codec: String?) -> String? {
        var options = VideoOptions(codec: codec)
        options.dynamicRange = .hlg
        guard let encoding = try? format.encoding(options, height: 1080), let kind = encoding.kind,
          (try? LibAV.open()) != nil, let container = format.container,
          let muxer = av_guess_format(container, nil, nil), let encoder = avcodec_find_encoder_by_name(kind.encoder),
          avformat_query_codec(muxer, encoder.pointee.id, FF_COMPLIANCE_NORMAL) == 1
        else { return nil }
        return kind.codec
      }
      let held = Set(EncoderKind.all.compactMap { holds($0.codec) })
      #expect(held == promised[".\(suffix)"] ?? [], "\(suffix)")
      #expect(holds(nil) == defaults[".\(suffix)"], "\(suffix)")
    }
  }
}

// Tested by EncoderTests.

import CLibAV
import ImageFiles

struct EncoderRequest {
  /// The constant rate factor; nil if a bit rate is set, or the encoder does not have one.
  var crf: Int?
  /// Bits a second.
  var bitrate: Int?
  var preset: EncoderPreset
  var width: Int
  var threads: Int
  var highRange = HighRangeMetadata()

  /// Returns the encoder's own value for the preset.
  func effort(_ draft: String, _ standard: String, _ high: String) -> String {
    switch preset {
    case .draft: draft
    case .standard: standard
    case .high: high
    }
  }

  /// The option for the bit rate or the quality, as most encoders take it.
  fileprivate var rate: (String, String) { bitrate.map { ("b", String($0)) } ?? ("crf", String(crf ?? 0)) }
}

/// A kind of compressed pictures, and libavcodec's encoder for it.
package struct EncoderKind: Sendable {
  /// The name of the kind: `H.264`.
  package let name: String
  /// The kind's name for `--codec`: `h264`.
  package let codec: String
  /// libavcodec's name of the encoder.
  let encoder: String
  /// The range of constant rate factors, lower is better, and the default; nil for an encoder without one.
  package var crf: (range: ClosedRange<Int>, standard: Int)?
  /// The supported bits of a component, the default first; RGB always has 8.
  package var depths: [Int] = [8]
  /// The supported conventions of alpha, its own first; empty without alpha.
  package var alpha: [AlphaConvention] = []
  /// The lost parts of a frame, for help; nil for none.
  var losses: String?
  /// The GPU that it runs on; nil for the processor.
  var device: HardwareDevice?
  /// The layout of its pictures of a depth, with alpha or without.
  let layout: @Sendable (_ depth: Int, _ alpha: Bool) -> PictureLayout
  var settings: @Sendable (EncoderRequest) -> [(String, String)] = { _ in [] }

  /// Whether decoding returns the encoded frames exactly.
  var isLossless: Bool { losses == nil }

  /// Whether the packets of a part of a film are the same as in the whole film.
  var isSegmented: Bool { !["apng", "libwebp_anim"].contains(encoder) }

  /// Throws for threads, a preset, a quality or a bit rate that the encoder does not have.
  func check(_ options: VideoOptions) throws(VideoError) {
    guard (1...64).contains(options.threads) else {
      throw .badOption("the encoder's threads must be 1 to 64; got \(options.threads)")
    }
    if crf == nil, let preset = options.preset {
      throw .badOption("the encoder \(encoder) has no preset \(preset.rawValue); leave `preset` out")
    }
    if let crf = options.crf, let range = self.crf?.range, !range.contains(crf) {
      throw .badOption("`crf` of \(encoder) is \(range.lowerBound) to \(range.upperBound); got \(crf)")
    }
    if crf == nil, options.bitrate != nil, Self.all.contains(where: { $0.codec == codec }) {
      throw .badOption("\(name) has no rate to choose; leave `bitrate` out")
    }
  }

  /// Returns a kind for an encoder of libavcodec that is not in the table: 8-bit YUV 4:2:0, with its own defaults.
  static func other(_ encoder: String) -> EncoderKind {
    EncoderKind(
      name: encoder, codec: encoder, encoder: encoder, losses: .ofYUV,
      layout: { _, _ in .yuv(.quarter, depth: 8, alpha: false) },
      settings: { request in
        (request.crf.map { [("crf", String($0))] } ?? []) + (request.bitrate.map { [("b", String($0))] } ?? [])
      })
  }

  /// The names for `--codec` by other usual names of the kinds, and by names of encoders outside of libavcodec.
  private static let otherNames = [
    "h265": "hevc", "h.265": "hevc", "x265": "hevc", "hvc1": "hevc", "h.264": "h264", "x264": "h264", "avc": "h264",
    "avc1": "h264", "vp09": "vp9", "av01": "av1", "prores4444": "prores", "prores-4444": "prores",
    "prores422": "prores-422", "proreshq": "prores-hq", "utvideo": "ut", "rle": "qtrle", "animation": "qtrle",
  ]

  static func unknownName(_ name: String) -> String {
    let names = all.map(\.codec)
    let meant = otherNames[name.lowercased()].map { "; did you mean '\($0)'?" } ?? names.guess(of: name)
    return "no video encoder \"\(name)\"\(meant)\(meant.isEmpty ? ";" : "") `codec` takes \(names.listed(by: "and")), "
      + "and libavcodec's own names, which `ffmpeg -encoders` lists"
  }

  /// Returns the kind of a name for `--codec`, ours or libavcodec's.
  static func named(_ name: String) -> EncoderKind {
    all.first { $0.codec == name } ?? (all + hardware).first { $0.encoder == name } ?? other(name)
  }
}

extension String {
  /// The losses of lossy encoders of YUV 4:2:0 without alpha.
  static let ofYUV = "alpha, half of the resolution of colour, and what the encoder takes for unseen"
  /// The losses of such encoders with alpha.
  static let ofYUVWithAlpha = "half of the resolution of colour, and what the encoder takes for unseen"
}

extension VideoOptions {
  /// The range of all encoders' constant rate factors.
  package static let crfRange: ClosedRange<Int> = {
    let ranges = EncoderKind.withQuality.compactMap { $0.crf?.range }
    return (ranges.map(\.lowerBound).min() ?? 0)...(ranges.map(\.upperBound).max() ?? 0)
  }()

  /// The range and the default of each encoder: `H.264 0 to 51 (default 18), VP9 0 to 63 (default 24)`.
  package static let crfHelp = EncoderKind.withQuality.map { kind in
    let crf = kind.crf!
    return "\(kind.name) \(crf.range.lowerBound) to \(crf.range.upperBound) (default \(crf.standard))"
  }.joined(separator: ", ")

  /// The names of encoders: `h264, hevc, vp9...`.
  package static let codecHelp = EncoderKind.all.map(\.codec).listed(by: "or")
}

extension EncoderKind {
  /// All kinds that have a name for `--codec`, in the order in which help names them.
  package static let all: [EncoderKind] =
    [.h264, .hevc, .vp9, .av1] + ProResProfile.all.map(prores) + [.ffv1, .ut, .png, .animation]

  static let withQuality: [EncoderKind] = all.filter { $0.crf != nil }

  static let h264 = EncoderKind(
    name: "H.264", codec: "h264", encoder: "libx264", crf: (0...51, 18), losses: .ofYUV,
    layout: { _, _ in .yuv(.quarter, depth: 8, alpha: false) },
    settings: {
      // "veryfast": rendered frames are easy to predict, and the encoder shares the cores with the renderer.
      [("preset", $0.effort("ultrafast", "veryfast", "medium")), $0.rate] + instructionsOfX264
    })

  /// With AVX-512, x264 164 writes other bytes from run to run if other encoders run in the process (150 runs of one
  /// film made three to five files, of the same pictures); with AVX2 always the same.
  private static let instructionsOfX264: [(String, String)] =
    clibav_has_avx512() != 0
    ? [("x264-params", "asm=MMX2,SSE2Fast,SSSE3,SSE4.2,AVX,LZCNT,BMI1,FMA3,BMI2,AVX2")] : []

  /// HEVC. Its version and settings are left out of the stream, and it prints nothing.
  static let hevc = EncoderKind(
    name: "HEVC", codec: "hevc", encoder: "libx265", crf: (0...51, 20), depths: [8, 10], losses: .ofYUV,
    layout: { depth, _ in .yuv(.quarter, depth: depth, alpha: false) },
    settings: {
      // Threads share the rows of a frame; none encode different frames.
      let threads = "pools=\($0.threads):frame-threads=1"
      return [
        ("preset", $0.effort("ultrafast", "veryfast", "medium")), $0.rate,
        ("x265-params", "info=0:log-level=error:\(threads)\($0.highRange.optionsOfX265)"),
      ]
    })

  static let vp9 = EncoderKind(
    name: "VP9", codec: "vp9", encoder: "libvpx-vp9", crf: (0...63, 24), depths: [8, 10],
    alpha: [.straight, .premultiplied], losses: .ofYUVWithAlpha,
    layout: { depth, alpha in .yuv(.quarter, depth: alpha ? 8 : depth, alpha: alpha) },
    settings: {
      // Tiles are at least 256 pixels wide; with row-mt, threads share columns.
      let tileColumns = $0.width >= 1024 ? 2 : $0.width >= 512 ? 1 : 0
      return [
        ("deadline", $0.effort("realtime", "good", "good")), ("cpu-used", $0.effort("8", "5", "2")), ("row-mt", "1"),
        ("tile-columns", String(tileColumns)),
      ] + ($0.bitrate == nil ? [$0.rate, ("b", "0")] : [$0.rate])
    })

  static let av1 = EncoderKind(
    name: "AV1", codec: "av1", encoder: "libsvtav1", crf: (0...63, 30), depths: [8, 10], losses: .ofYUV,
    layout: { depth, _ in .yuv(.quarter, depth: depth, alpha: false) },
    settings: {
      let parameters = "lp=\($0.threads)\($0.highRange.optionsOfSVT)"
      return [("preset", $0.effort("12", "9", "6")), $0.rate, ("svtav1-params", parameters)]
    })

  static let ffv1 = EncoderKind(
    name: "FFV1", codec: "ffv1", encoder: "ffv1", alpha: [.straight, .premultiplied],
    layout: { _, alpha in alpha ? .bgra : .bgrx },
    settings: { _ in [("level", "3"), ("slices", "4"), ("slicecrc", "1"), ("g", "1")] })

  /// UT Video: lossless RGB, quick.
  static let ut = EncoderKind(
    name: "UT Video", codec: "ut", encoder: "utvideo", alpha: [.straight, .premultiplied],
    layout: { _, alpha in .planes(alpha: alpha) },
    settings: { _ in [("pred", "median")] })

  /// PNG pictures in a container; by its definition straight.
  static let png = EncoderKind(
    name: "PNG", codec: "png", encoder: "png", alpha: [.straight], layout: { _, alpha in alpha ? .rgba : .rgb },
    settings: { _ in [("pred", "mixed")] })

  static let animation = EncoderKind(
    name: "QuickTime Animation", codec: "qtrle", encoder: "qtrle", alpha: [.straight, .premultiplied],
    layout: { _, alpha in alpha ? .argb : .rgb })

  static let apng = EncoderKind(
    name: "lossless", codec: "apng", encoder: "apng", alpha: [.straight], layout: { _, alpha in alpha ? .rgba : .rgb },
    settings: { _ in [("pred", "mixed")] })

  static let webp = EncoderKind(
    name: "lossless", codec: "webp", encoder: "libwebp_anim", alpha: [.straight],
    layout: { _, alpha in alpha ? .bgra : .bgrx },
    settings: { _ in [("lossless", "1"), ("compression_level", "4"), ("quality", "75")] })
}

struct ProResProfile: Sendable {
  let name: String
  let codec: String
  let number: Int
  /// Whether colour has the full resolution, and alpha may be there.
  let is4444: Bool

  /// XQ's own matrix, of 2 and 3, number 5 of libavcodec's. Its default is 4444's, of 4 to 7, so that XQ had 4444's
  /// bytes for pictures for which 4444's bits are enough.
  var quantization: [(String, String)] { number == 5 ? [("quant_mat", "5")] : [] }

  /// All profiles; the first is the one that `prores` names.
  static let all = [
    ProResProfile(name: "ProRes 4444", codec: "prores", number: 4, is4444: true),
    ProResProfile(name: "ProRes 4444 XQ", codec: "prores-xq", number: 5, is4444: true),
    ProResProfile(name: "ProRes 422 HQ", codec: "prores-hq", number: 3, is4444: false),
    ProResProfile(name: "ProRes 422", codec: "prores-422", number: 2, is4444: false),
    ProResProfile(name: "ProRes 422 LT", codec: "prores-lt", number: 1, is4444: false),
    ProResProfile(name: "ProRes 422 Proxy", codec: "prores-proxy", number: 0, is4444: false),
  ]
}

extension EncoderKind {
  static func prores(_ profile: ProResProfile) -> EncoderKind {
    EncoderKind(
      name: profile.name, codec: profile.codec, encoder: "prores_ks", depths: [10],
      alpha: profile.is4444 ? [.straight, .premultiplied] : [],
      losses: (profile.is4444 ? "" : "alpha, half of the resolution of colour, and ")
        + "what the encoder takes for unseen",
      layout: { _, alpha in .yuv(profile.is4444 ? .full : .half, depth: 10, alpha: alpha) },
      settings: { _ in [("profile", String(profile.number))] + profile.quantization })
  }

  var isProRes: Bool { encoder == "prores_ks" }
}

/// The frame header, which libavcodec 59 gets wrong.
///
/// SMPTE RDD 36, 5.1.1 and 6.1.1: a frame is its size (4 bytes), `icpf`, and a frame header:
///
///      0  frame_header_size      2  bitstream_version (16 bits with what is reserved before it)
///      4  encoder_identifier     8  horizontal_size, vertical_size
///     12  chroma_format (2 bits: 2 for 4:2:2, 3 for 4:4:4), reserved (2), interlace_mode (2), reserved (2)
///     13  aspect_ratio_information (4), frame_rate_code (4)
///     14  color_primaries, transfer_characteristic, matrix_coefficients
///     17  reserved (4), alpha_channel_type (4): 0 none, 1 of 8 bits, 2 of 16 bits
///
/// By 6.4, version 0 means 4:2:2 without alpha; all others need 1. libavcodec 59 always writes 0, and 4 in the bits
/// reserved at 17. Decoders of macOS from 14.4 on follow it, and show pictures with alpha as opaque.
enum ProResFrame {
  /// The first byte of the frame header in a packet.
  private static let header = 8

  /// Corrects the header of a frame in place; leaves other packets unchanged.
  static func mend(_ packet: UnsafeMutableBufferPointer<UInt8>) {
    guard packet.count > header + 20, packet[4..<header].elementsEqual("icpf".utf8) else { return }
    let (is444, hasAlpha) = (packet[header + 12] >> 6 == 3, packet[header + 17] & 0x0F != 0)
    packet[header + 2] = 0
    packet[header + 3] = is444 || hasAlpha ? 1 : 0
    packet[header + 12] &= 0b1100_1100
    packet[header + 17] &= 0x0F
  }
}

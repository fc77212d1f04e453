// A kind of compressed pictures, and libavcodec's encoder for it. The kinds that there are: EncoderKind+All.swift.
// Tested by EncoderTests.

import ImageFiles

/// A request for the settings of an encoder.
struct EncoderRequest {
  /// The constant rate factor; nil if a bit rate is asked for, or the encoder does not have one.
  var crf: Int?
  /// Bits a second.
  var bitrate: Int?
  var preset: EncoderPreset
  /// Pixels.
  var width: Int
  /// Threads of the encoder.
  var threads: Int
}

/// A kind of compressed pictures.
package struct EncoderKind: Sendable {
  /// The name of the kind: `H.264`.
  package let name: String
  /// The kind's name for `--codec`: `h264`.
  package let codec: String
  /// libavcodec's name of the encoder.
  let encoder: String
  /// The constant rate factors that it takes, lower is better, and the default; nil where it has none.
  package let crf: (range: ClosedRange<Int>, standard: Int)?
  /// Bits a component that it takes, the default first; of RGB always 8.
  package var depths: [Int] = [8]
  /// The conventions of alpha that it holds, its own first; empty where it has no alpha.
  package var alpha: [AlphaConvention] = []
  /// The parts of a frame that are lost, for help; nil if nothing is lost.
  var losses: String?
  /// The GPU that it runs on; nil for the processor.
  var device: HardwareDevice?
  /// Returns the layout of its pictures of a depth, with alpha or without.
  let layout: @Sendable (_ depth: Int, _ alpha: Bool) -> PictureLayout
  /// Its options.
  let settings: @Sendable (EncoderRequest) -> [(String, String)]

  init(
    _ name: String, _ codec: String, encoder: String, crf: (range: ClosedRange<Int>, standard: Int)? = nil,
    depths: [Int] = [8], alpha: [AlphaConvention] = [], losses: String? = nil,
    layout: @escaping @Sendable (_ depth: Int, _ alpha: Bool) -> PictureLayout,
    settings: @escaping @Sendable (EncoderRequest) -> [(String, String)] = { _ in [] }
  ) {
    (self.name, self.codec, self.encoder, self.crf) = (name, codec, encoder, crf)
    (self.depths, self.alpha, self.losses) = (depths, alpha, losses)
    (self.layout, self.settings) = (layout, settings)
  }

  /// Whether presets make a difference.
  var hasPresets: Bool { crf != nil }

  /// Whether what is decoded is what was encoded.
  var isLossless: Bool { losses == nil }

  /// Whether it encodes a part of a film as it would in the whole.
  var isSegmented: Bool { !["apng", "libwebp_anim"].contains(encoder) }
}

extension EncoderKind {
  /// An encoder of libavcodec that is not in the table: 8-bit YUV 4:2:0, by its own defaults.
  static func other(_ encoder: String) -> EncoderKind {
    EncoderKind(
      encoder, encoder, encoder: encoder, losses: .ofYUV, layout: { _, _ in .yuv(.quarter, depth: 8, alpha: false) },
      settings: { request in
        (request.crf.map { [("crf", String($0))] } ?? []) + (request.bitrate.map { [("b", String($0))] } ?? [])
      })
  }

  /// The names for `--codec` by other names of the same kinds: those that others use, or those of encoders outside of
  /// libavcodec.
  private static let otherNames = [
    "h265": "hevc", "h.265": "hevc", "x265": "hevc", "hvc1": "hevc", "h.264": "h264", "x264": "h264", "avc": "h264",
    "avc1": "h264", "vp09": "vp9", "av01": "av1", "prores4444": "prores", "prores-4444": "prores",
    "prores422": "prores-422", "proreshq": "prores-hq", "utvideo": "ut", "rle": "qtrle", "animation": "qtrle",
  ]

  /// Returns the message about a name that no encoder has.
  static func unknownName(_ name: String) -> String {
    let names = all.map(\.codec)
    let meant = otherNames[name.lowercased()].map { "; did you mean '\($0)'?" } ?? names.guess(of: name)
    return "no video encoder \"\(name)\"\(meant)\(meant.isEmpty ? ";" : "") `codec` takes \(names.listed(by: "and")), "
      + "and libavcodec's own names, which `ffmpeg -encoders` lists"
  }

  /// The kind that `--codec` names, by our name or libavcodec's.
  static func named(_ name: String) -> EncoderKind {
    all.first { $0.codec == name } ?? (all + hardware).first { $0.encoder == name } ?? other(name)
  }
}

extension String {
  /// The losses of lossy encoders of YUV 4:2:0 without alpha.
  static let ofYUV = "alpha, half of the resolution of colour, and what the encoder takes for unseen"
  /// The losses of such encoders that keep alpha.
  static let ofYUVWithAlpha = "half of the resolution of colour, and what the encoder takes for unseen"
}

extension VideoOptions {
  /// All constant rate factors that some encoder takes.
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

// The encoders that formats use by default, with their scales of quality.

import ImageFiles

/// A kind of compressed pictures, and libavcodec's encoder for it.
package struct EncoderKind: Sendable {
  /// What it is called: `H.264`.
  package let name: String
  /// libavcodec's name of the encoder.
  let encoder: String
  /// The constant rate factors that it takes, lower is better, and the default; nil where it has none.
  package let crf: (range: ClosedRange<Int>, standard: Int)?
  /// Whether another encoder may be used in its place.
  let isReplaceable: Bool
  /// Whether frames are indices into a palette instead of YUV 4:2:0.
  let isPaletted: Bool
  /// What of a frame is lost, for help.
  let losses: String
  /// Its options, for a constant rate factor, a preset and a width in pixels.
  let settings: @Sendable (_ crf: Int, _ preset: EncoderPreset, _ width: Int) -> [(String, String)]

  /// H.264.
  static let h264 = EncoderKind(
    name: "H.264", encoder: "libx264", crf: (0...51, 18), isReplaceable: true, isPaletted: false, losses: .ofYUV
  ) { crf, preset, _ in
    // "veryfast": rendered frames are easy to predict, and the encoder shares the cores with the renderer.
    let name =
      switch preset {
      case .draft: "ultrafast"
      case .standard: "veryfast"
      case .high: "medium"
      }
    return [("preset", name), ("crf", String(crf))]
  }

  /// VP9.
  static let vp9 = EncoderKind(
    name: "VP9", encoder: "libvpx-vp9", crf: (0...63, 24), isReplaceable: true, isPaletted: false, losses: .ofYUV
  ) { crf, preset, width in
    let speed =
      switch preset {
      case .draft: "8"
      case .standard: "5"
      case .high: "2"
      }
    // Tiles are at least 256 pixels wide; with row-mt, columns are what threads share.
    let tileColumns = width >= 1024 ? 2 : width >= 512 ? 1 : 0
    return [
      ("crf", String(crf)), ("b", "0"), ("deadline", preset == .draft ? "realtime" : "good"), ("cpu-used", speed),
      ("row-mt", "1"),
      ("tile-columns", String(tileColumns)),
    ]
  }

  /// GIF's pictures.
  static let gif = EncoderKind(
    name: "at most 256 colours a frame", encoder: "gif", crf: nil, isReplaceable: false, isPaletted: true,
    losses: "alpha and all but 256 colours a frame"
  ) { _, _, _ in [] }

  /// The encoders of all formats that have a quality factor.
  static let withQuality: [EncoderKind] = VideoFormat.all.compactMap(\.encoder).reduce(into: []) { kinds, kind in
    if kind.crf != nil, !kinds.contains(where: { $0.encoder == kind.encoder }) { kinds.append(kind) }
  }
}

extension String {
  /// What is lost by lossy encoders of YUV 4:2:0.
  fileprivate static let ofYUV = "alpha, half of the resolution of colour, and what the encoder takes for unseen"
}

extension EncoderKind {
  /// Whether presets make a difference.
  var hasPresets: Bool { crf != nil }
}

extension VideoOptions {
  /// All constant rate factors that some encoder takes.
  package static let crfRange: ClosedRange<Int> = {
    let ranges = EncoderKind.withQuality.compactMap { $0.crf?.range }
    return (ranges.map(\.lowerBound).min() ?? 0)...(ranges.map(\.upperBound).max() ?? 0)
  }()

  /// What they mean: `H.264 0 to 51 (default 18), VP9 0 to 63 (default 24)`.
  package static let crfHelp = EncoderKind.withQuality.map { kind in
    let crf = kind.crf!
    return "\(kind.name) \(crf.range.lowerBound) to \(crf.range.upperBound) (default \(crf.standard))"
  }.joined(separator: ", ")
}

// The table of encoders, in the order in which help names them.

import CLibAV

extension EncoderKind {
  /// All kinds that have a name for `--codec`.
  package static let all: [EncoderKind] =
    [.h264, .hevc, .vp9, .av1] + ProResProfile.all.map(prores) + [.ffv1, .ut, .png, .animation]

  /// The kinds that have a quality factor.
  static let withQuality: [EncoderKind] = all.filter { $0.crf != nil }

  /// H.264.
  static let h264 = EncoderKind(
    "H.264", "h264", encoder: "libx264", crf: (0...51, 18), losses: .ofYUV,
    layout: { _, _ in .yuv(.quarter, depth: 8, alpha: false) },
    settings: { request in
      // "veryfast": rendered frames are easy to predict, and the encoder shares the cores with the renderer.
      let name =
        switch request.preset {
        case .draft: "ultrafast"
        case .standard: "veryfast"
        case .high: "medium"
        }
      return [("preset", name), request.rate] + instructionsOfX264
    })

  /// x264 164 with AVX-512 writes other bytes from run to run, where other encoders run beside it in the process (found
  /// by 150 runs of one film: three to five files, of the same pictures); with AVX2 always the same.
  private static let instructionsOfX264: [(String, String)] =
    clibav_has_avx512() != 0
    ? [("x264-params", "asm=MMX2,SSE2Fast,SSSE3,SSE4.2,AVX,LZCNT,BMI1,FMA3,BMI2,AVX2")] : []

  /// HEVC. Its version and settings are left out of the stream, and it prints nothing.
  static let hevc = EncoderKind(
    "HEVC", "hevc", encoder: "libx265", crf: (0...51, 20), depths: [8, 10], losses: .ofYUV,
    layout: { depth, _ in .yuv(.quarter, depth: depth, alpha: false) },
    settings: { request in
      let name =
        switch request.preset {
        case .draft: "ultrafast"
        case .standard: "veryfast"
        case .high: "medium"
        }
      // Rows of one frame are shared by threads, not frames.
      let threads = "pools=\(request.threads):frame-threads=1"
      return [("preset", name), request.rate, ("x265-params", "info=0:log-level=error:\(threads)")]
    })

  /// VP9.
  static let vp9 = EncoderKind(
    "VP9", "vp9", encoder: "libvpx-vp9", crf: (0...63, 24), depths: [8, 10], alpha: [.straight, .premultiplied],
    losses: .ofYUVWithAlpha,
    layout: { depth, alpha in .yuv(.quarter, depth: alpha ? 8 : depth, alpha: alpha) },
    settings: { request in
      let speed =
        switch request.preset {
        case .draft: "8"
        case .standard: "5"
        case .high: "2"
        }
      // Tiles are at least 256 pixels wide; with row-mt, columns are what threads share.
      let tileColumns = request.width >= 1024 ? 2 : request.width >= 512 ? 1 : 0
      return [
        ("deadline", request.preset == .draft ? "realtime" : "good"), ("cpu-used", speed), ("row-mt", "1"),
        ("tile-columns", String(tileColumns)),
      ] + (request.bitrate == nil ? [request.rate, ("b", "0")] : [request.rate])
    })

  /// AV1.
  static let av1 = EncoderKind(
    "AV1", "av1", encoder: "libsvtav1", crf: (0...63, 30), depths: [8, 10], losses: .ofYUV,
    layout: { depth, _ in .yuv(.quarter, depth: depth, alpha: false) },
    settings: { request in
      let speed =
        switch request.preset {
        case .draft: "12"
        case .standard: "9"
        case .high: "6"
        }
      return [("preset", speed), request.rate, ("svtav1-params", "lp=\(request.threads)")]
    })

  /// FFV1: lossless RGB.
  static let ffv1 = EncoderKind(
    "FFV1", "ffv1", encoder: "ffv1", alpha: [.straight, .premultiplied], layout: { _, alpha in alpha ? .bgra : .bgrx },
    settings: { _ in [("level", "3"), ("slices", "4"), ("slicecrc", "1"), ("g", "1")] })

  /// UT Video: lossless RGB, quick.
  static let ut = EncoderKind(
    "UT Video", "ut", encoder: "utvideo", alpha: [.straight, .premultiplied],
    layout: { _, alpha in .planes(alpha: alpha) },
    settings: { _ in [("pred", "median")] })

  /// PNG pictures in a container; by its definition straight.
  static let png = EncoderKind(
    "PNG", "png", encoder: "png", alpha: [.straight], layout: { _, alpha in alpha ? .rgba : .rgb },
    settings: { _ in [("pred", "mixed")] })

  /// QuickTime Animation.
  static let animation = EncoderKind(
    "QuickTime Animation", "qtrle", encoder: "qtrle", alpha: [.straight, .premultiplied],
    layout: { _, alpha in alpha ? .argb : .rgb })

  /// PNG's animations.
  static let apng = EncoderKind(
    "lossless", "apng", encoder: "apng", alpha: [.straight], layout: { _, alpha in alpha ? .rgba : .rgb },
    settings: { _ in [("pred", "mixed")] })

  /// WebP's animations.
  static let webp = EncoderKind(
    "lossless", "webp", encoder: "libwebp_anim", alpha: [.straight], layout: { _, alpha in alpha ? .bgra : .bgrx },
    settings: { _ in [("lossless", "1"), ("compression_level", "4"), ("quality", "75")] })
}

extension EncoderRequest {
  /// The option for the bit rate or the quality, as most encoders take it.
  fileprivate var rate: (String, String) { bitrate.map { ("b", String($0)) } ?? ("crf", String(crf ?? 0)) }
}

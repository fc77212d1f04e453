// Which libav container, encoder and settings stand behind a format.
import CLibAV

/// What to open in libav for a video.
struct EncoderRecipe {
  /// libavformat's short name of the container, and its options.
  let container: String
  let containerOptions: [(String, String)]
  /// libavcodec's name of the encoder, and its options.
  let encoder: String
  let encoderOptions: [(String, String)]
  let threads: Int
  /// Whether frames are indices into a palette instead of YUV 4:2:0.
  let isPaletted: Bool

  init(
    container: String, containerOptions: [(String, String)], kind: EncoderKind, shape: FrameShape, options: VideoOptions
  ) throws(VideoError) {
    guard (1...64).contains(options.threads) else {
      throw .badOption("the encoder's threads must be 1 to 64; got \(options.threads)")
    }
    (self.container, self.containerOptions) = (container, containerOptions)
    threads = options.threads
    isPaletted = kind.isPaletted
    encoder = options.codec ?? kind.encoder
    // An encoder that a user chose by its name may be one of ours.
    let known = kind.encoder == encoder ? kind : EncoderKind.withQuality.first { [encoder] in $0.encoder == encoder }
    if known?.hasPresets != true, let preset = options.preset {
      throw .badOption("the encoder \(encoder) has no preset \(preset.rawValue); leave --preset out")
    }
    encoderOptions = try Self.settings(of: known, options, width: shape.width)
  }

  private static func settings(
    of kind: EncoderKind?, _ options: VideoOptions, width: Int
  ) throws(VideoError) -> [(String, String)] {
    let (crf, preset) = (options.crf, options.preset ?? .standard)
    guard let kind else { return crf.map { [("crf", String($0))] } ?? [] }
    guard let (range, standard) = kind.crf else { return kind.settings(0, preset, width) }
    if let crf, !range.contains(crf) {
      throw .badOption("--crf of \(kind.encoder) is \(range.lowerBound) to \(range.upperBound); got \(crf)")
    }
    return kind.settings(crf ?? standard, preset, width)
  }

  /// The layout of the frames that the encoder is given.
  var pixelFormat: AVPixelFormat { isPaletted ? AV_PIX_FMT_PAL8 : AV_PIX_FMT_YUV420P }
}

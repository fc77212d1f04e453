// Which libav container, encoder and settings stand behind a format.
import CLibAV

/// What to open in libav for a video.
struct EncoderRecipe {
  /// The user's word for it, for errors.
  var format: VideoFormat
  /// libavformat's short name of the container, and its options.
  var container: String
  var containerOptions: [(String, String)] = []
  /// libavcodec's name of the encoder, and its options.
  var encoder: String
  var encoderOptions: [(String, String)] = []
  var threads: Int
  /// Whether frames are indices into a palette instead of YUV 4:2:0.
  var isPaletted = false

  /// Nil for the formats that are written without libav.
  init?(for format: VideoFormat, shape: FrameShape, options: VideoOptions) throws(VideoError) {
    guard (1...64).contains(options.threads) else {
      throw .badOption("the encoder's threads must be 1 to 64; got \(options.threads)")
    }
    self.format = format
    threads = options.threads
    container = format.rawValue
    switch format {
    case .mp4, .mov:
      encoder = "libx264"
      // The index moves in front of the data when the file is complete.
      containerOptions = [("movflags", "+faststart")]
    case .webm:
      encoder = "libvpx-vp9"
    case .gif:
      encoder = "gif"
      isPaletted = true
      guard options.codec == nil else { throw .badOption("gif has no choice of codec; leave --codec out") }
      guard options.crf == nil else { throw .badOption("gif has no quality factor; leave --crf out") }
    case .y4m, .pngSequence, .rawRGBA:
      return nil
    }
    encoder = options.codec ?? encoder
    encoderOptions = try Self.settings(of: encoder, crf: options.crf, width: shape.width)
  }

  private static func settings(
    of encoder: String, crf: Int?, width: Int
  ) throws(VideoError) -> [(String, String)] {
    switch encoder {
    case "libx264":
      try check(crf, within: 0...51, of: encoder)
      // "veryfast": rendered frames are easy to predict, and the encoder shares the cores with the renderer.
      return [("preset", "veryfast"), ("crf", String(crf ?? 18))]
    case "libvpx-vp9":
      try check(crf, within: 0...63, of: encoder)
      // Tiles are at least 256 pixels wide; with row-mt, columns are what threads share.
      let tileColumns = width >= 1024 ? 2 : width >= 512 ? 1 : 0
      return [
        ("crf", String(crf ?? 24)), ("b", "0"), ("deadline", "good"), ("cpu-used", "5"), ("row-mt", "1"),
        ("tile-columns", String(tileColumns)),
      ]
    default:
      return crf.map { [("crf", String($0))] } ?? []
    }
  }

  private static func check(_ crf: Int?, within range: ClosedRange<Int>, of encoder: String) throws(VideoError) {
    guard let crf, !range.contains(crf) else { return }
    throw .badOption("--crf of \(encoder) is \(range.lowerBound) to \(range.upperBound); got \(crf)")
  }

  /// The layout of the frames that the encoder is given.
  var pixelFormat: AVPixelFormat { isPaletted ? AV_PIX_FMT_PAL8 : AV_PIX_FMT_YUV420P }
}

// What a video can be written as, and how the output's name says so.

/// A format of video output.
package enum VideoFormat: String, CaseIterable, Sendable {
  /// H.264 in MP4, its index in front of the data so that playing can start before all of it has arrived.
  case mp4
  /// H.264 in QuickTime, otherwise as `mp4`.
  case mov
  /// VP9 in WebM.
  case webm
  /// GIF, at most 256 colours a frame, looping for ever.
  case gif
  /// Uncompressed planar YUV 4:2:0 with a text header, for other encoders.
  case y4m
  /// One PNG file a frame.
  case pngSequence
  /// The frames' bytes as they are, premultiplied RGBA, on standard output.
  case rawRGBA

  /// The format that an output's name asks for: `-` raw frames, a name with a `%` in it a PNG sequence, otherwise the
  /// suffix.
  ///
  /// - Throws: `VideoError.badOutputName` when the suffix is none of `mp4`, `mov`, `webm`, `gif` and `y4m`.
  package init(path: String) throws(VideoError) {
    if path == "-" {
      self = .rawRGBA
    } else if path.contains("%") {
      self = .pngSequence
    } else {
      let suffix = path.split(separator: "/").last.flatMap { $0.split(separator: ".").dropFirst().last } ?? ""
      switch suffix.lowercased() {
      case "mp4": self = .mp4
      case "mov": self = .mov
      case "webm": self = .webm
      case "gif": self = .gif
      case "y4m": self = .y4m
      default:
        throw .badOutputName(
          path: path,
          reason: "the name says no video format; use .mp4, .mov, .webm, .gif, .y4m, DIR/%05d.png or - (raw RGBA)")
      }
    }
  }

  /// The format's name in messages.
  package var name: String {
    switch self {
    case .pngSequence: "a PNG sequence"
    case .rawRGBA: "raw output"
    default: rawValue
    }
  }

  /// Whether chroma is stored once for every 2x2 pixels, so that both sides must be even.
  package var needsEvenSize: Bool {
    switch self {
    case .mp4, .mov, .webm, .y4m: true
    case .gif, .pngSequence, .rawRGBA: false
    }
  }

  /// The longest side, in pixels: that of image files, and VP9's.
  static let maximumSide = 16384

  /// Refuses frames that the format cannot hold.
  func checkSize(width: Int, height: Int) throws(VideoError) {
    guard (1...Self.maximumSide).contains(width), (1...Self.maximumSide).contains(height) else {
      throw .unsupportedSize(
        format: self, width: width, height: height, need: "sides of 1 to \(Self.maximumSide) pixels",
        advice: "use another --size or --scale")
    }
    guard needsEvenSize, width % 2 != 0 || height % 2 != 0 else { return }
    throw .unsupportedSize(
      format: self, width: width, height: height, need: "even width and height",
      advice: "use --size \(width + width % 2)x\(height + height % 2) or --scale 2")
  }

  /// Refuses frame rates that the format cannot say.
  ///
  /// A GIF counts in hundredths of a second, in 16 bits, and viewers play a delay of less than two of them at a tenth
  /// of the speed.
  func checkFrameRate(_ rate: FrameRate) throws(VideoError) {
    guard self == .gif else { return }
    if rate.framesPerSecond > 50 {
      throw .badOption("gif shows at most 50 frames a second; got \(rate); use --fps 50 or less")
    }
    if rate.framesPerSecond * 655.35 < 1 {
      throw .badOption(
        "gif shows a frame for at most 655 seconds; got \(rate) frames a second; use --fps 0.002 or more")
    }
  }
}

// The libav container, encoder and settings of a format.
import CLibAV

/// The container, the encoder and their settings that libav opens for a film.
struct EncoderRecipe {
  /// libavformat's short name of the container, and its options.
  let container: String
  let containerOptions: [(String, String)]
  /// libavcodec's name of the encoder, and its options.
  let encoder: String
  let encoderOptions: [(String, String)]
  let threads: Int
  /// The encoding of the pictures.
  let encoding: PictureEncoding
  /// The planes of frames that come as planes; nil if frames come as pixels.
  let packing: PackedPlanes?
  /// The pictures that frames lie over, through which the frames come; nil if frames lie over no pictures.
  let underlay: Underlay?
  /// The timecode of the first picture; nil for a film without timecode.
  let timecode: String?

  init(
    container: String, containerOptions: [(String, String)], encoding: PictureEncoding, shape: FrameShape,
    options: VideoOptions
  ) throws(VideoError) {
    guard (1...64).contains(options.threads) else {
      throw .badOption("the encoder's threads must be 1 to 64; got \(options.threads)")
    }
    guard let kind = encoding.kind else { preconditionFailure("\(container) without an encoder") }
    (self.container, self.containerOptions) = (container, containerOptions)
    (encoder, threads, self.encoding, timecode) = (kind.encoder, options.threads, encoding, options.timecode)
    underlay = encoding.tags == nil ? nil : options.underlay
    packing = options.takesPlanes && underlay == nil ? encoding.packing(of: shape) : nil
    if !kind.hasPresets, let preset = options.preset {
      throw .badOption("the encoder \(encoder) has no preset \(preset.rawValue); leave `preset` out")
    }
    if let crf = options.crf, let range = kind.crf?.range, !range.contains(crf) {
      throw .badOption("`crf` of \(encoder) is \(range.lowerBound) to \(range.upperBound); got \(crf)")
    }
    if kind.crf == nil, options.bitrate != nil, EncoderKind.all.contains(where: { $0.codec == kind.codec }) {
      throw .badOption("\(kind.name) has no rate to choose; leave `bitrate` out")
    }
    encoderOptions = kind.settings(
      EncoderRequest(
        crf: options.crf ?? kind.crf?.standard, bitrate: options.bitrate, preset: options.preset ?? .standard,
        width: shape.width, threads: options.threads))
  }

  /// The layouts of libavutil that the encoder may be given, the best first.
  var pixelFormats: [AVPixelFormat] {
    if packing?.isInterleaved == true { return [packing?.componentBytes == 1 ? AV_PIX_FMT_NV12 : .p010] }
    return encoding.layout.pixelFormats
  }
}

extension PictureLayout {
  /// The same of libavutil, the best first.
  var pixelFormats: [AVPixelFormat] {
    switch self {
    case .rgba: [AV_PIX_FMT_RGBA]
    case .argb: [AV_PIX_FMT_ARGB]
    case .bgra: [AV_PIX_FMT_BGRA]
    case .bgrx: [AV_PIX_FMT_BGR0, AV_PIX_FMT_BGRA]
    case .rgb: [AV_PIX_FMT_RGB24]
    case .packed(let order): preconditionFailure("no libav format has the bytes \(order)")
    case .planes(let alpha): [alpha ? AV_PIX_FMT_GBRAP : AV_PIX_FMT_GBRP]
    case .yuv(.quarter, 8, let alpha): [alpha ? AV_PIX_FMT_YUVA420P : AV_PIX_FMT_YUV420P]
    case .yuv(.quarter, _, let alpha): [alpha ? AV_PIX_FMT_YUVA420P10LE : AV_PIX_FMT_YUV420P10LE]
    case .yuv(.half, 8, let alpha): [alpha ? AV_PIX_FMT_YUVA422P : AV_PIX_FMT_YUV422P]
    case .yuv(.half, _, let alpha): [alpha ? AV_PIX_FMT_YUVA422P10LE : AV_PIX_FMT_YUV422P10LE]
    case .yuv(.full, 8, let alpha): [alpha ? AV_PIX_FMT_YUVA444P : AV_PIX_FMT_YUV444P]
    case .yuv(.full, _, let alpha): [alpha ? AV_PIX_FMT_YUVA444P10LE : AV_PIX_FMT_YUV444P10LE]
    }
  }
}

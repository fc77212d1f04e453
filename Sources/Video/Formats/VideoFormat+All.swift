import ImageCodecs
import ImageFiles

extension VideoFormat {
  /// All formats that are written, in the order in which help and messages name them.
  package static let all: [VideoFormat] = [
    .mp4, .mov, .mkv, .webm, .gif, .apng, .webp, .y4m, .pngSequence, .webpSequence, .rawRGBA, .wav,
  ]

  /// H.264 in MP4, its index first, so that playing can start early. MP4 has no place for VP9's alpha pictures.
  package static let mp4 = container(
    "mp4", .h264, options: [("movflags", "+faststart")], sound: [.aac, .opus, .flac], keepsAlpha: false)

  /// H.264 in QuickTime, otherwise as `mp4`; ProRes if alpha is requested.
  package static let mov = container(
    "mov", .h264, alpha: .prores(.all[0]), options: [("movflags", "+faststart")], sound: [.aac, .pcm])

  /// H.264 in Matroska; FFV1 if alpha is requested.
  package static let mkv = container(
    "mkv", muxer: "matroska", .h264, alpha: .ffv1, sound: [.flac, .aac, .opus, .pcm])

  package static let webm = container("webm", .vp9, sound: [.opus])

  /// GIF, looping for ever. Delays are hundredths of a second, in 16 bits; viewers play those below two ten times
  /// slower.
  package static let gif = VideoFormat(
    name: "gif", outputName: .suffix("gif"), contents: "at most 255 colours",
    losses: "alpha and all but 255 colours", frameRates: 1 / 655.35...50
  ) { (_, path, shape, _, _) throws(VideoError) in try GIFSink(path: path, shape: shape) }

  /// An animation of PNG, looping for ever.
  package static let apng = container("apng", .apng, hasChoice: false, options: [("plays", "0")])

  /// A lossless animation of WebP, looping for ever. Delays are milliseconds, in 24 bits.
  package static let webp = container(
    "webp", .webp, hasChoice: false, options: [("loop", "0")], frameRates: 1 / 16777.215...1000)

  /// Uncompressed planar YUV 4:2:0 with a text header, for other encoders.
  package static let y4m = VideoFormat(
    name: "y4m", outputName: .suffix("y4m"), contents: "uncompressed YUV 4:2:0",
    losses: "alpha and half of the resolution of colour", depths: [8, 10],
    layout: { depth, _ in .yuv(.quarter, depth: depth, alpha: false) },
    sink: { (_, path, shape, options, encoding) throws(VideoError) in
      try Y4MSink(path: path, shape: shape, encoding: encoding, options: options)
    })

  package static let pngSequence = sequence("a PNG sequence", of: .png, example: "frames/%05d.png")

  /// One WebP file a frame, lossless.
  package static let webpSequence = sequence("a WebP sequence", of: .webp, example: "frames/%05d.webp")

  package static let rawRGBA = VideoFormat(
    name: "raw output", outputName: .exactly("-"), contents: "raw RGBA frames on standard output",
    alpha: [.premultiplied, .straight], depths: [8, 16]
  ) { (_, _, shape, options, encoding) throws(VideoError) in
    try RawSink(shape: shape, encoding: encoding, areFramesDeep: options.areFramesDeep)
  }

  package static let wav = VideoFormat(
    name: "wav", outputName: .suffix("wav"), contents: "the sound alone", losses: "the pictures", sound: [.pcm],
    hasPictures: false
  ) { (_, path, shape, options, _) throws(VideoError) in try SoundSink(path: path, shape: shape, options: options) }

  /// Returns a format that libav writes.
  ///
  /// - Parameters:
  ///   - suffix: the files' suffix; also libavformat's short name of the container, unless `muxer` gives another.
  ///   - alpha: the encoder of films with alpha; nil for `encoder`.
  static func container(
    _ suffix: String, muxer: String? = nil, _ encoder: EncoderKind, alpha: EncoderKind? = nil, hasChoice: Bool = true,
    options: [(String, String)] = [], frameRates: ClosedRange<Double>? = nil, sound: [SoundKind] = [],
    keepsAlpha: Bool = true
  ) -> VideoFormat {
    VideoFormat(
      name: suffix, outputName: .suffix(suffix), contents: encoder.name, losses: encoder.losses, frameRates: frameRates,
      encoder: encoder, alphaEncoder: alpha, hasChoice: hasChoice, keepsAlpha: keepsAlpha, sound: sound,
      container: muxer ?? suffix, containerOptions: options
    ) { (format, path, shape, options, encoding) throws(VideoError) in
      try ContainerSink(
        path: path, recipe: format.recipe(shape, options, encoding), shape: shape, options: options,
        sound: format.soundKind(options, encoding), twin: format.makeTwin(of: path, shape, options, encoding))
    }
  }

  /// Returns the container, the encoder and their settings for a film of a format that libav writes.
  func recipe(_ shape: FrameShape, _ options: VideoOptions, _ encoding: PictureEncoding) -> EncoderRecipe {
    EncoderRecipe(
      container: container ?? name, containerOptions: containerOptions, encoding: encoding, shape: shape,
      options: options)
  }

  /// Returns the kind of sound of a film: by default a lossless one if the pictures are lossless or for editing.
  func soundKind(_ options: VideoOptions, _ encoding: PictureEncoding) -> SoundKind? {
    let isForEditing = encoding.kind.map { $0.isLossless || $0.isProRes } ?? false
    return options.soundKind ?? (isForEditing ? sound.first { $0.bitrate == 0 } : nil) ?? sound.first
  }

  private static func sequence(_ name: String, of codec: ImageCodec, example: String) -> VideoFormat {
    VideoFormat(
      name: name, outputName: .pattern(example: example), contents: "one picture a frame", alpha: [.straight],
      depths: codec == .png ? [8, 16] : [8]
    ) { (_, path, shape, options, encoding) throws(VideoError) in
      try encoding.checkDepth(options.areFramesDeep)
      return try PictureSequenceSink(
        path: path, codec: codec, shape: shape, hasAlpha: encoding.alpha != nil, first: options.firstFrame,
        areFramesDeep: options.areFramesDeep)
    }
  }
}

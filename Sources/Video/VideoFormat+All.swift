// The table of video formats, in the order in which help and messages name them.

extension VideoFormat {
  /// All formats that are written.
  package static let all: [VideoFormat] = [.mp4, .mov, .webm, .gif, .y4m, .pngSequence, .rawRGBA]

  /// H.264 in MP4, its index in front of the data so that playing can start before all of it has arrived.
  package static let mp4 = container("mp4", .h264, options: [("movflags", "+faststart")])

  /// H.264 in QuickTime, otherwise as `mp4`.
  package static let mov = container("mov", .h264, options: [("movflags", "+faststart")])

  /// VP9 in WebM.
  package static let webm = container("webm", .vp9)

  /// GIF, looping for ever. It counts in hundredths of a second, in 16 bits, and viewers play a delay of less than two
  /// of them at a tenth of the speed.
  package static let gif = container("gif", .gif, frameRates: 1 / 655.35...50)

  /// Uncompressed planar YUV 4:2:0 with a text header, for other encoders.
  package static let y4m = VideoFormat(
    name: "y4m", outputName: .suffix("y4m"), contents: "uncompressed YUV 4:2:0",
    losses: "alpha and half of the resolution of colour", needsEvenSize: true
  ) { (path, shape, _) throws(VideoError) in try Y4MSink(path: path, shape: shape) }

  /// One PNG file a frame.
  package static let pngSequence = VideoFormat(
    name: "a PNG sequence", outputName: .pattern(example: "frames/%05d.png"), contents: "one picture a frame"
  ) { (path, shape, _) throws(VideoError) in try PNGSequenceSink(path: path, shape: shape) }

  /// The frames' bytes as they are, premultiplied RGBA, on standard output.
  package static let rawRGBA = VideoFormat(
    name: "raw output", outputName: .exactly("-"), contents: "raw RGBA frames on standard output"
  ) { _, _, _ in RawSink() }

  /// A format that libav writes.
  ///
  /// - Parameters:
  ///   - suffix: of its files; also libavformat's short name of the container, where `muxer` says no other.
  ///   - encoder: which pictures it holds.
  ///   - options: of libavformat's container.
  static func container(
    _ suffix: String, muxer: String? = nil, _ encoder: EncoderKind, options: [(String, String)] = [],
    frameRates: ClosedRange<Double>? = nil
  ) -> VideoFormat {
    VideoFormat(
      name: suffix, outputName: .suffix(suffix), contents: encoder.name, losses: encoder.losses,
      needsEvenSize: !encoder.isPaletted, frameRates: frameRates, encoder: encoder
    ) { (path, shape, videoOptions) throws(VideoError) in
      let recipe = try EncoderRecipe(
        container: muxer ?? suffix, containerOptions: options, kind: encoder, shape: shape, options: videoOptions)
      return try ContainerSink(path: path, recipe: recipe, shape: shape)
    }
  }
}

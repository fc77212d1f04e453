// What is opened for a film: its output, padded where its pictures are, and perhaps that of its key.

extension VideoFormat {
  /// Opens an output for frames of a shape. Where they have odd sides, the format needs even ones, and it is asked for,
  /// they are padded.
  func makePaddedSink(
    _ path: String, for shape: FrameShape, _ options: VideoOptions
  ) throws(VideoError) -> any FrameSink {
    let encoding = try encoding(options, height: shape.height)
    let padded = try pictureShape(of: shape, options, encoding)
    var options = options
    if padded.width != shape.width || padded.height != shape.height { options.takesPlanes = false }
    return try PaddingSink.around(makeSink(path, padded, options, encoding), from: shape, to: padded)
  }

  /// Opens an output of the colours, and one of the alpha, whose format its own name says.
  ///
  /// - Throws: also `badOption` where both have one name.
  func makeKeyFillSink(
    _ path: String, key keyPath: String, for shape: FrameShape, _ options: VideoOptions
  ) throws(VideoError) -> any FrameSink {
    guard path != keyPath else { throw .badOption("`keyPath` and `path` name the same file, \(path)") }
    let keyFormat = try VideoFormat(path: keyPath)
    // What the key's encoder is told follows from its own format, but for the quality, where they are of one kind.
    var keyOptions = keyFormat == self ? options : VideoOptions(threads: options.threads)
    (keyOptions.key, keyOptions.alpha) = (nil, AlphaRequest.none)
    keyOptions.padsToEven = options.padsToEven
    var fillOptions = options
    (fillOptions.key, fillOptions.alpha) = (nil, AlphaRequest.none)
    var colors: PictureConverter?
    if options.alpha == .straight {
      let encoding = try encoding(fillOptions, height: shape.height)
      colors = try PictureConverter(
        .packed([0, 1, 2, 4]), shape: shape, alpha: .straight, coding: encoding.coding, isLossy: encoding.isLossy)
    }
    return try KeyFillSink(
      fill: makePaddedSink(path, for: shape, fillOptions),
      key: keyFormat.makePaddedSink(keyPath, for: shape, keyOptions),
      colors: colors, shape: shape)
  }

  /// Compares the frames, and writes nothing. The first that differs cancels the film.
  package static func verification(_ verification: FrameVerification) -> VideoFormat {
    VideoFormat(name: "verification", outputName: .exactly(""), contents: "nothing") { _, _, _, _ in
      VerifyingSink(verification)
    }
  }
}

import ImageFiles

extension VideoFormat {
  /// Returns the shape of the pictures for frames of a shape. Throws if the format does not support it.
  func pictureShape(
    of shape: FrameShape, _ options: VideoOptions, _ encoding: PictureEncoding
  ) throws(VideoError) -> FrameShape {
    let shape = encoding.padded(shape, options)
    try checkSize(width: shape.width, height: shape.height, encoding.layout)
    try checkFrameRate(shape.rate)
    return shape
  }

  /// Returns the encoding of the pictures for the options: with the format's encoder for alpha if alpha is requested
  /// and no encoder is named. A film with a key has no alpha.
  package func encoding(_ options: VideoOptions, height: Int) throws(VideoError) -> PictureEncoding {
    try checkOptions(options)
    let isAlphaAsked = options.alpha?.convention != nil && options.key == nil
    if let form = options.underlay?.form, let kind = encoder(for: form, options) {
      try kind.check(options)
      return PictureEncoding(
        kind: kind, alpha: nil, coding: form.coding, layout: form.layout, transfer: options.transfer,
        highRange: form.highRange.underGraphics, tags: form.tags)
    }
    let range = options.dynamicRange ?? .sdr
    var kind = options.codec.map(EncoderKind.named) ?? (isAlphaAsked ? alphaEncoder ?? encoder : encoder)
    // Few players decode H.264 with 10 bits.
    if range != .sdr, options.codec == nil, kind?.codec == EncoderKind.h264.codec { kind = .hevc }
    let alpha = try convention(options, kind, held: keepsAlpha ? kind?.alpha ?? self.alpha : [])
    let depth = try range == .sdr ? depth(options, kind: kind, hasAlpha: alpha != nil) : 10
    if range != .sdr { try checkHighRange(options, range, kind, hasAlpha: alpha != nil) }
    let layout = kind?.layout(depth, alpha != nil) ?? self.layout(depth, alpha != nil)
    if !layout.isYUV, options.matrix != nil || options.range != nil {
      throw .badOption("\(kind?.name ?? name) is not YUV; leave `matrix` and `usesFullRange` out")
    }
    // No GPU's encoder gets 10 bits here.
    let hardware = range == .sdr ? options.hardware ?? .off : .off
    let chosen = try kind?.onHardware(
      hardware, depth: depth, hasAlpha: alpha != nil, problem: EncoderProbe.problem)
    if kind == nil, options.hardware == .required { throw .badOption("\(name) has no encoder; leave `hardware` out") }
    let standard = range == .sdr ? YUVMatrix.standard(height: height) : .bt2020
    let own = options.passedForm?.coding
    let coding = YUVCoding(
      matrix: options.matrix ?? own?.matrix ?? standard, range: options.range ?? own?.range ?? .limited)
    let transfer = try transfer(options, kind: kind, layout)
    try chosen?.kind.check(options)
    return PictureEncoding(
      kind: chosen?.kind, alpha: alpha, coding: coding, layout: layout, depth: depth, transfer: transfer,
      dynamicRange: range,
      // Half floats may have light above white, which is not known before the film ends.
      highRange: options.clipLight?.underGraphics
        ?? (range == .pq && !options.areFramesDeep ? .ofGraphics : HighRangeMetadata()),
      passedForm: options.passedForm, fallBack: chosen?.fallBack)
  }

  /// Throws if a film of high dynamic range cannot be of the format, the encoder and the options.
  private func checkHighRange(
    _ options: VideoOptions, _ range: DynamicRange, _ kind: EncoderKind?, hasAlpha: Bool
  ) throws(VideoError) {
    let name = range.name
    guard options.hardware != .required else {
      throw .badOption("a GPU encodes no film of \(name) here; leave `hardware` out")
    }
    guard !hasAlpha else { throw .badOption("a film of \(name) has no alpha; use `alpha` none, or `dynamicRange` sdr") }
    guard let kind, kind.depths.contains(10), container != nil else {
      throw .badOption(
        "\(kind?.name ?? self.name) does not hold \(name) here; use hevc or prores in .mp4 and .mov, vp9 in .webm, or "
          + "`dynamicRange` sdr")
    }
    guard options.transfer == nil, options.depth ?? 10 == 10, options.matrix ?? .bt2020 == .bt2020 else {
      throw .badOption(
        "\(name) has a curve, 10 bits and BT.2020's matrix by itself; leave `transfer`, `depth`, `matrix` out")
    }
  }

  private func transfer(
    _ options: VideoOptions, kind: EncoderKind?, _ layout: PictureLayout
  ) throws(VideoError) -> YUVTransfer? {
    let who = kind?.name ?? name
    guard layout.isYUV, let kind else {
      guard options.transfer == nil else {
        throw .badOption("\(who) is not YUV that says its transfer curve; leave `transfer` out")
      }
      return nil
    }
    // SMPTE RDD 36 has no number for sRGB; editors assume BT.709.
    guard kind.isProRes else { return options.transfer ?? .srgb }
    guard options.transfer != .srgb else {
      throw .badOption("\(who) has no word for sRGB's transfer curve; leave `transfer` out, or say 709")
    }
    return .bt709
  }

  private func convention(
    _ options: VideoOptions, _ kind: EncoderKind?, held: [AlphaConvention]
  ) throws(VideoError) -> AlphaConvention? {
    guard options.key == nil, options.alpha != AlphaRequest.none else { return nil }
    guard let asked = options.alpha?.convention else {
      return options.dynamicRange ?? .sdr == .sdr ? held.first : nil
    }
    guard let own = held.first else {
      throw .badOption(
        "\(kind.map { "\($0.name) in " } ?? "")\(name) has no alpha; leave `alpha` out, or write one of "
          + VideoFormat.all.namesWithAlpha)
    }
    guard held.contains(asked) else {
      throw .badOption("\(name) holds \(own.rawValue) alpha, by its definition; leave `alpha` out")
    }
    return asked
  }

  private func depth(_ options: VideoOptions, kind: EncoderKind?, hasAlpha: Bool) throws(VideoError) -> Int {
    let depths = kind?.depths ?? depths
    guard let depth = options.depth else { return depths[0] }
    let who = kind?.name ?? name
    guard depths.contains(depth) else {
      throw .badOption("\(who) has \(depths.map(String.init).listed(by: "or")) bits a component; got \(depth)")
    }
    guard !hasAlpha || depth == depths[0] || kind == nil else {
      throw .badOption("\(who) with alpha has \(depths[0]) bits a component; use `alpha` none for \(depth)")
    }
    return depth
  }

  /// Opens an output for frames of a shape, padded to even sides if the format needs them and the options ask for it.
  func makePaddedSink(
    _ path: String, for shape: FrameShape, _ options: VideoOptions
  ) throws(VideoError) -> any FrameSink {
    let encoding = try encoding(options, height: shape.height)
    let padded = try pictureShape(of: shape, options, encoding)
    var options = options
    if padded.width != shape.width || padded.height != shape.height { options.takesPlanes = false }
    return try PaddingSink.around(
      sink(self, path, padded, options, encoding), from: shape, to: padded,
      bytesPerPixel: options.areFramesDeep ? 8 : 4)
  }

  /// Opens the film of the standard range that is written beside a film, if the options ask for it.
  func makeTwin(
    of path: String, _ shape: FrameShape, _ options: VideoOptions, _ encoding: PictureEncoding
  ) throws(VideoError) -> (any FrameSink)? {
    guard let twin = options.sdrTwin else { return nil }
    guard twin != path else { throw .badOption("`sdrTwinPath` and `path` name the same file, \(path)") }
    guard encoding.isHighRange else {
      throw .badOption(
        "the film has the standard range already; leave `sdrTwinPath` out, or use `dynamicRange` hlg or pq")
    }
    let format = try VideoFormat(path: twin)
    guard format.hasPictures, twin != "-" else { throw .badOption("`sdrTwinPath` is a file with pictures") }
    var own = VideoOptions(crf: format == self ? options.crf : nil, threads: options.threads)
    (own.preset, own.bitrate) = (format == self ? options.preset : nil, format == self ? options.bitrate : nil)
    (own.dynamicRange, own.alpha, own.padsToEven) = (.sdr, AlphaRequest.none, options.padsToEven)
    (own.segment, own.jobs, own.firstFrame, own.notes) = (
      options.segment, options.jobs, options.firstFrame, options.notes
    )
    (own.frameCount, own.memoryLimit) = (options.frameCount, options.memoryLimit)
    guard format == self || options.copiedSound == nil else {
      throw .badOption("`sdrTwinPath` is \(name), too, as the clip's sound is copied; use that, or leave the sound out")
    }
    if format == self { (own.soundKind, own.timecode) = (options.soundKind, options.timecode) }
    if !format.sound.isEmpty {
      (own.sound, own.copiedSound) = (options.sound, options.copiedSound)
      (own.loudness, own.truePeak) = (options.loudness, options.truePeak)
    }
    return try format.makePaddedSink(twin, for: shape, own)
  }

  /// Opens outputs for the colours and for the alpha; the key's name determines its format.
  func makeKeyFillSink(
    _ path: String, key keyPath: String, for shape: FrameShape, _ options: VideoOptions
  ) throws(VideoError) -> any FrameSink {
    guard path != keyPath else { throw .badOption("`keyPath` and `path` name the same file, \(path)") }
    let keyFormat = try VideoFormat(path: keyPath)
    // The key has its own format's options, and the quality too if the formats are the same.
    var keyOptions = keyFormat == self ? options : VideoOptions(threads: options.threads)
    (keyOptions.key, keyOptions.alpha, keyOptions.sdrTwin) = (nil, AlphaRequest.none, nil)
    // The key's greys are alpha, and no light.
    if keyOptions.dynamicRange ?? .sdr != .sdr {
      (keyOptions.dynamicRange, keyOptions.depth, keyOptions.matrix) = (nil, nil, nil)
    }
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

  /// Returns a format that compares the frames and writes nothing. The first difference cancels the film.
  package static func verification(_ verification: FrameVerification) -> VideoFormat {
    VideoFormat(name: "verification", outputName: .exactly(""), contents: "nothing", depths: [8, 16]) { _, _, _, _, _ in
      VerifyingSink(verification)
    }
  }
}

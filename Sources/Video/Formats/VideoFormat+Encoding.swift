// The encoding that a format and the options give, in one place.

import ImageFiles

extension VideoFormat {
  /// The pictures that frames become, which the format can hold.
  ///
  /// - Throws: `unsupportedSize`, or `badOption` for a rate of frames that the format cannot say.
  func pictureShape(
    of shape: FrameShape, _ options: VideoOptions, _ encoding: PictureEncoding
  ) throws(VideoError) -> FrameShape {
    let shape = encoding.padded(shape, options)
    try checkSize(width: shape.width, height: shape.height, encoding.layout)
    try checkFrameRate(shape.rate)
    return shape
  }

  /// Returns the encoding of the pictures for the options.
  ///
  /// If alpha is asked for and no encoder is named, it has the format's encoder with alpha. A film with a key has no
  /// alpha.
  ///
  /// - Throws: `badOption` for what the format or the encoder does not have.
  package func encoding(_ options: VideoOptions, height: Int) throws(VideoError) -> PictureEncoding {
    try checkOptions(options)
    let isAlphaAsked = options.alpha?.convention != nil && options.key == nil
    if let form = options.underlay?.form, let kind = encoder(for: form, options), takes(form, options) {
      return PictureEncoding(
        kind: kind, alpha: nil, coding: form.coding, layout: form.layout, transfer: options.transfer, tags: form.tags)
    }
    let kind = options.codec.map(EncoderKind.named) ?? (isAlphaAsked ? alphaEncoder ?? encoder : encoder)
    let alpha = try convention(options, kind, held: keepsAlpha ? kind?.alpha ?? self.alpha : [])
    let depth = try depth(options, kind: kind, hasAlpha: alpha != nil)
    let layout = kind?.layout(depth, alpha != nil) ?? self.layout(depth, alpha != nil)
    if !layout.isYUV, options.matrix != nil || options.range != nil {
      throw .badOption("\(kind?.name ?? name) is not YUV; leave `matrix` and `usesFullRange` out")
    }
    let chosen = try kind?.onHardware(
      options.hardware ?? .off, depth: depth, hasAlpha: alpha != nil, problem: EncoderProbe.problem)
    if kind == nil, options.hardware == .required { throw .badOption("\(name) has no encoder; leave `hardware` out") }
    let coding = YUVCoding(matrix: options.matrix ?? .standard(height: height), range: options.range ?? .limited)
    return PictureEncoding(
      kind: chosen?.kind, alpha: alpha, coding: coding, layout: layout,
      transfer: try transfer(options, kind: kind, layout), fallBack: chosen?.fallBack)
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
    // SMPTE RDD 36 knows no sRGB; BT.709 is what editors take it for.
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
    guard let asked = options.alpha?.convention else { return held.first }
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
    guard !hasAlpha || depth == depths[0] else {
      throw .badOption("\(who) with alpha has \(depths[0]) bits a component; use `alpha` none for \(depth)")
    }
    return depth
  }
}

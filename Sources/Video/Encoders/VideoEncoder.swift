// Tested by StreamTests and ContainerTests.

import CLibAV
import Glibc

final class VideoEncoder {
  /// The open encoder; the container copies its parameters.
  @Owned var context: UnsafeMutablePointer<AVCodecContext>
  /// The form of the pictures that it takes.
  let pictures: EncoderPicture.Form
  @Owned private var packet: UnsafeMutablePointer<AVPacket>
  private let isSegmented: Bool
  /// The most frames by which packets are out of order.
  private var delay = 0
  private var packetCount = 0
  /// Copies frames to the GPU, for encoders that take no others.
  private let uploads: HardwareFrames?

  /// Opens the encoder of `recipe`. Throws `badOption` also for pictures, a rate or options that it does not support.
  init(recipe: EncoderRecipe, shape: FrameShape) throws(VideoError) {
    // SVT-AV1 prints its settings by default.
    if recipe.encoder == "libsvtav1" { setenv("SVT_LOG", "1", 0) }
    let (codec, format) = try Self.find(recipe)
    LibAV.allowPictures(of: shape)
    isSegmented = recipe.encoding.isSegmented
    _context = try Owned(codec)
    _packet = try Owned()
    pictures = Self.configure(_context.wrappedValue, recipe, format, shape)
    uploads = recipe.encoding.kind?.device == .vaapi ? try HardwareFrames(shape: shape) : nil
    try uploads?.attach(to: context)
    let context = context
    do throws(VideoError) {
      try LibAV.withOptions(
        recipe.encoderOptions, of: recipe.encoder, { avcodec_open2(context, codec, $0) }, "open the encoder")
    } catch .encodingFailed(_, let reason) {
      guard recipe.encoding.kind?.device == nil else { throw .unavailable(reason) }
      // The encoder and its options exist: it refuses the pictures or the rate.
      throw .badOption(
        "the encoder \(recipe.encoder) takes no video of \(shape.width)x\(shape.height) pixels at \(shape.rate) frames "
          + "a second: \(reason); use another `size`, `scale` or `frameRate`")
    }
    // libavcodec 59 does not set it for x265, whose presets use B pyramids.
    delay = max(Int(context[\.has_b_frames]), recipe.encoder == "libx265" ? 2 : 0)
  }

  /// Encodes picture number `index`, and calls `body` with each ready packet.
  func send(
    _ picture: EncoderPicture, at index: Int, _ body: (UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Void
  ) throws(VideoError) {
    let frame = picture.frame
    frame[\.pts] = Int64(index)
    let input = try uploads?.copy(of: frame) ?? frame
    try LibAV.check(avcodec_send_frame(context, input), "encode frame \(index)")
    try receive(body)
  }

  /// Ends the stream, and calls `body` with the remaining packets.
  func flush(_ body: (UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Void) throws(VideoError) {
    try LibAV.check(avcodec_send_frame(context, nil), "end the encoding")
    try receive(body)
  }

  private func receive(_ body: (UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Void) throws(VideoError) {
    while true {
      let code = avcodec_receive_packet(context, packet)
      if code == CLIBAV_ERROR_AGAIN || code == CLIBAV_ERROR_END { return }
      try LibAV.check(code, "encode")
      if context[\.codec_id] == AV_CODEC_ID_PRORES {
        try LibAV.check(av_packet_make_writable(packet), "mend a frame's header")
        ProResFrame.mend(UnsafeMutableBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
      }
      // A frame lasts 1 in the encoder's time base; without this, the last one would have no length.
      if packet.pointee.duration == 0 { packet.pointee.duration = 1 }
      // Decoding times count from `delay` frames before the first picture, so that segments join without a gap. x264
      // and x265 do not set them so for films shorter than their delay.
      if isSegmented { packet.pointee.dts = Int64(packetCount - delay) }
      packetCount += 1
      try body(packet)
    }
  }

  static func takes(_ layout: PictureLayout, _ kind: EncoderKind) -> Bool {
    guard (try? LibAV.open()) != nil, kind.device == nil, let codec = avcodec_find_encoder_by_name(kind.encoder) else {
      return false
    }
    return layout.pixelFormats.contains { accepts(codec, $0) }
  }

  private static func accepts(_ codec: UnsafePointer<AVCodec>, _ format: AVPixelFormat) -> Bool {
    var accepted = clibav_pixel_formats(codec)
    while let known = accepted?.pointee, known != AV_PIX_FMT_NONE {
      if known == format { return true }
      accepted = accepted?.successor()
    }
    return false
  }

  private static func find(
    _ recipe: EncoderRecipe
  ) throws(VideoError) -> (UnsafePointer<AVCodec>, AVPixelFormat) {
    guard let codec = avcodec_find_encoder_by_name(recipe.encoder), codec.pointee.type == AVMEDIA_TYPE_VIDEO else {
      throw .badOption(EncoderKind.unknownName(recipe.encoder))
    }
    // Its pixel formats are those of frames on the GPU.
    if recipe.encoding.kind?.device == .vaapi { return (codec, recipe.pixelFormats[0]) }
    for wanted in recipe.pixelFormats where accepts(codec, wanted) { return (codec, wanted) }
    throw .badOption("the encoder \(recipe.encoder) does not take \(recipe.encoding.layout.name)")
  }

  /// Sets the options of an encoder that is not open yet, and returns the form of its pictures.
  private static func configure(
    _ context: UnsafeMutablePointer<AVCodecContext>, _ recipe: EncoderRecipe, _ format: AVPixelFormat,
    _ shape: FrameShape
  ) -> EncoderPicture.Form {
    context[\.width] = CInt(shape.width)
    context[\.height] = CInt(shape.height)
    context[\.pix_fmt] = format
    context[\.time_base] = AVRational(num: CInt(shape.rate.denominator), den: CInt(shape.rate.numerator))
    context[\.framerate] = AVRational(num: CInt(shape.rate.numerator), den: CInt(shape.rate.denominator))
    context[\.sample_aspect_ratio] = AVRational(num: 1, den: 1)
    context[\.thread_count] = CInt(recipe.threads)
    // Bit-exact: neither version strings nor numbers that depend on the machine.
    context[\.flags] |= AV_CODEC_FLAG_BITEXACT
    if recipe.wantsGlobalHeader { context[\.flags] |= AV_CODEC_FLAG_GLOBAL_HEADER }
    describeColors(of: context, recipe.encoding)
    return EncoderPicture.Form(
      width: context[\.width], height: context[\.height], format: format, range: context[\.color_range],
      primaries: context[\.color_primaries], transfer: context[\.color_trc], matrix: context[\.colorspace],
      chromaPlace: context[\.chroma_sample_location])
  }

  /// Tags the stream with its colours; the container copies the tags.
  private static func describeColors(
    of context: UnsafeMutablePointer<AVCodecContext>, _ encoding: PictureEncoding
  ) {
    let coding = encoding.coding
    if encoding.layout.isYUV {
      context[\.color_range] = coding.range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
      context[\.colorspace] = coding.matrix.tag
    } else {
      (context[\.color_range], context[\.colorspace]) = (AVCOL_RANGE_JPEG, AVCOL_SPC_RGB)
    }
    context[\.color_primaries] = AVCOL_PRI_BT709
    context[\.color_trc] = encoding.transfer == .bt709 ? AVCOL_TRC_BT709 : AVCOL_TRC_IEC61966_2_1
    if encoding.dynamicRange != .sdr {
      context[\.color_primaries] = AVCOL_PRI_BT2020
      context[\.color_trc] = encoding.dynamicRange == .pq ? AVCOL_TRC_SMPTE2084 : AVCOL_TRC_ARIB_STD_B67
    }
    if case .yuv(.quarter, _, _) = encoding.layout {
      // Means of 2x2 pixels.
      context[\.chroma_sample_location] = AVCHROMA_LOC_CENTER
    }
    if let form = encoding.passedForm {
      context[\.chroma_sample_location] = AVChromaLocation(form.tags.chromaPlace)
    }
    if let tags = encoding.tags {
      context[\.color_primaries] = AVColorPrimaries(tags.primaries)
      context[\.color_trc] = AVColorTransferCharacteristic(tags.transfer)
      context[\.colorspace] = AVColorSpace(tags.matrix)
      context[\.chroma_sample_location] = AVChromaLocation(tags.chromaPlace)
    }
  }
}

extension PictureLayout {
  var name: String {
    switch self {
    case .yuv(let chroma, let depth, let alpha):
      "\(depth)-bit YUV \(chroma == .quarter ? "4:2:0" : chroma == .half ? "4:2:2" : "4:4:4")"
        + (alpha ? " with alpha" : "")
    case .packed, .planes: "RGB"
    }
  }
}

/// A picture for an encoder. For one thread at a time.
final class EncoderPicture {
  @Owned var frame: UnsafeMutablePointer<AVFrame>

  struct Form {
    fileprivate let width: CInt
    fileprivate let height: CInt
    fileprivate let format: AVPixelFormat
    fileprivate let range: AVColorRange
    fileprivate let primaries: AVColorPrimaries
    fileprivate let transfer: AVColorTransferCharacteristic
    fileprivate let matrix: AVColorSpace
    fileprivate let chromaPlace: AVChromaLocation
  }

  init(_ form: Form) throws(VideoError) {
    _frame = try Owned()
    let frame = frame
    (frame[\.width], frame[\.height], frame[\.format]) = (form.width, form.height, form.format.rawValue)
    (frame[\.color_range], frame[\.colorspace]) = (form.range, form.matrix)
    (frame[\.color_primaries], frame[\.color_trc]) = (form.primaries, form.transfer)
    frame[\.chroma_location] = form.chromaPlace
    try LibAV.check(av_frame_get_buffer(frame, 0), "allocate a frame")
  }

  /// Creates a picture with the memory of another one.
  init(sharing other: EncoderPicture) throws(VideoError) {
    _frame = try Owned()
    try LibAV.check(av_frame_ref(frame, other.frame), "allocate a frame")
  }

  /// Returns the planes to fill. An encoder may still refer to their old memory, which then stays as it is.
  func writablePlanes() throws(VideoError) -> PicturePlanes {
    try LibAV.check(av_frame_make_writable(frame), "allocate a frame")
    let data = frame[\.data]
    return PicturePlanes(bytes: [data.0, data.1, data.2, data.3].compactMap { $0 }, strides: frame.strides)
  }
}

/// Copies frames to a GPU by the Video Acceleration API. Owns libav's structures.
final class HardwareFrames {
  private var device: UnsafeMutablePointer<AVBufferRef>?
  private var pool: UnsafeMutablePointer<AVBufferRef>?
  @Owned private var frame: UnsafeMutablePointer<AVFrame>
  /// The number of frames in the GPU's pool: more than the encoder holds back.
  private static let poolSize: CInt = 20

  /// The paths of GPUs on Linux, numbered from 128.
  private static let devices = (128..<144).map { "/dev/dri/renderD\($0)" }

  /// Opens the machine's first working device.
  init(shape: FrameShape) throws(VideoError) {
    _frame = try Owned()
    let found = Self.devices.filter { access($0, F_OK) == 0 }
    let name = found.first { av_hwdevice_ctx_create(&device, AV_HWDEVICE_TYPE_VAAPI, $0, nil, 0) == 0 }
    guard name != nil else {
      let said = LibAVLog.take()
      throw .unavailable(
        found.isEmpty
          ? "there is no \(Self.devices[0])" : "no driver of VAAPI for \(found[0])\(said.isEmpty ? "" : ": ")\(said)")
    }
    let pool = try LibAV.allocated(av_hwframe_ctx_alloc(device))
    self.pool = pool
    UnsafeMutableRawPointer(pool.pointee.data).withMemoryRebound(to: AVHWFramesContext.self, capacity: 1) { frames in
      frames[\.format] = AV_PIX_FMT_VAAPI
      frames[\.sw_format] = AV_PIX_FMT_NV12
      frames[\.width] = CInt(shape.width)
      frames[\.height] = CInt(shape.height)
      frames[\.initial_pool_size] = Self.poolSize
    }
    try LibAV.check(av_hwframe_ctx_init(pool), "allocate frames on the device")
  }

  deinit {
    av_buffer_unref(&pool)
    av_buffer_unref(&device)
  }

  /// Sets the frames as the input of an encoder that is not open yet.
  func attach(to encoder: UnsafeMutablePointer<AVCodecContext>) throws(VideoError) {
    encoder[\.pix_fmt] = AV_PIX_FMT_VAAPI
    encoder[\.hw_frames_ctx] = try LibAV.allocated(av_buffer_ref(pool))
  }

  /// Copies a frame to the GPU; the copy is valid until the next one.
  func copy(of source: UnsafeMutablePointer<AVFrame>) throws(VideoError) -> UnsafeMutablePointer<AVFrame> {
    av_frame_unref(frame)
    try LibAV.check(av_hwframe_get_buffer(pool, frame, 0), "take a frame on the device")
    try LibAV.check(av_hwframe_transfer_data(frame, source, 0), "copy a frame to the device")
    try LibAV.check(av_frame_copy_props(frame, source), "copy a frame to the device")
    return frame
  }
}

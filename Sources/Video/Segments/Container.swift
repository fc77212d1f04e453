// Tested by SegmentTests and ContainerTests.
import CLibAV
import Glibc

/// Writes packets to a libavformat container. Owns libav's structures.
final class Container {
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let output: FileStream
  /// The filter of what must not get into the file; see `filterDescription(for:)`.
  private var filter: UnsafeMutablePointer<AVBSFContext>?
  private let name: String
  private let kind: String
  /// The stream of sound, and the unit of its packets' times.
  private var soundStream: (UnsafeMutablePointer<AVStream>, AVRational)?

  /// Prepares a container of libavformat's kind. The descriptor is that of an empty file, open for reading and writing
  /// as long as the container lives.
  init(_ kind: String, descriptor: CInt, name: String) throws(VideoError) {
    try LibAV.open()
    output = try FileStream(descriptor, isForWriting: true)
    var context: UnsafeMutablePointer<AVFormatContext>?
    try LibAV.check(
      avformat_alloc_output_context2(&context, nil, kind, nil), "write \(kind)")
    self.context = try LibAV.allocated(context)
    (self.name, self.kind) = (name, kind)
    self.context[\.pb] = output.context
    self.context[\.flags] |= AVFMT_FLAG_CUSTOM_IO
    // libavformat reads the file while writing it, for the index of mp4 and mov.
    self.context[\.opaque] = UnsafeMutableRawPointer(bitPattern: Int(descriptor))
    self.context[\.io_open] = Self.openAgain
    self.context[\.io_close2] = Self.closeAgain
    // No version string and no random identifiers in the file.
    self.context[\.flags] |= AVFMT_FLAG_BITEXACT
  }

  deinit {
    av_bsf_free(&filter)
    avformat_free_context(context)
  }

  /// Opens the file and writes its head. Packets have times in frames.
  func open(
    for pictures: StreamDescription, rate: FrameRate, sound: SoundEncoder?, copied: (any SoundPackets)? = nil,
    recipe: EncoderRecipe
  ) throws(VideoError) {
    let codec = pictures.codecID
    // UT Video in Matroska has only a FourCC, which libavformat calls unofficial.
    let compliance = codec == AV_CODEC_ID_UTVIDEO ? FF_COMPLIANCE_UNOFFICIAL : FF_COMPLIANCE_NORMAL
    guard avformat_query_codec(context[\.oformat], codec, compliance) == 1 else {
      throw .badOption("\(recipe.container) cannot hold what the encoder \(recipe.encoder) writes")
    }
    let stream = try LibAV.allocated(avformat_new_stream(context, nil))
    let (numerator, denominator) = (CInt(rate.numerator), CInt(rate.denominator))
    try openFilter(for: pictures, timeBase: AVRational(num: denominator, den: numerator))
    let filter = try LibAV.allocated(filter)
    try LibAV.check(avcodec_parameters_copy(stream.parameters, filter.pointee.par_out), "describe the stream")
    if keepsParameterSetsInHead(codec) { stream.parameters[\.codec_tag] = Self.hvc1 }
    try pictures.highRange?.add(to: stream)
    stream[\.time_base] = filter.pointee.time_base_out
    stream[\.avg_frame_rate] = AVRational(num: numerator, den: denominator)
    stream[\.sample_aspect_ratio] = stream.parameters[\.sample_aspect_ratio]
    // WebM stores alpha as pictures next to those of colour; the element AlphaMode says so.
    if recipe.encoding.alpha != nil, codec == .vp9 {
      av_dict_set(&stream[\.metadata], "alpha_mode", "1", 0)
    }
    // libavformat writes a timecode track for this metadata.
    if let timecode = recipe.timecode { av_dict_set(&stream[\.metadata], "timecode", timecode, 0) }
    if let sound { try addStream(of: sound) }
    if let copied { try addStream(of: copied) }
    try writeHead(recipe.containerOptions)
  }

  func open(for sound: SoundEncoder) throws(VideoError) {
    try addStream(of: sound)
    try writeHead([])
  }

  private func writeHead(_ options: [(String, String)]) throws(VideoError) {
    let context = context
    do throws(VideoError) {
      try LibAV.withOptions(
        options, of: kind, { avformat_write_header(context, $0) }, "write the head of \(name)")
    } catch {
      // An error of the file, such as a full disk, comes first.
      try LibAV.checkWrite(output.flush(), name)
      throw error
    }
  }

  private func addStream(of sound: SoundEncoder) throws(VideoError) {
    let stream = try LibAV.allocated(avformat_new_stream(context, nil))
    try LibAV.check(avcodec_parameters_from_context(stream.parameters, sound.context), "describe the sound")
    take(stream, timeBase: sound.context[\.time_base])
  }

  private func addStream(of sound: any SoundPackets) throws(VideoError) {
    let stream = try LibAV.allocated(avformat_new_stream(context, nil))
    try LibAV.check(avcodec_parameters_copy(stream.parameters, sound.parameters), "describe the sound")
    // The sound's own container may have another tag for the codec.
    stream.parameters[\.codec_tag] = 0
    take(stream, timeBase: sound.timeBase)
  }

  /// Directs packets of sound to a stream.
  private func take(_ stream: UnsafeMutablePointer<AVStream>, timeBase: AVRational) {
    // FLAC in MP4 is defined (by FLAC's authors, since 2016), but libavformat 59 calls it experimental.
    if stream.parameters[\.codec_id] == AV_CODEC_ID_FLAC {
      context[\.strict_std_compliance] = FF_COMPLIANCE_EXPERIMENTAL
    }
    stream[\.time_base] = timeBase
    soundStream = (stream, timeBase)
  }

  /// Writes a packet of sound, and empties it.
  func writeSound(_ packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) {
    guard let (stream, timeBase) = soundStream else { preconditionFailure("a container without sound") }
    av_packet_rescale_ts(packet, timeBase, stream[\.time_base])
    packet.pointee.stream_index = stream[\.index]
    try put(packet)
  }

  /// Writes a packet by libavformat. Throws for errors of the file first, then for packets that libavformat refuses.
  private func put(_ packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) {
    let code = av_interleaved_write_frame(context, packet)
    guard code < 0 else { return }
    try LibAV.checkWrite(output.flush(), name)
    try LibAV.check(code, "put a packet into \(name)")
  }

  /// Writes a packet, whose times are in the encoder's time base, and empties it.
  func write(_ packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) {
    try LibAV.check(av_bsf_send_packet(filter, packet), "write a packet")
    try writeFiltered(into: packet)
  }

  func close() throws(VideoError) {
    try LibAV.checkWrite(av_write_trailer(context), name)
    // `flush` returns the error of any earlier write.
    try LibAV.checkWrite(output.flush(), name)
  }

  private static let openAgain:
    @convention(c) (
      UnsafeMutablePointer<AVFormatContext>?, UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?,
      UnsafePointer<CChar>?, CInt, UnsafeMutablePointer<OpaquePointer?>?
    ) -> CInt = { context, stream, _, flags, _ in
      guard flags & AVIO_FLAG_WRITE == 0 else { return -EPERM }
      let descriptor = CInt(Int(bitPattern: context![\.opaque]))
      guard let opened = try? FileStream(descriptor, isForWriting: false) else { return CLIBAV_ERROR_NO_MEMORY }
      stream!.pointee = opened.handOut()
      return 0
    }

  private static let closeAgain:
    @convention(c) (UnsafeMutablePointer<AVFormatContext>?, UnsafeMutablePointer<AVIOContext>?) -> CInt = { _, stream in
      if let stream { FileStream.takeBack(stream) }
      return 0
    }

  private func writeFiltered(into packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) {
    let stream = context.streams[0]!
    while true {
      let code = av_bsf_receive_packet(filter, packet)
      if code == CLIBAV_ERROR_AGAIN || code == CLIBAV_ERROR_END { return }
      try LibAV.check(code, "write a packet")
      av_packet_rescale_ts(packet, filter!.pointee.time_base_out, stream[\.time_base])
      packet.pointee.stream_index = 0
      try put(packet)
    }
  }

  private func openFilter(for pictures: StreamDescription, timeBase: AVRational) throws(VideoError) {
    try LibAV.check(
      av_bsf_list_parse_str(filterDescription(for: pictures.codecID), &filter), "prepare the stream")
    let filter = try LibAV.allocated(filter)
    try pictures.copy(to: filter.pointee.par_in)
    filter.pointee.time_base_in = timeBase
    try LibAV.check(av_bsf_init(filter), "prepare the stream")
  }

  /// Returns the description of the filter that drops the version and the settings of libx264. It writes them into the
  /// first packet, bit-exact or not, as a NAL unit of type 6 (supplemental information), and by default nothing else of
  /// that type. HEVC's parameter sets have the types 32 to 34.
  private func filterDescription(for codec: AVCodecID) -> String {
    if codec == AV_CODEC_ID_H264 { return "filter_units=remove_types=6" }
    return keepsParameterSetsInHead(codec) ? "filter_units=remove_types=32-34" : "null"
  }

  /// Whether only the file's head has the parameter sets: HEVC in MP4 and QuickTime, as `hvc1` says (ISO 14496-15,
  /// 8.4.1). Apple's players refuse `hev1`, libavformat's default.
  private func keepsParameterSetsInHead(_ codec: AVCodecID) -> Bool {
    codec == .hevc && (kind == "mp4" || kind == "mov")
  }

  /// The tag as libavformat has it: the first letter in the lowest byte.
  private static let hvc1 = "hvc1".utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
}

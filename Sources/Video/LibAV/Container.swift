// A libavformat container file with one video stream.
import CLibAV

/// Writes packets to a file. Owns libav's structures.
final class Container {
  private let context: UnsafeMutablePointer<AVFormatContext>
  /// Drops what must not get into the file; see `filterDescription`.
  private var filter: UnsafeMutablePointer<AVBSFContext>?
  /// What errors call the file.
  private let name: String

  /// Prepares a container of the recipe's kind, to be written to `file`; `name` is what errors call it.
  init(recipe: EncoderRecipe, file: String, name: String) throws(VideoError) {
    _ = LibAV.quietened
    var context: UnsafeMutablePointer<AVFormatContext>?
    // "file:" keeps a path with a colon from being taken for a URL.
    try LibAV.check(
      avformat_alloc_output_context2(&context, nil, recipe.container, "file:\(file)"), "write \(recipe.container)")
    self.context = try LibAV.allocated(context)
    self.name = name
    // No version string and no random identifiers in the file.
    self.context.pointee.flags |= AVFMT_FLAG_BITEXACT
  }

  deinit {
    // Without the trailer of a whole file, libav 5.1's GIF muxer leaks the one packet that it holds.
    av_bsf_free(&filter)
    avio_closep(&context.pointee.pb)
    avformat_free_context(context)
  }

  /// Whether the stream's headers are to be kept apart from its packets.
  var wantsGlobalHeader: Bool { context.pointee.oformat.pointee.flags & AVFMT_GLOBALHEADER != 0 }

  /// Opens the file and writes its head, for the packets of `encoder`.
  func open(for encoder: VideoEncoder, recipe: EncoderRecipe) throws(VideoError) {
    let codec = encoder.context.pointee.codec_id
    guard avformat_query_codec(context.pointee.oformat, codec, FF_COMPLIANCE_NORMAL) == 1 else {
      throw .badOption("\(recipe.container) cannot hold what the encoder \(recipe.encoder) writes")
    }
    let stream = try LibAV.allocated(avformat_new_stream(context, nil))
    try openFilter(for: encoder)
    let filter = try LibAV.allocated(filter)
    try LibAV.check(avcodec_parameters_copy(stream.pointee.codecpar, filter.pointee.par_out), "describe the stream")
    stream.pointee.time_base = filter.pointee.time_base_out
    stream.pointee.avg_frame_rate = encoder.context.pointee.framerate
    stream.pointee.sample_aspect_ratio = encoder.context.pointee.sample_aspect_ratio

    try LibAV.checkWrite(avio_open(&context.pointee.pb, context.pointee.url, AVIO_FLAG_WRITE), name)
    let context = context
    try LibAV.withOptions(
      recipe.containerOptions, of: recipe.container, { avformat_write_header(context, $0) },
      "write the head of \(name)")
  }

  /// Writes a packet, whose times are in the encoder's time base. Leaves it empty.
  func write(_ packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) {
    try LibAV.check(av_bsf_send_packet(filter, packet), "write a packet")
    try writeFiltered(into: packet)
  }

  /// Writes the end of the file and closes it.
  func close() throws(VideoError) {
    try LibAV.checkWrite(av_write_trailer(context), name)
    // Closing flushes the last buffer; an error of any earlier write is kept and comes back here.
    try LibAV.checkWrite(avio_closep(&context.pointee.pb), name)
  }

  private func writeFiltered(into packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) {
    let stream = context.pointee.streams[0]!
    while true {
      let code = av_bsf_receive_packet(filter, packet)
      if code == CLIBAV_ERROR_AGAIN || code == CLIBAV_ERROR_END { return }
      try LibAV.check(code, "write a packet")
      av_packet_rescale_ts(packet, filter!.pointee.time_base_out, stream.pointee.time_base)
      packet.pointee.stream_index = 0
      try LibAV.checkWrite(av_interleaved_write_frame(context, packet), name)
    }
  }

  private func openFilter(for encoder: VideoEncoder) throws(VideoError) {
    try LibAV.check(
      av_bsf_list_parse_str(Self.filterDescription(for: encoder.context.pointee.codec_id), &filter),
      "prepare the stream")
    let filter = try LibAV.allocated(filter)
    try LibAV.check(avcodec_parameters_from_context(filter.pointee.par_in, encoder.context), "describe the stream")
    filter.pointee.time_base_in = encoder.context.pointee.time_base
    try LibAV.check(av_bsf_init(filter), "prepare the stream")
  }

  /// libx264 writes its version and settings into the first packet, bit-exact or not, as a NAL unit of type 6
  /// (supplemental information); nothing else that it writes by default is of that type.
  private static func filterDescription(for codec: AVCodecID) -> String {
    codec == AV_CODEC_ID_H264 ? "filter_units=remove_types=6" : "null"
  }
}

// What an encoder says of its stream before the first packet. It goes into the container's head, so that all segments
// must agree on it; and a join has it from the chunks, and needs no encoder.
import CLibAV

/// The description of a stream of pictures; the fields are AVCodecParameters'.
struct StreamDescription: Equatable, Codable, Sendable {
  /// libavcodec's name: its numbers are other ones in another release.
  private var codec: String
  private var tag: UInt32
  private var format: Int32
  private var bitRate: Int64
  private var bits: [Int32]
  private var profile: Int32
  private var level: Int32
  private var size: [Int32]
  private var aspect: [Int32]
  private var fieldOrder: UInt32
  /// Range, primaries, transfer, matrix, place of chroma.
  private var colors: [UInt32]
  private var delay: Int32
  /// The codec's own head: parameter sets of H.264.
  private var head: [UInt8]

  /// Creates the description of an open encoder's stream.
  init(_ context: UnsafeMutablePointer<AVCodecContext>) throws(VideoError) {
    var memory = avcodec_parameters_alloc()
    defer { avcodec_parameters_free(&memory) }
    let own = try LibAV.allocated(memory)
    try LibAV.check(avcodec_parameters_from_context(own, context), "describe the stream")
    codec = String(cString: avcodec_get_name(own[\.codec_id]))
    (tag, format, bitRate) = (own[\.codec_tag], own[\.format], own[\.bit_rate])
    bits = [own[\.bits_per_coded_sample], own[\.bits_per_raw_sample]]
    (profile, level, delay) = (own[\.profile], own[\.level], own[\.video_delay])
    (size, aspect) = ([own[\.width], own[\.height]], [own[\.sample_aspect_ratio].num, own[\.sample_aspect_ratio].den])
    fieldOrder = own[\.field_order].rawValue
    colors = [
      own[\.color_range].rawValue, own[\.color_primaries].rawValue, own[\.color_trc].rawValue,
      own[\.color_space].rawValue, own[\.chroma_location].rawValue,
    ]
    head = own[\.extradata].map { Array(UnsafeBufferPointer(start: $0, count: Int(own[\.extradata_size]))) } ?? []
  }

  var codecID: AVCodecID { AVCodecID(named: codec) }

  /// Fills in empty parameters.
  func copy(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(VideoError) {
    parameters[\.codec_type] = AVMEDIA_TYPE_VIDEO
    (parameters[\.codec_id], parameters[\.codec_tag]) = (codecID, tag)
    (parameters[\.format], parameters[\.bit_rate]) = (format, bitRate)
    (parameters[\.bits_per_coded_sample], parameters[\.bits_per_raw_sample]) = (bits[0], bits[1])
    (parameters[\.profile], parameters[\.level], parameters[\.video_delay]) = (profile, level, delay)
    (parameters[\.width], parameters[\.height]) = (size[0], size[1])
    parameters[\.sample_aspect_ratio] = AVRational(num: aspect[0], den: aspect[1])
    parameters[\.field_order] = AVFieldOrder(fieldOrder)
    parameters[\.color_range] = AVColorRange(colors[0])
    parameters[\.color_primaries] = AVColorPrimaries(colors[1])
    parameters[\.color_trc] = AVColorTransferCharacteristic(colors[2])
    parameters[\.color_space] = AVColorSpace(colors[3])
    parameters[\.chroma_location] = AVChromaLocation(colors[4])
    guard !head.isEmpty else { return }
    let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
    let memory = try LibAV.allocated(av_mallocz(head.count + padding)).assumingMemoryBound(to: UInt8.self)
    memory.update(from: head, count: head.count)
    (parameters[\.extradata], parameters[\.extradata_size]) = (memory, CInt(head.count))
  }

  /// Whether a description from a file has what `copy` reads.
  var isWhole: Bool { bits.count == 2 && size.count == 2 && aspect.count == 2 && colors.count == 5 }
}

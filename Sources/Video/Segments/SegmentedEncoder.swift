// Each segment of a film has its own encoder: no picture refers to another segment's, and rate control starts again. So
// a segment's packets depend on its frames alone, whether one process encodes the film or a thousand, and one segment
// after the other or several in parallel.
//
//   frames 0...59 ---> encoder, thread ---> packets -v
//   frames 60...119 -> encoder, thread ---> packets ---> in order ---> container
//   frames 120... ---> encoder, thread ---> packets -^

import CLibAV
import CoreGraphics
import Foundation
import ImageFiles

/// Turns the frames of a film, or of whole segments of it, into packets.
final class SegmentedEncoder {
  private let recipe: EncoderRecipe
  private let shape: FrameShape
  /// The number of frames of a segment; nil if the film is one segment.
  private let segmentLength: Int?
  private let converter: PictureConverter
  /// The segments in order, the last of which gets the next frames.
  private var segments: [SegmentEncoding] = []
  private let stage = SegmentEncoding.Stage()
  /// The most segments that are encoded at a time.
  private let mostSegments: Int
  /// The most pictures and packets that wait.
  private let mostHeld: Int
  private let pictures: EncoderPicture.Form
  /// The last picture's memory; nil for pictures over a clip's.
  private var last: EncoderPicture?
  /// The number of the last segment's first frame, as in `encode`.
  private var start = 0
  /// The film of the standard range that gets the same pictures; nil for none.
  fileprivate let twin: FilmTwin?
  fileprivate var packing: PlanePacking? { recipe.packing }
  fileprivate var underlay: Underlay? { recipe.underlay }
  fileprivate var takesPictures: Bool { recipe.encoding.passedForm != nil }
  /// The description of the stream, the same from all segments' encoders.
  let description: StreamDescription

  /// Begins the first segment.
  init(
    recipe: EncoderRecipe, shape: FrameShape, options: VideoOptions, twin: (any FrameSink)? = nil
  ) throws(VideoError) {
    try LibAV.open()
    (self.recipe, self.shape) = (recipe, shape)
    self.twin = try twin.map { sink throws(VideoError) in
      try FilmTwin(sink, shape: shape, highRange: recipe.encoding.highRange)
    }
    segmentLength = recipe.encoding.isSegmented ? options.segmentLength(at: shape.rate) : nil
    mostSegments = segmentLength == nil ? 1 : recipe.mostEncoders(options.jobs)
    mostHeld = mostSegments == 1 ? 2 : options.mostPictures(of: shape, recipe.encoding.layout)
    let encoding = recipe.encoding
    converter = try PictureConverter(
      encoding.layout, shape: shape, alpha: encoding.alpha, coding: encoding.coding, isLossy: encoding.isLossy,
      film: encoding.dynamicRange.film, isDeep: options.areFramesDeep,
      isCosited: encoding.passedForm?.isCosited ?? false)
    let encoder = try VideoEncoder(recipe: recipe, shape: shape)
    pictures = encoder.pictures
    description = try StreamDescription(encoder.context, recipe.encoding.highRange)
    segments = [try SegmentEncoding(encoder, at: 0, on: stage)]
  }

  deinit { stop() }

  typealias Writer = (UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Void

  /// A frame of the film.
  enum Input {
    case pixels(UnsafeRawBufferPointer)
    case picture(PassedPicture)
  }

  /// Encodes a frame; nil for the last one again. Frames are numbered from 0, the first one of a segment, and come in
  /// order. Calls `body` with packets that are ready.
  func encode(_ frame: Input?, at index: Int, _ body: Writer) throws(VideoError) {
    if index - start == segmentLength { try beginSegment(at: index, body) }
    guard let segment = segments.last else { preconditionFailure("SegmentedEncoder: a frame after an error") }
    let picture = try picture(of: frame)
    try twin?.write(frame == nil ? nil : picture, at: index)
    segment.add(picture)
    try write(body) { stage.held < mostHeld }
  }

  /// Returns a frame's picture; for nil, one with the memory of the last.
  private func picture(of frame: Input?) throws(VideoError) -> EncoderPicture {
    guard let frame else {
      guard let last else { preconditionFailure("SegmentedEncoder: no frame to repeat") }
      return try EncoderPicture(sharing: last)
    }
    last = nil
    let picture = if let spare = stage.takeSpare() { spare } else { try EncoderPicture(pictures) }
    let planes = try picture.writablePlanes()
    switch frame {
    case .pixels(let pixels):
      if let underlay {
        try underlay.fillNext(planes) { converter.convert($0, into: planes) }
        return picture
      }
      if let packing = recipe.packing {
        packing.copy(pixels, to: planes)
      } else {
        converter.convert(pixels, into: planes)
      }
    case .picture(let passed): passed.copy(planes)
    }
    // The picture itself is the encoder's thread's from now on.
    last = try EncoderPicture(sharing: picture)
    return picture
  }

  /// Encodes the rest.
  func finish(_ body: Writer) throws(VideoError) {
    segments.last?.end()
    try writeSegments(body, leaving: 0)
  }

  /// Ends the encoders' threads. Their packets are lost.
  func stop() {
    for segment in segments { segment.stop() }
    segments = []
  }

  private func beginSegment(at index: Int, _ body: Writer) throws(VideoError) {
    segments.last?.end()
    try writeSegments(body, leaving: mostSegments - 1)
    let encoder = try VideoEncoder(recipe: recipe, shape: shape)
    guard try StreamDescription(encoder.context, recipe.encoding.highRange) == description else {
      throw .encodingFailed(
        operation: "encode frame \(index)", reason: "the encoder \(recipe.encoder) describes each segment differently")
    }
    segments.append(try SegmentEncoding(encoder, at: index, on: stage))
    start = index
  }

  /// Writes the packets of whole segments until a number of segments is left.
  private func writeSegments(_ body: Writer, leaving count: Int) throws(VideoError) {
    while segments.count > count { try write(body, until: { false }) }
  }

  /// Writes the oldest segment's packets until no more are ready and `isEnough`, which is called under the lock,
  /// returns true, or until it has ended.
  private func write(_ body: Writer, until isEnough: () -> Bool) throws(VideoError) {
    while let segment = segments.first {
      let (packets, areLast) = try segment.takePackets(unless: isEnough)
      for packet in packets { try body(packet.wrappedValue) }
      if areLast {
        segment.stop()
        segments.removeFirst()
        return
      }
      if packets.isEmpty { return }
    }
  }
}

/// An output of the packets of segments.
protocol PacketSink: FileSink {
  var encoder: SegmentedEncoder { get }
  /// Encodes a frame; nil for the last one again.
  func encode(_ frame: SegmentedEncoder.Input?, at index: Int) throws(VideoError)
}

extension PacketSink {
  var packing: PlanePacking? { encoder.packing }
  var hasUnderlay: Bool { encoder.underlay != nil }
  var takesPictures: Bool { encoder.takesPictures }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    try encode(.pixels(frame), at: index)
  }

  func write(_ picture: PassedPicture, at index: Int) throws(VideoError) { try encode(.picture(picture), at: index) }

  func writeAgain(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) { try encode(nil, at: index) }

  func discard() {
    encoder.stop()
    file.discard()
    encoder.twin?.sink.discard()
  }
}

extension VideoOptions {
  /// Returns the number of frames of a segment: its duration to the nearest frame, and at least two, as H.264 requires
  /// a picture between two IDR pictures.
  func segmentLength(at rate: FrameRate) -> Int {
    // Bounded: rates have a maximum.
    max(2, Int((min(segment, 1e6) * rate.framesPerSecond).rounded()))
  }

  /// Returns the most pictures that wait for encoders.
  fileprivate func mostPictures(of shape: FrameShape, _ layout: PictureLayout) -> Int {
    let bytes = Double(shape.width * shape.height) * layout.bytesPerPixel
    return max(2, Int(bounded: Double(FrameMemory.share(of: memoryLimit)) / bytes))
  }
}

extension EncoderRecipe {
  /// Returns the most encoders at a time for a number of cores: as many as give each core a thread.
  fileprivate func mostEncoders(_ cores: Int?) -> Int {
    // SVT-AV1 before 3 does not support two encoders in a process, and GPUs have few.
    guard encoder != "libsvtav1", encoding.kind?.device == nil else { return 1 }
    let cores = cores ?? ProcessInfo.processInfo.activeProcessorCount
    return max(1, min((cores + threads - 1) / threads, 64))
  }
}

/// An encoder's description of its stream before the first packet; the fields are AVCodecParameters'. It goes into the
/// container's head, so that all segments must have the same one; a join reads it from the chunks.
struct StreamDescription: Equatable, Codable, Sendable {
  /// libavcodec's name of the codec, as numbers differ between releases.
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
  /// The data of the light; nil for none.
  let highRange: HighRangeMetadata?

  init(_ context: UnsafeMutablePointer<AVCodecContext>, _ highRange: HighRangeMetadata) throws(VideoError) {
    self.highRange = highRange.isEmpty ? nil : highRange
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

  /// Whether a description from a file has all values that `copy(to:)` reads.
  var isWhole: Bool {
    bits.count == 2 && size.count == 2 && aspect.count == 2 && colors.count == 5 && highRange?.isWhole ?? true
  }
}

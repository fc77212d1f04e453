// A film is encoded in segments, each by an encoder of its own: no picture refers to one of another segment, none is
// looked at from another one, and no rate is carried over. So the packets of a segment depend on its frames alone, and
// one process makes the same ones as a thousand.
import CLibAV

/// Turns the frames of a film, or of whole segments of it, into packets.
final class SegmentedEncoder {
  private let recipe: EncoderRecipe
  private let shape: FrameShape
  private let wantsGlobalHeader: Bool
  /// Frames; nil where the film is one segment.
  private let segmentLength: Int?
  private let converter: PictureConverter
  /// The encoder of the segment that frames go to.
  private var encoder: VideoEncoder?
  /// The segment's first frame, as frames are numbered here.
  private var start = 0
  /// The planes of frames that come as planes; nil if frames come as pixels.
  var packing: PackedPlanes? { recipe.packing }
  /// The pictures that frames lie over, through which the frames come; nil if frames lie over no pictures.
  var underlay: Underlay? { recipe.underlay }
  /// The description of the stream, on which the encoders of all segments agree.
  let description: StreamDescription

  /// Opens the encoder of the first segment.
  ///
  /// - Parameters:
  ///   - segmentLength: in frames.
  ///   - wantsGlobalHeader: whether the container keeps the stream's headers itself.
  init(
    recipe: EncoderRecipe, shape: FrameShape, segmentLength: Int, wantsGlobalHeader: Bool
  ) throws(VideoError) {
    (self.recipe, self.shape, self.wantsGlobalHeader) = (recipe, shape, wantsGlobalHeader)
    self.segmentLength = recipe.encoding.isSegmented ? segmentLength : nil
    let encoding = recipe.encoding
    converter = try PictureConverter(
      encoding.layout, shape: shape, alpha: encoding.alpha, coding: encoding.coding, isLossy: encoding.isLossy)
    let encoder = try VideoEncoder(recipe: recipe, shape: shape, wantsGlobalHeader: wantsGlobalHeader)
    self.encoder = encoder
    description = try StreamDescription(encoder.context)
  }

  typealias Writer = (UnsafeMutablePointer<AVPacket>) throws(VideoError) -> Void

  /// Encodes a frame; they are numbered from 0, the first of a segment, and come in order.
  func encode(_ frame: UnsafeRawBufferPointer, at index: Int, _ body: Writer) throws(VideoError) {
    if index - start == segmentLength { try beginSegment(at: index, body) }
    guard let encoder else { preconditionFailure("SegmentedEncoder: a frame after an error") }
    try encoder.prepareFrame()
    if let underlay {
      let planes = encoder.planes
      try underlay.fillNext(planes) { converter.convert($0, into: planes) }
    } else if let packing = recipe.packing {
      packing.copy(frame, to: encoder.planes)
    } else {
      converter.convert(frame, into: encoder.planes)
    }
    try encoder.send(at: index - start) { packet throws(VideoError) in try hand(packet, to: body) }
  }

  /// Ends the last segment.
  func finish(_ body: Writer) throws(VideoError) {
    try encoder?.flush { packet throws(VideoError) in try hand(packet, to: body) }
  }

  private func beginSegment(at index: Int, _ body: Writer) throws(VideoError) {
    try finish(body)
    // SVT-AV1 1.4 does not support two encoders at a time.
    self.encoder = nil
    let encoder = try VideoEncoder(recipe: recipe, shape: shape, wantsGlobalHeader: wantsGlobalHeader)
    (self.encoder, start) = (encoder, index)
    guard try StreamDescription(encoder.context) == description else {
      throw .encodingFailed(
        operation: "encode frame \(index)", reason: "the encoder \(recipe.encoder) describes each segment differently")
    }
  }

  /// Hands on a packet of the segment at its place in the film.
  private func hand(_ packet: UnsafeMutablePointer<AVPacket>, to body: Writer) throws(VideoError) {
    packet.pointee.pts += Int64(start)
    packet.pointee.dts += Int64(start)
    try body(packet)
  }
}

extension VideoOptions {
  /// Returns the number of frames of a segment: the duration that was asked for, to the nearest frame, and at least
  /// two, because H.264 wants a picture with a predecessor between two pictures without one.
  func segmentLength(at rate: FrameRate) -> Int {
    // Bounded: rates have a maximum.
    max(2, Int((min(segment, 1e6) * rate.framesPerSecond).rounded()))
  }
}

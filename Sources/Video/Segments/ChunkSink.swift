// The frames of one chunk to a file of packets.
import CLibAV

/// Writes a chunk's file.
final class ChunkSink: FrameSink {
  private let file: ChunkWriter
  private let encoder: SegmentedEncoder
  private let firstFrame: Int

  init(
    path: String, recipe: EncoderRecipe, shape: FrameShape, options: VideoOptions, place: ChunkPlace
  ) throws(VideoError) {
    encoder = try SegmentedEncoder(
      recipe: recipe, shape: shape, segmentLength: options.segmentLength(at: shape.rate),
      wantsGlobalHeader: Container.wantsGlobalHeader(recipe.container))
    file = try ChunkWriter(path: path, header: ChunkHeader(place: place, stream: encoder.description))
    firstFrame = place.firstFrame
  }

  var packing: PackedPlanes? { encoder.packing }
  var hasUnderlay: Bool { encoder.underlay != nil }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    try encoder.encode(frame, at: index) { packet throws(VideoError) in try append(packet) }
  }

  func complete() throws(VideoError) {
    try encoder.finish { packet throws(VideoError) in try append(packet) }
    try file.complete()
  }

  func publish() throws(VideoError) { try file.publish() }

  func discard() { file.discard() }

  /// Puts a packet at its place in the film, and writes it.
  private func append(_ packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) {
    packet.pointee.pts += Int64(firstFrame)
    packet.pointee.dts += Int64(firstFrame)
    try file.append(packet)
  }
}

// mp4, mov, mkv, webm, apng, webp: pictures through libav encoders, one a segment, into a libav container.
// Tested by WriterTests and StreamTests.
import CLibAV
import ImageFiles

/// Writes a film by libav.
final class ContainerSink: FrameSink {
  private let film: FilmFile
  private let encoder: SegmentedEncoder
  private var frameCount = 0

  init(
    path: String, recipe: EncoderRecipe, shape: FrameShape, options: VideoOptions, sound: SoundKind?
  ) throws(VideoError) {
    film = try FilmFile(path: path, recipe: recipe, shape: shape, options: options, sound: sound)
    encoder = try SegmentedEncoder(
      recipe: recipe, shape: shape, segmentLength: options.segmentLength(at: shape.rate),
      wantsGlobalHeader: film.wantsGlobalHeader)
    try film.begin(with: encoder.description)
  }

  var packing: PackedPlanes? { encoder.packing }
  var hasUnderlay: Bool { encoder.underlay != nil }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    try encoder.encode(frame, at: index) { packet throws(VideoError) in try film.append(packet) }
    frameCount = index + 1
  }

  func complete() throws(VideoError) {
    try encoder.finish { packet throws(VideoError) in try film.append(packet) }
    try film.complete(frameCount: frameCount)
  }

  func publish() throws(VideoError) { try film.publish() }

  func discard() { film.discard() }
}

// Tested by WriterTests and StreamTests.

import CLibAV
import ImageFiles

final class ContainerSink: PacketSink {
  private let film: FilmFile
  let encoder: SegmentedEncoder
  private let twin: (any FrameSink)?
  private var frameCount = 0

  init(
    path: String, recipe: EncoderRecipe, shape: FrameShape, options: VideoOptions, sound: SoundKind?,
    twin: (any FrameSink)? = nil
  ) throws(VideoError) {
    self.twin = twin
    film = try FilmFile(path: path, recipe: recipe, shape: shape, options: options, sound: sound)
    encoder = try SegmentedEncoder(recipe: recipe, shape: shape, options: options, twin: twin)
    try film.begin(with: encoder.description)
  }

  var file: UnfinishedFile { film.file }

  func encode(_ frame: SegmentedEncoder.Input?, at index: Int) throws(VideoError) {
    try encoder.encode(frame, at: index) { packet throws(VideoError) in try film.append(packet) }
    frameCount = index + 1
  }

  func complete() throws(VideoError) {
    try encoder.finish { packet throws(VideoError) in try film.append(packet) }
    try film.complete(frameCount: frameCount)
    try twin?.complete()
  }

  func publish() throws(VideoError) {
    try twin?.publish()
    try VideoError.ofFile { () throws(ImageFileError) in try file.publish() }
  }
}

/// Writes a WAV file, as long as its frames.
final class SoundSink: FileSink {
  let file: UnfinishedFile
  private let container: Container
  private let encoder: SoundEncoder
  private let rate: FrameRate
  private var frameCount = 0

  init(path: String, shape: FrameShape, options: VideoOptions) throws(VideoError) {
    rate = shape.rate
    file = try VideoError.ofFile { () throws(ImageFileError) in try UnfinishedFile(for: path) }
    container = try Container("wav", descriptor: file.descriptor, name: path)
    let mix = try SoundMaster(options, rate: nil, length: options.frameCount.map { shape.rate.time(ofFrame: $0) })
    encoder = try SoundEncoder(.pcm, mix: mix, wantsGlobalHeader: false)
    try container.open(for: encoder)
  }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    frameCount = index + 1
    try encoder.advance(to: encoder.samples(beside: frameCount, at: rate)) { packet throws(VideoError) in
      try container.writeSound(packet)
    }
  }

  func complete() throws(VideoError) {
    try encoder.finish(at: encoder.samples(beside: frameCount, at: rate)) { packet throws(VideoError) in
      try container.writeSound(packet)
    }
    try container.close()
  }
}

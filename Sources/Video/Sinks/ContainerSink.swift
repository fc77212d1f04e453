// mp4, mov, mkv, webm, gif, apng, webp: pictures through a libav encoder into a libav container.
import CLibAV
import ImageFiles

/// Writes a video file by libav.
final class ContainerSink: FrameSink {
  private let file: UnfinishedFile
  private let container: Container
  private let encoder: VideoEncoder
  private let converter: PictureConverter
  private let recipe: EncoderRecipe
  private let rate: FrameRate
  private let sound: SoundEncoder?
  private var frameCount = 0

  init(
    path: String, recipe: EncoderRecipe, shape: FrameShape, options: VideoOptions, sound kind: SoundKind?
  ) throws(VideoError) {
    (self.recipe, rate) = (recipe, shape.rate)
    do throws(ImageFileError) { file = try UnfinishedFile(for: path) } catch { throw VideoError(error) }
    container = try Container(recipe.container, descriptor: file.descriptor, name: path)
    encoder = try VideoEncoder(recipe: recipe, shape: shape, wantsGlobalHeader: container.wantsGlobalHeader)
    let encoding = recipe.encoding
    converter = try PictureConverter(
      encoding.layout, shape: shape, alpha: encoding.alpha, coding: encoding.coding, isLossy: encoding.isLossy)
    if let kind, !options.sound.isEmpty {
      let length = options.frameCount.map { shape.rate.time(ofFrame: $0) }
      let mix = try SoundMix(options.sound, rate: kind.rate, length: length)
      sound = try SoundEncoder(kind, mix: mix, wantsGlobalHeader: container.wantsGlobalHeader)
    } else {
      sound = nil
    }
    try container.open(for: encoder, sound: sound, recipe: recipe)
  }

  func write(_ rgba: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    try encoder.prepareFrame()
    converter.convert(rgba, into: encoder.planes)
    try encoder.send(at: index) { packet throws(VideoError) in try container.write(packet) }
    frameCount = index + 1
    let sample = soundLength
    try sound?.advance(to: sample) { packet throws(VideoError) in try container.writeSound(packet) }
  }

  /// The samples of sound beside the frames so far.
  private var soundLength: Int { sound.map { $0.samples(beside: frameCount, at: rate) } ?? 0 }

  func complete() throws(VideoError) {
    let sample = soundLength
    try sound?.finish(at: sample) { packet throws(VideoError) in try container.writeSound(packet) }
    try encoder.flush { packet throws(VideoError) in try container.write(packet) }
    try container.close()
    if recipe.container == "mov", let alpha = recipe.encoding.alpha {
      do throws(ImageFileError) {
        try MovieFile(file).setGraphicsMode(of: alpha)
      } catch {
        throw VideoError(error)
      }
    }
  }

  func publish() throws(VideoError) {
    do throws(ImageFileError) { try file.publish() } catch { throw VideoError(error) }
  }

  func discard() { file.discard() }
}

extension VideoEncoder {
  /// The planes of the picture to fill.
  var planes: PicturePlanes {
    let (data, strides) = (frame.pointee.data, frame.pointee.linesize)
    return PicturePlanes(
      bytes: [data.0, data.1, data.2, data.3].compactMap { $0 },
      strides: [strides.0, strides.1, strides.2, strides.3].map(Int.init))
  }
}

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

  init(path: String, recipe: EncoderRecipe, shape: FrameShape) throws(VideoError) {
    self.recipe = recipe
    do throws(ImageFileError) { file = try UnfinishedFile(for: path) } catch { throw VideoError(error) }
    container = try Container(recipe: recipe, descriptor: file.descriptor, name: path)
    encoder = try VideoEncoder(recipe: recipe, shape: shape, wantsGlobalHeader: container.wantsGlobalHeader)
    let encoding = recipe.encoding
    converter = try PictureConverter(
      encoding.layout, shape: shape, alpha: encoding.alpha, coding: encoding.coding, isLossy: encoding.isLossy)
    try container.open(for: encoder, recipe: recipe)
  }

  func write(_ rgba: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    try encoder.prepareFrame()
    converter.convert(rgba, into: encoder.planes)
    try encoder.send(at: index) { packet throws(VideoError) in try container.write(packet) }
  }

  func complete() throws(VideoError) {
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

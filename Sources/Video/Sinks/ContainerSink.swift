// mp4, mov, webm, gif: pictures through a libav encoder into a libav container.
import CLibAV
import ImageCodecs
import ImageFiles

/// Writes a video file by libav.
final class ContainerSink: FrameSink {
  private let file: UnfinishedFile
  private let container: Container
  private let encoder: VideoEncoder
  private let shape: FrameShape
  /// Turns colours into indices; nil for formats in YUV.
  private var quantizer: GIFQuantizer?

  init(path: String, recipe: EncoderRecipe, shape: FrameShape) throws(VideoError) {
    self.shape = shape
    do throws(ImageFileError) { file = try UnfinishedFile(for: path) } catch { throw VideoError(error) }
    container = try Container(recipe: recipe, descriptor: file.descriptor, name: path)
    encoder = try VideoEncoder(recipe: recipe, shape: shape, wantsGlobalHeader: container.wantsGlobalHeader)
    quantizer = recipe.isPaletted ? GIFQuantizer() : nil
    try container.open(for: encoder, recipe: recipe)
  }

  func write(_ rgba: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    try encoder.prepareFrame()
    let (data, strides) = (encoder.frame.pointee.data, encoder.frame.pointee.linesize)
    if quantizer != nil {
      quantizer!.quantize(
        rgba, width: shape.width, indices: data.0!, stride: Int(strides.0),
        palette: UnsafeMutableRawPointer(data.1!).bindMemory(to: UInt32.self, capacity: 256))
    } else {
      let planes = I420Planes(
        y: data.0!, u: data.1!, v: data.2!, strideY: Int(strides.0), strideU: Int(strides.1), strideV: Int(strides.2))
      planes.fill(from: rgba, width: shape.width, height: shape.height)
    }
    try encoder.send(at: index) { packet throws(VideoError) in try container.write(packet) }
  }

  func complete() throws(VideoError) {
    try encoder.flush { packet throws(VideoError) in try container.write(packet) }
    try container.close()
  }

  func publish() throws(VideoError) {
    do throws(ImageFileError) { try file.publish() } catch { throw VideoError(error) }
  }

  func discard() { file.discard() }
}

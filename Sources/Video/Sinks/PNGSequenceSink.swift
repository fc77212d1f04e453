// One PNG file a frame.
import ImageCodecs
import ImageFiles

/// Writes a PNG sequence, numbered from 0; all its files get their names together, when the last is whole. Files of an
/// earlier, longer sequence are left alone.
final class PNGSequenceSink: FrameSink {
  private let pattern: PNGSequencePattern
  private let shape: FrameShape
  private let folder: UnfinishedFolder
  private var frameCount = 0

  init(path: String, shape: FrameShape) throws(VideoError) {
    self.shape = shape
    pattern = try PNGSequencePattern(path)
    do throws(ImageFileError) { folder = try UnfinishedFolder(beside: path) } catch { throw VideoError(error) }
  }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    let target = pattern.folder + pattern.name(ofFrame: index)
    let bitmap = Bitmap(width: shape.width, height: shape.height, pixels: Array(frame))
    do throws(ImageFileError) {
      // What can be known is known before the frames after it are rendered.
      try UnfinishedFolder.check(target)
      try ImageFile.write(bitmap, to: "\(folder.path)/\(pattern.name(ofFrame: index))", codecs: [.png])
    } catch {
      throw .cannotWrite(path: target, reason: error.detail)
    }
    frameCount = index + 1
  }

  func complete() {}

  func publish() throws(VideoError) {
    do throws(ImageFileError) {
      try folder.publish(frameCount) { index in
        let name = pattern.name(ofFrame: index)
        return (name, pattern.folder + name)
      }
    } catch {
      throw VideoError(error)
    }
  }

  func discard() { folder.discard() }
}

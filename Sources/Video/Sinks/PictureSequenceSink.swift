// One picture file a frame.
import ImageCodecs
import ImageFiles

/// Writes a sequence of pictures, numbered as the frames are; all its files get their names together, when the last is
/// whole. Files of an earlier, longer sequence are left alone.
final class PictureSequenceSink: FrameSink {
  private let pattern: SequencePattern
  private let codec: ImageCodec
  private let shape: FrameShape
  private let hasAlpha: Bool
  private let folder: UnfinishedFolder
  private let first: Int
  /// The folders above the pictures that were not there before.
  private var madeFolders: [String]
  private var frameCount = 0

  /// - Parameter first: the number of the first frame.
  init(path: String, codec: ImageCodec, shape: FrameShape, hasAlpha: Bool, first: Int) throws(VideoError) {
    (self.codec, self.shape, self.hasAlpha, self.first) = (codec, shape, hasAlpha, first)
    pattern = try SequencePattern(path, suffix: ".\(codec.suffixes[0])")
    do throws(ImageFileError) {
      madeFolders = try OutputFolder.make(for: path)
      do throws(ImageFileError) { folder = try UnfinishedFolder(beside: path) } catch {
        OutputFolder.remove(madeFolders)
        throw error
      }
    } catch {
      throw VideoError(error)
    }
  }

  /// A film that never began leaves nothing, either.
  deinit { discard() }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    let name = pattern.name(ofFrame: first + index)
    let target = pattern.folder + name
    var pixels = Array(frame)
    // Over black.
    if !hasAlpha { for index in stride(from: 3, to: pixels.count, by: 4) { pixels[index] = 255 } }
    let bitmap = Bitmap(width: shape.width, height: shape.height, pixels: pixels)
    do throws(ImageFileError) {
      // What can be known is known before the frames after it are rendered.
      try UnfinishedFolder.check(target)
      try ImageFile.write(bitmap, to: "\(folder.path)/\(name)", codecs: [codec])
    } catch {
      throw .cannotWrite(path: target, reason: error.detail)
    }
    frameCount = index + 1
  }

  func complete() {}

  func publish() throws(VideoError) {
    do throws(ImageFileError) {
      try folder.publish(frameCount) { index in
        let name = pattern.name(ofFrame: first + index)
        return (name, pattern.folder + name)
      }
      madeFolders = []
    } catch {
      throw VideoError(error)
    }
  }

  func discard() {
    folder.discard()
    OutputFolder.remove(madeFolders)
  }
}

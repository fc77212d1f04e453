// One PNG file a frame. The files are written to a hidden folder beside their place and moved there when all are whole.
import CoreGraphics
import Glibc

/// Writes a PNG sequence, numbered from 0. Files of an earlier, longer sequence are left alone.
final class PNGSequenceSink: FrameSink {
  private let path: String
  private let pattern: PNGSequencePattern
  private let shape: FrameShape
  private let temporaryFolder: String
  private var frameCount = 0

  init(path: String, shape: FrameShape) throws(VideoError) {
    self.path = path
    self.shape = shape
    pattern = try PNGSequencePattern(path)
    temporaryFolder = UnfinishedFile.temporaryName(beside: path)
    guard mkdir(temporaryFolder, 0o777) == 0 else { throw Self.cannotWrite(path, errno) }
  }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    let image = CGImage(width: shape.width, height: shape.height, premultipliedRGBA: Array(frame))
    frameCount = index + 1
    do throws(ImageFileError) { try ImageFile.write(image, to: temporaryPath(ofFrame: index)) } catch {
      throw .cannotWrite(path: target(ofFrame: index), reason: error.detail)
    }
  }

  func complete() {}

  func publish() throws(VideoError) {
    for index in 0..<frameCount {
      let target = target(ofFrame: index)
      guard rename(temporaryPath(ofFrame: index), target) == 0 else { throw Self.cannotWrite(target, errno) }
    }
    rmdir(temporaryFolder)
  }

  func discard() {
    for index in 0..<frameCount { unlink(temporaryPath(ofFrame: index)) }
    rmdir(temporaryFolder)
  }

  private func target(ofFrame index: Int) -> String { pattern.folder + pattern.name(ofFrame: index) }

  private func temporaryPath(ofFrame index: Int) -> String { "\(temporaryFolder)/\(pattern.name(ofFrame: index))" }

  private static func cannotWrite(_ path: String, _ code: CInt) -> VideoError {
    .cannotWrite(path: path, reason: "cannot write: \(String(cString: strerror(code)))")
  }
}

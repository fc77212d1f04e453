// Raw frames on standard output, for a pipe: no header, no padding.
import Glibc
import ImageFiles

/// Writes the frames' bytes, RGBA, to standard output (or another descriptor, for tests).
///
/// A reader that goes away makes a write fail with `closedPipe` if the process ignores SIGPIPE; otherwise that ends the
/// process. What has been written cannot be taken back.
final class RawSink: FrameSink {
  private let descriptor: CInt
  private let shape: FrameShape
  /// The converter of frames to other bytes than their own, and those bytes; nil if frames are written as they are.
  private var conversion: (converter: PictureConverter, bytes: FrameMemory)?

  init(descriptor: CInt = STDOUT_FILENO, shape: FrameShape, encoding: PictureEncoding) throws(VideoError) {
    (self.descriptor, self.shape) = (descriptor, shape)
    guard encoding.alpha != .premultiplied else { return }
    let layout: PictureLayout = encoding.alpha == nil ? .packed([0, 1, 2, 4]) : .rgba
    let converter = try PictureConverter(
      layout, shape: shape, alpha: encoding.alpha, coding: encoding.coding, isLossy: false)
    conversion = (converter, try FrameMemory.make(byteCount: shape.width * shape.height * 4))
  }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    var frame = frame
    if let (converter, bytes) = conversion {
      let plane = bytes.bytes.bindMemory(to: UInt8.self).baseAddress!
      converter.convert(frame, into: PicturePlanes(bytes: [plane], strides: [shape.width * 4]))
      frame = UnsafeRawBufferPointer(bytes.bytes)
    }
    let code = UnfinishedFile.writeAll(frame, to: descriptor)
    guard code != EPIPE else { throw .closedPipe }
    guard code == 0 else {
      throw .cannotWrite(path: "standard output", reason: "cannot write: \(String(cString: strerror(code)))")
    }
  }

  func complete() {}
  func publish() {}
  func discard() {}
}

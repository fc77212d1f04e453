// Raw frames on standard output, for a pipe: no header, no padding.
import Glibc
import ImageFiles

/// Writes the frames' bytes, premultiplied RGBA, to standard output (or another descriptor, for tests).
///
/// A reader that goes away makes a write fail with `closedPipe` if the process ignores SIGPIPE; otherwise that ends the
/// process. What has been written cannot be taken back.
final class RawSink: FrameSink {
  private let descriptor: CInt

  init(descriptor: CInt = STDOUT_FILENO) { self.descriptor = descriptor }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
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

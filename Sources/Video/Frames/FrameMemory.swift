// The memory of a frame. Swift's own allocation ends the process where there is none.
import Foundation

/// The bytes of one frame, of any values at first; freed with the object.
package final class FrameMemory {
  package let bytes: UnsafeMutableRawBufferPointer

  /// - Throws: `outOfMemory`.
  package init(byteCount: Int) throws(VideoError) {
    var memory: UnsafeMutableRawPointer?
    let status = posix_memalign(&memory, 64, byteCount)
    guard status == 0 else {
      throw .outOfMemory(operation: "make room for a frame", reason: String(cString: strerror(status)))
    }
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: byteCount)
  }

  deinit {
    free(bytes.baseAddress)
  }
}

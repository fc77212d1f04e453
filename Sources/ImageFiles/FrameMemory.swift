// The memory of a frame. Swift's own allocation ends the process where memory is short.
import Foundation

/// The bytes of one frame, of any values at first; freed with the object.
package final class FrameMemory {
  package let bytes: UnsafeMutableRawBufferPointer

  /// Nil where there is not enough memory.
  package init?(byteCount: Int) {
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, 64, byteCount) == 0 else { return nil }
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: byteCount)
  }

  deinit {
    free(bytes.baseAddress)
  }
}

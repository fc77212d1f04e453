// A frame's memory, or a film's error.

package import ImageFiles

extension FrameMemory {
  /// - Throws: `outOfMemory`.
  package static func make(byteCount: Int) throws(VideoError) -> FrameMemory {
    if let memory = FrameMemory(byteCount: byteCount) { return memory }
    throw .outOfMemory(operation: "make room for a frame", reason: "\(byteCount) bytes are not to be had")
  }
}

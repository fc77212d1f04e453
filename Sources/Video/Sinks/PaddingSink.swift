// Frames of odd sides for encoders of 4:2:0 and 4:2:2: a last column and a last row more. They repeat what is at the
// edge, so that none of it is seen.

import ImageFiles

/// Hands frames on with even sides.
final class PaddingSink: FrameSink {
  private let sink: any FrameSink
  private let shape: FrameShape
  private let padded: FrameShape
  private let memory: FrameMemory

  /// - Parameters:
  ///   - shape: of the frames that come.
  ///   - padded: of those that `sink` is given.
  init(_ sink: any FrameSink, from shape: FrameShape, to padded: FrameShape) throws(VideoError) {
    (self.sink, self.shape, self.padded) = (sink, shape, padded)
    memory = try FrameMemory.make(byteCount: padded.width * padded.height * 4)
  }

  /// The sink itself where it takes frames as they are.
  static func around(
    _ sink: any FrameSink, from shape: FrameShape, to padded: FrameShape
  ) throws(VideoError) -> any FrameSink {
    let isSame = shape.width == padded.width && shape.height == padded.height
    return isSame ? sink : try PaddingSink(sink, from: shape, to: padded)
  }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    let (row, paddedRow) = (shape.width * 4, padded.width * 4)
    let target = memory.bytes.baseAddress!
    for y in 0..<padded.height {
      let source = frame.baseAddress! + min(y, shape.height - 1) * row
      (target + y * paddedRow).copyMemory(from: source, byteCount: row)
      guard paddedRow > row else { continue }
      (target + y * paddedRow + row).copyMemory(from: source + row - 4, byteCount: 4)
    }
    try sink.write(UnsafeRawBufferPointer(memory.bytes), at: index)
  }

  func complete() throws(VideoError) { try sink.complete() }
  func publish() throws(VideoError) { try sink.publish() }
  func discard() { sink.discard() }
}

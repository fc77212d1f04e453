// Key and fill: a film of the colours and one of the alpha, in grey, as vision mixers take them.

import CRows
import ImageFiles

/// Writes two films from the same frames.
final class KeyFillSink: FrameSink {
  private let fill: any FrameSink
  private let key: any FrameSink
  /// Makes the colours that the fill shows; nil where they are the frame's own.
  private let colors: PictureConverter?
  private let memory: FrameMemory
  private let pixelCount: Int
  private let rowBytes: Int

  /// - Parameters:
  ///   - fill: where the colours go.
  ///   - key: where the alpha goes.
  ///   - colors: makes the colours that the fill shows; nil where they are the frame's own.
  ///   - shape: of the frames that come.
  init(
    fill: any FrameSink, key: any FrameSink, colors: PictureConverter?, shape: FrameShape
  ) throws(VideoError) {
    (self.fill, self.key, self.colors) = (fill, key, colors)
    (pixelCount, rowBytes) = (shape.width * shape.height, shape.width * 4)
    memory = try FrameMemory.make(byteCount: pixelCount * 4)
  }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    let target = memory.bytes.bindMemory(to: UInt8.self).baseAddress!
    if let colors {
      colors.convert(frame, into: PicturePlanes(bytes: [target], strides: [rowBytes]))
      try fill.write(UnsafeRawBufferPointer(memory.bytes), at: index)
    } else {
      try fill.write(frame, at: index)
    }
    row_reorder(frame.bindMemory(to: UInt8.self).baseAddress!, target, pixelCount, [3, 3, 3, 4], 4)
    try key.write(UnsafeRawBufferPointer(memory.bytes), at: index)
  }

  func complete() throws(VideoError) {
    try fill.complete()
    try key.complete()
  }

  func publish() throws(VideoError) {
    try key.publish()
    try fill.publish()
  }

  func discard() {
    fill.discard()
    key.discard()
  }
}

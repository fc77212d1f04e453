import CRows
package import ImageFiles
import Synchronization

/// Writes two films of the same frames, as vision mixers take them: the colours, and the alpha in grey.
final class KeyFillSink: FrameSink {
  private let fill: any FrameSink
  private let key: any FrameSink
  /// The converter to the fill's colours; nil if they are the frame's own.
  private let colors: PictureConverter?
  private let memory: FrameMemory
  private let pixelCount: Int
  private let rowBytes: Int

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

/// Passes frames on with even sides, for 4:2:0 and 4:2:2, by repeating the last column and row.
final class PaddingSink: FrameSink {
  private let sink: any FrameSink
  private let shape: FrameShape
  private let padded: FrameShape
  private let bytesPerPixel: Int
  private let memory: FrameMemory

  init(
    _ sink: any FrameSink, from shape: FrameShape, to padded: FrameShape, bytesPerPixel: Int
  ) throws(VideoError) {
    (self.sink, self.shape, self.padded, self.bytesPerPixel) = (sink, shape, padded, bytesPerPixel)
    memory = try FrameMemory.make(byteCount: padded.width * padded.height * bytesPerPixel)
  }

  /// Returns the sink, padded if needed.
  static func around(
    _ sink: any FrameSink, from shape: FrameShape, to padded: FrameShape, bytesPerPixel: Int
  ) throws(VideoError) -> any FrameSink {
    let isSame = shape.width == padded.width && shape.height == padded.height
    return isSame ? sink : try PaddingSink(sink, from: shape, to: padded, bytesPerPixel: bytesPerPixel)
  }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    let (row, paddedRow) = (shape.width * bytesPerPixel, padded.width * bytesPerPixel)
    let target = memory.bytes.baseAddress!
    for y in 0..<padded.height {
      let source = frame.baseAddress! + min(y, shape.height - 1) * row
      (target + y * paddedRow).copyMemory(from: source, byteCount: row)
      guard paddedRow > row else { continue }
      (target + y * paddedRow + row).copyMemory(from: source + row - bytesPerPixel, byteCount: bytesPerPixel)
    }
    try sink.write(UnsafeRawBufferPointer(memory.bytes), at: index)
  }

  func complete() throws(VideoError) { try sink.complete() }
  func publish() throws(VideoError) { try sink.publish() }
  func discard() { sink.discard() }
}

/// Passes frames of half floats on as bytes.
final class NarrowingSink: FrameSink {
  private let sink: any FrameSink
  private let shape: FrameShape
  private let dithers: Bool
  private let memory: FrameMemory

  init(_ sink: any FrameSink, _ shape: FrameShape, dithers: Bool) throws(VideoError) {
    (self.sink, self.shape, self.dithers) = (sink, shape, dithers)
    memory = try FrameMemory.make(byteCount: shape.width * shape.height * 4)
  }

  /// Bayer's matrix of 8x8, whose numbers are the bits of column and row, the lowest first, as the highest.
  private static let thresholds: [[Float]] = (0..<8).map { row in
    (0..<8).map { column in
      let bits = (0..<3).map { bit in ((column ^ row) >> bit & 1) << (5 - 2 * bit) | (row >> bit & 1) << (4 - 2 * bit) }
      return (Float(bits.reduce(0, |)) + 0.5) / 64
    }
  }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    let source = frame.bindMemory(to: UInt16.self).baseAddress!
    let target = memory.bytes.bindMemory(to: UInt8.self).baseAddress!
    for y in 0..<shape.height {
      let start = y * shape.width * 4
      row_deep_bytes(source + start, target + start, shape.width, dithers ? Self.thresholds[y % 8] : nil)
    }
    try sink.write(UnsafeRawBufferPointer(memory.bytes), at: index)
  }

  func complete() throws(VideoError) { try sink.complete() }
  func publish() throws(VideoError) { try sink.publish() }
  func discard() { sink.discard() }
}

/// Passes frames on, and writes their digests.
final class HashingSink: FrameSink {
  private let next: any FrameSink
  private let file: UnfinishedFile
  private let first: Int

  /// - Parameter first: the number of the first frame in the film.
  init(_ next: any FrameSink, hashes: FrameHashes, first: Int) throws(VideoError) {
    (self.next, self.first) = (next, first)
    file = try VideoError.ofFile { () throws(ImageFileError) -> UnfinishedFile in
      let file = try UnfinishedFile(for: hashes.path)
      try file.write(Array(hashes.head.utf8))
      return file
    }
  }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    let digest = SHA256()
    digest.update(frame)
    try VideoError.ofFile { () throws(ImageFileError) in
      try file.write(Array("\(first + index) \(digest.finalized())\n".utf8))
    }
    try next.write(frame, at: index)
  }

  func complete() throws(VideoError) { try next.complete() }

  func publish() throws(VideoError) {
    try VideoError.ofFile { () throws(ImageFileError) in try file.publish() }
    try next.publish()
  }

  func discard() {
    file.discard()
    next.discard()
  }
}

/// The expected digests of frames, and the first frame that differs.
package final class FrameVerification: Sendable {
  private let digests: [SHA256.Digest]
  private let difference = Mutex<Int?>(nil)

  /// - Parameter digests: one for each frame, in order.
  package init(_ digests: [SHA256.Digest]) { self.digests = digests }

  /// The first frame that differs, counted from the first one compared; nil for none.
  package var firstDifference: Int? { difference.withLock { $0 } }

  fileprivate func holds(_ frame: UnsafeRawBufferPointer, at index: Int) -> Bool {
    let digest = SHA256()
    digest.update(frame)
    guard index < digests.count, digest.finalized() == digests[index] else {
      difference.withLock { $0 = $0 ?? index }
      return false
    }
    return true
  }
}

/// Compares the frames, and writes nothing. The first difference cancels the film.
final class VerifyingSink: FrameSink {
  private let verification: FrameVerification

  init(_ verification: FrameVerification) { self.verification = verification }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    guard verification.holds(frame, at: index) else { throw .cancelled }
  }

  func complete() {}
  func publish() {}
  func discard() {}
}

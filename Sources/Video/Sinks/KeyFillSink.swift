// Key and fill: a film of the colours and one of the alpha, in grey, as vision mixers take them.

import CRows

/// Writes two videos from the same frames.
final class KeyFillSink: FrameSink {
  private let fill: any FrameSink
  private let key: any FrameSink
  /// Makes the colours that the fill shows; nil where they are the frame's own.
  private let colors: PictureConverter?
  private let memory: FrameMemory
  private let pixelCount: Int

  /// - Parameter shape: of the frames that come; each film has pictures of its own, padded where its format needs it.
  /// - Throws: also `badOption` where both have one name.
  init(
    fill path: String, _ format: VideoFormat, key keyPath: String, shape: FrameShape, options: VideoOptions
  ) throws(VideoError) {
    guard path != keyPath else { throw .badOption("--key and --output name the same file, \(path)") }
    let keyFormat = try VideoFormat(path: keyPath)
    // What the key's encoder is told follows from its own format, but for the quality, where they are of one kind.
    var keyOptions = keyFormat == format ? options : VideoOptions(threads: options.threads)
    (keyOptions.key, keyOptions.alpha) = (nil, AlphaRequest.none)
    keyOptions.padsToEven = options.padsToEven
    var fillOptions = options
    (fillOptions.key, fillOptions.alpha) = (nil, AlphaRequest.none)
    let keyEncoding = try keyFormat.encoding(keyOptions, height: shape.height)
    let keyShape = try keyFormat.pictureShape(of: shape, keyOptions, keyEncoding)
    let fillEncoding = try format.encoding(fillOptions, height: shape.height)
    let fillShape = try format.pictureShape(of: shape, fillOptions, fillEncoding)
    pixelCount = shape.width * shape.height
    memory = try FrameMemory(byteCount: pixelCount * 4)
    colors =
      options.alpha != .straight
      ? nil
      : try PictureConverter(
        .packed([0, 1, 2, 4]), shape: shape, alpha: .straight, coding: fillEncoding.coding,
        isLossy: fillEncoding.isLossy)
    fill = try PaddingSink.around(
      format.makeSink(path, fillShape, fillOptions, fillEncoding), from: shape, to: fillShape)
    key = try PaddingSink.around(
      keyFormat.makeSink(keyPath, keyShape, keyOptions, keyEncoding), from: shape, to: keyShape)
    rowBytes = shape.width * 4
  }

  private let rowBytes: Int

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

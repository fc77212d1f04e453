// A film of the standard range beside one of a high range, of the same pictures: each picture is converted on its way
// to the encoder, as a clip of its colours would be.
//
// Tested by FilmTwinTests.

import CLibAV
import ImageFiles

/// Passes an encoder's pictures on to another film, as pixels of sRGB. For one thread at a time.
final class FilmTwin {
  let sink: any FrameSink
  private let highRange: HighRangeMetadata
  private let pixels: FrameMemory

  /// - Parameters:
  ///   - sink: the other film, of frames of bytes.
  ///   - shape: the pictures' shape.
  ///   - highRange: the data of the pictures' light.
  init(_ sink: any FrameSink, shape: FrameShape, highRange: HighRangeMetadata) throws(VideoError) {
    (self.sink, self.highRange) = (sink, highRange)
    pixels = try FrameMemory.make(byteCount: shape.width * shape.height * 4)
  }

  /// Writes a picture that is filled, or the last one again for nil.
  func write(_ picture: EncoderPicture?, at index: Int) throws(VideoError) {
    let frame = UnsafeRawBufferPointer(pixels.bytes)
    guard let picture else { return try sink.writeAgain(frame, at: index) }
    try picture.convert(to: pixels.bytes.bindMemory(to: UInt8.self).baseAddress!, highRange)
    try sink.write(frame, at: index)
  }
}

extension EncoderPicture {
  /// Converts the picture to pixels of sRGB.
  fileprivate func convert(
    to pixels: UnsafeMutablePointer<UInt8>, _ highRange: HighRangeMetadata
  ) throws(VideoError) {
    guard let layout = ClipLayout(frame[\.format]) else {
      throw .encodingFailed(operation: "convert a picture", reason: "its layout is not read")
    }
    let colors = ClipColors(frame, layout: layout)
    let film = FilmColors(transfer: colors.transfer, primaries: colors.primaries, peak: highRange.peak)
    let (width, height) = (Int(frame[\.width]), Int(frame[\.height]))
    let rows = try RowMaker(frame, layout, colors, film, isPremultiplied: false, width: width, height: height)
    for y in 0..<height { rows.make(y, into: pixels + y * width * 4) }
  }
}

// A picture of a film, as it was decoded, and as an image.
import CLibAV
package import CoreGraphics
import Synchronization

/// A decoded picture, and when it shows.
package final class ClipFrame: @unchecked Sendable {
  // Unchecked Sendable: libav's frame is only read.

  /// Its place among the clip's pictures, in the order of showing.
  package let index: Int
  /// The time at which it begins to show, in seconds of the clip.
  package let start: Double
  /// The time at which the next picture begins, or the last one ends, in seconds of the clip.
  package let end: Double
  private let ownFrame: Owned<AVFrame>
  private let layout: ClipLayout
  private let description: ClipDescription
  private let made = Mutex<CGImage?>(nil)

  /// Creates a picture of a decoder's frame, or returns nil if its layout or size is not supported.
  init?(_ frame: Owned<AVFrame>, index: Int, start: Double, end: Double, description: ClipDescription) {
    ownFrame = frame
    let (width, height) = (Int(frame.pointer[\.width]), Int(frame.pointer[\.height]))
    guard let layout = ClipLayout(frame.pointer[\.format]), ClipLimits.take(width: width, height: height),
      ClipLimits.take(width: description.squareWidth(of: width), height: height)
    else { return nil }
    (self.layout, self.description) = (layout, description)
    (self.index, self.start, self.end) = (index, start, end)
  }

  private var frame: UnsafeMutablePointer<AVFrame> { ownFrame.pointer }

  /// The picture as premultiplied sRGB, upright, with square pixels; made once.
  ///
  /// Colours are those of the film's matrix and range. Its primaries and its transfer curve are taken for sRGB's, as
  /// the films that are written have it.
  package func image() throws(VideoError) -> CGImage {
    // Whoever waits for it meanwhile would have nothing else to do.
    try made.withLock { (made) throws(VideoError) -> CGImage in
      if let made { return made }
      let image = try ClipPixels(frame, layout: layout, description: description).image()
      made = image
      return image
    }
  }

  /// Calls `body` with the samples as they were decoded.
  package func withPlanes<Result>(_ body: (ClipPlanes) throws -> Result) rethrows -> Result {
    try body(ClipPixels(frame, layout: layout, description: description).planes)
  }

  /// Bytes of memory that it takes, about.
  var memory: Int {
    let (data, strides) = (frame.planes, frame.strides)
    let rows = Int(frame[\.height])
    let samples = (0..<4).reduce(0) { sum, plane in
      guard data[plane] != nil else { return sum }
      let isHalf = layout.chroma == .quarter && (plane == 1 || plane == 2)
      return sum + abs(strides[plane]) * (isHalf ? (rows + 1) / 2 : rows)
    }
    return samples + made.withLock { $0.map { $0.width * $0.height * 4 } ?? 0 }
  }
}

extension UnsafeMutablePointer<AVFrame> {
  /// The first bytes of the frame's planes.
  var planes: [UnsafePointer<UInt8>?] {
    let data = self[\.data]
    return [data.0, data.1, data.2, data.3].map { $0.map { UnsafePointer($0) } }
  }

  /// Bytes from one row to the next.
  var strides: [Int] {
    let linesize = self[\.linesize]
    return [linesize.0, linesize.1, linesize.2, linesize.3].map(Int.init)
  }
}

import Foundation
import Video

/// Calls `body` while no other film is encoded by SVT-AV1, which does not bear two encoders at a time in one process:
/// version 1.4 of Debian 12 seldom crashes, 2.3 of Debian 13 half of the time.
func withTurn<Result, Failure>(
  of codec: String?, _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  guard codec == "av1" else { return try body() }
  turn.lock()
  defer { turn.unlock() }
  return try body()
}

private let turn = NSRecursiveLock()

/// Frames that are easy to recognise, and the writing of them.
enum TestVideo {
  /// From left to right: red, green, blue, grey; each a quarter of the width.
  static let bars: [[UInt8]] = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [128, 128, 128]]

  /// The bars, with a white square of 8 pixels that moves right by 4 pixels a frame along the top edge.
  static func frame(_ index: Int, width: Int, height: Int) -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let isSquare = y < 8 && (index * 4..<index * 4 + 8).contains(x)
        pixels += isSquare ? [255, 255, 255, 255] : bars[x * 4 / width] + [255]
      }
    }
    return pixels
  }

  /// Writes `frameCount` of those frames, or `still` as often.
  static func write(
    _ still: [UInt8]? = nil, to path: String, width: Int = 64, height: Int = 48, frameCount: Int = 10,
    rate: FrameRate = FrameRate(25), options: VideoOptions = VideoOptions()
  ) throws(VideoError) {
    try withTurn(of: options.codec) { () throws(VideoError) in
      let writer = try VideoWriter(
        path: path, format: VideoFormat(path: path), width: width, height: height, frameRate: rate, options: options)
      for index in 0..<frameCount { try writer.append(still ?? frame(index, width: width, height: height)) }
      try writer.finish()
    }
  }

  /// The error of writing, nil when there is none.
  static func error(
    path: String, width: Int = 64, height: Int = 48, rate: FrameRate = FrameRate(25),
    options: VideoOptions = VideoOptions()
  ) -> VideoError? {
    do throws(VideoError) {
      try write(to: path, width: width, height: height, frameCount: 2, rate: rate, options: options)
      return nil
    } catch {
      return error
    }
  }
}

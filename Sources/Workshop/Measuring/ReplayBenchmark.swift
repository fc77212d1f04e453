// How long a captured frame takes to draw: what is left of a frame's time when its scene costs nothing.

package import Compositor
import Foundation
import Multiplane

/// Milliseconds of a captured frame.
package struct ReplayBenchmark: CustomStringConvertible {
  package private(set) var median = 0.0
  package private(set) var fastest = 0.0
  /// Medians of issuing the calls, and of waiting for the pixels.
  package private(set) var encode = 0.0
  package private(set) var readback = 0.0
  private let frames: Int

  /// Frames drawn before measuring.
  private static let warmUp = 8

  /// Draws a frame so many times.
  package init(_ capture: FrameCapture, frames: Int, _ rasterizer: any Rasterizer) throws {
    self.frames = frames
    let clock = ContinuousClock()
    let list = capture.list.withoutRetention
    var pixels = [UInt8](repeating: 0, count: capture.width * capture.height * 4)
    var times: [[Double]] = []
    for frame in 0..<Self.warmUp + frames {
      let start = clock.now
      let drawing = try pixels.withUnsafeMutableBytes { try rasterizer.render(list, images: capture.images, into: $0) }
      guard frame >= Self.warmUp else { continue }
      let milliseconds = (clock.now - start) / .milliseconds(1)
      times.append([milliseconds, drawing.encode, drawing.readback])
    }
    func median(_ place: Int) -> Double { times.map { $0[place] }.median }
    (self.median, encode, readback) = (median(0), median(1), median(2))
    fastest = times.map { $0[0] }.min() ?? 0
  }

  package var description: String {
    let rate = (median > 0 ? 1000 / median : 0).formatted(places: 1)
    return """
      \(rate) frames a second (median \(median.formatted(places: 2)) ms, fastest \(fastest.formatted(places: 2)) ms, \
      \(frames) frames)
        encode    \(encode.formatted(places: 3)) ms
        readback  \(readback.formatted(places: 3)) ms
      """
  }
}

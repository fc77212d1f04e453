// The picture of a clip that each frame of a film shows, and the rate of a film over a clip of a variable rate.
//
// A picture is shown from the frame on that begins nearest to its own beginning, as ffmpeg's filter `fps` has it:
// pictures and sound are at most half a frame apart, wherever the film begins in the clip.
//
//   picture   0   1    2        3  4          5    a variable rate, in frames of the film: 0 1.1 2.4 4.8 5.4 8.2
//   frame     0   1    2        5  6          8    5.4 is nearest to frame 5, which picture 3 has: picture 4 comes a
//                                                  frame later, as it is shown for more than half a frame
//
// Tested by ClipPaceTests.

import CoreGraphics
import Foundation

/// The frames of a film that is made with a clip.
package struct ClipPace: Sendable {
  /// Frames a second of the film.
  package let rate: FrameRate
  /// The clip's second at the film's first frame.
  package let start: Double

  /// Frames at a rate.
  package init(rate: FrameRate, start: Double) { (self.rate, self.start) = (rate, start) }

  /// The frame at a second of the clip.
  func frame(at second: Double) -> Int { Int(bounded: ((second - start) * rate.framesPerSecond).rounded()) }

  /// The frame from which on each picture is shown, in order; of pictures of one frame the last is shown.
  ///
  /// - Parameters:
  ///   - starts: when the pictures begin, in seconds of the clip, in order.
  ///   - isConstantRate: whether the pictures come at one rate. Otherwise one that is shown for more than half a frame
  ///     has a frame, even if that is the one after.
  func frames(of starts: [Double], isConstantRate: Bool) -> [Int] {
    var frames: [Int] = []
    frames.reserveCapacity(starts.count)
    for (index, second) in starts.enumerated() {
      let exact = (second - start) * rate.framesPerSecond
      // Halves go to the frame after, whatever arithmetic makes of them.
      var frame = Int(bounded: (exact + 0.5 + 1e-6).rounded(.down))
      if let last = frames.last {
        let length = (second - starts[index - 1]) * rate.framesPerSecond
        if !isConstantRate, length > 0.5 + 1e-6, frame <= last, Double(last + 1) - exact < 1 { frame = last + 1 }
        frame = max(frame, last)
      }
      frames.append(frame)
    }
    return frames
  }
}

extension FrameRate {
  /// The rates that films have.
  private static let usual = [24_000, 24_024, 25_025, 30_000, 30_030, 48_048, 50_050, 60_000, 60_060, 120_120, 240_240]
    .compactMap { FrameRate("\($0)/1001") }

  /// The least rate at which something moves smoothly.
  private static let leastOfMotion = 23.9

  /// The densest of the usual rates, 24 to 240, that pictures come at; nil where they come at none of them.
  ///
  /// - Parameter starts: when the pictures begin, in seconds, in order.
  ///
  /// Pictures come at a rate where two gaps in a row are of it, within a fifth: stamps that jitter have a long gap
  /// behind a short one. One in fifty of the gaps must be such, and at least three.
  static func densest(of starts: [Double]) -> FrameRate? {
    let gaps = zip(starts, starts.dropFirst()).map { $1 - $0 }
    for rate in usual.reversed() {
      func isOfRate(_ gap: Double) -> Bool { abs(gap * rate.framesPerSecond - 1) < 0.2 }
      let own = zip(gaps, gaps.dropFirst()).lazy.filter { isOfRate($0) && isOfRate($1) }.map { $0 + $1 }
      let (count, seconds) = own.reduce((0, 0.0)) { ($0.0 + 2, $0.1 + $1) }
      guard count >= max(6, gaps.count / 25) else { continue }
      return usual(near: Double(count) / seconds, of: starts)
    }
    return nil
  }

  /// The usual rate near a measured one that most pictures are in step with: 30 and 30000/1001 differ by a thousandth,
  /// which short gaps do not tell.
  private static func usual(near rate: Double, of starts: [Double]) -> FrameRate? {
    func distance(_ other: FrameRate) -> Double { abs(other.framesPerSecond / rate - 1) }
    /// 1 where all pictures are whole frames apart, near 0 where they are not.
    func agreement(_ other: FrameRate) -> Double {
      let sum = starts.reduce((0.0, 0.0)) { sum, start in
        let angle = (start * other.framesPerSecond).truncatingRemainder(dividingBy: 1) * 2 * .pi
        return (sum.0 + cos(angle), sum.1 + sin(angle))
      }
      return (sum.0 * sum.0 + sum.1 * sum.1).squareRoot() / Double(starts.count)
    }
    let best = usual.filter { distance($0) < 0.03 }.map { ($0, agreement($0)) }.max { $0.1 < $1.1 }
    if let best, best.1 > 0.5 { return best.0 }
    return usual.min { distance($0) < distance($1) }
  }

  /// A rate at which something moves smoothly, whose frames include those of this one where a usual rate has that.
  var smooth: FrameRate {
    guard framesPerSecond < Self.leastOfMotion else { return self }
    let few = ["30", "25", "24", "50", "60", "30000/1001", "24000/1001"].compactMap { FrameRate($0) }
    return few.first { other in
      let times = other.framesPerSecond / framesPerSecond
      return abs(times - times.rounded()) < 2e-4 * times
    } ?? FrameRate(30)
  }
}

extension ClipPictures {
  /// The rate of a film that is made with the clip: the clip's own; of a clip of a variable rate the densest that its
  /// pictures come at; at least 24 where something moves over them.
  ///
  /// - Parameter isMoving: whether something moves over the pictures.
  package func filmRate(isMoving: Bool) -> FrameRate? {
    guard let nominalFrameRate else { return isMoving ? FrameRate(30) : nil }
    let own = isConstantRate ? nominalFrameRate : densestFrameRate ?? nominalFrameRate.smooth
    return isMoving ? own.smooth : own
  }
}

// A picture first shows in the frame that begins nearest to it, as in ffmpeg's filter `fps`: pictures and sound are at
// most half a frame apart, wherever the film begins in the clip.
//
//   picture   0   1    2        3  4          5    a variable rate, in frames of the film: 0 1.1 2.4 4.8 5.4 8.2
//   frame     0   1    2        5  6          8    5.4 is nearest to frame 5, which picture 3 has: picture 4 comes a
//                                                  frame later, as picture 3 lasts longer than half a frame
//
// Tested by ClipPaceTests and TimecodeTests.

import CoreGraphics
import Foundation

/// The times of a film's frames in its clip.
package struct ClipPace: Sendable {
  package let rate: FrameRate
  /// The clip's second at the film's first frame.
  package let start: Double

  package init(rate: FrameRate, start: Double) { (self.rate, self.start) = (rate, start) }

  /// Returns the number of the frame nearest to a second of the clip.
  func frame(at second: Double) -> Int { Int(bounded: ((second - start) * rate.framesPerSecond).rounded()) }

  /// Returns the first frame of each picture, in order. Of pictures with the same first frame, the last one shows.
  ///
  /// - Parameters:
  ///   - starts: the times at which the pictures begin, in seconds of the clip, in order.
  ///   - isConstantRate: whether the pictures come at one rate. At a variable rate, a picture that lasts longer than
  ///     half a frame always gets a frame: the next picture moves to the frame after.
  func frames(of starts: [Double], isConstantRate: Bool) -> [Int] {
    var frames: [Int] = []
    frames.reserveCapacity(starts.count)
    for (index, second) in starts.enumerated() {
      let exact = (second - start) * rate.framesPerSecond
      // Halves round up, also when arithmetic leaves them a little short.
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
  /// The usual frame rates of films, in ascending order.
  private static let usual = [
    "24000/1001", "24", "25", "30000/1001", "30", "48", "50", "60000/1001", "60", "120", "240",
  ].compactMap { FrameRate($0) }

  private static let leastOfMotion = 23.9

  /// Returns the highest usual rate, 24 to 240, at which pictures come, or nil if they come at none.
  ///
  /// Pictures come at a rate if at least one gap in fifty, and at least three, have its length within a fifth and are
  /// followed by a gap of that length. Jitter makes no such pairs: a long gap follows a short one.
  ///
  /// - Parameter starts: the times at which the pictures begin, in seconds, in order.
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

  /// Returns the usual rate near a measured rate whose frames agree best with the pictures. The length of a few gaps
  /// cannot distinguish 30 from 30000/1001; the phase over the whole clip can.
  private static func usual(near rate: Double, of starts: [Double]) -> FrameRate? {
    func distance(_ other: FrameRate) -> Double { abs(other.framesPerSecond / rate - 1) }
    /// Returns 1 if all pictures are whole frames apart, and about 0 if their phases are evenly distributed.
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

  /// The rate itself if motion looks smooth at it; otherwise a usual rate that is a multiple of it, or 30.
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
  /// Returns the frame rate of a film that is made with the clip: the clip's rate or, if that is variable, the highest
  /// usual rate at which its pictures come.
  ///
  /// - Parameter isMoving: whether the scene moves, which raises the rate to at least 24.
  package func filmRate(isMoving: Bool) -> FrameRate? {
    guard let nominalFrameRate else { return isMoving ? FrameRate(30) : nil }
    let own = isConstantRate ? nominalFrameRate : densestFrameRate ?? nominalFrameRate.smooth
    return isMoving ? own.smooth : own
  }
}

/// A timecode (SMPTE ST 12-1), which QuickTime films continue: hours, minutes, seconds and frames, `01:00:00:00`, or
/// `01:00:00;00` for drop-frame timecode.
///
/// At 30000/1001 and 60000/1001, drop-frame timecode follows the clock: each minute skips its first 2 or 4 frame
/// numbers, except every tenth minute.
struct Timecode: Equatable, CustomStringConvertible {
  /// The number of frames since 00:00:00:00.
  private let frame: Int
  private let perSecond: Int
  private let isDropping: Bool

  private init(frame: Int, perSecond: Int, isDropping: Bool) {
    (self.frame, self.perSecond, self.isDropping) = (frame, perSecond, isDropping)
  }

  init?(_ text: String, rate: FrameRate) {
    perSecond = Int(bounded: rate.framesPerSecond.rounded())
    guard text.utf8.count == 11, let match = text.wholeMatch(of: /(\d\d):(\d\d):(\d\d)([:;.,])(\d\d)/),
      let hours = Int(match.1), let minutes = Int(match.2), let seconds = Int(match.3), let frames = Int(match.5),
      hours < 24, minutes < 60, seconds < 60, 1...100 ~= perSecond, frames < perSecond
    else { return nil }
    isDropping = match.4 != ":"
    guard !isDropping || (perSecond % 30 == 0 && rate.denominator == 1001) else { return nil }
    let minute = hours * 60 + minutes
    let dropped = isDropping ? perSecond / 15 : 0
    guard minutes % 10 == 0 || seconds > 0 || frames >= dropped else { return nil }
    frame = (minute * 60 + seconds) * perSecond + frames - dropped * (minute - minute / 10)
  }

  /// Returns the timecode of a later frame, which wraps after 24 hours.
  func advanced(by frames: Int) -> Timecode {
    Timecode(frame: (frame + frames % framesOfDay) % framesOfDay, perSecond: perSecond, isDropping: isDropping)
  }

  private var framesOfDay: Int { 144 * framesOfTenMinutes }

  private var framesOfTenMinutes: Int { 600 * perSecond - (isDropping ? 9 * perSecond / 15 : 0) }

  var description: String {
    let dropped = isDropping ? perSecond / 15 : 0
    let (tens, rest) = frame.quotientAndRemainder(dividingBy: framesOfTenMinutes)
    // The first minute of ten skips no numbers.
    let minute = rest < 60 * perSecond ? 0 : (rest - dropped) / (60 * perSecond - dropped)
    let number = rest + dropped * minute
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let (all, frames) = (tens * 600 + number / perSecond, number % perSecond)
    return "\(two(all / 3600)):\(two(all / 60 % 60)):\(two(all % 60))\(isDropping ? ";" : ":")\(two(frames))"
  }
}

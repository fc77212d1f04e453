// The timecode of a clip (SMPTE ST 12-1), which QuickTime films continue.
//
// Tested by TimecodeTests.

import CoreGraphics

/// Hours, minutes, seconds and frames: `01:00:00:00`, or `01:00:00;00` for drop-frame timecode.
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

  /// Parses a timecode, or returns nil if the text is invalid for the frame rate.
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

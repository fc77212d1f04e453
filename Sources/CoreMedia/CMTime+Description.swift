// Times in words, as Apple's functions write them.

import Foundation

extension CMTime {
  /// `{1/2 = 0.500}`, with `rounded` and an epoch where there is one.
  fileprivate var words: String {
    if !isValid { return "{INVALID}" }
    if isPositiveInfinity { return "{+INFINITY}" }
    if isNegativeInfinity { return "{-INFINITY}" }
    if isIndefinite { return "{INDEFINITE}" }
    let rounded = hasBeenRounded ? ", rounded" : ""
    let epoch = epoch == 0 ? "" : ", epoch \(epoch)"
    return "{\(value)/\(timescale) = \(String(format: "%.3f", seconds))\(rounded)\(epoch)}"
  }
}

extension CMTimeRange {
  /// Its start and its length.
  fileprivate var words: String { isValid ? "{\(start.words), \(duration.words)}" : "{INVALID}" }
}

/// A time in words: `{1/2 = 0.500}`.
///
/// - Parameters:
///   - allocator: of no effect; nil is as good as any.
///   - time: the time.
public func CMTimeCopyDescription(allocator: AnyObject?, time: CMTime) -> String? { time.words }

/// A range in words: `{{0/1 = 0.000}, {1/2 = 0.500}}`, its start and its length.
///
/// - Parameters:
///   - allocator: of no effect; nil is as good as any.
///   - range: the range.
public func CMTimeRangeCopyDescription(allocator: AnyObject?, range: CMTimeRange) -> String? {
  range.words
}

/// Prints a time in words to standard error.
public func CMTimeShow(_ time: CMTime) { FileHandle.standardError.write(Data((time.words + "\n").utf8)) }

/// Prints a range in words to standard error.
public func CMTimeRangeShow(_ range: CMTimeRange) { FileHandle.standardError.write(Data((range.words + "\n").utf8)) }

// Stretches of time. A range does not hold its end.
//
// Tested by CMTimeRangeTests.

/// A stretch of time.
public struct CMTimeRange: Hashable, Sendable {
  /// The first moment.
  public var start: CMTime
  /// The length: not negative, of epoch 0.
  public var duration: CMTime

  /// An invalid range.
  public init() { (start, duration) = (.invalid, .invalid) }

  /// A range from a moment on.
  public init(start: CMTime, duration: CMTime) { self = CMTimeRangeMake(start: start, duration: duration) }

  /// A range from one moment to another.
  public init(start: CMTime, end: CMTime) { self = CMTimeRangeFromTimeToTime(start: start, end: end) }

  /// The range of no length at 0.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// No range.
  public static let invalid = CMTimeRange()

  /// Whether it is a range: both times are, and the length is one.
  public var isValid: Bool {
    start.isValid && duration.isValid && duration.epoch == 0 && CMTimeCompare(duration, .zero) >= 0
  }
  /// Whether its start or its length is not known.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
  /// Whether it has no length.
  public var isEmpty: Bool { isValid && duration == .zero }
  /// The first moment that is no longer in it.
  public var end: CMTime { CMTimeRangeGetEnd(self) }

  /// The shortest range that has all times of both.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange { CMTimeRangeGetUnion(self, otherRange: otherRange) }

  /// Returns the times that are in both ranges; the empty range at 0 if they do not meet.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    CMTimeRangeGetIntersection(self, otherRange: otherRange)
  }

  /// Whether a time is in the range.
  public func containsTime(_ time: CMTime) -> Bool { CMTimeRangeContainsTime(self, time: time) }

  /// Whether all of another range is in the range.
  public func containsTimeRange(_ range: CMTimeRange) -> Bool { CMTimeRangeContainsTimeRange(self, otherRange: range) }
}

/// The range of no length at 0.
public let kCMTimeRangeZero = CMTimeRange.zero
/// No range.
public let kCMTimeRangeInvalid = CMTimeRange.invalid

/// Whether it is a range.
public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }
/// Whether it is no range.
public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }
/// Whether its start or its length is not known.
public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }
/// Whether it has no length.
public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }

/// A range from a moment on; invalid where the length has an epoch.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  var range = CMTimeRange()
  guard duration.epoch == 0 else { return range }
  (range.start, range.duration) = (start, duration)
  return range
}

/// A range from one moment to another.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRangeMake(start: start, duration: CMTimeSubtract(end, start))
}

/// The first moment that is no longer in a range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { CMTimeAdd(range.start, range.duration) }

/// Whether two ranges are the same.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }

/// Whether a time is in a range, whose end is not.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
  guard range.isValid, time.isValid, !range.isIndefinite, !time.isIndefinite else { return false }
  return time >= range.start && time < range.end
}

/// Whether all of a range is in another.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
  guard range.isValid, otherRange.isValid, !range.isIndefinite, !otherRange.isIndefinite else { return false }
  return otherRange.start >= range.start && otherRange.end <= range.end
}

/// The shortest range that has all times of both; the other one where one is invalid.
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  guard range.isValid else { return otherRange.isValid ? otherRange : .invalid }
  guard otherRange.isValid else { return range }
  return CMTimeRangeFromTimeToTime(
    start: CMTimeMinimum(range.start, otherRange.start), end: CMTimeMaximum(range.end, otherRange.end))
}

/// Returns the times that are in both ranges; the empty range at 0 if they do not meet, or if one is invalid.
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  guard range.isValid, otherRange.isValid else { return .zero }
  let start = CMTimeMaximum(range.start, otherRange.start)
  let end = CMTimeMinimum(range.end, otherRange.end)
  return start < end ? CMTimeRangeFromTimeToTime(start: start, end: end) : .zero
}

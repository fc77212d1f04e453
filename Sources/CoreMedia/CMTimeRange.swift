// Ranges of time, which do not include their ends.
// Tested by CMTimeRangeTests.

public import Foundation

/// A range of time.
public struct CMTimeRange: Hashable, Sendable {
  /// The first time.
  public var start: CMTime
  /// The duration: not negative, of epoch 0.
  public var duration: CMTime

  /// Creates an invalid range.
  public init() { (start, duration) = (.invalid, .invalid) }

  /// Creates a range of a start and a duration.
  public init(start: CMTime, duration: CMTime) { self = CMTimeRangeMake(start: start, duration: duration) }

  /// Creates a range from one time to another.
  public init(start: CMTime, end: CMTime) { self = CMTimeRangeFromTimeToTime(start: start, end: end) }

  /// The empty range at 0.
  public static let zero = CMTimeRange(start: .zero, duration: .zero)
  /// An invalid range.
  public static let invalid = CMTimeRange()

  /// Whether the range is valid: both times are, and the duration is not negative and of epoch 0.
  public var isValid: Bool {
    start.isValid && duration.isValid && duration.epoch == 0 && CMTimeCompare(duration, .zero) >= 0
  }
  /// Whether the start or the duration is unknown.
  public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
  /// Whether the duration is 0.
  public var isEmpty: Bool { isValid && duration == .zero }
  /// The first time after the range.
  public var end: CMTime { CMTimeRangeGetEnd(self) }

  /// Returns the shortest range that contains both.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange { CMTimeRangeGetUnion(self, otherRange: otherRange) }

  /// Returns the times that are in both ranges; the empty range at 0 if they do not meet.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    CMTimeRangeGetIntersection(self, otherRange: otherRange)
  }

  /// Returns whether a time is in the range.
  public func containsTime(_ time: CMTime) -> Bool { CMTimeRangeContainsTime(self, time: time) }

  /// Returns whether another range is entirely in the range.
  public func containsTimeRange(_ range: CMTimeRange) -> Bool { CMTimeRangeContainsTimeRange(self, otherRange: range) }
}

/// The empty range at 0.
public let kCMTimeRangeZero = CMTimeRange.zero
/// An invalid range.
public let kCMTimeRangeInvalid = CMTimeRange.invalid

/// Returns whether a range is valid.
public func CMTIMERANGE_IS_VALID(_ range: CMTimeRange) -> Bool { range.isValid }
/// Returns whether a range is invalid.
public func CMTIMERANGE_IS_INVALID(_ range: CMTimeRange) -> Bool { !range.isValid }
/// Returns whether the start or the duration of a range is unknown.
public func CMTIMERANGE_IS_INDEFINITE(_ range: CMTimeRange) -> Bool { range.isIndefinite }
/// Returns whether the duration of a range is 0.
public func CMTIMERANGE_IS_EMPTY(_ range: CMTimeRange) -> Bool { range.isEmpty }

/// Returns a range of a start and a duration; invalid if the duration has an epoch.
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  var range = CMTimeRange()
  guard duration.epoch == 0 else { return range }
  (range.start, range.duration) = (start, duration)
  return range
}

/// Returns a range from one time to another.
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRangeMake(start: start, duration: CMTimeSubtract(end, start))
}

/// Returns the first time after a range.
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { CMTimeAdd(range.start, range.duration) }

/// Returns whether two ranges are equal.
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool { range1 == range2 }

/// Returns whether a time is in a range, which does not include its end.
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
  guard range.isValid, time.isValid, !range.isIndefinite, !time.isIndefinite else { return false }
  return time >= range.start && time < range.end
}

/// Returns whether a range is entirely in another.
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
  guard range.isValid, otherRange.isValid, !range.isIndefinite, !otherRange.isIndefinite else { return false }
  return otherRange.start >= range.start && otherRange.end <= range.end
}

/// Returns the shortest range that contains both; the other one if one is invalid.
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

/// Returns the nearest time in a range, its end included; invalid for an empty range.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard time.isValid, range.isValid, !range.isEmpty else { return .invalid }
  return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

/// Returns the time at the same fraction of another range: `(t - from.start) * to.duration / from.duration + to.start`,
/// exactly if that fits. Invalid for an empty range or another epoch. Of two endless ranges only the starts count.
public func CMTimeMapTimeFromRangeToRange(_ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
  guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty else { return .invalid }
  guard t.isValid, t.epoch == fromRange.start.epoch else { return .invalid }
  let offset = CMTimeSubtract(t, fromRange.start)
  if fromRange.duration.isPositiveInfinity, toRange.duration.isPositiveInfinity {
    return CMTimeAdd(offset, toRange.start)
  }
  return CMTimeAdd(CMTimeMapDurationFromRangeToRange(offset, fromRange: fromRange, toRange: toRange), toRange.start)
}

/// Returns a duration in the ratio of two ranges, `dur * to.duration / from.duration`, exactly if that fits. Invalid if
/// the duration has an epoch, or the first range is empty.
public func CMTimeMapDurationFromRangeToRange(_ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
  let (from, to) = (fromRange.duration, toRange.duration)
  guard fromRange.isValid, toRange.isValid, dur.isValid, dur.epoch == 0, !fromRange.isEmpty else { return .invalid }
  guard dur.isNumeric, from.isNumeric, to.isNumeric else {
    return from.isPositiveInfinity && to.isPositiveInfinity ? dur : dur.isNumeric ? .invalid : dur
  }
  guard from != to else { return dur }
  let wasRounded = dur.hasBeenRounded || from.hasBeenRounded || to.hasBeenRounded
  // The factors are reduced, so that a result that fits is exact.
  let ratio = Rational(to.value, to.timescale).reduced.multiplied(
    by: Rational(numerator: Int128(from.timescale), denominator: Int128(from.value)))
  guard let ratio, let product = Rational(dur.value, dur.timescale).multiplied(by: ratio) else {
    return CMTimeMultiplyByFloat64(dur, multiplier: to.seconds / from.seconds)
  }
  return product.time(wasRounded: wasRounded, epoch: 0)
}

/// Returns the time in a range for a time in its endless repetition, in both directions. Invalid for an empty range.
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
  guard foldRange.isValid, !foldRange.isEmpty, time.isValid else { return .invalid }
  guard time.isNumeric, foldRange.start.isNumeric, foldRange.duration.isNumeric else { return time }
  guard time.epoch == foldRange.start.epoch else { return .invalid }
  let offset = CMTimeSubtract(time, foldRange.start)
  let length = foldRange.duration
  guard offset.isNumeric else { return offset }
  // In units of both.
  let (x, y) = (Int128(offset.value) * Int128(length.timescale), Int128(length.value) * Int128(offset.timescale))
  let rest = (x % y + y) % y
  let folded = Rational(numerator: rest, denominator: Int128(offset.timescale) * Int128(length.timescale)).reduced.time(
    wasRounded: offset.hasBeenRounded || length.hasBeenRounded, epoch: 0)
  return CMTimeAdd(foldRange.start, folded)
}

/// A range of a source, and that of a track which it fills, slower or faster if their durations differ.
public struct CMTimeMapping: Hashable, Sendable {
  /// The range of the source; if its start is invalid, the mapping has no source and shows nothing.
  public var source: CMTimeRange
  /// The range of the track.
  public var target: CMTimeRange

  /// Creates an invalid mapping.
  public init() { (source, target) = (.invalid, .invalid) }

  /// Creates a mapping of a source.
  public init(source: CMTimeRange, target: CMTimeRange) { (self.source, self.target) = (source, target) }

  /// Returns a mapping of a range that shows nothing.
  public static func empty(target: CMTimeRange) -> CMTimeMapping { CMTimeMapping(source: .invalid, target: target) }

  /// An invalid mapping.
  public static let invalid = CMTimeMapping()

  /// Whether the mapping is valid: whether its target is.
  public var isValid: Bool { target.isValid }
  /// Whether the mapping shows nothing.
  public var isEmpty: Bool { !source.start.isNumeric && target.isValid }
}

/// An invalid mapping.
public let kCMTimeMappingInvalid = CMTimeMapping.invalid

/// Returns a mapping of a source; invalid if a duration has an epoch.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  guard source.duration.epoch == 0, target.duration.epoch == 0 else { return .invalid }
  return CMTimeMapping(source: source, target: target)
}

/// Returns a mapping of a range that shows nothing.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping { .empty(target: target) }

/// Returns whether a mapping is valid.
public func CMTIMEMAPPING_IS_VALID(_ mapping: CMTimeMapping) -> Bool { mapping.isValid }
/// Returns whether a mapping is invalid.
public func CMTIMEMAPPING_IS_INVALID(_ mapping: CMTimeMapping) -> Bool { !mapping.isValid }
/// Returns whether a mapping shows nothing.
public func CMTIMEMAPPING_IS_EMPTY(_ mapping: CMTimeMapping) -> Bool { mapping.isEmpty }

/// The number of a track in its asset.
public typealias CMPersistentTrackID = Int32

/// The invalid track number, with which a new track gets a number of its own.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

// `NSValue` boxes no structures on Linux (Bridging.swift): a time is boxed as three integers.
extension NSValue {
  /// Creates a box around a time.
  public convenience init(time: CMTime) { self.init(words: time.words) }

  /// Creates a box around a range of time.
  public convenience init(timeRange: CMTimeRange) { self.init(words: timeRange.words) }

  /// Creates a box around a mapping.
  public convenience init(timeMapping mapping: CMTimeMapping) {
    self.init(words: mapping.source.words + mapping.target.words)
  }

  /// The time in the box. Precondition: it holds one.
  public var timeValue: CMTime { CMTime(expectedWords(count: 3, "CMTime")[...]) }

  /// The range in the box. Precondition: it holds one.
  public var timeRangeValue: CMTimeRange { CMTimeRange(expectedWords(count: 6, "CMTimeRange")[...]) }

  /// The mapping in the box. Precondition: it holds one.
  public var timeMappingValue: CMTimeMapping {
    let words = expectedWords(count: 12, "CMTimeMapping")
    return CMTimeMapping(source: CMTimeRange(words[..<6]), target: CMTimeRange(words[6...]))
  }

  private convenience init(words: [Int64]) { self.init(bytes: words, objCType: "[\(words.count)q]") }

  private func expectedWords(count: Int, _ type: String) -> [Int64] {
    let encoding = String(cString: objCType)
    precondition(encoding == "[\(count)q]", "NSValue holds '\(encoding)', not a \(type)")
    var words = [Int64](repeating: 0, count: count)
    getValue(&words)
    return words
  }
}

extension CMTime {
  fileprivate var words: [Int64] { [value, Int64(timescale) << 32 | Int64(flags.rawValue), epoch] }

  fileprivate init(_ words: ArraySlice<Int64>) {
    let middle = words[words.startIndex + 1]
    self.init(
      value: words[words.startIndex], timescale: Int32(truncatingIfNeeded: middle >> 32),
      flags: CMTimeFlags(rawValue: UInt32(truncatingIfNeeded: middle)), epoch: words[words.startIndex + 2])
  }
}

extension CMTimeRange {
  fileprivate var words: [Int64] { start.words + duration.words }

  fileprivate init(_ words: ArraySlice<Int64>) {
    self.init()
    (start, duration) = (CMTime(words.prefix(3)), CMTime(words.suffix(3)))
  }
}

extension CMTime: _ObjectiveCBridgeable {
  /// Boxes the value, for `as Any` and `as? NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(time: self) }

  /// Unboxes the value of an object that must hold one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) { result = source.timeValue }

  /// Unboxes the value of an object if it holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) -> Bool {
    result = String(cString: source.objCType) == "[3q]" ? source.timeValue : nil
    return result != nil
  }

  /// Unboxes the value of an object that must exist and hold one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTime {
    source?.timeValue ?? .invalid
  }
}

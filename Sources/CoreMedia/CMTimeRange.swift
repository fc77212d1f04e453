// Stretches of time. A range does not hold its end.
// Tested by CMTimeRangeTests.

public import Foundation

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

/// The nearest time within a range, its end among them; invalid for an empty range.
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard time.isValid, range.isValid, !range.isEmpty else { return .invalid }
  return CMTimeMinimum(CMTimeMaximum(time, range.start), range.end)
}

/// A time of a range to the one that lies as far along another: `(t - from.start) * to.duration / from.duration +
/// to.start`, exactly where that fits.
///
/// Invalid for an empty range, or another epoch than the range's. Of two endless ranges only the starts count.
public func CMTimeMapTimeFromRangeToRange(_ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
  guard fromRange.isValid, toRange.isValid, !fromRange.isEmpty, !toRange.isEmpty else { return .invalid }
  guard t.isValid, t.epoch == fromRange.start.epoch else { return .invalid }
  let offset = CMTimeSubtract(t, fromRange.start)
  if fromRange.duration.isPositiveInfinity, toRange.duration.isPositiveInfinity {
    return CMTimeAdd(offset, toRange.start)
  }
  return CMTimeAdd(CMTimeMapDurationFromRangeToRange(offset, fromRange: fromRange, toRange: toRange), toRange.start)
}

/// A duration in the proportion of two ranges: `dur * to.duration / from.duration`, exactly where that fits.
///
/// Invalid where the duration has an epoch, or the first range is empty.
public func CMTimeMapDurationFromRangeToRange(_ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
  let (from, to) = (fromRange.duration, toRange.duration)
  guard fromRange.isValid, toRange.isValid, dur.isValid, dur.epoch == 0, !fromRange.isEmpty else { return .invalid }
  guard dur.isNumeric, from.isNumeric, to.isNumeric else {
    return from.isPositiveInfinity && to.isPositiveInfinity ? dur : dur.isNumeric ? .invalid : dur
  }
  guard from != to else { return dur }
  let wasRounded = dur.hasBeenRounded || from.hasBeenRounded || to.hasBeenRounded
  // The factors in lowest terms, so that what fits is exact.
  let ratio = Rational(to.value, to.timescale).reduced.multiplied(
    by: Rational(numerator: Int128(from.timescale), denominator: Int128(from.value)))
  guard let ratio, let product = Rational(dur.value, dur.timescale).multiplied(by: ratio) else {
    return CMTimeMultiplyByFloat64(dur, multiplier: to.seconds / from.seconds)
  }
  return product.time(wasRounded: wasRounded, epoch: 0)
}

/// A time of an endless repetition of a range, to the same time in the range: what is before it, too.
///
/// Invalid for an empty range.
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

/// A range of a source, and the range that it fills of a track; where their lengths differ, it runs faster or slower.
public struct CMTimeMapping: Hashable, Sendable {
  /// The range of the source; if its start is invalid, the mapping has no source and shows nothing.
  public var source: CMTimeRange
  /// The range of the track.
  public var target: CMTimeRange

  /// An invalid mapping.
  public init() { (source, target) = (.invalid, .invalid) }

  /// A mapping of a source.
  public init(source: CMTimeRange, target: CMTimeRange) { (self.source, self.target) = (source, target) }

  /// A stretch in which nothing is shown.
  public static func empty(target: CMTimeRange) -> CMTimeMapping { CMTimeMapping(source: .invalid, target: target) }

  /// No mapping.
  public static let invalid = CMTimeMapping()

  /// Whether it is one: whether its target is a range.
  public var isValid: Bool { target.isValid }
  /// Whether nothing is shown.
  public var isEmpty: Bool { !source.start.isNumeric && target.isValid }
}

/// No mapping.
public let kCMTimeMappingInvalid = CMTimeMapping.invalid

/// A mapping of a source; invalid where a length has an epoch.
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  guard source.duration.epoch == 0, target.duration.epoch == 0 else { return .invalid }
  return CMTimeMapping(source: source, target: target)
}

/// A stretch in which nothing is shown.
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping { .empty(target: target) }

/// Whether it is a mapping.
public func CMTIMEMAPPING_IS_VALID(_ mapping: CMTimeMapping) -> Bool { mapping.isValid }
/// Whether it is no mapping.
public func CMTIMEMAPPING_IS_INVALID(_ mapping: CMTimeMapping) -> Bool { !mapping.isValid }
/// Whether nothing is shown.
public func CMTIMEMAPPING_IS_EMPTY(_ mapping: CMTimeMapping) -> Bool { mapping.isEmpty }

/// The number by which a track is known in its asset.
public typealias CMPersistentTrackID = Int32

/// The number of no track: the maker of a track then chooses one.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0

// `NSValue` boxes take no structures on Linux (Bridging.swift): a time is boxed as three whole numbers.
extension NSValue {
  /// A box around a time.
  public convenience init(time: CMTime) { self.init(words: time.words) }

  /// A box around a range of time.
  public convenience init(timeRange: CMTimeRange) { self.init(words: timeRange.words) }

  /// A box around a mapping.
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
  /// The value as an object, as `as Any` and `as? NSValue` have it.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(time: self) }

  /// The value of an object that must hold one.
  public static func _forceBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) { result = source.timeValue }

  /// The value of an object, if it holds one.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSValue, result: inout CMTime?) -> Bool {
    result = String(cString: source.objCType) == "[3q]" ? source.timeValue : nil
    return result != nil
  }

  /// The value of an object that must be there and hold one.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSValue?) -> CMTime {
    source?.timeValue ?? .invalid
  }
}

// Sums, products and conversions of times in 128-bit integers. Flags mark inexact results.

import Foundation

// MARK: Seconds

/// Returns a time of seconds in units of `1 / preferredTimescale`. Fractions of a unit are cut off, as by Apple's
/// function, and the time has the flag of rounding. If the number does not fit, the timescale is halved until it does;
/// a number that does not fit in whole seconds is infinite. Invalid if the timescale is not positive.
public func CMTimeMakeWithSeconds(_ seconds: Float64, preferredTimescale: Int32) -> CMTime {
  guard preferredTimescale > 0 else { return .invalid }
  guard !seconds.isInfinite else { return seconds < 0 ? .negativeInfinity : .positiveInfinity }
  guard !seconds.isNaN else {
    return CMTime(value: 0, timescale: preferredTimescale, flags: [.valid, .hasBeenRounded], epoch: 0)
  }
  var timescale = preferredTimescale
  while true {
    if let value = Int64(exactly: (seconds * Double(timescale)).rounded(.towardZero)) {
      let isExact = Double(value) / Double(timescale) == seconds
      return CMTime(value: value, timescale: timescale, flags: isExact ? .valid : [.valid, .hasBeenRounded], epoch: 0)
    }
    guard timescale > 1 else { return seconds < 0 ? .negativeInfinity : .positiveInfinity }
    timescale /= 2
  }
}

/// Returns a time in seconds, whatever its epoch; NaN if it is invalid or indefinite.
public func CMTimeGetSeconds(_ time: CMTime) -> Float64 {
  if time.isPositiveInfinity { return .infinity }
  if time.isNegativeInfinity { return -.infinity }
  return time.isNumeric && time.timescale > 0 ? Double(time.value) / Double(time.timescale) : .nan
}

// MARK: Other units

/// Returns a time in another unit. Invalid if the new timescale is not positive. A time that is not numeric stays; a
/// number that does not fit is infinite.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
  guard time.isNumeric, time.timescale > 0 else { return time.isNumeric ? .invalid : time }
  guard newTimescale > 0 else { return .invalid }
  return Rational(time.value, time.timescale).time(
    timescale: newTimescale, method: method, wasRounded: time.hasBeenRounded, epoch: time.epoch, mayHalve: false)
}

// MARK: Sums

/// Returns the sum of two times. Its timescale is that of both, or their least common multiple, at most
/// ``kCMTimeMaxTimescale``. If the number does not fit, it is halved until it does; a number that does not fit in whole
/// seconds is infinite. The sum of opposite infinities, or of times of different epochs other than 0, is invalid. The
/// difference of two times of one epoch is a duration.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { sum(lhs, rhs, isDifference: false) }

/// Returns the difference of two times; see ``CMTimeAdd(_:_:)``.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { sum(lhs, rhs, isDifference: true) }

private func sum(_ a: CMTime, _ b: CMTime, isDifference: Bool) -> CMTime {
  guard a.isValid, b.isValid else { return .invalid }
  let infinities = (a.infinitySign, isDifference ? -b.infinitySign : b.infinitySign)
  if infinities != (0, 0) {
    guard infinities.0 * infinities.1 >= 0 else { return .invalid }
    return infinities.0 + infinities.1 > 0 ? .positiveInfinity : .negativeInfinity
  }
  guard !a.isIndefinite, !b.isIndefinite else { return .indefinite }
  guard a.timescale > 0, b.timescale > 0, a.epoch == 0 || b.epoch == 0 || a.epoch == b.epoch else { return .invalid }
  let common =
    Int64(a.timescale) / Int64(greatestDivisor(Int128(a.timescale), Int128(b.timescale))) * Int64(b.timescale)
  let (x, y) = (
    Int128(a.value) * Int128(common / Int64(a.timescale)), Int128(b.value) * Int128(common / Int64(b.timescale))
  )
  return Rational(numerator: isDifference ? x - y : x + y, denominator: Int128(common)).time(
    timescale: Int32(min(common, Int64(Int32.max))), wasRounded: a.hasBeenRounded || b.hasBeenRounded,
    epoch: a.epoch == b.epoch ? 0 : max(a.epoch, b.epoch) == 0 ? min(a.epoch, b.epoch) : max(a.epoch, b.epoch))
}

extension CMTime {
  /// The sign of an infinite time; 0 for finite times.
  fileprivate var infinitySign: Int { isPositiveInfinity ? 1 : isNegativeInfinity ? -1 : 0 }

  /// Returns the sum of two times; see ``CMTimeAdd(_:_:)``.
  public static func + (addend1: CMTime, addend2: CMTime) -> CMTime { CMTimeAdd(addend1, addend2) }

  /// Returns the difference of two times; see ``CMTimeSubtract(_:_:)``.
  public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime { CMTimeSubtract(minuend, subtrahend) }

  /// The time as `{1/2 = 0.500}`, with `rounded` and an epoch if there is one.
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

// MARK: Products

/// Returns a multiple of a time; its timescale stays, unless the number does not fit.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
  guard let time = multiplied(time, isNegative: multiplier < 0) else {
    return Rational(numerator: Int128(time.value) * Int128(multiplier), denominator: Int128(time.timescale)).time(
      timescale: time.timescale, wasRounded: time.hasBeenRounded, epoch: time.epoch)
  }
  return time
}

/// Returns a time times a number. Its timescale is doubled to at least 65,536, and then halved until the number fits.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
  if let time = multiplied(time, isNegative: multiplier < 0) { return time }
  guard !multiplier.isNaN else { return .invalid }
  guard multiplier.isFinite else {
    guard time.value != 0 else { return .invalid }
    return (time.value < 0) == (multiplier < 0) ? .positiveInfinity : .negativeInfinity
  }
  var timescale = time.timescale
  while timescale < 65_536 { timescale *= 2 }
  if let factor = Rational(multiplier), let product = Rational(time.value, time.timescale).multiplied(by: factor) {
    return product.time(timescale: timescale, wasRounded: time.hasBeenRounded, epoch: time.epoch)
  }
  // For tiny and huge factors.
  let product = CMTimeMakeWithSeconds(time.seconds * multiplier, preferredTimescale: timescale)
  guard product.isNumeric else { return product }
  return CMTime(
    value: product.value, timescale: product.timescale, flags: [.valid, .hasBeenRounded], epoch: time.epoch)
}

/// Returns `time * multiplier / divisor`, exactly if that fits. For a divisor of 0 it is infinite, or invalid if the
/// time or the multiplier is 0, too.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
  if let time = multiplied(time, isNegative: (multiplier < 0) != (divisor < 0)) { return time }
  guard divisor != 0 else {
    guard time.value != 0, multiplier != 0 else { return .invalid }
    return (time.value < 0) == (multiplier < 0) ? .positiveInfinity : .negativeInfinity
  }
  let sign: Int128 = divisor < 0 ? -1 : 1
  return Rational(
    numerator: Int128(time.value) * Int128(multiplier) * sign,
    denominator: Int128(time.timescale) * Int128(divisor.magnitude)
  ).time(wasRounded: time.hasBeenRounded, epoch: time.epoch)
}

/// Returns the product of a time that is not numeric; nil for a numeric time.
private func multiplied(_ time: CMTime, isNegative: Bool) -> CMTime? {
  guard time.isValid else { return .invalid }
  guard !time.isIndefinite else { return .indefinite }
  guard time.infinitySign == 0 else {
    return (time.infinitySign < 0) == isNegative ? .positiveInfinity : .negativeInfinity
  }
  return time.timescale > 0 ? nil : .invalid
}

// MARK: Order

/// Returns -1, 0 or 1 for a time before, equal to or after another. All times are ordered: negative infinity, numbers
/// (those of lower epochs first), indefinite times, positive infinity, and invalid ones, which are equal to each other.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
  let (a, b) = (time1.rank, time2.rank)
  guard a == b else { return a < b ? -1 : 1 }
  guard time1.isNumeric else { return 0 }
  guard time1.epoch == time2.epoch else { return time1.epoch < time2.epoch ? -1 : 1 }
  let x = Int128(time1.value) * Int128(time2.timescale)
  let y = Int128(time2.value) * Int128(time1.timescale)
  return x < y ? -1 : x > y ? 1 : 0
}

/// Returns the earlier of two times, by ``CMTimeCompare(_:_:)``.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  CMTimeCompare(time1, time2) <= 0 ? time1 : time2
}

/// Returns the later of two times, by ``CMTimeCompare(_:_:)``.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime {
  CMTimeCompare(time1, time2) >= 0 ? time1 : time2
}

/// Returns the time without its sign.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
  if time.isNegativeInfinity { return .positiveInfinity }
  guard time.isNumeric, time.value < 0 else { return time }
  return CMTimeMultiply(time, multiplier: -1)
}

extension CMTime: Comparable, Hashable {
  fileprivate var rank: Int {
    if !isValid { return 4 }
    if isPositiveInfinity { return 3 }
    if isIndefinite { return 2 }
    return isNegativeInfinity ? 0 : 1
  }

  /// Whether two times are equal, in any units.
  public static func == (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) == 0 }

  /// Whether a time is before another, by ``CMTimeCompare(_:_:)``.
  public static func < (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) < 0 }

  /// Hashes the moment, so that equal times have equal hashes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    guard isNumeric else { return }
    hasher.combine(epoch)
    let divisor = max(greatestDivisor(Int128(value), Int128(timescale)), 1)
    hasher.combine(Int128(value) / divisor)
    hasher.combine(Int128(timescale) / divisor)
  }
}

extension CMTimeRange {
  fileprivate var words: String { isValid ? "{\(start.words), \(duration.words)}" : "{INVALID}" }
}

/// Returns a time as text: `{1/2 = 0.500}`. The allocator has no effect.
public func CMTimeCopyDescription(allocator: AnyObject?, time: CMTime) -> String? { time.words }

/// Returns a range as text, start and duration: `{{0/1 = 0.000}, {1/2 = 0.500}}`. The allocator has no effect.
public func CMTimeRangeCopyDescription(allocator: AnyObject?, range: CMTimeRange) -> String? { range.words }

/// Prints a time to standard error.
public func CMTimeShow(_ time: CMTime) { FileHandle.standardError.write(Data((time.words + "\n").utf8)) }

/// Prints a range to standard error.
public func CMTimeRangeShow(_ range: CMTimeRange) { FileHandle.standardError.write(Data((range.words + "\n").utf8)) }

// The arithmetic, in CMTime+Arithmetic.swift, follows the discussions of Apple's documentation.
//
// Tested by CMTimeTests and CMTimeArithmeticTests.

/// The numerator of a time.
public typealias CMTimeValue = Int64

/// The denominator of a time: units a second, at least 1.
public typealias CMTimeScale = Int32

/// The time line of a time; 0 for durations.
public typealias CMTimeEpoch = Int64

/// The greatest timescale.
public var kCMTimeMaxTimescale: Int { Int(Int32.max) }

/// The properties of a time besides its number.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
  /// The flags as bits.
  public let rawValue: UInt32

  /// Creates flags from bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The time is valid; without this flag all else is meaningless.
  public static let valid = CMTimeFlags(rawValue: 1)
  /// The number was rounded.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
  /// The time is after all numbers.
  public static let positiveInfinity = CMTimeFlags(rawValue: 4)
  /// The time is before all numbers.
  public static let negativeInfinity = CMTimeFlags(rawValue: 8)
  /// The time is unknown.
  public static let indefinite = CMTimeFlags(rawValue: 16)
  /// The flags of times without a number.
  public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// A time or a duration of ``value`` / ``timescale`` seconds.
public struct CMTime: Sendable {
  /// The numerator.
  public var value: CMTimeValue
  /// The denominator: units a second.
  public var timescale: CMTimeScale
  /// The properties of the time besides its number.
  public var flags: CMTimeFlags
  /// The time line; 0 for durations.
  public var epoch: CMTimeEpoch

  /// Creates an invalid time.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  /// Creates a time of these parts, unchecked.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
  }

  /// Creates a time of `value / timescale` seconds; invalid if the timescale is not positive.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self = CMTimeMakeWithEpoch(value: value, timescale: timescale, epoch: 0)
  }

  /// Creates a time of seconds; see ``CMTimeMakeWithSeconds(_:preferredTimescale:)``.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    self = CMTimeMakeWithSeconds(seconds, preferredTimescale: preferredTimescale)
  }

  /// An invalid time.
  public static let invalid = CMTime()
  /// An unknown time.
  public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// The time after all numbers.
  public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  /// The time before all numbers.
  public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
  /// 0 seconds.
  public static let zero = CMTime(value: 0, timescale: 1)

  /// Whether the time is valid.
  public var isValid: Bool { flags.contains(.valid) }
  /// Whether the time is positive infinity.
  public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
  /// Whether the time is negative infinity.
  public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
  /// Whether the time is unknown.
  public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
  /// Whether the time has a number.
  public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
  /// Whether the time has a number that was rounded.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }
  /// The time in seconds; NaN if it is invalid or indefinite.
  public var seconds: Double { CMTimeGetSeconds(self) }

  /// Returns the time in another unit; see ``CMTimeConvertScale(_:timescale:method:)``.
  public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    CMTimeConvertScale(self, timescale: newTimescale, method: method)
  }
}

/// An invalid time.
public let kCMTimeInvalid = CMTime.invalid
/// An unknown time.
public let kCMTimeIndefinite = CMTime.indefinite
/// The time after all numbers.
public let kCMTimePositiveInfinity = CMTime.positiveInfinity
/// The time before all numbers.
public let kCMTimeNegativeInfinity = CMTime.negativeInfinity
/// 0 seconds.
public let kCMTimeZero = CMTime.zero

/// Returns a time of `value / timescale` seconds; invalid if the timescale is not positive.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

/// Returns a time of `value / timescale` seconds on a time line; invalid if the timescale is not positive.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
  timescale > 0 ? CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch) : .invalid
}

/// Returns whether a time is valid.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }
/// Returns whether a time is invalid.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }
/// Returns whether a time is positive infinity.
public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }
/// Returns whether a time is negative infinity.
public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }
/// Returns whether a time is unknown.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
/// Returns whether a time has a number.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }
/// Returns whether a time has a number that was rounded.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }

/// The method of rounding when a time is converted to another unit.
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearest; a half away from 0.
  case roundHalfAwayFromZero = 1
  /// Toward 0.
  case roundTowardZero = 2
  /// Away from 0.
  case roundAwayFromZero = 3
  /// Toward 0 if units become longer, away from it if they become shorter; negative numbers do not become 0.
  case quickTime = 4
  /// Toward positive infinity.
  case roundTowardPositiveInfinity = 5
  /// Toward negative infinity.
  case roundTowardNegativeInfinity = 6

  /// The default method, ``roundHalfAwayFromZero``.
  public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }

  /// Returns a rounded magnitude: `quotient`, which was rounded toward 0, or one more. `rest` is less than `divisor`.
  /// `isRefining`: the new unit is shorter.
  func rounded(_ quotient: UInt128, rest: UInt128, divisor: UInt128, isNegative: Bool, isRefining: Bool) -> UInt128 {
    let isAway: Bool
    switch self {
    case .roundHalfAwayFromZero: isAway = rest >= divisor - rest
    case .roundTowardZero: isAway = false
    case .roundAwayFromZero: isAway = true
    case .quickTime: isAway = isRefining || (isNegative && quotient == 0)
    case .roundTowardPositiveInfinity: isAway = !isNegative
    case .roundTowardNegativeInfinity: isAway = isNegative
    }
    return isAway && rest > 0 ? quotient + 1 : quotient
  }
}

/// A fraction of 128-bit numbers, for calculations with times; its denominator is positive.
struct Rational {
  var numerator: Int128
  var denominator: Int128

  init(numerator: Int128, denominator: Int128) { (self.numerator, self.denominator) = (numerator, denominator) }

  init(_ value: CMTimeValue, _ timescale: CMTimeScale) { (numerator, denominator) = (Int128(value), Int128(timescale)) }

  /// Creates the exact value of a number; returns nil if its last bit is below 2⁻⁶⁰, or its first at least 2⁶⁴.
  init?(_ number: Double) {
    guard number.isFinite, number != 0 else {
      guard number == 0 else { return nil }
      (numerator, denominator) = (0, 1)
      return
    }
    let shift = max(number.significandWidth - Int(number.exponent), 0)
    guard shift <= 60, number.exponent < 64 else { return nil }
    numerator = Int128(number * Double(sign: .plus, exponent: shift, significand: 1))
    denominator = Int128(1) << Int128(shift)
  }

  var reduced: Rational {
    let divisor = greatestDivisor(numerator, denominator)
    return divisor > 1 ? Rational(numerator: numerator / divisor, denominator: denominator / divisor) : self
  }

  /// Returns the product; nil if it does not fit.
  func multiplied(by other: Rational) -> Rational? {
    let (a, b) = (greatestDivisor(numerator, other.denominator), greatestDivisor(other.numerator, denominator))
    let top = (numerator / max(a, 1)).multipliedReportingOverflow(by: other.numerator / max(b, 1))
    let bottom = (denominator / max(b, 1)).multipliedReportingOverflow(by: other.denominator / max(a, 1))
    guard !top.overflow, !bottom.overflow else { return nil }
    return Rational(numerator: top.partialValue, denominator: bottom.partialValue)
  }

  /// Returns the time in `timescale` units a second; nil for the fraction's own, reduced if it is too great, or else
  /// the greatest. `mayHalve`: the unit becomes longer if the number does not fit; otherwise that is infinite.
  func time(
    timescale wanted: Int32? = nil, method: CMTimeRoundingMethod = .default, wasRounded: Bool, epoch: CMTimeEpoch,
    mayHalve: Bool = true
  ) -> CMTime {
    var fraction = self
    if wanted == nil, Int32(exactly: denominator) == nil || Int64(exactly: numerator) == nil { fraction = reduced }
    var timescale = wanted ?? Int32(clamping: fraction.denominator)
    while true {
      if let (value, isExact) = fraction.value(timescale: timescale, method: method) {
        let flags: CMTimeFlags = isExact && !wasRounded ? .valid : [.valid, .hasBeenRounded]
        return CMTime(value: value, timescale: timescale, flags: flags, epoch: epoch)
      }
      guard mayHalve, timescale > 1 else { return fraction.numerator < 0 ? .negativeInfinity : .positiveInfinity }
      timescale /= 2
    }
  }

  /// Returns the fraction in units of `1 / timescale`, and whether that is exact; nil if it does not fit.
  private func value(timescale: Int32, method: CMTimeRoundingMethod) -> (CMTimeValue, isExact: Bool)? {
    let divisor = denominator.magnitude
    let product = numerator.magnitude.multipliedFullWidth(by: UInt128(timescale))
    guard product.high < divisor else { return nil }
    let (quotient, rest) = divisor.dividingFullWidth(product)
    let magnitude = method.rounded(
      quotient, rest: rest, divisor: divisor, isNegative: numerator < 0, isRefining: Int128(timescale) > denominator)
    guard let signed = Int128(exactly: magnitude), let value = Int64(exactly: numerator < 0 ? -signed : signed) else {
      return nil
    }
    return (value, rest == 0)
  }
}

/// Returns the greatest common divisor; the magnitude of one number if the other is 0.
func greatestDivisor(_ a: Int128, _ b: Int128) -> Int128 {
  var (a, b) = (a.magnitude, b.magnitude)
  while b != 0 { (a, b) = (b, a % b) }
  return Int128(clamping: a)
}

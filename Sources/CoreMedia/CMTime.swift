// The arithmetic, in CMTime+Arithmetic.swift, follows the discussions of Apple's documentation.
//
// Tested by CMTimeTests and CMTimeArithmeticTests.

/// The numerator of a time.
public typealias CMTimeValue = Int64

/// The denominator of a time: units a second, 1 or more.
public typealias CMTimeScale = Int32

/// The time line that a time is on; 0 for durations.
public typealias CMTimeEpoch = Int64

/// The greatest denominator.
public var kCMTimeMaxTimescale: Int { Int(Int32.max) }

/// The properties of a time other than its number.
public struct CMTimeFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Flags of bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// It is a time; without this flag it is invalid, whatever else it holds.
  public static let valid = CMTimeFlags(rawValue: 1)
  /// Its number was rounded on the way.
  public static let hasBeenRounded = CMTimeFlags(rawValue: 2)
  /// It is after all others.
  public static let positiveInfinity = CMTimeFlags(rawValue: 4)
  /// It is before all others.
  public static let negativeInfinity = CMTimeFlags(rawValue: 8)
  /// It is not known.
  public static let indefinite = CMTimeFlags(rawValue: 16)
  /// All flags by which a time has no number.
  public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}

/// A moment, or a duration: ``value`` by ``timescale`` seconds.
public struct CMTime: Sendable {
  /// The numerator.
  public var value: CMTimeValue
  /// The denominator: units a second.
  public var timescale: CMTimeScale
  /// The properties of the time other than its number.
  public var flags: CMTimeFlags
  /// The time line that it is on; 0 for durations.
  public var epoch: CMTimeEpoch

  /// An invalid time.
  public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

  /// A time of the given parts, as they are.
  public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
    (self.value, self.timescale, self.flags, self.epoch) = (value, timescale, flags, epoch)
  }

  /// `value / timescale` seconds; invalid where the timescale is not positive.
  public init(value: CMTimeValue, timescale: CMTimeScale) {
    self = CMTimeMakeWithEpoch(value: value, timescale: timescale, epoch: 0)
  }

  /// Seconds in units of `1 / preferredTimescale`; see ``CMTimeMakeWithSeconds(_:preferredTimescale:)``.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    self = CMTimeMakeWithSeconds(seconds, preferredTimescale: preferredTimescale)
  }

  /// No time.
  public static let invalid = CMTime()
  /// A time that is not known.
  public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
  /// A time after all others.
  public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
  /// A time before all others.
  public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
  /// 0 seconds.
  public static let zero = CMTime(value: 0, timescale: 1)

  /// Whether it is a time.
  public var isValid: Bool { flags.contains(.valid) }
  /// Whether it is after all others.
  public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
  /// Whether it is before all others.
  public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
  /// Whether it is not known.
  public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
  /// Whether it is a number.
  public var isNumeric: Bool { isValid && flags.isDisjoint(with: .impliedValueFlagsMask) }
  /// Whether it is a number that was rounded on the way.
  public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }
  /// The time in seconds; NaN if it is invalid or indefinite.
  public var seconds: Double { CMTimeGetSeconds(self) }

  /// The time in another unit; see ``CMTimeConvertScale(_:timescale:method:)``.
  public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    CMTimeConvertScale(self, timescale: newTimescale, method: method)
  }
}

/// No time.
public let kCMTimeInvalid = CMTime.invalid
/// A time that is not known.
public let kCMTimeIndefinite = CMTime.indefinite
/// A time after all others.
public let kCMTimePositiveInfinity = CMTime.positiveInfinity
/// A time before all others.
public let kCMTimeNegativeInfinity = CMTime.negativeInfinity
/// 0 seconds.
public let kCMTimeZero = CMTime.zero

/// `value / timescale` seconds; invalid where the timescale is not positive.
public func CMTimeMake(value: Int64, timescale: Int32) -> CMTime { CMTime(value: value, timescale: timescale) }

/// `value / timescale` seconds on a time line; invalid where the timescale is not positive.
public func CMTimeMakeWithEpoch(value: Int64, timescale: Int32, epoch: Int64) -> CMTime {
  timescale > 0 ? CMTime(value: value, timescale: timescale, flags: .valid, epoch: epoch) : .invalid
}

/// Whether it is a time.
public func CMTIME_IS_VALID(_ time: CMTime) -> Bool { time.isValid }
/// Whether it is no time.
public func CMTIME_IS_INVALID(_ time: CMTime) -> Bool { !time.isValid }
/// Whether it is after all others.
public func CMTIME_IS_POSITIVEINFINITY(_ time: CMTime) -> Bool { time.isPositiveInfinity }
/// Whether it is before all others.
public func CMTIME_IS_NEGATIVEINFINITY(_ time: CMTime) -> Bool { time.isNegativeInfinity }
/// Whether it is not known.
public func CMTIME_IS_INDEFINITE(_ time: CMTime) -> Bool { time.isIndefinite }
/// Whether it is a number.
public func CMTIME_IS_NUMERIC(_ time: CMTime) -> Bool { time.isNumeric }
/// Whether it is a number that was rounded on the way.
public func CMTIME_HAS_BEEN_ROUNDED(_ time: CMTime) -> Bool { time.hasBeenRounded }

/// The way to round where a time is brought to another unit.
public enum CMTimeRoundingMethod: UInt32, Sendable {
  /// To the nearest; of two, to the one further from 0.
  case roundHalfAwayFromZero = 1
  /// To the next one nearer to 0.
  case roundTowardZero = 2
  /// To the next one further from 0.
  case roundAwayFromZero = 3
  /// Toward 0 where units become longer, away from it where they become shorter; what is negative does not become 0.
  case quickTime = 4
  /// Up.
  case roundTowardPositiveInfinity = 5
  /// Down.
  case roundTowardNegativeInfinity = 6

  /// ``roundHalfAwayFromZero``.
  public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }

  /// A quotient as a whole number, by its magnitude or one more: `quotient` is toward 0, `rest` less than `divisor`.
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

/// A fraction of 128-bit numbers, on the way from times to times; its denominator is positive.
struct Rational {
  var numerator: Int128
  var denominator: Int128

  init(numerator: Int128, denominator: Int128) { (self.numerator, self.denominator) = (numerator, denominator) }

  init(_ value: CMTimeValue, _ timescale: CMTimeScale) { (numerator, denominator) = (Int128(value), Int128(timescale)) }

  /// A number as it is; nil where its last bit is less than 2⁻⁶⁰, or its first 2⁶⁴ or more.
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

  /// The product; nil where it does not fit.
  func multiplied(by other: Rational) -> Rational? {
    let (a, b) = (greatestDivisor(numerator, other.denominator), greatestDivisor(other.numerator, denominator))
    let top = (numerator / max(a, 1)).multipliedReportingOverflow(by: other.numerator / max(b, 1))
    let bottom = (denominator / max(b, 1)).multipliedReportingOverflow(by: other.denominator / max(a, 1))
    guard !top.overflow, !bottom.overflow else { return nil }
    return Rational(numerator: top.partialValue, denominator: bottom.partialValue)
  }

  /// The time in `timescale` units a second; nil for the fraction's own, in lowest terms where it is too great, or else
  /// the greatest. `mayHalve`: the unit becomes longer where the number does not fit; else that is infinite.
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

  /// The fraction in units of `1 / timescale`, and whether it is exactly that; nil where it does not fit.
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

/// The greatest number that divides both; the magnitude of one where the other is 0.
func greatestDivisor(_ a: Int128, _ b: Int128) -> Int128 {
  var (a, b) = (a.magnitude, b.magnitude)
  while b != 0 { (a, b) = (b, a % b) }
  return Int128(clamping: a)
}

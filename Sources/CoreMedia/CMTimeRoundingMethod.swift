// The ways to make a whole number of units from a fraction.

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

  /// A quotient as a whole number: by its magnitude, or by one more.
  ///
  /// - Parameters:
  ///   - quotient: toward 0.
  ///   - rest: what is left of the division; less than `divisor`.
  ///   - isRefining: whether the new unit is shorter.
  func rounded(
    _ quotient: UInt128, rest: UInt128, divisor: UInt128, isNegative: Bool, isRefining: Bool
  ) -> UInt128 {
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

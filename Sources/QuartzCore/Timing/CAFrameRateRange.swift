// swift-format-ignore-file: AlwaysUseLowerCamelCase (functions with Apple's C names)

/// The frame rates, in frames a second, that suit an animation.
///
/// A hint for displays that can change their rate. Frames here are drawn when they are asked for, so it is kept and has
/// no effect.
public struct CAFrameRateRange: Equatable, Sendable {
  /// The lowest rate that looks right; 0 with ``default``.
  public var minimum: Float
  /// The highest rate that is of use; 0 with ``default``.
  public var maximum: Float
  /// The rate to aim for; nil leaves it to the system.
  public var preferred: Float?

  /// Makes ``default``, the range of no wishes.
  public init() { self.init(minimum: 0, maximum: 0) }

  /// A range of rates, in frames a second.
  public init(minimum: Float, maximum: Float, preferred: Float? = nil) {
    self.minimum = minimum
    self.maximum = maximum
    self.preferred = preferred
  }

  /// Whatever rate the system uses without a hint.
  public static let `default` = CAFrameRateRange()
}

/// Whether both ranges hold the same rates.
public func CAFrameRateRangeIsEqualToRange(_ range: CAFrameRateRange, _ other: CAFrameRateRange) -> Bool {
  range == other
}

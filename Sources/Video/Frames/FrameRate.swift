// The rate of frames, exactly.
//
// Tested by FrameRateTests and WriterTests.

/// Frames a second as an exact fraction, so that the times of late frames do not drift.
package struct FrameRate: Equatable, Sendable, CustomStringConvertible {
  /// Frames in `denominator` seconds; at least 1.
  package let numerator: Int
  /// Seconds for `numerator` frames; at least 1.
  package let denominator: Int

  /// The highest rate that is accepted, in frames a second.
  package static let maximum = 1000

  /// A whole number of frames a second.
  ///
  /// - Precondition: 1 to `maximum`.
  package init(_ framesPerSecond: Int) {
    precondition((1...Self.maximum).contains(framesPerSecond), "FrameRate: \(framesPerSecond) frames a second")
    self.init(reducing: framesPerSecond, 1)
  }

  /// Creates the exact rate for a decimal number of frames a second.
  ///
  /// Broadcasting writes n * 1000/1001 as a rounded decimal: 29.97 is 30000/1001, 23.976 (and 23.98) 24000/1001, 59.94
  /// 60000/1001. Other numbers are taken to a thousandth. Nil below 0.001, above `maximum`, and for NaN.
  package init?(_ framesPerSecond: Double) {
    guard framesPerSecond >= 0.001, framesPerSecond <= Double(Self.maximum) else { return nil }
    let whole = (framesPerSecond * 1.001).rounded()
    let isBroadcastRate =
      whole > 0 && whole.truncatingRemainder(dividingBy: 6) == 0 && framesPerSecond != framesPerSecond.rounded()
      && abs(whole / 1.001 - framesPerSecond) < 0.0051
    // Bounded: by `maximum`, above.
    if isBroadcastRate {
      self.init(reducing: Int(whole) * 1000, 1001)
    } else {
      self.init(reducing: Int((framesPerSecond * 1000).rounded()), 1000)
    }
  }

  /// Parses `30`, `29.97` or `30000/1001`; nil for anything else and for rates that `init(_:Double)` refuses.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      guard let value = Double(text) else { return nil }
      self.init(value)
      return
    }
    // A million is enough for every rate there is, and keeps both within the 32 bits of libav's fractions.
    guard let numerator = Int(parts[0]), let denominator = Int(parts[1]), (1...1_000_000).contains(numerator),
      (1...1_000_000).contains(denominator), numerator <= denominator * Self.maximum, numerator * 1000 >= denominator
    else { return nil }
    self.init(reducing: numerator, denominator)
  }

  private init(reducing numerator: Int, _ denominator: Int) {
    let divisor = Self.greatestCommonDivisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// The rate as a decimal number.
  package var framesPerSecond: Double { Double(numerator) / Double(denominator) }

  /// Returns the time of frame `index`, in seconds after frame 0.
  package func time(ofFrame index: Int) -> Double { Double(index) * Double(denominator) / Double(numerator) }

  package var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : greatestCommonDivisor(b, a % b) }
}

/// The size and the rate of all frames of a film.
struct FrameShape: Sendable {
  /// Pixels.
  var width: Int
  /// Pixels.
  var height: Int
  var rate: FrameRate
}

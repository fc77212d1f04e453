// Fractions of 128-bit numbers, on the way from times to times.

/// A fraction; its denominator is positive.
struct Rational {
  var numerator: Int128
  var denominator: Int128

  init(numerator: Int128, denominator: Int128) { (self.numerator, self.denominator) = (numerator, denominator) }

  init(_ value: CMTimeValue, _ timescale: CMTimeScale) {
    (numerator, denominator) = (Int128(value), Int128(timescale))
  }

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

  /// The same fraction in lowest terms.
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

  /// The time in a unit.
  ///
  /// - Parameters:
  ///   - timescale: units a second; nil for the fraction's own, in lowest terms where it is too great, or else the
  ///     greatest.
  ///   - mayHalve: whether the unit becomes longer where the number does not fit; else that is infinite.
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

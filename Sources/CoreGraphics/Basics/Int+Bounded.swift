// Converts doubles of any value to whole numbers. `Int(_:)` ends the process where a double is NaN, infinite or too
// large.

extension Int {
  /// Rounds a number toward zero and limits it to ±2⁵³: beyond that, doubles do not tell whole numbers apart. NaN
  /// becomes 0. Sums and differences of a thousand such numbers still fit in an integer.
  @inlinable package init(bounded number: Double) {
    // All comparisons with what is no number are false, which leads to 0.
    self = abs(number) <= 0x1p53 ? Int(number) : number > 0 ? 1 << 53 : number < 0 ? -1 << 53 : 0
  }

  /// The whole part of a number of single precision, bounded in the same way.
  @inlinable package init(bounded number: Float) { self.init(bounded: Double(number)) }
}

// Whole numbers of measures that may be anything: `Int(_:)` of a number that is none, or too large, ends the process.

extension Int {
  /// The whole part of a number, toward zero, held within ±2⁵³, beyond which doubles do not tell whole numbers apart; 0
  /// for what is no number. Sums and differences of a thousand such numbers are integers still.
  @inlinable package init(bounded number: Double) {
    // All comparisons with what is no number are false, which leads to 0.
    self = abs(number) <= 0x1p53 ? Int(number) : number > 0 ? 1 << 53 : number < 0 ? -1 << 53 : 0
  }

  /// The whole part of a number of single precision, bounded in the same way.
  @inlinable package init(bounded number: Float) { self.init(bounded: Double(number)) }
}

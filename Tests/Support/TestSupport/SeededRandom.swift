/// Pseudo-random numbers that are a function of their seed: the same on every machine and in every run. Neighbouring
/// seeds give unlike sequences. Tests cite seeds, and tolerances were measured with them: another sequence, or another
/// order of calls, would be other tests. So there are two sequences, one for paths and drawings, one for all else.
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64
  private let isOfPaths: Bool

  /// The sequence of scenes, damaged files and the like: xorshift64 with the shifts 13, 7 and 17 (Marsaglia, "Xorshift
  /// RNGs", 2003).
  package init(seed: some BinaryInteger) {
    state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    // The one state that never changes.
    if state == 0 { state = 1 }
    isOfPaths = false
  }

  /// The sequence of paths and drawings: xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift
  /// generators, scrambled", 2016).
  package init(paths seed: some BinaryInteger) {
    state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    isOfPaths = true
  }

  package mutating func next() -> UInt64 {
    if isOfPaths {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return state &* 0x2545_F491_4F6C_DD1D
    }
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  /// Returns a number of the range, each as likely as the others.
  package mutating func number(_ range: ClosedRange<Double>) -> Double {
    if isOfPaths { return Double.random(in: range, using: &self) }
    return range.lowerBound + Double(next() >> 11) / Double(UInt64(1) << 53) * (range.upperBound - range.lowerBound)
  }

  /// Returns a whole number of the range.
  package mutating func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

  /// Returns a byte of the range.
  package mutating func byte(_ range: ClosedRange<UInt8> = 0...255) -> UInt8 { UInt8.random(in: range, using: &self) }

  /// Returns true with a probability from 0 to 1.
  package mutating func chance(_ probability: Double) -> Bool { number(0...1) < probability }

  /// Returns one of the values, each as likely as the others.
  package mutating func one<Value>(of values: [Value]) -> Value { values[Int(number(0...Double(values.count) - 0.01))] }
}

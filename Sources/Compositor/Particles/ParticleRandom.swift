/// The random numbers of one particle, or of one cell. They have an address instead of a history: the n-th number is a
/// hash of the layer's seed, the path to the cell, the particle's index and n. So a frame may visit any particles in
/// any order.
struct ParticleRandom: Equatable, Sendable {
  /// The key that the numbers are hashed from.
  let key: UInt64

  init(seed: UInt32) { key = SplitMix64.mixed(UInt64(seed)) }

  private init(key: UInt64) { self.key = key }

  /// Returns the numbers of the `index`-th child: a cell of a layer or of a particle, a particle of a cell.
  func child(_ index: Int) -> ParticleRandom {
    // The factor keeps cell 1 of seed 0 apart from cell 0 of seed 1.
    ParticleRandom(
      key: SplitMix64.mixed(
        SplitMix64.mixed(UInt64(bitPattern: Int64(index)) &+ SplitMix64.step) &+ key &* 0xD6E8_FEB8_6659_FD93))
  }

  /// The index of a random number: one for each random choice, so that a range that is added to a cell leaves all other
  /// choices as they are.
  enum Draw: UInt64 {
    case lifetime, velocity, scale, spin, red, green, blue, alpha, cone, turn, along, across, depth
    case rotation, axisCone, axisTurn
  }

  /// Returns a number uniform in 0..<1.
  func uniform(_ draw: Draw) -> Double {
    Double(SplitMix64.mixed(key &+ (draw.rawValue &+ 1) &* SplitMix64.step) >> 11) * 0x1p-53
  }

  /// Returns a number uniform about a mean, from half the range below it to half above.
  func about(_ mean: Double, range: Double, _ draw: Draw) -> Double {
    range == 0 ? mean : mean + (uniform(draw) - 0.5) * range
  }
}

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): the same numbers from
/// the same seed on every machine.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= Self.step
    return Self.mixed(state)
  }

  /// The golden ratio's bits: steps that fill the ring of 64-bit numbers evenly.
  static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The finaliser: every bit of the result depends on every bit of `value`.
  static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

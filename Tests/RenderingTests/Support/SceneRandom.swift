// Pseudo-random numbers of the trees that tests make: a tree is a function of its seed.

import CoreGraphics
import Foundation

/// What makes layers of a sequence of pseudo-random numbers.
protocol SceneRandom {
  var state: UInt64 { get set }
}

extension SceneRandom {
  /// The state to begin with.
  static func state(seed: Int) -> UInt64 { UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return range.lowerBound + Double(state >> 11) / Double(UInt64(1) << 53) * (range.upperBound - range.lowerBound)
  }

  mutating func chance(_ probability: Double) -> Bool { number(0...1) < probability }

  mutating func color() -> CGColor {
    CGColor(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: chance(0.6) ? 1 : number(0.2...0.9))
  }
}

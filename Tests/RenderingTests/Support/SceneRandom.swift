// What makes trees of pseudo-random numbers: a tree is a function of its seed.

import CoreGraphics
import TestSupport

/// Makes layers of a sequence of numbers.
protocol SceneRandom {
  var random: SeededRandom { get set }
}

extension SceneRandom {
  mutating func number(_ range: ClosedRange<Double>) -> Double { random.number(range) }

  mutating func chance(_ probability: Double) -> Bool { random.chance(probability) }

  mutating func one<Value>(of values: [Value]) -> Value { random.one(of: values) }

  mutating func color() -> CGColor {
    CGColor(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: chance(0.6) ? 1 : number(0.2...0.9))
  }
}

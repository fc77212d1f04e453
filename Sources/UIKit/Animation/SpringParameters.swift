// The springs of UIKit's animations, each a way to name the four numbers of a `CASpringAnimation`.
//
//   animate(withDuration:usingSpringWithDamping:)   z and the time it takes: the frequency is solved for, see below
//   animate(springDuration:bounce:)                 CASpringAnimation(perceptualDuration:bounce:)
//   UISpringTimingParameters                        either of them, or the numbers themselves
//
// With b = z w, wd = w sqrt(1 - z²), D the duration and v the initial velocity, UIKit's spring of mass 1 has the
// damping ratio z that was asked for and the natural frequency w at which a bound of what is left comes down to 1/1000
// at D (X-A1, read off the animations that UIKit makes):
//
//   z < 1   |b - v| / wd exp(-b D) = 0.001       v = 0:  w = ln(1000 z / sqrt(1 - z²)) / (z D)
//   z = 1   |1 + (w - v) D| exp(-w D) = 0.001    v = 0:  w D = 9.2334134764515865
//
// With a velocity toward the end there may be three such w. UIKit's own solver leaves the largest for a softer one
// where the velocity is large, and gives unconverged numbers near there (X-A1b); here it is always the largest.

import Foundation
import QuartzCore

/// The numbers of a spring.
struct SpringParameters: Equatable {
  var mass = 1.0
  var stiffness: Double
  var damping: Double
  /// The velocity at the beginning, in whole distances a second.
  var initialVelocity = 0.0
  /// Whether damping above the critical counts.
  var allowsOverdamping = false

  /// A spring by its numbers.
  init(mass: Double, stiffness: Double, damping: Double, initialVelocity: Double) {
    (self.mass, self.stiffness, self.damping, self.initialVelocity) = (mass, stiffness, damping, initialVelocity)
  }

  /// A spring of a damping ratio above 0, at most 1, that has come to rest after `duration` seconds, which is above 0.
  init(dampingRatio: Double, restingAfter duration: Double, initialVelocity: Double) {
    let frequency = Self.frequency(dampingRatio, velocity: initialVelocity * duration) / duration
    stiffness = frequency * frequency
    damping = 2 * dampingRatio * frequency
    self.initialVelocity = initialVelocity
  }

  /// A spring by the period that it has without friction, in seconds, and its bounce: 0 for critical damping, toward 1
  /// it swings, toward -1 it creeps.
  init(perceptualDuration: Double, bounce: Double, initialVelocity: Double) {
    let spring = CASpringAnimation(
      perceptualDuration: perceptualDuration, bounce: CGFloat(min(max(bounce, -0.99), 1)))
    (stiffness, damping) = (Double(spring.stiffness), Double(spring.damping))
    self.initialVelocity = initialVelocity
    allowsOverdamping = spring.allowsOverdamping
  }

  /// The duration until the spring rests, in seconds, by `CASpringAnimation`'s rule. Finite.
  var settlingDuration: Double { min(animation(keyPath: nil).settlingDuration, Double(Float.greatestFiniteMagnitude)) }

  /// The same motion in `factor` times the time. Above 0.
  func stretched(by factor: Double) -> SpringParameters {
    var spring = self
    spring.stiffness /= factor * factor
    spring.damping /= factor
    spring.initialVelocity /= factor
    return spring
  }

  /// An animation of this spring, without a duration.
  func animation(keyPath: String?) -> CASpringAnimation {
    let animation = CASpringAnimation(keyPath: keyPath)
    animation.mass = CGFloat(mass)
    animation.stiffness = CGFloat(stiffness)
    animation.damping = CGFloat(damping)
    animation.initialVelocity = CGFloat(initialVelocity)
    animation.allowsOverdamping = allowsOverdamping
    return animation
  }

  /// The natural frequency times the duration, where the velocity is in distances a duration.
  private static func frequency(_ ratio: Double, velocity: Double) -> Double {
    let root = (1 - ratio * ratio).squareRoot()
    // A bound of what is left at the end, and the frequency from which on it only falls.
    let rest: (Double) -> Double
    var peak = 0.0
    if root > 1e-9 {
      rest = { w in abs(ratio * w - velocity) / (w * root) * exp(-ratio * w) }
      if velocity > 0 { peak = velocity * (1 + (1 + 4 / velocity).squareRoot()) / (2 * ratio) }
    } else {
      rest = { w in abs(1 + w - velocity) * exp(-w) }
      peak = max(velocity, 0)
    }
    let goal = 0.001
    var low = peak
    var high = max(peak, 1)
    if peak > 0, rest(peak) < goal {
      // All of what is above is too stiff: the softer spring, which the velocity carries beyond the end.
      (low, high) = (0, root > 1e-9 ? velocity / ratio : velocity - 1)
    } else {
      while rest(high) > goal { (low, high) = (high, 2 * high) }
    }
    for _ in 0..<200 {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { break }
      if rest(middle) > goal { low = middle } else { high = middle }
    }
    return high
  }
}

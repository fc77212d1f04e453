// The springs of UIKit's animations are different ways to name the four numbers of a `CASpringAnimation`:
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
// With a velocity toward the end there may be three such w. Near large velocities UIKit's own solver leaves the largest
// for a softer one, with unconverged numbers (X-A1b); here it is always the largest.

import Foundation
import QuartzCore

struct SpringParameters: Equatable {
  var mass = 1.0
  var stiffness: Double
  var damping: Double
  /// The velocity at the beginning, in whole distances a second.
  var initialVelocity = 0.0
  /// Whether damping above the critical counts.
  var allowsOverdamping = false

  init(mass: Double, stiffness: Double, damping: Double, initialVelocity: Double) {
    (self.mass, self.stiffness, self.damping, self.initialVelocity) = (mass, stiffness, damping, initialVelocity)
  }

  /// Creates a spring of a damping ratio above 0, at most 1, that comes to rest after `duration` seconds, above 0.
  init(dampingRatio: Double, restingAfter duration: Double, initialVelocity: Double) {
    let frequency = Self.frequency(dampingRatio, velocity: initialVelocity * duration) / duration
    stiffness = frequency * frequency
    damping = 2 * dampingRatio * frequency
    self.initialVelocity = initialVelocity
  }

  /// Creates a spring by its undamped period, in seconds, and its bounce: critical at 0, swinging to 1, creeping to -1.
  init(perceptualDuration: Double, bounce: Double, initialVelocity: Double) {
    let spring = CASpringAnimation(
      perceptualDuration: perceptualDuration, bounce: CGFloat(min(max(bounce, -0.99), 1)))
    (stiffness, damping) = (Double(spring.stiffness), Double(spring.damping))
    self.initialVelocity = initialVelocity
    allowsOverdamping = spring.allowsOverdamping
  }

  /// The duration until the spring rests, in seconds, by `CASpringAnimation`'s rule; finite.
  var settlingDuration: Double { min(animation(keyPath: nil).settlingDuration, Double(Float.greatestFiniteMagnitude)) }

  /// Returns the same motion in `factor` times the duration; `factor` is above 0.
  func stretched(by factor: Double) -> SpringParameters {
    var spring = self
    spring.stiffness /= factor * factor
    spring.damping /= factor
    spring.initialVelocity /= factor
    return spring
  }

  func animation(keyPath: String?) -> CASpringAnimation {
    let animation = CASpringAnimation(keyPath: keyPath)
    animation.mass = CGFloat(mass)
    animation.stiffness = CGFloat(stiffness)
    animation.damping = CGFloat(damping)
    animation.initialVelocity = CGFloat(initialVelocity)
    animation.allowsOverdamping = allowsOverdamping
    return animation
  }

  /// Returns the natural frequency times the duration; the velocity is in distances a duration.
  private static func frequency(_ ratio: Double, velocity: Double) -> Double {
    let root = (1 - ratio * ratio).squareRoot()
    // The bound of the distance left at the end, and the frequency from which on it only falls.
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
      // All higher frequencies are too stiff: the softer spring, which the velocity carries beyond the end.
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

/// The pace of a block's or an animator's animations: a curve, or a spring.
enum Pace {
  case curve(CAMediaTimingFunction)
  /// The spring of a damping ratio that comes to rest at the end of the duration.
  case dampedSpring(dampingRatio: Double, initialVelocity: Double)
  /// A spring with a duration of its own.
  case spring(SpringParameters)

  static func curve(_ curve: UIView.AnimationCurve) -> Pace { .curve(curve.timingFunction) }

  var timingFunction: CAMediaTimingFunction? {
    if case .curve(let function) = self { function } else { nil }
  }

  func spring(over duration: TimeInterval) -> SpringParameters? {
    switch self {
    case .curve: nil
    case .spring(let spring): spring
    case .dampedSpring(let ratio, let velocity):
      SpringParameters(dampingRatio: ratio, restingAfter: duration, initialVelocity: velocity)
    }
  }

  /// Creates an animation with this pace, without a duration.
  func animation(keyPath: String, over duration: TimeInterval) -> CABasicAnimation {
    if let spring = spring(over: duration) { return spring.animation(keyPath: keyPath) }
    let animation = CABasicAnimation(keyPath: keyPath)
    animation.timingFunction = timingFunction
    return animation
  }
}

// The pace as frames evaluate it, to find the value at a moment.
extension Pace {
  /// Returns the part of the way that is covered after `time` seconds: 0 before the beginning, 1 after the end.
  func progress(at time: TimeInterval, of duration: TimeInterval) -> Double {
    guard time > 0 else { return 0 }
    guard time < duration else { return 1 }
    switch self {
    case .curve(let function): return function.curve.value(at: time / duration)
    case .spring, .dampedSpring:
      return spring(over: duration)?.animation(keyPath: nil).spring?.progress(at: time) ?? 1
    }
  }

  /// Returns the first time at which a part of the way, from 0 to 1, is covered, in seconds.
  func time(covering part: Double, of duration: TimeInterval) -> TimeInterval {
    guard part > 0 else { return 0 }
    guard part < 1 else { return duration }
    // No curve or spring crosses a value and comes back within a step that could be seen.
    let steps = 256
    let first = (1...steps).first { progress(at: duration * Double($0) / Double(steps), of: duration) >= part } ?? steps
    var (low, high) = (duration * Double(first - 1) / Double(steps), duration * Double(first) / Double(steps))
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if progress(at: middle, of: duration) < part { low = middle } else { high = middle }
    }
    return high
  }
}

// How a change goes on in time: along a curve, or as a spring pulls.

import Foundation
import QuartzCore

/// The pace of a block's or an animator's animations.
enum Pace {
  /// A curve over the whole duration.
  case curve(CAMediaTimingFunction)
  /// The spring of a damping ratio that has come to rest when the duration ends.
  case dampedSpring(dampingRatio: Double, initialVelocity: Double)
  /// A spring that has a duration of its own.
  case spring(SpringParameters)

  static func curve(_ curve: UIView.AnimationCurve) -> Pace { .curve(curve.timingFunction) }

  /// The curve; nil for springs.
  var timingFunction: CAMediaTimingFunction? {
    if case .curve(let function) = self { function } else { nil }
  }

  /// The spring over a duration in seconds; nil for curves.
  func spring(over duration: TimeInterval) -> SpringParameters? {
    switch self {
    case .curve: nil
    case .spring(let spring): spring
    case .dampedSpring(let ratio, let velocity):
      SpringParameters(dampingRatio: ratio, restingAfter: duration, initialVelocity: velocity)
    }
  }

  /// An animation with this pace, without a duration.
  func animation(keyPath: String, over duration: TimeInterval) -> CABasicAnimation {
    if let spring = spring(over: duration) { return spring.animation(keyPath: keyPath) }
    let animation = CABasicAnimation(keyPath: keyPath)
    animation.timingFunction = timingFunction
    return animation
  }
}

// What frames evaluate, for who has to know the value at a moment.
extension Pace {
  /// The part of the way that is covered `time` seconds after the beginning: 0 before it, 1 from its end on.
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
    // Springs rise fast; none of the curves or springs crosses a value and comes back within a step that could be seen.
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

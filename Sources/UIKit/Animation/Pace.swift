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

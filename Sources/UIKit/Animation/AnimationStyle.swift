// What an animation block asks of the animations of the changes inside it.

import Foundation
import QuartzCore

/// Timing and pace of a block's animations.
struct AnimationStyle {
  enum Pace {
    case curve(UIView.AnimationCurve)
    case spring(dampingRatio: Double, initialVelocity: Double)
  }

  /// In seconds; changes within a block of 0 or less are not animated.
  var duration: TimeInterval
  /// In seconds from the change to the beginning.
  var delay: TimeInterval = 0
  var pace = Pace.curve(.easeInOut)
  var repeatCount: Float = 0
  var autoreverses = false

  init(duration: TimeInterval) { self.duration = duration }

  init(duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions) {
    self.duration = duration
    self.delay = delay
    pace = .curve(options.curve)
    repeatCount = options.contains(.repeat) ? .infinity : 0
    autoreverses = options.contains(.autoreverse)
  }

  /// The style of a block within another: what the options do not keep comes from the outer block. The delay is the
  /// inner one's own.
  func nested(in outer: AnimationStyle, options: UIView.AnimationOptions) -> AnimationStyle {
    var style = self
    if !options.contains(.overrideInheritedDuration) { style.duration = outer.duration }
    guard !options.contains(.overrideInheritedOptions) else { return style }
    if !options.contains(.overrideInheritedCurve) { style.pace = outer.pace }
    style.repeatCount = outer.repeatCount
    style.autoreverses = outer.autoreverses
    return style
  }

  /// Gives an animation, which is to be added to `layer` now, the style's timing; the pace is the caller's.
  func apply(to animation: CAAnimation, on layer: CALayer) {
    animation.duration = duration
    animation.repeatCount = repeatCount
    animation.autoreverses = autoreverses
    guard delay > 0 else { return }
    let now = layer.host?.clock.now ?? CACurrentMediaTime()
    animation.beginTime = layer.convertTime(now, from: nil) + delay
    animation.fillMode = .backwards
  }

  /// An animation of one property from a value to the one it has by then.
  func makeAnimation(keyPath: String, from value: Any, on layer: CALayer) -> CABasicAnimation {
    let animation: CABasicAnimation
    switch pace {
    case .curve(let curve):
      animation = CABasicAnimation(keyPath: keyPath)
      animation.timingFunction = curve.timingFunction
    case .spring(let dampingRatio, let initialVelocity):
      let spring = CASpringAnimation(keyPath: keyPath)
      let stiffness = Self.stiffness(
        settlingIn: duration, dampingRatio: dampingRatio, initialVelocity: initialVelocity)
      spring.stiffness = CGFloat(stiffness)
      spring.damping = CGFloat(2 * dampingRatio * stiffness.squareRoot())
      spring.initialVelocity = CGFloat(initialVelocity)
      animation = spring
    }
    animation.fromValue = value
    apply(to: animation, on: layer)
    return animation
  }

  /// The stiffness of a spring of mass 1 that settles, by CASpringAnimation's rule, when the duration ends.
  ///
  /// Apple's mapping is not published; this one keeps what its documentation says of the duration. Without initial
  /// velocity the time to settle goes with the inverse of the frequency, so that one evaluation is enough; with one it
  /// is found by bisection.
  static func stiffness(settlingIn duration: TimeInterval, dampingRatio: Double, initialVelocity: Double) -> Double {
    func settling(_ frequency: Double, _ velocity: Double) -> Double {
      Spring(
        mass: 1, stiffness: frequency * frequency, damping: 2 * dampingRatio * frequency, initialVelocity: velocity,
        allowsOverdamping: false)?.settlingDuration ?? 0
    }
    let frequency = settling(1, 0) / duration
    guard initialVelocity != 0 else { return frequency * frequency }
    var (low, high) = (frequency, frequency)
    // A stiffer spring settles earlier; sixteen doublings cover every velocity that can be seen.
    for _ in 0..<16 where settling(low, initialVelocity) < duration { low /= 2 }
    for _ in 0..<16 where settling(high, initialVelocity) > duration { high *= 2 }
    for _ in 0..<50 {
      let middle = (low + high) / 2
      if settling(middle, initialVelocity) > duration { low = middle } else { high = middle }
    }
    return high * high
  }
}

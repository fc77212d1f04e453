// What an animation block asks of the animations of the changes inside it.

import Foundation
import QuartzCore

/// Timing and pace of a block's animations.
struct AnimationStyle {
  /// The duration, in seconds; changes within a block of 0 or less are not animated.
  var duration: TimeInterval
  /// The delay between the change and the beginning, in seconds.
  var delay: TimeInterval = 0
  var pace = Pace.curve(.easeInOut)
  var repeatCount: Float = 0
  var autoreverses = false
  /// Whether what replaces an animation under way begins at what is shown, rather than at the model's value.
  var beginsFromCurrentState = false

  init(duration: TimeInterval) { self.duration = duration }

  init(duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions) {
    self.duration = duration
    self.delay = delay
    pace = .curve(options.curve)
    repeatCount = options.contains(.repeat) ? .infinity : 0
    autoreverses = options.contains(.autoreverse)
    beginsFromCurrentState = options.contains(.beginFromCurrentState)
  }

  /// The style of a block within another: what the options do not keep comes from the outer block. The delay is the
  /// inner one's own, and where it begins.
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
    animation.fillMode = .both
    guard delay > 0 else { return }
    let now = layer.host?.clock.now ?? CACurrentMediaTime()
    animation.beginTime = layer.convertTime(now, from: nil) + delay
  }

  /// An animation of one property from a value to the one it has by then.
  func makeAnimation(keyPath: String, from value: AnimatableValue, on layer: CALayer) -> CABasicAnimation {
    let animation = pace.animation(keyPath: keyPath, over: duration)
    animation.fromValue = value.boxed
    apply(to: animation, on: layer)
    return animation
  }
}

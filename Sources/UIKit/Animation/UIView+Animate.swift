// Animation by blocks: what a block changes of views goes to its new value at once in the model, and in the given time
// on the screen.
//
// Tested by ClockTests.

import CoreGraphics
public import Foundation

extension UIView {
  /// Animates the changes that `animations` makes, easing in and out. A `duration`, in seconds, of 0 or less makes them
  /// at once.
  public class func animate(withDuration duration: TimeInterval, animations: @escaping () -> Void) {
    animate(withDuration: duration, delay: 0, options: [], animations: animations)
  }

  /// Animates the changes that `animations` makes, easing in and out; see
  /// ``animate(withDuration:delay:options:animations:completion:)``.
  public class func animate(
    withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(withDuration: duration, delay: 0, options: [], animations: animations, completion: completion)
  }

  /// Animates the changes that `animations` makes of views' places, sizes, transforms, corner radii, alpha, background
  /// colours and anchor points; other properties of their layers change at once.
  ///
  /// A place, size, transform or corner radius that is under way goes on: the new animation is added to it, so that
  /// there is no jolt. Alpha, colour and anchor point begin anew.
  ///
  /// - Parameters:
  ///   - duration: in seconds; at 0 or less the changes are made at once, whatever the delay.
  ///   - delay: in seconds; until then views show what they did before.
  ///   - options: curve, repetition, and what a block within another keeps of its own.
  ///   - animations: is called at once.
  ///   - completion: is called when all animations are over, with whether they reached their end and were not replaced
  ///     or removed; without any, as in a tree that no renderer or `LayerHost` hosts yet, on the clock's next turn.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, options: AnimationOptions = [],
    animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    run(
      AnimationStyle(duration: duration, delay: delay, options: options), options: options, animations: animations,
      completion: completion)
  }

  /// Animates the changes that `animations` makes as if springs pulled.
  ///
  /// The spring is a `CASpringAnimation` of mass 1, as stiff as UIKit makes it: what is left of the way comes down to a
  /// thousandth when `duration` ends. Of several such springs, as there are for large velocities, it is the stiffest.
  ///
  /// - Parameters:
  ///   - duration: in seconds; at 0 or less the changes are made at once.
  ///   - delay: in seconds.
  ///   - dampingRatio: 1 comes to rest without oscillation, less oscillates; brought into the range from 0.01 to 1.
  ///   - velocity: at the beginning, in whole distances a second.
  ///   - options: repetition and inheritance; a curve is ignored.
  ///   - animations: is called at once.
  ///   - completion: is called when all animations are over, with whether they reached their end.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
    initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [], animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    var style = AnimationStyle(duration: duration, delay: delay, options: options)
    style.pace = .dampedSpring(dampingRatio: dampingRatio.asDampingRatio, initialVelocity: Double(velocity))
    run(style, options: options, animations: animations, completion: completion)
  }

  /// Animates the changes that `animations` makes as if springs pulled. How long that takes follows from the spring:
  /// see `CASpringAnimation.settlingDuration`. A block within another keeps it where the options say so.
  ///
  /// - Parameters:
  ///   - duration: the pace, in seconds: the period that the spring has without friction; at 0 or less the changes are
  ///     made at once.
  ///   - bounce: 0 comes to rest without oscillation, more oscillates, less creeps; brought into the range from -0.99
  ///     to 1.
  ///   - velocity: at the beginning, in whole distances a second.
  ///   - delay: in seconds.
  ///   - options: repetition and inheritance; a curve is ignored.
  ///   - animations: is called at once.
  ///   - completion: is called when all animations are over, with whether they reached their end.
  public class func animate(
    springDuration duration: TimeInterval = 0.5, bounce: CGFloat = 0, initialSpringVelocity velocity: CGFloat = 0,
    delay: TimeInterval = 0, options: AnimationOptions = [], animations: () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    var style = AnimationStyle(duration: 0, delay: delay, options: options)
    if duration > 0 {
      let spring = SpringParameters(
        perceptualDuration: duration, bounce: Double(bounce), initialVelocity: Double(velocity))
      (style.pace, style.duration) = (.spring(spring), spring.settlingDuration)
    }
    run(style, options: options, animations: animations, completion: completion)
  }

  /// Makes the changes of `actionsWithoutAnimation` at once, also within an animation block.
  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    let stack = AnimationStack.current
    let wasEnabled = stack.isEnabled
    stack.isEnabled = false
    defer { stack.isEnabled = wasEnabled }
    actionsWithoutAnimation()
  }

  /// Sets whether changes within animation blocks of this thread are animated. Default: true.
  public class func setAnimationsEnabled(_ enabled: Bool) { AnimationStack.current.isEnabled = enabled }

  /// Whether changes within animation blocks of this thread are animated.
  public class var areAnimationsEnabled: Bool { AnimationStack.current.isEnabled }

  /// The duration of the innermost open block's animations, in seconds; 0 outside blocks.
  public class var inheritedAnimationDuration: TimeInterval {
    AnimationStack.current.innermost?.style.duration ?? 0
  }

  /// Runs a block, nested in the one that is open, if any.
  ///
  /// - Parameters:
  ///   - configure: is called before the block opens.
  ///   - finish: is called before it closes.
  static func run(
    _ style: AnimationStyle, options: AnimationOptions, configure: (AnimationBlock) -> Void = { _ in },
    animations: () -> Void, finish: (AnimationBlock) -> Void = { _ in }, completion: ((Bool) -> Void)?
  ) {
    let stack = AnimationStack.current
    let block = AnimationBlock(style: stack.innermost.map { style.nested(in: $0.style, options: options) } ?? style)
    configure(block)
    stack.push(block, completion: completion)
    animations()
    if options.contains(.layoutSubviews) { block.layOutChangedLayers() }
    finish(block)
    stack.pop()
  }
}

extension CGFloat {
  /// Brought into the range that damping ratios have here.
  var asDampingRatio: Double { Double(Swift.min(Swift.max(self, 0.01), 1)) }
}

// A block's changes reach the model at once, and the screen in the given time.
//
// Tested by ClockTests.

import CoreGraphics
public import Foundation

extension UIView {
  /// Animates the changes of `animations`, easing in and out; at once for a `duration`, in seconds, of 0 or less.
  public class func animate(withDuration duration: TimeInterval, animations: @escaping () -> Void) {
    animate(withDuration: duration, delay: 0, options: [], animations: animations)
  }

  /// Animates the changes of `animations`; see ``animate(withDuration:delay:options:animations:completion:)``.
  public class func animate(
    withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
  ) {
    animate(withDuration: duration, delay: 0, options: [], animations: animations, completion: completion)
  }

  /// Animates the changes that `animations` makes of views' places, sizes, transforms, corner radii, alpha, background
  /// colours and anchor points; other properties of their layers change at once.
  ///
  /// A running animation of place, size, transform or corner radius goes on: the new one is added to it, so that there
  /// is no jolt. Alpha, colour and anchor point begin anew.
  ///
  /// - Parameters:
  ///   - duration: in seconds; at 0 or less the changes are made at once, whatever the delay.
  ///   - delay: in seconds, during which views show their former state.
  ///   - options: curve, repetition, and what a block within another keeps of its own.
  ///   - animations: makes the changes; called at once.
  ///   - completion: called when all animations are over, with whether they reached their end and were not replaced or
  ///     removed; without any, as in a tree that is not hosted, on the clock's next turn.
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
  /// The spring is a `CASpringAnimation` of mass 1, as stiff as UIKit makes it: a thousandth of the way is left when
  /// `duration` ends. Large velocities have several such springs; the stiffest counts.
  ///
  /// - Parameters:
  ///   - duration: in seconds, as `delay`; at 0 or less the changes are made at once.
  ///   - delay: in seconds.
  ///   - dampingRatio: 1 comes to rest without oscillation, less oscillates; clamped to 0.01...1.
  ///   - velocity: at the beginning, in whole distances a second.
  ///   - options: repetition and inheritance; a curve is ignored.
  ///   - animations: is called at once.
  ///   - completion: called when all animations are over, with whether they reached their end.
  public class func animate(
    withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
    initialSpringVelocity velocity: CGFloat, options: AnimationOptions = [], animations: @escaping () -> Void,
    completion: ((Bool) -> Void)? = nil
  ) {
    var style = AnimationStyle(duration: duration, delay: delay, options: options)
    style.pace = .dampedSpring(dampingRatio: dampingRatio.asDampingRatio, initialVelocity: Double(velocity))
    run(style, options: options, animations: animations, completion: completion)
  }

  /// Animates the changes that `animations` makes as if springs pulled. The duration follows from the spring: see
  /// `CASpringAnimation.settlingDuration`. A nested block keeps it if the options say so.
  ///
  /// - Parameters:
  ///   - duration: the undamped period of the spring, in seconds; at 0 or less the changes are made at once.
  ///   - bounce: 0 comes to rest without oscillation, more oscillates, less creeps; clamped to -0.99...1.
  ///   - velocity: at the beginning, in whole distances a second.
  ///   - delay: in seconds.
  ///   - options: repetition and inheritance; a curve is ignored.
  ///   - animations: is called at once.
  ///   - completion: called when all animations are over, with whether they reached their end.
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

  /// Runs a block, nested in the open one, if any; calls `configure` before it opens, `finish` before it closes.
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
  /// The value clamped to the damping ratios that count here.
  var asDampingRatio: Double { Double(Swift.min(Swift.max(self, 0.01), 1)) }
}

// Animation blocks from before closures: changes between `beginAnimations` and `commitAnimations` are animated. The
// delegate's selectors are missing, as they need the Objective-C runtime.
extension UIView {
  /// The effects of ``setAnimationTransition(_:for:cache:)``.
  public enum AnimationTransition: Int, Sendable {
    case none = 0
    case flipFromLeft = 1
    case flipFromRight = 2
    case curlUp = 3
    case curlDown = 4
  }

  /// Opens a block; its animations last 0.2 seconds and ease in and out, unless the setters below change that. Blocks
  /// nest, and an inner one inherits nothing. The arguments, which Apple passes to a delegate, have no effect.
  public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
    AnimationStack.current.push(AnimationBlock(style: AnimationStyle(duration: 0.2)), completion: nil)
  }

  /// Closes the innermost block. Without one it does nothing.
  public class func commitAnimations() {
    if AnimationStack.current.innermost != nil { AnimationStack.current.pop() }
  }

  // The setters apply to later changes in the innermost block, and do nothing outside one.

  /// Sets the duration of animations, in seconds.
  public class func setAnimationDuration(_ duration: TimeInterval) { innermostStyle?.duration = duration }

  /// Sets the delay of animations, in seconds from the change.
  public class func setAnimationDelay(_ delay: TimeInterval) { innermostStyle?.delay = delay }

  /// Sets the pace of animations. Default: `.easeInOut`.
  public class func setAnimationCurve(_ curve: AnimationCurve) { innermostStyle?.pace = .curve(curve) }

  /// Sets the number of cycles of animations. Default: 0, which counts as 1.
  public class func setAnimationRepeatCount(_ repeatCount: Float) { innermostStyle?.repeatCount = repeatCount }

  /// Sets whether each cycle plays forward, then backward.
  public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
    innermostStyle?.autoreverses = repeatAutoreverses
  }

  /// Sets whether animations of alpha, colour and anchor point begin at the shown value of a running animation.
  /// Default: false, at the last value that was set.
  public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {
    innermostStyle?.beginsFromCurrentState = fromCurrentState
  }

  /// Shows the block's changes of `view` and its subviews as one effect. `cache` makes no difference.
  public class func setAnimationTransition(_ transition: AnimationTransition, for view: UIView, cache: Bool) {
    guard let block = AnimationStack.current.innermost else { return }
    view.addTransition(AnimationOptions(rawValue: UInt(transition.rawValue) << 20), block)
  }

  private static var innermostStyle: AnimationStyle? {
    get { AnimationStack.current.innermost?.style }
    set {
      if let newValue { AnimationStack.current.innermost?.style = newValue }
    }
  }
}

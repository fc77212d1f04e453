// A view's layer asks the open blocks of its thread for the action of a change.
//
//   UIView.animate { view.center = p }
//     push a block -> the layer asks its delegate, the view -> an animation, see BlockMotion.swift -> pop
//
// The block is also a transaction: its completion block waits for the animations added in it and in blocks inside it.
// `BlockOutcome`, their delegate, notes whether all reached their end.

import Foundation
import QuartzCore

final class AnimationBlock {
  var style: AnimationStyle
  let outcome = BlockOutcome()
  /// Whether changes are animated; false in a transition, unless its options ask for it.
  var animatesChanges = true
  /// The recorder of changes that are not animated one by one, in keyframes and animators; nil in other blocks.
  var recorder: (any ChangeRecorder)?

  /// The layers that the block changed, if it has to lay them out.
  private var changedLayers: [CALayer] = []

  init(style: AnimationStyle) { self.style = style }

  func noteChange(of layer: CALayer) {
    if changedLayers.last !== layer { changedLayers.append(layer) }
  }

  /// Lays out the marked layers, so that subviews animate to their new places.
  func layOutChangedLayers() {
    for layer in changedLayers { layer.layoutIfNeeded() }
    changedLayers = []
  }
}

/// The open blocks of one thread, innermost last.
final class AnimationStack {
  private(set) var blocks: [AnimationBlock] = []
  var isEnabled = true

  static var current: AnimationStack {
    let key = "multiplane.UIView.animations"
    if let stack = Thread.current.threadDictionary[key] as? AnimationStack { return stack }
    let stack = AnimationStack()
    Thread.current.threadDictionary[key] = stack
    return stack
  }

  var innermost: AnimationBlock? { blocks.last }

  func push(_ block: AnimationBlock, completion: ((Bool) -> Void)?) {
    CATransaction.begin()
    if let completion {
      let outcome = block.outcome
      // The outcome is notified of the last animation after the transaction's completion block (X-A18).
      CATransaction.setCompletionBlock { MediaClock.current.perform { completion(outcome.finished) } }
    }
    blocks.append(block)
  }

  func pop() {
    blocks.removeLast()
    CATransaction.commit()
  }

  /// Returns the animation of a change by the innermost block; nil outside blocks, if the block does not animate the
  /// change, or if the layer is in no hosted tree, as on Apple's systems a view without a window.
  func action(for layer: CALayer, forKey key: String) -> (any CAAction)? {
    guard isEnabled, let block = innermost, block.animatesChanges, block.style.duration > 0, layer.host != nil,
      let isAdded = layer.addsMotion(forKey: key)
    else { return nil }
    block.noteChange(of: layer)
    if let recorder = block.recorder {
      recorder.note(layer, key, isAdded: isAdded)
      return nil
    }
    if isAdded { return AddedMotionAction(layer, key, style: block.style, outcome: block.outcome) }
    let start = layer.startOfReplacement(forKey: key, style: block.style)
    let animation = block.style.makeAnimation(keyPath: key, from: start, on: layer)
    animation.delegate = block.outcome
    return animation
  }
}

/// The delegate of a block's animations, which notes whether all reached their end.
final class BlockOutcome: NSObject, CAAnimationDelegate {
  private(set) var finished = true

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    if !flag { finished = false }
  }
}

struct AnimationStyle {
  /// The duration, in seconds; changes within a block of 0 or less are not animated.
  var duration: TimeInterval
  /// The delay between the change and the beginning, in seconds.
  var delay: TimeInterval = 0
  var pace = Pace.curve(.easeInOut)
  var repeatCount: Float = 0
  var autoreverses = false
  /// Whether an animation that replaces another begins at the shown value rather than at the model's.
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

  /// Returns the style of a block within another: values come from the outer block unless an option keeps the block's
  /// own. Delay and its origin are the inner block's own.
  func nested(in outer: AnimationStyle, options: UIView.AnimationOptions) -> AnimationStyle {
    var style = self
    if !options.contains(.overrideInheritedDuration) { style.duration = outer.duration }
    guard !options.contains(.overrideInheritedOptions) else { return style }
    if !options.contains(.overrideInheritedCurve) { style.pace = outer.pace }
    style.repeatCount = outer.repeatCount
    style.autoreverses = outer.autoreverses
    return style
  }

  /// Gives an animation, which is about to be added to `layer`, the style's timing, but not its pace.
  func apply(to animation: CAAnimation, on layer: CALayer) {
    animation.duration = duration
    animation.repeatCount = repeatCount
    animation.autoreverses = autoreverses
    animation.fillMode = .both
    guard delay > 0 else { return }
    let now = layer.host?.clock.now ?? CACurrentMediaTime()
    animation.beginTime = layer.convertTime(now, from: nil) + delay
  }

  /// Creates an animation of one property from a value to the property's value at the time of the animation.
  func makeAnimation(keyPath: String, from value: AnimatableValue, on layer: CALayer) -> CABasicAnimation {
    let animation = pace.animation(keyPath: keyPath, over: duration)
    animation.fromValue = value.boxed
    apply(to: animation, on: layer)
    return animation
  }
}

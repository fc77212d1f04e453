// The animation blocks that are open on a thread, innermost last. A view's layer asks here for the action of a change.
//
//   UIView.animate { view.center = p }
//     push a block -> the layer asks its delegate, the view -> an animation, see BlockMotion.swift -> pop
//
// The block is also a transaction: its completion block waits for the animations that were added in it, and for those
// of blocks inside it. Whether they all reached their end is what `BlockOutcome` hears as their delegate.

import Foundation
import QuartzCore

/// An open animation block.
final class AnimationBlock {
  var style: AnimationStyle
  let outcome = BlockOutcome()
  /// Whether changes are animated; a transition's are not, unless it asks for it.
  var animatesChanges = true
  /// Takes changes down instead of animating each: those of keyframes and of animators; nil in other blocks.
  var recorder: (any ChangeRecorder)?

  /// The layers that the block changed, where it has to lay them out.
  private var changedLayers: [CALayer] = []

  init(style: AnimationStyle) { self.style = style }

  func noteChange(of layer: CALayer) {
    if changedLayers.last !== layer { changedLayers.append(layer) }
  }

  /// Lays out what the changes marked, so that subviews animate to their new places.
  func layOutChangedLayers() {
    for layer in changedLayers { layer.layoutIfNeeded() }
    changedLayers = []
  }
}

/// The blocks of one thread.
final class AnimationStack {
  private(set) var blocks: [AnimationBlock] = []
  /// Whether changes within blocks are animated.
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
      // The outcome hears of the last animation after the transaction's completion block (X-A18).
      CATransaction.setCompletionBlock { MediaClock.current.perform { completion(outcome.finished) } }
    }
    blocks.append(block)
  }

  func pop() {
    blocks.removeLast()
    CATransaction.commit()
  }

  /// Returns the animation of a change by the innermost block; nil outside blocks, or if the block does not animate the
  /// change.
  ///
  /// A layer in no hosted tree is not animated, as a view without a window is not on Apple's systems.
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

/// Hears as their delegate whether a block's animations reached their end.
final class BlockOutcome: NSObject, CAAnimationDelegate {
  private(set) var finished = true

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    if !flag { finished = false }
  }
}

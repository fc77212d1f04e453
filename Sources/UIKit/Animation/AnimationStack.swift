// The animation blocks that are open on a thread, innermost last. A view's layer asks here for the action of a change.
//
//   UIView.animate { view.center = p }
//     push a block -> the layer asks its delegate, the view -> an animation from what is shown now -> pop
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

  /// The animation of a change by the innermost block; nil where there is none, or it does not animate this.
  ///
  /// A layer in no hosted tree is not animated, as a view without a window is not on Apple's systems.
  func action(for layer: CALayer, forKey key: String) -> (any CAAction)? {
    guard isEnabled, let block = innermost, block.animatesChanges, block.style.duration > 0, layer.host != nil,
      layer.isAnimatedByViews(key)
    else { return nil }
    block.noteChange(of: layer)
    if let recorder = block.recorder {
      recorder.note(layer, key)
      return nil
    }
    let animation = block.style.makeAnimation(keyPath: key, from: layer.shownValue(forKey: key), on: layer)
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

extension CALayer {
  /// Whether animation blocks animate changes of a property: those that Core Animation animates by itself, but for the
  /// ones that fade, and for contents, which dissolve, with their scale.
  fileprivate func isAnimatedByViews(_ key: String) -> Bool {
    key != "contentsScale" && type(of: self).properties[key]?.animation == .implicit
  }

  /// The value that an animation of a property begins at: what is shown now, or, where the property was set since the
  /// last commit, what was set. `view.alpha = 0; UIView.animate { view.alpha = 1 }` fades from 0 whatever was before.
  func shownValue(forKey key: String) -> Any {
    // Changed before in the same transaction: that animation, which the new one replaces, has the answer.
    let replaced = animations.last { $0.key == key && $0.phase == .added }?.animation as? CAPropertyAnimation
    if let replaced, replaced.keyPath == key,
      let start = (replaced as? CABasicAnimation)?.fromValue ?? (replaced as? CAKeyframeAnimation)?.values?.first
    {
      return start
    }
    guard let shown = presentation(), let path = LayerKeyPath(key) ?? LayerKeyPath(managed: key),
      values[path] == committedValues?[path]
    else { return animatableValue(forKey: key) }
    return shown.animatableValue(forKey: key)
  }

  /// The value of an animated property. Only colours may be missing; they fade from and to transparency.
  func animatableValue(forKey key: String) -> Any { value(forKey: key) ?? CGColor.clear }
}

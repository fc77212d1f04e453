// Blocks animate a change of a property as UIKit does since iOS 8 (U-1 to U-7):
//
//   added      position, bounds, transform, cornerRadius: from old - new to nothing, on top of the model. What is under
//              way goes on beside it, so that a view that is sent back half way turns without a jolt.
//   replacing  opacity, backgroundColor, anchorPoint: from the model's old value, or from what is shown where the block
//              asks for that, in the place of what is under way.
//
//        100 |        model after the 1st block        at 0.5 s a 2nd one sends it back from 100 to 0:
//            |    1st: -100 ... 0                      1st goes on, 2nd is 100 ... 0 on top of the model's 0
//          0 |
//
// Decisions of ours, where Apple's documents are silent:
// - If an animation that is not added holds a property, such as a program's own, a change replaces the running
//   animation, and begins at the shown value.
// - The difference of two transforms is that of the shown ones, so that a view never jumps.
// - To or from a singular transform there are no values in between (12.11): the model's value shows.
//
// Tested by ClockTests.

import CoreGraphics
import Foundation
import QuartzCore
import Synchronization

extension CALayer {
  /// Whether a property's animations are added to running ones, for properties that blocks animate (U-1, U-4, U-5).
  private static let animatedByBlocks = [
    "position": true, "bounds": true, "transform": true, "cornerRadius": true,
    "opacity": false, "backgroundColor": false, "anchorPoint": false,
  ]

  /// Whether the animation of a change is added to running ones; nil if blocks do not animate the property.
  func addsMotion(forKey key: String) -> Bool? {
    CALayer.animatedByBlocks[key].map { $0 && !isHeld(key) }
  }

  /// Returns the key paths by which a property is animated: origin and size of bounds separately (U-2), as the size of
  /// a difference may be negative and that of a rectangle may not.
  static func motionPaths(of key: String) -> [String] { key == "bounds" ? ["bounds.origin", "bounds.size"] : [key] }

  /// Returns the key for an added animation: the path, or a unique one if that is in use (U-3).
  func freeKey(_ path: String) -> String { animation(forKey: path) == nil ? path : CALayer.ownKey(path) }

  static func ownKey(_ path: String) -> String { "\(path)-\(keyCount.add(1, ordering: .relaxed).newValue)" }
  private static let keyCount = Atomic(1)

  /// Returns the value of an animated property, or of a part of one. A missing colour fades from and to transparency.
  func motionValue(_ path: String) -> AnimatableValue {
    AnimatableValue(value(forKeyPath: path) ?? CGColor.clear) ?? .none
  }

  /// Returns the value at which an animation begins that replaces a running one.
  func startOfReplacement(forKey key: String, style: AnimationStyle) -> AnimatableValue {
    style.beginsFromCurrentState || isHeld(key) && CALayer.animatedByBlocks[key] == true
      ? shownValue(forKey: key) : motionValue(key)
  }

  /// Returns the shown value; if the property was set since the last commit, the value that was set.
  func shownValue(forKey key: String) -> AnimatableValue {
    // Changed before in the same transaction: the animation that the new one replaces has the answer.
    let replaced = animations.last { $0.key == key && $0.phase == .added }?.animation as? CAPropertyAnimation
    if let replaced, replaced.keyPath == key, let start = replaced.startValue { return start }
    guard let shown = presentation(), let path = LayerKeyPath(key), values[path] == committedValues?[path] else {
      return motionValue(key)
    }
    return shown.motionValue(key)
  }

  private func isHeld(_ key: String) -> Bool { animations.contains { $0.animates(key) { !$0.isAdditive } } }

  /// The transform that running animations make of the identity; nil without any.
  fileprivate var transformUnderWay: AnimatableValue? {
    let underWay = animations.filter { $0.animates("transform") { _ in true } }
    guard !underWay.isEmpty else { return nil }
    var shown = values
    shown.transform = CATransform3DIdentity
    let time = convertTime(host?.clock.now ?? CACurrentMediaTime(), from: nil)
    for attached in underWay {
      if attached.isCommitted {
        attached.apply(atLocalTime: time, to: &shown)
      } else if let start = (attached.animation as? CAPropertyAnimation)?.startValue?.transform {
        shown.transform = CATransform3DConcat(start, shown.transform)
      }
    }
    return .transform(shown.transform)
  }
}

extension AttachedAnimation {
  /// Whether the animation changes a property, or a part of it, and a test accepts it.
  fileprivate func animates(_ key: String, _ way: (CAPropertyAnimation) -> Bool) -> Bool {
    var found = false
    animation.forEachLeaf { leaf in
      guard !found, let leaf = leaf as? CAPropertyAnimation, let path = leaf.keyPath, path.hasPrefix(key) else {
        return
      }
      found = (path == key || path.dropFirst(key.count).first == ".") && way(leaf)
    }
    return found
  }
}

extension CAPropertyAnimation {
  /// The value at which the animation begins; nil if that is the property's.
  fileprivate var startValue: AnimatableValue? {
    let start = (self as? CABasicAnimation)?.fromValue ?? (self as? CAKeyframeAnimation)?.values?.first
    return start.flatMap { AnimatableValue($0) }
  }
}

extension AnimatableValue {
  /// Returns the value whose sum with `base` is this one; nil for kinds without subtraction, and for a singular base.
  func change(from base: AnimatableValue) -> AnimatableValue? {
    guard case .transform(let sum) = self, case .transform(let base) = base else { return subtracting(base) }
    // A singular transform cannot be subtracted, not even from itself.
    guard AnimatableValue.transform(base).subtracting(.transform(base)) != nil else { return nil }
    // A transform of the plane stays exactly one, for `affineTransform()`.
    if CATransform3DIsAffine(sum), CATransform3DIsAffine(base) {
      let change = CATransform3DGetAffineTransform(sum).concatenating(CATransform3DGetAffineTransform(base).inverted())
      return .transform(CATransform3DMakeAffineTransform(change))
    }
    return .transform(CATransform3DConcat(sum, CATransform3DInvert(base)))
  }
}

/// A change of a property, or of a part of one, whose animation is added to the model's new value.
struct AddedMotion {
  let new: AnimatableValue
  /// The transform of the running animations; nil for other kinds, and without any.
  private let underWay: AnimatableValue?

  /// Creates a change to the layer's present value.
  init(_ layer: CALayer, _ path: String) { self.init(layer, path, to: layer.motionValue(path)) }

  init(_ layer: CALayer, _ path: String, to new: AnimatableValue) {
    self.new = new
    underWay = path == "transform" ? layer.transformUnderWay : nil
  }

  /// Returns the value to add in order to show `value`; nil if the new value is a singular transform.
  func difference(_ value: AnimatableValue) -> AnimatableValue? {
    guard let difference = value.change(from: new) else { return nil }
    // It is added first, below the running animations (12.15).
    guard let underWay else { return difference }
    return difference.adding(underWay)?.change(from: underWay) ?? difference
  }
}

/// The action of a change that is added: it adds the animations once the new value is set.
final class AddedMotionAction: NSObject, CAAction {
  private let style: AnimationStyle
  private let outcome: BlockOutcome
  private let old: [(path: String, value: AnimatableValue)]

  init(_ layer: CALayer, _ key: String, style: AnimationStyle, outcome: BlockOutcome) {
    (self.style, self.outcome) = (style, outcome)
    old = CALayer.motionPaths(of: key).map { ($0, layer.motionValue($0)) }
  }

  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    guard let layer = anObject as? CALayer else { return }
    for (path, value) in old {
      let motion = AddedMotion(layer, path)
      let animation = style.makeAnimation(keyPath: path, from: value, on: layer)
      if let from = motion.difference(value), let none = motion.difference(motion.new) {
        (animation.fromValue, animation.toValue, animation.isAdditive) = (from.boxed, none.boxed, true)
      }
      animation.delegate = outcome
      layer.add(animation, forKey: layer.freeKey(path))
    }
  }
}

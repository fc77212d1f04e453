// The base of all animations: timing, pace, delegate, and an open container of values by key.
//
// Adding an animation to a layer copies it, which is why every subclass adds its properties in `copy(with:)`. The copy
// is made by `init()`, so that a subclass with initialisers of its own has to keep that one (`required`).
//
// Tested by AnimationObjectTests, BasicAnimationTests, CAKeyframeTests and SpringTests.

public import Foundation

/// The abstract class of animations of a layer. Use ``CABasicAnimation``, ``CAKeyframeAnimation``,
/// ``CASpringAnimation`` or ``CAAnimationGroup``.
open class CAAnimation: NSObject, NSCopying, CAMediaTiming, CAAction {
  /// The properties of CAMediaTiming.
  package final var timing = MediaTiming()
  /// Values of keys that are no properties.
  private final var otherValues: [String: Any] = [:]

  /// The pace. Default: nil, which is linear.
  open var timingFunction: CAMediaTimingFunction?
  /// Told when the animation begins and ends. Held strongly. Default: nil.
  open var delegate: (any CAAnimationDelegate)?
  /// Whether the animation leaves its layer when it is over. A fill mode holds the final value only where this is
  /// false. Default: true.
  open var isRemovedOnCompletion = true
  /// The frame rates that suit the animation: a hint without effect here. Default: ``CAFrameRateRange/default``.
  open var preferredFrameRateRange = CAFrameRateRange.default

  public required override init() { super.init() }

  /// Animations are not archived here: traps. It is declared so that subclasses can override it.
  public required init?(coder: NSCoder) {
    trap("\(Self.self)(coder:): animations cannot be read from archives on this system")
  }

  /// A copy with the same values. The delegate is shared.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = Self()
    copy.timing = timing
    copy.otherValues = otherValues
    copy.timingFunction = timingFunction
    copy.delegate = delegate
    copy.isRemovedOnCompletion = isRemovedOnCompletion
    copy.preferredFrameRateRange = preferredFrameRateRange
    return copy
  }

  /// Adds the animation to the layer `anObject` under the key `event`.
  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    (anObject as? CALayer)?.add(self, forKey: event)
  }

  // Key-value coding. Subclasses answer for their own properties and leave the rest to this class.

  /// The value that `key` has when nothing was set. Nil stands for zero, or for the identity of a transform.
  open class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "speed": NSNumber(value: 1)
    case "fillMode": CAMediaTimingFillMode.removed
    case "removedOnCompletion": NSNumber(value: true)
    case "preferredFrameRateRange": CAFrameRateRange.default
    default: nil
    }
  }

  /// Whether the value of a key would go into an archive: where it is not the default.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    guard let value = value(forKey: key) else { return false }
    guard let standard = type(of: self).defaultValue(forKey: key) else { return true }
    return AnimatableValue(value) != AnimatableValue(standard)
  }

  /// The value of a property, numbers as `NSNumber`; of any other key what was set, or else the default.
  open func value(forKey key: String) -> Any? {
    switch key {
    case "timingFunction": timingFunction
    case "delegate": delegate
    case "removedOnCompletion": NSNumber(value: isRemovedOnCompletion)
    case "preferredFrameRateRange": preferredFrameRateRange
    default: timing.value(forKey: key) ?? otherValues[key] ?? type(of: self).defaultValue(forKey: key)
    }
  }

  /// Sets a property, or keeps the value under any other key; nil sets the default. A property leaves a value of the
  /// wrong type alone.
  open func setValue(_ value: Any?, forKey key: String) {
    if timing.setValue(value, forKey: key, defaults: MediaTiming()) { return }
    let value = value ?? type(of: self).defaultValue(forKey: key)
    switch key {
    case "timingFunction": timingFunction = value as? CAMediaTimingFunction
    case "delegate": delegate = value as? any CAAnimationDelegate
    case "removedOnCompletion": assignNumber(value, to: &isRemovedOnCompletion)
    case "preferredFrameRateRange": preferredFrameRateRange = value as? CAFrameRateRange ?? preferredFrameRateRange
    default: otherValues[key] = value
    }
  }
}

/// The methods that an animation calls when it begins and ends. Both are optional. Animations hold their delegate
/// strongly.
public protocol CAAnimationDelegate: NSObjectProtocol {
  /// The animation's active time began.
  func animationDidStart(_ anim: CAAnimation)

  /// The animation is over. `flag` is true when it reached its end, false when it was removed or replaced before.
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool)
}

extension CAAnimationDelegate {
  /// Does nothing.
  public func animationDidStart(_ anim: CAAnimation) {}
  /// Does nothing.
  public func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {}
}

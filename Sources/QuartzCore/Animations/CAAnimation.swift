// Tested by AnimationObjectTests, BasicAnimationTests, CAKeyframeTests and SpringTests.

public import Foundation

/// The abstract class of animations of a layer. Use ``CABasicAnimation``, ``CAKeyframeAnimation``,
/// ``CASpringAnimation`` or ``CAAnimationGroup``.
///
/// Adding an animation to a layer copies it, so every subclass adds its properties in ``copy(with:)``. The copy is made
/// by `init()`, which a subclass with initialisers of its own has to keep (`required`).
open class CAAnimation: NSObject, NSCopying, CAMediaTiming, CAAction {
  package final var timing = MediaTiming()
  private final var otherValues: [String: Any] = [:]

  /// The pace. Default: nil, which is linear.
  open var timingFunction: CAMediaTimingFunction?
  /// The delegate, called when the animation begins and ends; held strongly. Default: nil.
  open var delegate: (any CAAnimationDelegate)?
  /// Whether the animation leaves its layer at its end. A fill mode holds the final value only if false. Default: true.
  open var isRemovedOnCompletion = true
  /// The frame rates that suit the animation: a hint without effect here. Default: ``CAFrameRateRange/default``.
  open var preferredFrameRateRange = CAFrameRateRange.default

  public required override init() { super.init() }

  /// Traps: animations are not archived here. It is declared so that subclasses can override it.
  public required init?(coder: NSCoder) {
    trap("\(Self.self)(coder:): animations cannot be read from archives on this system")
  }

  /// Returns a copy with the same values. The delegate is shared.
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

  /// Returns the value that `key` has when nothing was set. Nil stands for zero, or for the identity of a transform.
  open class func defaultValue(forKey key: String) -> Any? {
    switch key {
    case "speed": NSNumber(value: 1)
    case "fillMode": CAMediaTimingFillMode.removed
    case "removedOnCompletion": NSNumber(value: true)
    case "preferredFrameRateRange": CAFrameRateRange.default
    default: nil
    }
  }

  /// Whether the value of a key would go into an archive: if it is not the default.
  open func shouldArchiveValue(forKey key: String) -> Bool {
    guard let value = value(forKey: key) else { return false }
    guard let standard = type(of: self).defaultValue(forKey: key) else { return true }
    return AnimatableValue(value) != AnimatableValue(standard)
  }

  /// Returns a property's value, numbers as `NSNumber`; for any other key the value that was set, or the default.
  open func value(forKey key: String) -> Any? {
    switch key {
    case "timingFunction": timingFunction
    case "delegate": delegate
    case "removedOnCompletion": NSNumber(value: isRemovedOnCompletion)
    case "preferredFrameRateRange": preferredFrameRateRange
    default: timing.value(forKey: key) ?? otherValues[key] ?? type(of: self).defaultValue(forKey: key)
    }
  }

  /// Sets a property, or keeps the value under any other key; nil sets the default. A wrong type changes nothing.
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

/// The methods that an animation calls when it begins and ends. Both are optional.
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

extension CAAnimation {
  /// The begin time, in seconds of the layer's or group's time. Default: 0; on a layer, "when it is added".
  public final var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }
  /// The duration of one cycle, in seconds. Default: 0, which means the duration of the transaction or the group.
  public final var duration: CFTimeInterval {
    get { timing.duration }
    set { timing.duration = newValue }
  }
  /// The seconds of the animation's time in one of its parent's. Default: 1; 0 pauses, negative values play backward.
  public final var speed: Float {
    get { timing.speed }
    set { timing.speed = newValue }
  }
  /// The offset into the cycle at which the animation begins, in seconds; the skipped part plays last. Default: 0.
  public final var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }
  /// The number of cycles that play; it may be fractional. Default: 0, which counts as 1.
  public final var repeatCount: Float {
    get { timing.repeatCount }
    set { timing.repeatCount = newValue }
  }
  /// The duration over which cycles repeat, in seconds. Default: 0, which leaves it to ``repeatCount``.
  public final var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { timing.repeatDuration = newValue }
  }
  /// Whether each cycle plays forward, then backward. Default: false.
  public final var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }
  /// The values that show before the beginning and after the end. Default: ``CAMediaTimingFillMode/removed``.
  public final var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { timing.fillMode = newValue }
  }
}

extension CAAnimation: FieldCoding {
  /// Returns the value at a path: a key, then perhaps a field of it, as in `toValue.x`; nil if there is no such field.
  public func value(forKeyPath keyPath: String) -> Any? { readField(keyPath) }

  /// Sets the value at a path: a key, or a field of its value. Setting a field of nothing changes nothing.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) { writeField(value, keyPath) }
}

// Nil sets zero, as Apple's key-value coding asks of number properties; a value that is not a number changes nothing.

func assignNumber(_ value: Any?, to property: inout CGFloat) {
  if value == nil { property = 0 } else if let number = AnimatableValue(value)?.number { property = CGFloat(number) }
}

func assignNumber(_ value: Any?, to property: inout Bool) {
  if value == nil { property = false } else if let number = AnimatableValue(value)?.number { property = number != 0 }
}

func constant<T: RawRepresentable<String>>(_ value: Any?) -> T? {
  value as? T ?? (value as? String).flatMap(T.init(rawValue:))
}

/// Returns an array of numbers from numbers of any type; nil unless all are.
func numberArray(_ value: Any?) -> [NSNumber]? {
  if let numbers = value as? [NSNumber] { return numbers }
  guard case .numbers(let numbers)? = value.flatMap({ AnimatableValue($0) }) else { return nil }
  return numbers.map { NSNumber(value: $0) }
}

/// Several animations that run together, in the group's time.
///
/// Members are clipped to the group's duration, not scaled to it; a member without a duration takes the group's. Their
/// delegates and `isRemovedOnCompletion` are ignored. Groups may contain groups, 128 deep; deeper ones are left out. A
/// group within itself traps when it is committed.
open class CAAnimationGroup: CAAnimation {
  /// The members, in the order of application. Copied as an array; the animations in it are not. Default: nil.
  open var animations: [CAAnimation]? {
    get { members }
    set { members = newValue }
  }

  private final var members: [CAAnimation]?

  /// Releases nested groups one after another: each releasing its own would need a stack as deep as they are.
  deinit {
    var pending = members ?? []
    members = nil
    while !pending.isEmpty {
      guard var group = pending.removeLast() as? CAAnimationGroup, isKnownUniquelyReferenced(&group) else { continue }
      pending += group.members ?? []
      group.members = nil
    }
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    (copy as? CAAnimationGroup)?.animations = animations
    return copy
  }

  open override func value(forKey key: String) -> Any? {
    key == "animations" ? animations : super.value(forKey: key)
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    if key == "animations" {
      animations = value as? [CAAnimation]
    } else {
      super.setValue(value, forKey: key)
    }
  }
}

extension CAAnimationGroup {
  /// The maximum depth of groups within groups: a frame recurses into each of them.
  static let mostDepth = 128

  /// Returns the members of a nested group; nil if it lies too deep. Traps if it is one of `groups`.
  func members(within groups: [CAAnimationGroup]) -> [CAAnimation]? {
    require(
      !groups.contains { $0 === self },
      "CAAnimationGroup: a group is one of its own animations, or within one of them; take it out")
    return groups.count < Self.mostDepth ? animations ?? [] : nil
  }
}

extension CAAnimation {
  /// Calls `body` with the animation itself, or with all members of a group that are not groups, in order.
  package final func forEachLeaf(_ body: (CAAnimation) -> Void) { forEachLeaf(within: [], body) }

  private final func forEachLeaf(within groups: [CAAnimationGroup], _ body: (CAAnimation) -> Void) {
    guard let group = self as? CAAnimationGroup else { return body(self) }
    for member in group.members(within: groups) ?? [] { member.forEachLeaf(within: groups + [group], body) }
  }
}

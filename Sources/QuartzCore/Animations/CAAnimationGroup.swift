public import Foundation

/// Several animations that run together, in the group's time.
///
/// Members are clipped to the group's duration, not scaled to it; a member without a duration of its own takes the
/// group's. Their delegates and `isRemovedOnCompletion` are ignored.
open class CAAnimationGroup: CAAnimation {
  /// The members, in the order in which they are applied. Copied as an array; the animations in it are not. Default:
  /// nil.
  open var animations: [CAAnimation]?

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

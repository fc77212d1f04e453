public import Foundation

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

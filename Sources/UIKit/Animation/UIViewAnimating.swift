// What can be asked of an animator.

public import Foundation

/// The state of an animator.
public enum UIViewAnimatingState: Int, Sendable {
  /// The animator has not begun, or is finished.
  case inactive = 0
  /// The animator runs or is paused.
  case active = 1
  /// The animator was stopped, and is not finished yet.
  case stopped = 2
}

/// The values that the properties have when an animation ends.
public enum UIViewAnimatingPosition: Int, Sendable {
  /// The properties have their new values.
  case end = 0
  /// The properties have their old values again.
  case start = 1
  /// The properties keep the values that were shown.
  case current = 2
}

/// An animation that can be paused, scrubbed and reversed.
public protocol UIViewAnimating: NSObjectProtocol {
  var state: UIViewAnimatingState { get }
  var isRunning: Bool { get }
  var isReversed: Bool { get set }
  var fractionComplete: CGFloat { get set }
  func startAnimation()
  func startAnimation(afterDelay delay: TimeInterval)
  func pauseAnimation()
  func stopAnimation(_ withoutFinishing: Bool)
  func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// An animator of what blocks change.
public protocol UIViewImplicitlyAnimating: UIViewAnimating {
  func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat)
  func addAnimations(_ animation: @escaping () -> Void)
  func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
  func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}

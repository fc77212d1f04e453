// An animation's delegate made of closures, for scenes, which have no controller to be one.

import Foundation
import QuartzCore

/// Calls closures when an animation begins and ends.
final class AnimationObserver: NSObject, CAAnimationDelegate {
  private let started: () -> Void
  private let stopped: (CAAnimation, Bool) -> Void

  /// - Parameters:
  ///   - started: called at the beginning.
  ///   - stopped: called at the end, with the animation and whether it was finished.
  init(started: @escaping () -> Void = {}, stopped: @escaping (_ animation: CAAnimation, _ finished: Bool) -> Void) {
    self.started = started
    self.stopped = stopped
  }

  func animationDidStart(_ anim: CAAnimation) { started() }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { stopped(anim, flag) }
}

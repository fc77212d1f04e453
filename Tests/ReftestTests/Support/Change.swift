// Changes within a scene: what a program would do to its layers a quarter of a second after they were shown, so that a
// transition has an old look and a new one.

import QuartzCore

/// Has a layer changed at 0.25 s. A transition of one second that is added then is half over at 0.75 s.
func later(_ layer: CALayer, _ change: @escaping (CALayer) -> Void) -> CALayer {
  let wait = CABasicAnimation(keyPath: "zPosition")
  (wait.fromValue, wait.toValue) = (layer.zPosition, layer.zPosition)
  (wait.beginTime, wait.duration) = (0.25, 1e-3)
  wait.delegate = Change { [unowned layer] in
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    change(layer)
    CATransaction.commit()
  }
  layer.add(wait, forKey: "later")
  return layer
}

/// Has a layer changed at 0.25 s in a transition of one second.
func transition(
  _ type: CATransitionType, from subtype: CATransitionSubtype? = nil, of layer: CALayer,
  _ configure: @escaping (CATransition) -> Void = { _ in }, to change: @escaping (CALayer) -> Void
) -> CALayer {
  later(layer) {
    $0.add(effect(type, from: subtype, configure), forKey: nil)
    change($0)
  }
}

/// A transition of one second.
func effect(
  _ type: CATransitionType, from subtype: CATransitionSubtype? = nil, _ configure: (CATransition) -> Void = { _ in }
) -> CATransition {
  let effect = CATransition()
  (effect.type, effect.subtype, effect.duration) = (type, subtype, 1)
  configure(effect)
  return effect
}

/// Calls a closure when an animation begins.
private final class Change: NSObject, CAAnimationDelegate {
  private let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }
  func animationDidStart(_ anim: CAAnimation) { run() }
}

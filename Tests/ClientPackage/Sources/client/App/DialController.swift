// The owner of a dial and its knob: delegate of their layers and of their animations.

import QuartzCore

final class DialController: NSObject, CALayerDelegate {
  let dial = CALayer()
  let knob = CALayer()
  private(set) var events: [String] = []
  private(set) var layoutCount = 0
  var onStop: ((_ name: String, _ finished: Bool) -> Void)?

  override init() {
    super.init()
    dial.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    dial.name = "dial"
    dial.delegate = self
    knob.bounds.size = CGSize(width: 20, height: 20)
    knob.delegate = self
    knob.actions = ["opacity": NSNull()]
    dial.addSublayer(knob)
  }

  func layoutSublayers(of layer: CALayer) {
    guard layer === dial else { return }
    layoutCount += 1
    knob.position = CGPoint(x: layer.bounds.midX, y: layer.bounds.minY + 10)
  }

  func action(for layer: CALayer, forKey event: String) -> CAAction? {
    guard layer == knob, let shown = layer.presentation() else { return nil }
    switch event {
    case "position":
      let spring = CASpringAnimation(keyPath: event)
      spring.damping = 12
      spring.fromValue = shown.value(forKey: event)
      spring.duration = spring.settlingDuration
      spring.delegate = self
      spring.setValue("move", forKey: "name")
      return spring
    case "zPosition":
      return NSNull()
    default:
      return nil
    }
  }

  func turn(to angle: CGFloat, duration: CFTimeInterval) {
    let turn = CABasicAnimation(keyPath: "transform.rotation.z")
    turn.fromValue = dial.value(forKeyPath: "transform.rotation.z")
    turn.toValue = angle
    turn.duration = duration
    turn.fillMode = .forwards
    turn.isRemovedOnCompletion = false
    turn.delegate = self
    turn.setValue("turn", forKey: "name")
    dial.add(turn, forKey: "turn")
  }
}

extension DialController: CAAnimationDelegate {
  func animationDidStart(_ anim: CAAnimation) {
    events.append("start " + name(of: anim))
  }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    events.append("stop " + name(of: anim) + (flag ? "" : " early"))
    onStop?(name(of: anim), flag)
  }

  private func name(of anim: CAAnimation) -> String {
    anim.value(forKey: "name") as? String ?? "?"
  }
}

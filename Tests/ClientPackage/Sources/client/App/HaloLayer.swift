// Rings that spread from a point, one after the other.

import UIKit

class HaloLayer: CAReplicatorLayer {
  private let ring = CALayer()
  private var pulse: CAAnimationGroup?

  var radius: CGFloat {
    get { ring.cornerRadius }
    set {
      ring.bounds.size = CGSize(width: newValue * 2, height: newValue * 2)
      ring.cornerRadius = newValue
    }
  }
  var pulseDuration: CFTimeInterval = 3

  /// How many times the rings spread.
  override var repeatCount: Float {
    didSet {
      guard pulse != nil else { return }
      stop()
      start()
    }
  }

  override init() {
    super.init()
    repeatCount = .infinity
    ring.backgroundColor = UIColor.systemPurple.cgColor
    ring.opacity = 0
    addSublayer(ring)
    radius = 50
  }

  override init(layer: Any) { super.init(layer: layer) }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func start() {
    let grow = CABasicAnimation(keyPath: "transform.scale.xy")
    grow.fromValue = 0.2
    grow.toValue = 1.0
    let fade = CAKeyframeAnimation(keyPath: "opacity")
    fade.values = [0.8, 0.4, 0]
    fade.keyTimes = [0, 0.5, 1]

    let pulse = CAAnimationGroup()
    pulse.animations = [grow, fade]
    pulse.duration = pulseDuration
    pulse.repeatCount = repeatCount
    ring.add(pulse, forKey: "pulse")
    self.pulse = pulse
  }

  func stop() {
    ring.removeAllAnimations()
    pulse = nil
  }

  var isPulsing: Bool { ring.animation(forKey: "pulse") != nil }
}

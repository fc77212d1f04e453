// A replicator in a replicator, both delayed: one dot makes the whole flower.

import CoreGraphics
import Foundation
import QuartzCore

extension Gallery {
  /// Spokes of dots about the middle, a wave running outward and around.
  static let replicator = Demo(
    "replicator", "one dot, copied along spokes and around, each copy later", size: CGSize(width: 640, height: 640),
    duration: 4
  ) {
    let root = page(640, 640, CGColor(red: 0.07, green: 0.08, blue: 0.14, alpha: 1))

    let around = CAReplicatorLayer()
    around.name = "around"
    around.frame = root.bounds
    around.instanceCount = 24
    around.instanceTransform = CATransform3DMakeRotation(2 * .pi / 24, 0, 0, 1)
    around.instanceDelay = 4.0 / 24
    around.instanceRedOffset = -0.03
    root.addSublayer(around)

    let spoke = CAReplicatorLayer()
    spoke.name = "spoke"
    spoke.frame = root.bounds
    spoke.instanceCount = 9
    // About the middle: every dot is farther out, turned on, and larger than the one before.
    spoke.instanceTransform = CATransform3DRotate(CATransform3DMakeScale(1.22, 1.22, 1), 0.09, 0, 0, 1)
    spoke.instanceDelay = 0.14
    spoke.instanceGreenOffset = -0.07
    spoke.instanceColor = CGColor(red: 1, green: 0.95, blue: 0.9, alpha: 1)
    around.addSublayer(spoke)

    let dot = CALayer()
    dot.name = "dot"
    dot.bounds = CGRect(x: 0, y: 0, width: 9, height: 9)
    dot.position = CGPoint(x: 320, y: 266)
    dot.cornerRadius = 4.5
    dot.backgroundColor = CGColor(red: 1, green: 0.85, blue: 0.75, alpha: 1)
    for (keyPath, from, to) in [("transform.scale", 0.35, 1.25), ("opacity", 0.35, 1)] {
      let pulse = CABasicAnimation(keyPath: keyPath)
      pulse.fromValue = from
      pulse.toValue = to
      pulse.duration = 1
      pulse.autoreverses = true
      pulse.repeatCount = .infinity
      pulse.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
      // The last copy, 5 seconds later than the first, is in full swing when the scene begins.
      pulse.beginTime = -8
      dot.add(pulse, forKey: keyPath)
    }
    spoke.addSublayer(dot)
    return root
  }
}

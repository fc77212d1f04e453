// A finger on the glass: a pale disc where the script touches.

import CoreGraphics
import QuartzCore

/// A disc that appears where it touches. All that it does is animated implicitly, except the movement: that follows the
/// finger.
final class Finger {
  let layer = CALayer(
    "finger", CGColor(gray: 1, alpha: 0.35), CGRect(x: 0, y: 0, width: 28, height: 28), cornerRadius: 14)

  init() {
    layer.borderWidth = 2
    layer.borderColor = CGColor(gray: 1, alpha: 0.8)
    layer.opacity = 0
    layer.zPosition = 1000
  }

  func appear(at point: CGPoint) {
    move(to: point)
    CATransaction.begin()
    CATransaction.setAnimationDuration(0.15)
    layer.opacity = 1
    CATransaction.commit()
  }

  func move(to point: CGPoint) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.position = point
    CATransaction.commit()
  }

  /// Shows the moment of a tap.
  func press() {
    let press = CABasicAnimation(keyPath: "transform.scale")
    press.toValue = 0.7
    press.duration = 0.1
    press.autoreverses = true
    layer.add(press, forKey: "press")
  }

  func disappear() { layer.opacity = 0 }
}

import UIKit

/// A view with a layer class of its own.
func checkBadge(_ checks: Checks) {
  let badge = BadgeView(frame: CGRect(x: 10, y: 10, width: 80, height: 20))
  let stage = HostedTree(badge.layer)
  checks.expect(badge.layer is GaugeLayer, "layerClass")
  checks.expect(badge.layer.delegate === badge, "a view is its layer's delegate")
  checks.expect(badge.layoutCount, equals: 1, "layoutSubviews at the first commit")
  checks.expect(badge.dot.frame == CGRect(x: 2, y: 2, width: 6, height: 16), "insets: \(badge.dot.frame)")
  checks.expect(badge.dot.backgroundColor, equals: .red, "a colour literal")

  badge.level = 0.5
  badge.alpha = 0.9
  checks.expect(badge.layer.animationKeys() == nil, "outside blocks views are not animated")
  stage.advance(to: 0)
  UIView.animate(
    withDuration: 1, delay: 0, options: .curveLinear, animations: { badge.level = 1 }, completion: nil)
  stage.advance(to: 0.5)
  checks.expect((badge.layer.presentation() as? GaugeLayer)?.level, near: 0.75, "a property of ours in a block")
  checks.expect(badge.hitTest(CGPoint(x: 5, y: 5), with: nil) === badge.dot, "hit testing views")
}

/// Block animations.
func checkBlockAnimations(_ checks: Checks) {
  let board = CardBoard(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
  let stage = HostedTree(board.layer)
  let card = board.card

  var ends: [String] = []
  func note(_ name: String) -> (Bool) -> Void {
    { finished in ends.append("\(name) \(finished) at \(CACurrentMediaTime())") }
  }
  board.slide(to: CGPoint(x: 130, y: 30), completion: note("slide"))
  checks.expect(card.center, near: CGPoint(x: 130, y: 30), "the model has the new centre at once")
  stage.advance(to: 0.25)
  checks.expect(card.layer.presentation()?.position, near: CGPoint(x: 30, y: 30), "before the delay is over")
  stage.advance(to: 1)
  checks.expect(card.layer.presentation()?.position, near: CGPoint(x: 80, y: 30), "half way")
  checks.expect(card.layer.presentation().map { CGFloat($0.opacity) }, near: 0.75, "alpha half way")
  stage.advance(to: 2)
  checks.expect(ends, equals: ["slide true at 1.5"], "the completion block")

  var isNext = false
  board.fade { isNext = true }
  stage.advance(to: 2.25)
  checks.expect(isNext, "a trailing completion block")

  board.appear()
  stage.advance(to: 2.5)
  checks.expect(card.layer.presentation().map { CGFloat($0.opacity) }, near: 0.25, "from what was set just before")
  checks.expect(
    card.layer.presentation()?.value(forKeyPath: "transform.scale.x") as? CGFloat, near: 0.625, "of transforms too")
  card.layer.removeAllAnimations()

  ends = []
  board.slide(to: CGPoint(x: 30, y: 30), completion: note("slide"))
  stage.advance(to: 3)
  card.layer.removeAllAnimations()
  stage.advance(to: 4)
  checks.expect(ends, equals: ["slide false at 3.0"], "removed animations have not finished")

  board.highlight()
  checks.expect(card.backgroundColor, equals: .systemYellow, "a dynamic colour")
  checks.expect(
    (card.layer.animation(forKey: "backgroundColor") as? CABasicAnimation)?.timingFunction,
    equals: CAMediaTimingFunction(name: .easeInEaseOut), "the default curve")

  board.drop()
  stage.advance(to: 4.15)
  let fall = card.layer.presentation()?.value(forKeyPath: "transform.translation.y") as? CGFloat ?? 0
  checks.expect(fall > 100, "a spring overshoots: \(fall)")
  stage.advance(to: 5)
  checks.expect(card.transform.ty, near: 100, "an affine transform")
  card.transform = .identity

  board.pulse()
  stage.advance(to: 7.5)
  checks.expect(
    card.layer.presentation()?.value(forKeyPath: "transform.scale.x") as? CGFloat, near: 2, "there and back for ever")
  card.layer.removeAllAnimations()
  card.transform = .identity

  ends = []
  board.walk(completion: note("walk"))
  stage.advance(to: 8)
  checks.expect(card.layer.presentation()?.position, near: CGPoint(x: 80, y: 30), "the first keyframe")
  stage.advance(to: 9)
  checks.expect(card.layer.presentation()?.position, near: CGPoint(x: 130, y: 55), "the second keyframe")
  stage.advance(to: 10)
  checks.expect(ends, equals: ["walk true at 9.5"], "the completion of keyframes")
}

/// Images and the transitions of views.
func checkTransitions(_ checks: Checks) {
  let board = CardBoard(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
  let stage = HostedTree(board.layer)

  let pixels: [UInt8] = [255, 0, 0, 255, 0, 0, 255, 255]
  let drawn = CGImage(
    width: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 8, space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
    provider: CGDataProvider(data: Data(pixels) as CFData)!, decode: nil, shouldInterpolate: true,
    intent: .defaultIntent)!
  let file = UIImage(cgImage: drawn).pngData()
  checks.expect(file != nil, "a PNG file")
  let image = UIImage(data: file ?? Data(), scale: 2)
  checks.expect(image?.size, equals: CGSize(width: 1, height: 0.5), "an image from data")
  checks.expect(UIImage(data: Data([1, 2, 3])) == nil, "no image from other data")

  var ends: [String] = []
  board.swapImage(image) { ends.append("swap \($0)") }
  checks.expect(board.front.layer.animation(forKey: kCATransition) is CATransition, "a dissolve is a transition")
  checks.expect(board.front.layer.contents != nil, "the image view shows its image")
  stage.advance(to: 1)
  board.flip { ends.append("flip \($0)") }
  checks.expect(board.back.superview === board && board.front.superview == nil, "one view in place of the other")
  stage.advance(to: 2)
  checks.expect(ends, equals: ["swap true", "flip true"], "the completion of transitions")

  var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
  UIColor(hue: 1 / 3.0, saturation: 1, brightness: 0.5, alpha: 1).getRed(
    &red, green: &green, blue: &blue, alpha: &alpha)
  checks.expect([red, green, blue, alpha] == [0, 0.5, 0, 1], "a colour's components: \([red, green, blue, alpha])")
}

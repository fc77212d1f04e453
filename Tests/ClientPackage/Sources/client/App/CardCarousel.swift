// Cards in perspective, turned about their vertical axes; and stopping the time of a layer.

import QuartzCore

final class CardCarousel {
  let layer = CALayer()
  private(set) var cards: [CALayer] = []

  init(frame: CGRect, colors: [CGColor]) {
    layer.frame = frame
    var perspective = CATransform3DIdentity
    perspective.m34 = -1.0 / 500
    layer.sublayerTransform = perspective

    for (index, color) in colors.enumerated() {
      let card = CALayer()
      card.bounds = CGRect(x: 0, y: 0, width: 60, height: 80)
      card.position = CGPoint(x: 50 + CGFloat(index) * 100, y: frame.height / 2)
      card.backgroundColor = color
      card.cornerRadius = 6
      card.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
      card.borderWidth = 1
      card.borderColor = CGColor(gray: 0, alpha: 0.5)
      card.shadowOpacity = 0.3
      card.shadowOffset = CGSize(width: 0, height: 2)
      card.isDoubleSided = false
      card.allowsEdgeAntialiasing = true
      cards.append(card)
      layer.addSublayer(card)
    }
  }

  func turn(_ index: Int, by angle: CGFloat) {
    let card = cards[index]
    card.transform = CATransform3DRotate(card.transform, angle, 0, 1, 0)
  }

  func spread() {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for (index, card) in cards.enumerated() {
      let shift = CATransform3DMakeTranslation(0, 0, CGFloat(index) * -20)
      card.transform = CATransform3DConcat(shift, CATransform3DMakeScale(0.9, 0.9, 1))
    }
    CATransaction.commit()
  }

  // The two functions of Apple's Technical Q&A 1673.

  func pause() {
    let pausedTime = layer.convertTime(CACurrentMediaTime(), from: nil)
    layer.speed = 0.0
    layer.timeOffset = pausedTime
  }

  func resume() {
    let pausedTime = layer.timeOffset
    layer.speed = 1.0
    layer.timeOffset = 0.0
    layer.beginTime = 0.0
    let timeSincePause = layer.convertTime(CACurrentMediaTime(), from: nil) - pausedTime
    layer.beginTime = timeSincePause
  }
}

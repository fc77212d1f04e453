import QuartzCore

/// A subclass with animatable properties of its own.
func checkGauge(_ checks: Checks) {
  let gauge = GaugeLayer()
  gauge.frame = CGRect(x: 0, y: 0, width: 100, height: 10)
  checks.expect(gauge.presentation() == nil, "a layer in no tree has no presentation")
  checks.expect(gauge.level, near: 0.25, "the default of a property of a subclass")
  gauge.level = 0
  gauge.steps = 10
  checks.expect(gauge.animationKeys() == nil, "a layer in no tree is not animated")

  let stage = HostedTree(gauge)
  checks.expect((gauge.contents as! CGImage?)?.width, equals: 10, "display() made the contents at the commit")
  CATransaction.begin()
  CATransaction.setAnimationDuration(2)
  gauge.level = 1
  CATransaction.commit()
  checks.expect(gauge.animation(forKey: "level") is CABasicAnimation, "the action of a subclass was added")
  stage.advance(to: 0.5)
  checks.expect(gauge.level, near: 1, "the model has the new value at once")
  checks.expect(gauge.presentation()?.level, near: 0.25, "what is shown is on its way")
  checks.expect(gauge.presentation()?.steps, equals: 10, "init(layer:) copied an ordinary property")
  checks.expect(gauge.presentation()?.model() === gauge, "the model of the presentation")
  checks.expect(gauge.presentation()?.value(forKey: "level") as? CGFloat, near: 0.25, "KVC and a cast from Any")
  stage.advance(to: 2)
  checks.expect(gauge.presentation()?.level, near: 1, "what is shown has arrived")
  checks.expect(gauge.animationKeys() == nil, "a finished animation is removed")

  let drain = CABasicAnimation(keyPath: "level")
  drain.byValue = -0.5
  drain.duration = 1
  gauge.add(drain, forKey: "drain")
  gauge.setValue(0.8, forKey: "level")
  gauge.removeAnimation(forKey: "level")
  stage.advance(to: 3 - 1e-9)
  checks.expect(gauge.presentation()?.level, near: 0.3, "an explicit animation of a property of a subclass, by a value")
}

/// A delegate of layers and of animations.
func checkDelegate(_ checks: Checks) {
  let controller = DialController()
  let stage = HostedTree(controller.dial)
  let knob = controller.knob
  checks.expect(controller.layoutCount, equals: 1, "the first commit lays out")
  checks.expect(knob.position, near: CGPoint(x: 50, y: 10), "the delegate's layout")

  knob.opacity = 0.5
  knob.zPosition = 3
  checks.expect(knob.animationKeys() == nil, "NSNull as an action, of the dictionary and of the delegate")
  knob.cornerRadius = 10
  checks.expect(knob.animationKeys() ?? [], equals: ["cornerRadius"], "nil lets the search go on")

  controller.dial.bounds.size.width = 200
  stage.advance(to: 0)
  checks.expect(controller.layoutCount, equals: 2, "a change of size lays out")
  checks.expect(knob.position, near: CGPoint(x: 100, y: 10), "the layout for the new size")
  checks.expect(knob.animation(forKey: "position") is CASpringAnimation, "the delegate's action was added")
  stage.advance(to: 10)
  checks.expect(controller.events, equals: ["start move", "stop move"], "the animation's delegate")

  var stops: [CFTimeInterval] = []
  controller.onStop = { _, _ in stops.append(CACurrentMediaTime()) }
  controller.turn(to: .pi, duration: 2)
  stage.advance(to: 11)
  checks.expect(
    controller.dial.presentation()?.value(forKeyPath: "transform.rotation.z") as? CGFloat, near: .pi / 2,
    "half a half turn")
  controller.turn(to: -.pi, duration: 1)
  stage.advance(to: 20)
  checks.expect(
    controller.events.dropFirst(2).sorted(), equals: ["start turn", "start turn", "stop turn", "stop turn early"],
    "a replaced animation stops early, and the next begins")
  checks.expect(stops.last.map { CGFloat($0) }, near: 12, "delegates are told at the time of the event")
  checks.expect(
    (controller.dial.presentation()?.value(forKeyPath: "transform.rotation.z") as? NSNumber)
      .map { CGFloat(abs($0.doubleValue)) },
    near: .pi, "the fill mode holds the last value")
  controller.dial.removeAllAnimations()
  checks.expect(controller.dial.animationKeys() == nil, "removed animations are gone")
}

/// Transactions, perspective, and the time of a layer.
func checkCarousel(_ checks: Checks) {
  let colors = [CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor(red: 0, green: 1, blue: 0, alpha: 1)]
  let carousel = CardCarousel(frame: CGRect(x: 0, y: 0, width: 300, height: 200), colors: colors)
  let stage = HostedTree(carousel.layer)
  let card = carousel.cards[0]

  var log: [String] = []
  CATransaction.begin()
  CATransaction.setAnimationDuration(1)
  CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
  CATransaction.setCompletionBlock { log.append("long at \(CACurrentMediaTime())") }
  carousel.turn(0, by: .pi / 3)
  CATransaction.begin()
  CATransaction.setAnimationDuration(0.5)
  CATransaction.setCompletionBlock {
    log.append("short at \(CACurrentMediaTime())")
    card.opacity = 0.25
  }
  carousel.cards[1].position.y += 40
  CATransaction.commit()
  CATransaction.commit()
  stage.advance(to: 0.5)
  checks.expect(
    card.presentation()?.value(forKeyPath: "transform.rotation.y") as? CGFloat, near: .pi / 6, "a turn half done")
  checks.expect(log, equals: ["short at 0.5"], "the inner transaction's completion comes first")
  stage.advance(to: 0.75)
  checks.expect(CGFloat(card.presentation()?.opacity ?? 1) < 1, "what a completion block sets is animated from then on")
  stage.advance(to: 1)
  checks.expect(log, equals: ["short at 0.5", "long at 1.0"], "the outer transaction's completion at its own time")

  // A card of half width 30, 60° out of the plane: its right edge is 30 cos 60° to the right of its middle, and further
  // from the eye by 30 sin 60°, so nearer to the vanishing point, the middle of the carousel.
  let edge = card.convert(CGPoint(x: 60, y: 40), to: carousel.layer)
  let depth = 30 * sin(CGFloat.pi / 3)
  checks.expect(edge.x, near: 150 + (50 + 15 - 150) / (1 + depth / 500), "perspective")
  checks.expect(carousel.layer.hitTest(CGPoint(x: 50, y: 100)) === card, "hit testing a turned card")

  CATransaction.begin()
  CATransaction.setValue(true, forKey: kCATransactionDisableActions)
  card.position = CGPoint(x: 60, y: 60)
  CATransaction.commit()
  checks.expect(card.presentation()?.position, near: CGPoint(x: 60, y: 60), "disabled actions: at once")
  carousel.spread()
  checks.expect(
    carousel.cards[1].value(forKeyPath: "transform.translation.z") as? CGFloat, near: -20, "a component of a transform")

  let slide = CABasicAnimation(keyPath: "position.x")
  slide.fromValue = 0
  slide.toValue = 100
  slide.duration = 10
  carousel.cards[1].add(slide, forKey: nil)
  stage.advance(to: 3)
  carousel.pause()
  stage.advance(to: 6)
  checks.expect(carousel.cards[1].presentation()?.position.x, near: 20, "a paused layer stands still")
  carousel.resume()
  stage.advance(to: 8)
  checks.expect(carousel.cards[1].presentation()?.position.x, near: 40, "a resumed layer goes on from there")
}

/// A display link, driven by the media clock.
func checkTicker(_ checks: Checks) {
  let stage = HostedTree()
  let ticker = Ticker()
  ticker.start()
  stage.advance(to: 1)
  checks.expect(ticker.stamps.count, equals: 3, "an invalidated link is not called again")
  checks.expect(ticker.stamps.last.map { CGFloat($0) }, near: 0.1, "30 calls a second")
}

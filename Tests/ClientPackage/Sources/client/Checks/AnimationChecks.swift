import UIKit

/// Keyframes from paths and values.
func checkKeyframes(_ checks: Checks) {
  let plane = CALayer()
  plane.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
  let stage = HostedTree(plane)
  plane.add(Motions.flight(around: CGPoint(x: 100, y: 100), radius: 50), forKey: "flight")
  stage.advance(to: 2)
  checks.expect(
    plane.presentation()?.position, near: CGPoint(x: 100, y: 150), "half of half a circle", within: 0.05)
  // Where the rotation shows (in the position's transform) is the renderer's; what it does to a point is not.
  let nose = plane.presentation()?.convert(CGPoint(x: 20, y: 5), to: stage.root.presentation())
  checks.expect(nose, near: CGPoint(x: 90, y: 150), "the nose points along the path", within: 0.1)
  stage.advance(to: 6)
  checks.expect(plane.presentation()?.position, near: CGPoint(x: 50, y: 100), "the end is held")
  plane.removeAnimation(forKey: "flight")

  plane.add(Motions.tour(), forKey: "tour")
  stage.advance(to: 6.5)
  checks.expect(plane.presentation()?.position, near: CGPoint(x: 50, y: 0), "the first leg, linear")
  stage.advance(to: 7.5)
  let leg = plane.presentation()?.position.y ?? 0
  checks.expect(leg > 20 && leg < 40, "the second leg eases in: \(leg)")
  stage.advance(to: 9)
  let curve = plane.presentation()?.position ?? .zero
  checks.expect(curve.x > 150 && curve.y > 100 && curve.y < 137.5, "the curve is left fast: \(curve)")
  stage.advance(to: 10)
  checks.expect(plane.animation(forKey: "tour") == nil, "removed at its end")

  plane.position = CGPoint(x: 40, y: 40)
  stage.advance(to: 11)
  plane.add(Motions.shake(), forKey: "shake")
  stage.advance(to: 11.1)
  checks.expect(plane.presentation()?.position.x, near: 50, "an additive keyframe at its key time")
  stage.advance(to: 11.3)
  checks.expect(plane.presentation()?.position.x, near: 30, "the next one")
  stage.advance(to: 12)
  plane.add(Motions.corners(of: CGRect(x: 0, y: 0, width: 80, height: 60)), forKey: "corners")
  stage.advance(to: 13.5)
  checks.expect(plane.presentation()?.position, near: CGPoint(x: 80, y: 30), "boxed points")
}

/// Springs and groups.
func checkSpringAndGroup(_ checks: Checks) {
  let layer = CALayer()
  layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
  let stage = HostedTree(layer)
  let pop = Motions.pop()
  layer.add(pop, forKey: "pop")
  pop.toValue = 7
  checks.expect(
    (layer.animation(forKey: "pop") as? CASpringAnimation)?.toValue as? Double, equals: 1.0, "the layer has a copy")
  // The first extreme of a spring of mass m comes after pi / sqrt(k / m - (c / 2m)²) seconds.
  let peak = CFTimeInterval.pi / (200.0 - 16.0).squareRoot()
  stage.advance(to: peak)
  checks.expect(
    layer.presentation()?.value(forKeyPath: "transform.scale.x") as? CGFloat,
    near: 1 + 0.5 * CGFloat(exp(-4 * peak)), "a spring overshoots")
  stage.advance(to: pop.settlingDuration)
  checks.expect(layer.animationKeys() == nil, "a spring ends after its settling duration")

  let start = stage.clock.now
  layer.add(Motions.vanish(), forKey: "vanish")
  stage.advance(to: start + 0.75)
  let shown = layer.presentation()
  checks.expect(shown.map { CGFloat($0.opacity) }, near: 0.25, "an animation of a group")
  checks.expect(shown?.bounds.width, near: 175, "from the current value")
  checks.expect(
    shown?.value(forKeyPath: "transform.rotation.z") as? CGFloat, near: .pi / 8,
    "a value function, and a beginning of its own")
  checks.expect(layer.opacity, equals: 1, "the model stays as it is")

  let transition = CATransition()
  transition.type = .push
  transition.subtype = .fromLeft
  transition.duration = 0.5
  layer.add(transition, forKey: kCATransition)
  checks.expect(layer.animation(forKey: "transition") is CATransition, "a transition has one key")
}

/// The special layers, as far as their properties go.
func checkDecorations(_ checks: Checks) {
  let ring = ProgressRing(diameter: 100)
  let sky = Decorations.sky(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  let indicator = Decorations.activityIndicator(dots: 12)
  let title = Decorations.title("Multiplane")
  let stage = HostedTree(ring.track, sky, indicator, title)

  ring.setProgress(1, animated: true)
  Decorations.sunrise(on: sky)
  stage.advance(to: 0.5)
  checks.expect(ring.bar.presentation()?.strokeEnd, near: 0.5, "strokeEnd")
  checks.expect(ring.bar.path?.boundingBox.midX, near: 50, "the path of a shape")
  checks.expect(ring.track.lineDashPattern ?? [], equals: [6, 3], "a dash pattern")
  checks.expect(ring.bar.lineCap, equals: .round, "a line cap")
  let dots = indicator.sublayers?.first
  checks.expect(dots?.presentation().map { CGFloat($0.opacity) }, near: 0, "a repeating animation")
  stage.advance(to: 1)
  checks.expect(
    sky.presentation()?.locations.map { $0.map(\.doubleValue) } ?? [], equals: [0.25, 0.75],
    "an array of numbers half way")
  let top = (sky.presentation()?.colors as? [CGColor])?.first?.components ?? []
  checks.expect(top.count == 4 && abs(top[0] - 0.5) < 0.01 && abs(top[2] - 0.5) < 0.01, "colours half way: \(top)")
  checks.expect(indicator.instanceCount, equals: 12, "a replicator's count")
  checks.expect(title.string as? String, equals: "Multiplane", "a text layer's string")
  checks.expect(title.alignmentMode, equals: .center, "a text layer's alignment")

  let confetti = Decorations.confetti(width: 200, image: nil)
  stage.root.addSublayer(confetti)
  confetti.setValue(20, forKeyPath: "emitterCells.confetti1.birthRate")
  checks.expect(confetti.emitterCells?[1].birthRate, equals: 20, "a cell by its name")
  checks.expect(confetti.emitterCells?[1].emissionLongitude, near: .pi, "an emitter cell's property")
}

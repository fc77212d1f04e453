import UIKit

private let blue = [0, 122, 255, 255]
private let clear = [0, 0, 0, 0]

/// The middles of the quarters of a ring: from the lower right one clockwise.
private func quarters(of picture: Picture?, center: Int, radius: CGFloat) -> [[Int]] {
  let reach = radius / CGFloat(2).squareRoot()
  return [(1, 1), (-1, 1), (-1, -1), (1, -1)].map { (x: CGFloat, y: CGFloat) in
    picture?[Int(CGFloat(center) + x * reach), Int(CGFloat(center) + y * reach)] ?? []
  }
}

/// A shape whose path is a whole turn against the clock.
func checkCountdown(_ checks: Checks) {
  let view = CountdownView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  let stage = HostedTree(view.layer)
  checks.expect(view.ring.path?.boundingBoxOfPath.width, near: 92, "a whole turn anticlockwise is a circle")
  view.count(down: 4)
  let early = quarters(of: stage.picture(at: 1), center: 50, radius: 46)
  checks.expect(view.ring.presentation()?.strokeEnd, near: 0.75, "strokeEnd goes down")
  let gray = [229, 229, 234, 255]
  checks.expect(early, equals: [blue, blue, blue, gray], "three quarters from the top to the left")
  let late = quarters(of: stage.picture(at: 3), center: 50, radius: 46)
  checks.expect(late, equals: [gray, gray, blue, gray], "the last quarter")
}

/// Arcs in both directions; animations that begin and end with the window.
func checkLoadingIndicator(_ checks: Checks) {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
  let indicator = LoadingIndicator(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  let stage = HostedTree(window.layer)
  checks.expect(!indicator.isSpinning, "no window, no animation")
  window.addSubview(indicator)
  checks.expect(indicator.isSpinning, "didMoveToWindow")
  let start = stage.picture(at: 0)
  checks.expect(
    quarters(of: start, center: 50, radius: 40), equals: [blue, blue, blue, clear], "an arc clockwise, by the bottom")
  checks.expect(
    quarters(of: start, center: 50, radius: 28), equals: [clear, blue, blue, blue], "an arc anticlockwise, by the top")
  checks.expect(
    quarters(of: start, center: 50, radius: 6), equals: [blue, blue, blue, blue],
    "a context's arc from 0 to 2 pi, clockwise, is a circle")
  let turned = stage.picture(at: 0.5)
  checks.expect(
    quarters(of: turned, center: 50, radius: 40), equals: [clear, blue, blue, blue], "a quarter turn clockwise")
  checks.expect(
    quarters(of: turned, center: 50, radius: 28), equals: [blue, blue, blue, clear], "and one anticlockwise")
  indicator.removeFromSuperview()
  checks.expect(!indicator.isSpinning, "the window is left")
  UIAccessibility.isReduceMotionEnabled = true
  window.addSubview(indicator)
  checks.expect(!indicator.isSpinning, "reduced motion")
  UIAccessibility.isReduceMotionEnabled = false
  NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
  checks.expect(indicator.isSpinning, "an application's notification, which the program posts")
}

/// Rings around a point, by `transform.scale.xy`.
func checkHalo(_ checks: Checks) {
  let halo = HaloLayer()
  halo.position = CGPoint(x: 100, y: 100)
  halo.pulseDuration = 2
  (halo.instanceCount, halo.instanceDelay) = (3, 0.5)
  let stage = HostedTree(halo)
  halo.start()
  let picture = stage.picture(at: 1)
  let ring = halo.sublayers?.first?.presentation()
  for (key, value) in [("x", 0.6), ("y", 0.6), ("z", 1)] as [(String, CGFloat)] {
    checks.expect(
      ring?.value(forKeyPath: "transform.scale.\(key)") as? CGFloat, near: value, "half of transform.scale.xy: \(key)")
  }
  // Radii 30, 20 and 10; opacities 0.4, 0.6 and 0.8, each over those before.
  for (distance, alpha) in [(40, 0), (25, 0.4), (15, 0.76), (5, 0.952)] as [(Int, CGFloat)] {
    checks.expect(
      picture.map { CGFloat($0[100 + distance, 100][3]) }, near: alpha * 255, "a halo \(distance) from its middle",
      within: 1.5)
  }
  halo.repeatCount = 2
  checks.expect(halo.isPulsing, "an override of repeatCount starts anew")
  stage.advance(to: 4.9)
  checks.expect(halo.isPulsing, "two rounds")
  stage.advance(to: 5.1)
  checks.expect(!halo.isPulsing, "and no more")
}

/// Pixels computed in a bitmap context whose alpha comes first.
func checkGradientRing(_ checks: Checks) {
  let view = GradientRingView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  // The pixel at the lower right is at an eighth of a turn.
  checks.expect(Picture(view.sweep(side: 2))?[1, 1], equals: [223, 0, 32, 255], "pixels whose alpha comes first")

  let picture = HostedTree(view.layer).picture(at: 0)
  for (x, y, fraction) in [(94, 52, 0.0089), (50, 94, 0.2482), (5, 50, 0.4982), (50, 5, 0.7518), (94, 47, 0.9911)]
    as [(Int, Int, CGFloat)]
  {
    let color = picture?[x, y] ?? clear
    checks.expect(CGFloat(color[0]), near: (1 - fraction) * 255, "red at \(fraction) of a turn", within: 2)
    checks.expect(CGFloat(color[2]), near: fraction * 255, "blue at \(fraction) of a turn", within: 2)
    checks.expect(color[3], equals: 255, "opaque at \(fraction) of a turn")
  }
  checks.expect(picture?[50, 50], equals: clear, "nothing within the ring")
  checks.expect(picture?[2, 2], equals: clear, "nor around it")
}

/// A layer that draws what its presentation says.
func checkThermometer(_ checks: Checks) {
  let view = Thermometer(frame: CGRect(x: 0, y: 0, width: 100, height: 10))
  view.level = 0.2
  let stage = HostedTree(view.layer)
  view.level = 0.8
  // Clients, fault 2: after the animation the level is that of the model, not of the presentation at the commit.
  for (time, width) in [(0, 20), (0.5, 50), (0.99, 79), (1.01, 80), (2, 80)] as [(CFTimeInterval, Int)] {
    let picture = stage.picture(at: time)
    let filled = (0..<100).filter { (picture?[$0, 5][3] ?? 0) > 127 }.count
    checks.expect(filled, equals: width, "the width that is drawn after \(time) s")
  }
}

/// A panel by a property animator, and by a spring.
func checkDrawer(_ checks: Checks) {
  let drawer = Drawer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  let stage = HostedTree(drawer.layer)
  func expectY(_ y: CGFloat, at time: CFTimeInterval, _ what: String) {
    stage.advance(to: time)
    checks.expect(drawer.panel.layer.presentation()?.position.y, near: y, what)
  }
  drawer.beginDrag()
  drawer.drag(to: 0.25)
  expectY(115, at: 0, "a quarter of the way, whatever the curve")
  checks.expect(drawer.panel.layer.presentation().map { CGFloat($0.opacity) }, near: 0.625, "alpha too")
  drawer.endDrag(cancelled: false)
  expectY(92.5, at: 0.25, "half of the rest in a quarter of a second")
  expectY(70, at: 1, "open")
  checks.expect(drawer.isOpen, "the state is that of the end")

  drawer.beginDrag()
  drawer.drag(to: 0.25)
  expectY(85, at: 1, "on its way to closed")
  drawer.endDrag(cancelled: true)
  expectY(77.5, at: 1.25, "back again")
  expectY(70, at: 2, "open as before")
  checks.expect(drawer.isOpen && drawer.panel.center.y == 70, "the model was brought back: \(drawer.panel.center.y)")

  // The first extreme of a spring of damping ratio 1 - bounce: see check of pop.
  var end: CFTimeInterval?
  drawer.toggle { if $0 { end = CACurrentMediaTime() } }
  let rest = (1 - 0.7 * 0.7).squareRoot()
  let peak = 0.5 / (2 * rest)
  expectY(130 + 60 * CGFloat(exp(-.pi * 0.7 / rest)), at: 2 + peak, "a spring by its period and bounce")
  expectY(130, at: 5, "at rest")
  checks.expect(end.map { $0 > 2.5 && $0 < 3.5 } ?? false, "settled: \(String(describing: end))")
}

/// Template images in the tint of a window.
func checkTabBar(_ checks: Checks) {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
  window.tintColor = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
  let bar = TabBar(count: 3, frame: CGRect(x: 0, y: 0, width: 120, height: 40))
  window.addSubview(bar)
  let stage = HostedTree(window.layer)
  func expect(_ colors: [[Int]], _ what: String) {
    let picture = stage.picture(at: 0)
    checks.expect([20, 60, 100].map { picture?[$0, 20] ?? [] }, equals: colors, what)
  }
  let (green, red, gray) = ([0, 255, 0, 255], [255, 0, 0, 255], [170, 170, 170, 255])
  expect([green, gray, gray], "the window's tint, and an own one")
  bar.selectedIndex = 1
  expect([gray, green, gray], "a tint that is given up")
  window.tintColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
  expect([gray, red, gray], "a new tint of the window")
  checks.expect(stage.picture(at: 0)?[1, 1], equals: [255, 255, 255, 255], "nothing beside the icons")
}

import UIKit

/// All of the app's indicators in a row, drawn in a frame and by `render(in:)`: one picture.
func checkRow(_ checks: Checks) {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
  window.backgroundColor = .white
  window.tintColor = .systemIndigo
  let countdown = CountdownView(frame: CGRect(x: 10, y: 20, width: 100, height: 100))
  let indicator = LoadingIndicator(frame: CGRect(x: 140, y: 20, width: 100, height: 100))
  let gradient = GradientRingView(frame: CGRect(x: 270, y: 20, width: 100, height: 100))
  let thermometer = Thermometer(frame: CGRect(x: 10, y: 140, width: 230, height: 16))
  let bar = TabBar(count: 4, frame: CGRect(x: 10, y: 170, width: 230, height: 40))
  let drawer = Drawer(frame: CGRect(x: 10, y: 220, width: 230, height: 70))
  thermometer.level = 0.6
  [countdown, indicator, gradient, thermometer, bar, drawer].forEach(window.addSubview)
  let halo = HaloLayer()
  halo.position = CGPoint(x: 320, y: 215)
  // One ring: `render(in:)` knows no delays of copies.
  halo.radius = 70
  window.layer.addSublayer(halo)
  let stage = HostedTree(window.layer)

  countdown.count(down: 1.5)
  halo.start()
  drawer.toggle()
  guard let frame = stage.picture(at: 0.6), let shown = window.layer.presentation(),
    let drawn = Picture(
      UIGraphicsImageRenderer(size: window.bounds.size).image { shown.render(in: $0.cgContext) }.cgImage)
  else { return checks.expect(false, "a picture of all") }
  var differing = 0
  for y in 0..<300 {
    for x in 0..<400 where zip(frame[x, y], drawn[x, y]).contains(where: { abs($0 - $1) > 16 }) { differing += 1 }
  }
  checks.expect(differing < 20, "a frame is what render(in:) draws: \(differing) pixels differ")
}

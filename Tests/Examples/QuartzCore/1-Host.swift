import QuartzCore

func quartzCoreHost() throws {
  let time = MediaClock(startingAt: 0)
  let root = CALayer()
  let dot = CALayer()
  root.addSublayer(dot)

  let window = LayerHost(layer: root, clock: time)  // what a window does on Apple's systems
  CATransaction.flush()
  dot.position = CGPoint(x: 100, y: 0)  // the model has its value at once
  CATransaction.flush()
  time.advance(to: 0.125)
  print(dot.position.x, dot.presentation()!.position.x)  // 100.0, and what a frame at 0.125 s shows
  time.advance(to: 0.25)
  print(dot.presentation()!.position.x)  // 100.0
  // End of the example.
  precondition(window.layer === root && dot.presentation()!.position.x == 100)
}

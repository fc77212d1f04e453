import QuartzCore

func codeFromAnAppLive() throws {
  let clock = MediaClock(startingAt: 0)
  MediaClock.current = clock
  let badge = CALayer()
  let host = LayerHost(layer: badge)
  CATransaction.flush()
  badge.opacity = 0  // an implicit animation of a quarter of a second
  clock.advance(to: 0.125)  // delegates, completion blocks and display links run in order on the way
  print(badge.presentation()!.opacity)  // 0.19759661: the default pace is quick at first
  // End of the example.
  precondition(host.layer === badge && abs(badge.presentation()!.opacity - 0.19759661) < 1e-5)
}

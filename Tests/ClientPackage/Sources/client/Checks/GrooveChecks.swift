import UIKit

/// A view that is sent back half way, as a strip of frames.
func checkGroove(_ checks: Checks) {
  let groove = Groove(frame: CGRect(x: 0, y: 0, width: 400, height: 60))
  let stage = HostedTree(groove.layer)
  groove.tap()
  checks.expect(groove.tile.center.x, near: 370, "the model is at the end at once")
  // What easing in and out covers of a second: at a quarter .1292. The second tap is at half way.
  for (time, part) in [(0, 0), (0.25, 0.1292), (0.5, 0.5), (0.75, 0.7416), (1, 0.5), (1.25, 0.1292), (1.5, 0)]
    as [(CFTimeInterval, CGFloat)]
  {
    let picture = stage.picture(at: time)
    let columns = (0..<400).filter { x in picture.map { $0[x, 30][0] > 200 && $0[x, 30][1] < 100 } ?? false }
    let middle = columns.first.map { CGFloat($0 + (columns.last ?? $0) + 1) / 2 }
    checks.expect(middle, near: 30 + 340 * part, "where the tile is at \(time)", within: 1)
    if time == 0.5 { groove.tap() }
  }
  checks.expect(groove.arrivals, equals: [true, true], "both ways came to their end")
  checks.expect(groove.tile.layer.animationKeys() == nil && !groove.isRight, "nothing is left")
}

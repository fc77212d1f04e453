import Testing
import UIKit

/// All tests that set the current clock, which the process has one of: they run one after another.
@Suite(.serialized) enum ClockTests {}

/// A hosted view on a manual clock at 0, with a white square view in it at (0, 0, 100, 100).
final class HostedView {
  let clock = MediaClock(startingAt: 0)
  let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
  let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  let host: LayerHost
  /// What the test noted, with the clock's time.
  private(set) var log: [String] = []

  init() {
    MediaClock.current = clock
    root.addSubview(view)
    host = LayerHost(layer: root.layer, clock: clock)
    CATransaction.flush()
  }

  deinit { MediaClock.current = .system }

  /// Notes an event: `name@time`.
  func note(_ name: String) { log.append("\(name)@\(String(format: "%g", clock.now))") }

  /// A completion block that notes `name` and whether it finished.
  func completion(_ name: String) -> (Bool) -> Void {
    { self.note("\(name) \($0 ? "done" : "broken")") }
  }

  /// The horizontal position of the view as it is shown.
  var shownX: CGFloat { view.layer.presentation()?.position.x ?? .nan }
}

func near(_ a: CGFloat, _ b: CGFloat, within tolerance: CGFloat = 1e-4) -> Bool { abs(a - b) <= tolerance }

import UIKit

/// A source for Apple's systems, after tools/port.
func checkMeter(_ checks: Checks) {
  final class Counter: MeterDelegate {
    var count = 0
    func meterDidTick(_ meter: Meter) { count += 1 }
  }
  let meter = Meter(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
  let counter = Counter()
  meter.delegate = counter
  let stage = HostedTree(meter.layer)
  meter.start(nil)
  meter.meterLayer.level = 1
  stage.advance(to: 0.5)
  meter.stop()
  stage.advance(to: 1)
  checks.expect(meter.ticks, equals: 30, "a display link that had a selector")
  checks.expect(counter.count, equals: 30, "a weak delegate of a protocol that was Objective-C's")
  checks.expect(meter.meterLayer.presentation()?.level, near: 0.5, "a property that was @NSManaged is animated")
  checks.expect(
    Meter.keys, equals: ["step", "hidden", "@objc ticks // \"#keyPath(Meter.ticks)\""],
    "strings that were selectors and key paths, in a condition for iOS; text stays")
}

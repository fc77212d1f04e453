import Foundation
import QuartzCore
import Testing

@Suite struct LayerTimingTests {
  /// The layers of statement 10.3, in a root with the default timing.
  private static func measured() -> (root: CALayer, mid: CALayer, leaf: CALayer) {
    let (root, mid, leaf) = (CALayer(), CALayer(), CALayer())
    root.addSublayer(mid)
    mid.addSublayer(leaf)
    (mid.beginTime, mid.speed, mid.timeOffset) = (2, 3, 0.25)
    (leaf.beginTime, leaf.speed, leaf.timeOffset) = (1, 2, 0.5)
    return (root, mid, leaf)
  }

  @Test("C-10: A subclass overrides members of CAMediaTiming")
  func overrides() {
    final class Counted: CALayer {
      var changes = 0
      override var repeatCount: Float {
        didSet { changes += 1 }
      }
      override var speed: Float {
        get { super.speed }
        set { super.speed = newValue * 2 }
      }
    }
    let layer = Counted()
    (layer.repeatCount, layer.speed) = (3, 2)
    #expect(layer.repeatCount == 3 && layer.changes == 1 && layer.speed == 4)
  }

  @Test("10.1 the media time is the machine's uptime")
  func clock() {
    let before = ProcessInfo.processInfo.systemUptime
    let now = MediaClock.system.now
    #expect(before <= now && now <= ProcessInfo.processInfo.systemUptime)
  }

  @Test("10.2 a layer's time is (parent - beginTime) * speed + timeOffset", arguments: [-4.0, 0, 2, 100])
  func formula(time: Double) {
    let (root, mid, _) = Self.measured()
    #expect(mid.convertTime(time, from: root) == (time - 2) * 3 + 0.25)
    #expect(near(mid.convertTime(mid.convertTime(time, from: root), to: root), time))
  }

  @Test("10.3 times convert through every layer between")
  func chain() {
    let (root, mid, leaf) = Self.measured()
    #expect(leaf.convertTime(10, from: mid) == 18.5)
    #expect(leaf.convertTime(10, from: root) == 47)
    #expect(leaf.convertTime(10, to: mid) == 5.75)
    #expect(near(leaf.convertTime(10, to: root), 23.0 / 6))
    #expect(mid.convertTime(10, to: leaf) == 18.5)
    #expect(root.convertTime(10, to: leaf) == 47)
    #expect(mid.convertTime(10, from: leaf) == 5.75)
  }

  @Test("10.3 nil is the root's time")
  func nilLayer() {
    let (_, mid, leaf) = Self.measured()
    #expect(leaf.convertTime(10, from: nil) == 47)
    #expect(near(leaf.convertTime(10, to: nil), 23.0 / 6))
    #expect(mid.convertTime(3, from: nil) == 3.25)
    #expect(leaf.convertTime(1, to: leaf) == 1)
  }

  @Test("10.3 siblings and separate trees convert through the root's time")
  func siblings() {
    let (root, mid, _) = Self.measured()
    let other = CALayer()
    other.beginTime = 1
    #expect(other.convertTime(3.25, from: mid) == 2)
    root.addSublayer(other)
    #expect(other.convertTime(3.25, from: mid) == 2)
  }

  @Test("X-B14: of a paused layer, the clock's time is 0")
  func pausedToClock() {
    let (_, mid, leaf) = Self.measured()
    mid.speed = 0
    #expect(mid.convertTime(7, to: nil) == 0 && leaf.convertTime(7, to: nil) == 0)
  }

  @Test("10.3 layers below one that is paused convert among each other")
  func belowPaused() {
    let (root, mid, leaf) = Self.measured()
    root.speed = 0
    root.timeOffset = 8
    #expect(leaf.convertTime(10, from: mid) == 18.5 && leaf.convertTime(10, to: mid) == 5.75)
    #expect(mid.convertTime(100, from: nil) == 18.25)
  }

  @Test("10.4 speed has single precision")
  func precision() {
    let layer = CALayer()
    layer.speed = 0.1
    #expect(layer.convertTime(1, from: nil) == Double(Float(0.1)))
    #expect(layer.convertTime(1, from: nil) != 0.1)
  }

  @Test("10.5 speed 0.5 and timeOffset 1: 0.5 becomes 1.25")
  func documented() {
    let layer = CALayer()
    (layer.speed, layer.timeOffset) = (0.5, 1)
    #expect(layer.convertTime(0.5, from: nil) == 1.25)
  }

  @Test("10.6 the defaults of a layer: endless, from 0, at full speed")
  func defaults() {
    let layer = CALayer()
    #expect(layer.duration == .infinity && layer.beginTime == 0 && layer.speed == 1 && layer.timeOffset == 0)
    #expect(layer.repeatCount == 0 && layer.repeatDuration == 0 && !layer.autoreverses && layer.fillMode == .removed)
  }

  @Test("10.10 an endless repeatCount can be stored", arguments: [Float.infinity, .greatestFiniteMagnitude])
  func endless(count: Float) {
    let layer = CALayer()
    layer.repeatCount = count
    #expect(layer.repeatCount == count)
  }

  @Test("10.15 a paused layer stands at its timeOffset, and resumes where it stood")
  func pause() {
    let layer = CALayer()
    // The usual recipe: pause at 5 of the clock, resume at 9.
    let paused = layer.convertTime(5, from: nil)
    (layer.speed, layer.timeOffset) = (0, paused)
    #expect(layer.convertTime(5, from: nil) == 5 && layer.convertTime(100, from: nil) == 5)
    (layer.speed, layer.timeOffset, layer.beginTime) = (1, 0, 0)
    layer.beginTime = layer.convertTime(9, from: nil) - paused
    #expect(layer.convertTime(9, from: nil) == 5 && layer.convertTime(10, from: nil) == 6)
  }

  @Test(
    "Every timing property by key",
    arguments: [
      ("beginTime", 1.5), ("duration", 2), ("speed", 0.5), ("timeOffset", 3), ("repeatCount", 4), ("repeatDuration", 5),
      ("autoreverses", 1),
    ])
  func keys(key: String, value: Double) {
    let layer = CALayer()
    layer.setValue(value, forKey: key)
    #expect((layer.value(forKey: key) as? NSNumber)?.doubleValue == value)
    layer.setValue(nil, forKey: key)
    #expect(layer.value(forKey: key) as? NSNumber == CALayer().value(forKey: key) as? NSNumber)
  }
}

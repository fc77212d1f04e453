import Foundation
import QuartzCore
import Testing

@Suite struct MediaClockEventsTests {
  private static func stage() -> (HostedLayer, Journal) {
    let stage = HostedLayer()
    return (stage, Journal(stage.clock))
  }

  @Test("Time goes through every event in order, whatever was added first")
  func order() {
    let (stage, journal) = Self.stage()
    for (name, begin, duration) in [("late", 2.0, 3.0), ("early", 1, 1), ("middle", 1.5, 2)] {
      let animation = CABasicAnimation("opacity", to: 0, duration: duration)
      animation.beginTime = begin
      animation.delegate = JournalDelegate(name, journal)
      stage.layer.add(animation, forKey: name)
    }
    stage.advance(to: 10)
    #expect(
      journal.entries == [
        "1.0 early starts", "1.5 middle starts", "2.0 late starts", "2.0 early ends", "3.5 middle ends",
        "5.0 late ends",
      ])
    #expect(stage.clock.now == 10)
  }

  @Test(
    "X-A18 at one moment: display links, then the animations in the order of addition, blocks before the last one's end"
  )
  func samePlace() {
    let (stage, journal) = Self.stage()
    MediaClock.whileCurrent(stage.clock) {
      CATransaction.begin()
      CATransaction.setCompletionBlock { journal.note("block") }
      for name in ["a", "b"] {
        let animation = CABasicAnimation("opacity", to: 0, duration: 0.5)
        animation.delegate = JournalDelegate(name, journal)
        stage.layer.add(animation, forKey: name)
      }
      CATransaction.commit()
      let link = CADisplayLink(target: self) { _ in journal.note("link") }
      link.preferredFramesPerSecond = 2
      link.add(to: .main, forMode: .common)
      stage.advance(to: 0.5)
      link.invalidate()
    }
    #expect(
      journal.entries == ["0.0 a starts", "0.0 b starts", "0.5 link", "0.5 a ends", "0.5 block", "0.5 b ends"])
  }

  @Test("What completion blocks add begins at its own time: a chain of three within one advance")
  func chain() {
    let (stage, journal) = Self.stage()
    func add(_ number: Int) {
      CATransaction.begin()
      CATransaction.setCompletionBlock {
        journal.note("\(number) done")
        if number < 3 { add(number + 1) }
      }
      let animation = CABasicAnimation("position.x", from: 0, to: 1, duration: 0.3)
      animation.delegate = JournalDelegate("\(number)", journal)
      stage.layer.add(animation, forKey: nil)
      CATransaction.commit()
    }
    add(1)
    stage.advance(to: 5)
    let times = [0, 0.3, 0.6, 0.9].map { Double($0) }
    let expected = ["1 starts", "1 done", "1 ends", "2 starts", "2 done", "2 ends", "3 starts", "3 done", "3 ends"]
    #expect(journal.entries.map { String($0.drop { $0 != " " }.dropFirst()) } == expected)
    let indices = [0, 1, 1, 1, 2, 2, 2, 3, 3]
    for (entry, index) in zip(journal.entries, indices) {
      #expect(near(Double(entry.prefix { $0 != " " }) ?? -1, times[index]), "\(entry)")
    }
  }

  @Test("Implicit changes of a callback begin at its time")
  func implicitInCallback() {
    let (stage, _) = Self.stage()
    let delegate = JournalDelegate("first", Journal())
    delegate.onStop = {
      CATransaction.setAnimationDuration(1)
      CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
      stage.layer.position.x = 10
    }
    let first = CABasicAnimation("opacity", to: 0, duration: 1)
    first.delegate = delegate
    stage.layer.add(first, forKey: "first")
    stage.advance(to: 1.5)
    #expect(stage.layer.presentation()?.position.x == 5)
  }

  @Test("Callbacks may change the tree: layers come and go while time goes on")
  func changingTree() {
    let (stage, journal) = Self.stage()
    let delegate = JournalDelegate("first", journal)
    let new = CALayer()
    delegate.onStop = {
      stage.layer.removeFromSuperlayer()
      let second = CABasicAnimation("opacity", to: 0, duration: 1)
      second.delegate = JournalDelegate("second", journal)
      new.add(second, forKey: "second")
      stage.root.addSublayer(new)
    }
    let first = CABasicAnimation("opacity", to: 0, duration: 1)
    first.delegate = delegate
    stage.layer.add(first, forKey: "first")
    let other = CABasicAnimation("zPosition", to: 1, duration: 7)
    other.delegate = JournalDelegate("other", journal)
    stage.layer.add(other, forKey: "other")
    stage.advance(to: 9)
    #expect(
      journal.entries == [
        "0.0 first starts", "0.0 other starts", "1.0 first ends", "1.0 other is cut off", "1.0 second starts",
        "2.0 second ends",
      ])
  }

  @Test("A callback that removes an animation which ends at the same moment cuts it off, and it is told once")
  func removedAtItsEnd() {
    let (stage, journal) = Self.stage()
    let delegate = JournalDelegate("a", journal)
    delegate.onStop = { stage.layer.removeAnimation(forKey: "b") }
    for (name, delegate) in [("a", delegate), ("b", JournalDelegate("b", journal))] {
      let animation = CABasicAnimation("opacity", to: 0, duration: 1)
      animation.delegate = delegate
      stage.layer.add(animation, forKey: name)
    }
    stage.advance(to: 5)
    #expect(journal.entries == ["0.0 a starts", "0.0 b starts", "1.0 a ends", "1.0 b is cut off"])
  }

  @Test("Advancing to the same time again does nothing twice, and what is new at it")
  func sameTime() {
    let (stage, journal) = Self.stage()
    func add(_ name: String) {
      let animation = CABasicAnimation("opacity", to: 0, duration: 1)
      animation.delegate = JournalDelegate(name, journal)
      stage.layer.add(animation, forKey: name)
    }
    add("a")
    for _ in 0..<3 { stage.advance(to: 0) }
    add("b")
    for _ in 0..<3 { stage.advance(to: 0) }
    for _ in 0..<3 { stage.advance(to: 1) }
    stage.advance(to: 0.5)
    #expect(stage.clock.now == 1)
    #expect(journal.entries == ["0.0 a starts", "0.0 b starts", "1.0 a ends", "1.0 b ends"])
  }

  @Test("Small steps and one large step tell the same", arguments: [0.01, 0.3, 1, 8])
  func steps(step: Double) {
    let (stage, journal) = Self.stage()
    func add(_ depth: Int, at layer: CALayer) {
      CATransaction.begin()
      CATransaction.setCompletionBlock { if depth < 4 { add(depth + 1, at: layer) } }
      let animation = CABasicAnimation("opacity", to: 0, duration: 0.75)
      animation.delegate = JournalDelegate("\(depth)", journal)
      layer.add(animation, forKey: nil)
      CATransaction.commit()
    }
    add(1, at: stage.layer)
    var time = 0.0
    while time < 8 {
      time += step
      stage.advance(to: time)
    }
    #expect(
      journal.entries == [
        "0.0 1 starts", "0.75 1 ends", "0.75 2 starts", "1.5 2 ends", "1.5 3 starts", "2.25 3 ends", "2.25 4 starts",
        "3.0 4 ends",
      ])
  }

  @Test("Under a layer that stands still no animation begins or ends")
  func paused() {
    let (stage, journal) = Self.stage()
    let animation = CABasicAnimation("opacity", to: 0, duration: 1)
    animation.delegate = JournalDelegate("a", journal)
    stage.root.speed = 0
    stage.layer.add(animation, forKey: "a")
    stage.advance(to: 100)
    #expect(journal.entries.isEmpty && stage.layer.animationKeys() == ["a"])
    #expect(stage.clock.nextEventTime == .infinity)
  }

  @Test("Pausing a layer holds an animation back, and going on lets it end later")
  func pauseAndResume() {
    let (stage, journal) = Self.stage()
    let animation = CABasicAnimation("position.x", from: 0, to: 8, duration: 2)
    animation.delegate = JournalDelegate("a", journal)
    stage.layer.add(animation, forKey: "a")
    stage.advance(to: 0.5)
    let pausedAt = stage.layer.convertTime(stage.clock.now, from: nil)
    stage.layer.speed = 0
    stage.layer.timeOffset = pausedAt
    stage.advance(to: 10)
    #expect(stage.layer.presentation()?.position.x == 2)
    stage.layer.speed = 1
    stage.layer.timeOffset = 0
    stage.layer.beginTime = 0
    stage.layer.beginTime = stage.layer.convertTime(stage.clock.now, from: nil) - pausedAt
    stage.advance(to: 10.5)
    #expect(stage.layer.presentation()?.position.x == 4)
    stage.advance(to: 20)
    #expect(journal.entries == ["0.0 a starts", "11.5 a ends"])
  }

  @Test("The times of a layer are taken through all speeds and offsets above it", arguments: [1, 2, 0.5])
  func speeds(speed: Float) {
    let (stage, journal) = Self.stage()
    stage.root.speed = speed
    stage.layer.speed = 2
    stage.layer.timeOffset = 1
    CATransaction.flush()
    let animation = CABasicAnimation("opacity", to: 0, duration: 4)
    animation.delegate = JournalDelegate("a", journal)
    stage.layer.add(animation, forKey: "a")
    stage.advance(to: 100)
    #expect(journal.entries == ["0.0 a starts", "\(2 / Double(speed)) a ends"])
  }

  @Test("A subtree that moves below a slower layer takes its animations along")
  func movedToSlower() {
    let (stage, journal) = Self.stage()
    let slow = CALayer()
    slow.speed = 0.5
    stage.root.addSublayer(slow)
    let animation = CABasicAnimation("opacity", to: 0, duration: 1)
    animation.delegate = JournalDelegate("a", journal)
    stage.layer.add(animation, forKey: "a")
    CATransaction.flush()
    slow.addSublayer(stage.layer)
    stage.advance(to: 5)
    #expect(journal.entries == ["0.0 a starts", "2.0 a ends"])
  }

  @Test("A callback may advance the clock itself: what is due happens before the call returns, in order")
  func nestedAdvance() {
    let (stage, journal) = Self.stage()
    func add(_ name: String, _ duration: Double, onStop: (() -> Void)? = nil) {
      let delegate = JournalDelegate(name, journal)
      delegate.onStop = onStop
      let animation = CABasicAnimation("opacity", to: 0, duration: duration)
      animation.delegate = delegate
      stage.layer.add(animation, forKey: name)
    }
    add("a", 1) {
      stage.advance(to: 3)
      journal.note("back")
    }
    add("b", 2)
    add("c", 4)
    stage.advance(to: 1.5)
    #expect(stage.clock.now == 3)
    stage.advance(to: 5)
    #expect(
      journal.entries.dropFirst(3) == ["1.0 a ends", "2.0 b ends", "3.0 back", "4.0 c ends"])
  }

  @Test("The next event's time")
  func nextEventTime() {
    let (stage, _) = Self.stage()
    #expect(stage.clock.nextEventTime == .infinity)
    let animation = CABasicAnimation("opacity", to: 0, duration: 2)
    animation.beginTime = 3
    stage.layer.add(animation, forKey: "a")
    CATransaction.flush()
    #expect(stage.clock.nextEventTime == 3)
    stage.advance(to: 4)
    #expect(stage.clock.nextEventTime == 5)
    stage.layer.removeAllAnimations()
    CATransaction.flush()
    #expect(stage.clock.nextEventTime == .infinity)
  }

  @Test("Ten thousand animations with ends of their own are told one by one, in order")
  func many() {
    let (stage, _) = Self.stage()
    var ends: [Double] = []
    final class End: NSObject, CAAnimationDelegate {
      let onEnd: () -> Void
      init(_ onEnd: @escaping () -> Void) { self.onEnd = onEnd }
      func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { onEnd() }
    }
    let layers = (0..<10_000).map { _ in CALayer() }
    stage.layer.sublayers = layers
    for (index, layer) in layers.enumerated() {
      let animation = CABasicAnimation("opacity", to: 0, duration: 1 + Double(index * 7919 % 10_000) / 10_000)
      animation.delegate = End { ends.append(stage.clock.now) }
      layer.add(animation, forKey: "a")
    }
    stage.advance(to: 3)
    #expect(ends.count == 10_000 && ends == ends.sorted() && ends.first == 1)
  }

  @Test("Precondition: the machine's clock is not advanced")
  func systemClock() async {
    await #expect(processExitsWith: .failure) { MediaClock.system.advance(to: 1) }
  }

  @Test("Precondition: times are finite")
  func finite() async {
    await #expect(processExitsWith: .failure) { MediaClock(startingAt: 0).advance(to: .infinity) }
  }
}

extension MediaClock {
  private static let currentUser = NSLock()

  /// Makes `clock` the current one for a while; tests that do so take turns.
  static func whileCurrent(_ clock: MediaClock, _ body: () -> Void) {
    currentUser.withLock {
      let old = current
      current = clock
      body()
      current = old
    }
  }
}

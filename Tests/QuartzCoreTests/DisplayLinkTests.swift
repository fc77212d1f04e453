import Foundation
import QuartzCore
import Testing

@Suite("26 Display link") struct DisplayLinkTests {
  /// What a link told when it was called.
  final class Recorder {
    var timestamps: [CFTimeInterval] = []
    var targets: [CFTimeInterval] = []
  }

  /// A link in the main run loop, by a manual clock.
  func link(
    at time: CFTimeInterval = 0, _ recorder: Recorder, set: (CADisplayLink) -> Void = { _ in }
  ) -> (link: CADisplayLink, clock: MediaClock) {
    let link = CADisplayLink(target: recorder) { link in
      recorder.timestamps.append(link.timestamp)
      recorder.targets.append(link.targetTimestamp)
    }
    set(link)
    let clock = MediaClock(startingAt: time)
    add(link, by: clock)
    return (link, clock)
  }

  func add(_ link: CADisplayLink, by clock: MediaClock, mode: RunLoop.Mode = .default) {
    // Not `add(to:forMode:)`: the current clock belongs to the whole process, and tests run at the same time.
    link.schedule(in: .main, mode, by: clock)
  }

  @Test("What a link is before it runs")
  func defaults() {
    let link = CADisplayLink(target: Recorder()) { _ in }
    #expect(!link.isPaused && link.timestamp == 0 && link.targetTimestamp == 0 && link.duration == 1.0 / 60)
    #expect(link.frameInterval == 1 && link.preferredFramesPerSecond == 0 && link.preferredFrameRateRange == .default)
  }

  @Test("26.2 it is called 60 times a second since it was added; the time of the frame, and of the next")
  func ticks() {
    let recorder = Recorder()
    let (link, clock) = link(at: 10, recorder)
    clock.advance(to: 11)
    #expect(recorder.timestamps.count == 60)
    for (index, timestamp) in recorder.timestamps.enumerated() {
      #expect(abs(timestamp - (10 + Double(index + 1) / 60)) < 1e-9)
      #expect(abs(recorder.targets[index] - timestamp - 1.0 / 60) < 1e-9)
    }
    link.invalidate()
  }

  @Test("However the clock is advanced, the calls are the same", arguments: [1.0, 0.25, 1.0 / 60, 0.007])
  func steps(step: Double) {
    let recorder = Recorder()
    let (link, clock) = link(recorder)
    var time = 0.0
    while time < 2 {
      time += step
      clock.advance(to: min(time, 2))
    }
    #expect(recorder.timestamps == (1...120).map { Double($0) * (1.0 / 60) })
    link.invalidate()
  }

  @Test(
    "A lower rate is a whole number of frames",
    arguments: [(60, 60), (30, 30), (20, 20), (25, 30), (120, 60), (1, 1)])
  func framesPerSecond(asked: Int, given: Int) {
    let recorder = Recorder()
    let (link, clock) = link(recorder) { $0.preferredFramesPerSecond = asked }
    clock.advance(to: 1)
    #expect(recorder.timestamps.count == given)
    link.invalidate()
  }

  @Test("Range before frames a second before frame interval")
  func rates() {
    let recorder = Recorder()
    let (link, clock) = link(recorder) { $0.frameInterval = 3 }
    clock.advance(to: 1)
    #expect(recorder.timestamps.count == 20)
    link.preferredFramesPerSecond = 10
    clock.advance(to: 2)
    #expect(recorder.timestamps.count == 30)
    link.preferredFrameRateRange = CAFrameRateRange(minimum: 1, maximum: 60, preferred: 5)
    clock.advance(to: 3)
    #expect(recorder.timestamps.count == 35)
    link.preferredFrameRateRange = CAFrameRateRange(minimum: 1, maximum: 30)
    clock.advance(to: 4)
    #expect(recorder.timestamps.count == 65)
    link.invalidate()
  }

  @Test("What passes while it is paused is left out")
  func pause() {
    let recorder = Recorder()
    let (link, clock) = link(recorder) { $0.isPaused = true }
    clock.advance(to: 1)
    #expect(recorder.timestamps.isEmpty)
    link.isPaused = false
    clock.advance(to: 1.05)
    #expect(recorder.timestamps.count == 3)
    #expect(abs((recorder.timestamps.first ?? 0) - 61.0 / 60) < 1e-9)
    link.invalidate()
  }

  @Test("26.3 one run loop and several modes; it stops when it is in none")
  func modes() {
    let recorder = Recorder()
    let (link, clock) = link(recorder)
    let other = RunLoop.Mode("other")
    add(link, by: clock, mode: other)
    add(link, by: clock, mode: other)
    clock.advance(to: 0.1)
    #expect(recorder.timestamps.count == 6)
    link.remove(from: .main, forMode: .default)
    clock.advance(to: 0.2)
    #expect(recorder.timestamps.count == 12)
    link.remove(from: .main, forMode: other)
    clock.advance(to: 0.3)
    #expect(recorder.timestamps.count == 12)
    add(link, by: clock)
    clock.advance(to: 0.4)
    #expect(recorder.timestamps.count == 18)
    link.invalidate()
  }

  @Test("26.3 it lives while it is added, with its target; invalidated it lets go of both")
  func lifetime() {
    weak var target: Recorder?
    weak var kept: CADisplayLink?
    let clock = MediaClock(startingAt: 0)
    do {
      let recorder = Recorder()
      let link = CADisplayLink(target: recorder) { [weak recorder] in recorder?.timestamps.append($0.timestamp) }
      add(link, by: clock)
      (target, kept) = (recorder, link)
    }
    clock.advance(to: 0.1)
    #expect(target?.timestamps.count == 6)
    kept?.invalidate()
    #expect(target == nil && kept == nil)
    clock.advance(to: 1)
  }

  @Test("A link may stop itself when it is called, and cannot be added again")
  func invalidateInside() {
    let clock = MediaClock(startingAt: 0)
    let recorder = Recorder()
    let link = CADisplayLink(target: recorder) { link in
      recorder.timestamps.append(link.timestamp)
      if recorder.timestamps.count == 3 { link.invalidate() }
    }
    add(link, by: clock)
    clock.advance(to: 1)
    #expect(recorder.timestamps.count == 3)
    add(link, by: clock)
    clock.advance(to: 2)
    #expect(recorder.timestamps.count == 3)
  }

  @Test("What a call changes begins at the call's time")
  func changes() {
    let layer = CALayer()
    let clock = MediaClock(startingAt: 0)
    let host = LayerHost(layer: layer, clock: clock)
    CATransaction.flush()
    let link = CADisplayLink(target: layer) { link in
      let animation = CABasicAnimation(keyPath: "opacity")
      animation.duration = 1
      layer.add(animation, forKey: "once")
      link.invalidate()
    }
    add(link, by: clock)
    clock.advance(to: 1)
    #expect(abs((layer.animation(forKey: "once")?.beginTime ?? 0) - 1.0 / 60) < 1e-9)
    withExtendedLifetime(host) {}
  }

  @Test("By the machine's clock the run loop calls")
  func systemClock() async {
    // In a process of its own: the machine's clock belongs to the thread that uses it, and here tests run on many.
    await #expect(processExitsWith: .success) {
      let timestamps = Self.framesByMachineClock(count: 2)
      #expect(timestamps.count >= 2 && timestamps == timestamps.sorted())
    }
  }

  /// Runs this thread's run loop until a link was called `count` times, or for a minute.
  static func framesByMachineClock(count: Int) -> [CFTimeInterval] {
    let recorder = Recorder()
    let link = CADisplayLink(target: recorder) { recorder.timestamps.append($0.timestamp) }
    link.add(to: .current, forMode: .default)
    let limit = Date(timeIntervalSinceNow: 60)
    while recorder.timestamps.count < count, Date() < limit {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
    }
    link.invalidate()
    return recorder.timestamps
  }
}

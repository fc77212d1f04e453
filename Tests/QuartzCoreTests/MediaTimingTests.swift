import QuartzCore
import Testing

@Suite struct MediaTimingTests {
  static func timing(
    begin: Double = 0, duration: Double = 1, speed: Float = 1, offset: Double = 0, count: Float = 0,
    repeatDuration: Double = 0, autoreverses: Bool = false, fill: CAMediaTimingFillMode = .removed
  ) -> MediaTiming {
    var timing = MediaTiming()
    timing.beginTime = begin
    timing.duration = duration
    timing.speed = speed
    timing.timeOffset = offset
    timing.repeatCount = count
    timing.repeatDuration = repeatDuration
    timing.autoreverses = autoreverses
    timing.fillMode = fill
    return timing
  }

  @Test("10.3 time goes through a chain of objects", arguments: [(10.0, 18.5)])
  func chain(parent: Double, leaf: Double) {
    let mid = Self.timing(begin: 2, speed: 3, offset: 0.25)
    let last = Self.timing(begin: 1, speed: 2, offset: 0.5)
    #expect(last.localTime(fromParent: parent) == leaf)
    #expect(last.localTime(fromParent: mid.localTime(fromParent: 10)) == 47)
    #expect(last.parentTime(fromLocal: 10) == 5.75)
    #expect(near(mid.parentTime(fromLocal: last.parentTime(fromLocal: 10)), 23.0 / 6))
  }

  @Test("10.5 speed 0.5 and timeOffset 1: 0.5 becomes 1.25")
  func documentedVector() { #expect(Self.timing(speed: 0.5, offset: 1).localTime(fromParent: 0.5) == 1.25) }

  @Test("10.6 the default durations")
  func defaults() {
    #expect(MediaTiming.layerDefault.duration == .infinity)
    #expect(MediaTiming().duration == 0)
    #expect(CABasicAnimation().duration == 0)
  }

  @Test(
    "10.9, 10.10 the active duration",
    arguments: [
      (timing(), 1), (timing(count: 3), 3), (timing(count: 2.5), 2.5), (timing(repeatDuration: 7), 7),
      (timing(autoreverses: true), 2), (timing(count: 1.5, autoreverses: true), 3),
      (timing(repeatDuration: 3.5, autoreverses: true), 3.5), (timing(count: .infinity), Double.infinity),
      (timing(count: .greatestFiniteMagnitude), .infinity), (timing(duration: .infinity), .infinity),
      (timing(duration: 0, count: .infinity), 0), (timing(duration: .infinity, count: 0.5), .infinity),
    ])
  func activeDuration(timing: MediaTiming, expected: Double) { #expect(timing.activeDuration == expected) }

  @Test(
    "10.12, 10.13 fill modes",
    arguments: [
      (CAMediaTimingFillMode.removed, nil, nil), (.forwards, nil, 1.0), (.backwards, 0.0, nil), (.both, 0.0, 1.0),
      (CAMediaTimingFillMode(rawValue: "sideways"), nil, nil),
    ])
  func fill(mode: CAMediaTimingFillMode, before: Double?, after: Double?) {
    let timing = Self.timing(begin: 1, fill: mode)
    #expect(timing.progress(atParentTime: 0.5)?.fraction == before)
    #expect(timing.progress(atParentTime: 1)?.fraction == 0)
    #expect(timing.progress(atParentTime: 1.5)?.fraction == 0.5)
    #expect(timing.progress(atParentTime: 2)?.fraction == after)
    #expect(timing.progress(atParentTime: 50)?.fraction == after)
  }

  @Test(
    "10.9, 10.11, 10.16 where a cycle is, and what a fill holds at the end",
    arguments: [
      // (timing, time, cycle, fraction, reversed)
      (timing(count: 3), 1.25, 1.0, 0.25, false),
      (timing(count: 3, fill: .both), 3, 2, 1, false),
      (timing(count: 2.5, fill: .both), 9, 2, 0.5, false),
      (timing(autoreverses: true), 0.75, 0, 0.75, false),
      (timing(autoreverses: true), 1.25, 0, 0.75, true),
      (timing(autoreverses: true, fill: .both), 2, 0, 0, true),
      (timing(count: 2.25, autoreverses: true, fill: .both), 9, 2, 0.5, false),
      (timing(count: 2.75, autoreverses: true, fill: .both), 9, 2, 0.5, true),
      (timing(repeatDuration: 2.25, fill: .both), 9, 2, 0.25, false),
      // 1.1 / 0.1 is a little more than 11, and yet the eleventh cycle ends.
      (timing(duration: 0.1, repeatDuration: 1.1, fill: .both), 9, 10, 1, false),
      (timing(speed: 2), 0.25, 0, 0.5, false),
      // Endless in either sense.
      (timing(count: .infinity), 1e6 + 0.5, 1e6, 0.5, false),
      (timing(duration: .infinity), 77, 0, 0, false),
    ])
  func cycles(timing: MediaTiming, time: Double, cycle: Double, fraction: Double, reversed: Bool) throws {
    let progress = try #require(timing.progress(atParentTime: time))
    #expect(progress.cycle == cycle)
    #expect(near(progress.fraction, fraction))
    #expect(progress.isReversed == reversed)
  }

  @Test("10.15 speed 0 stands at timeOffset, whatever the parent's time", arguments: [-5.0, 0, 1000])
  func paused(time: Double) {
    #expect(Self.timing(speed: 0, offset: 0.25).progress(atParentTime: time)?.fraction == 0.25)
    #expect(Self.timing(speed: 0, offset: 1).progress(atParentTime: time)?.fraction == 1)
    #expect(Self.timing(speed: 0, offset: 1.5).progress(atParentTime: time) == nil)
    #expect(Self.timing(speed: 0, offset: 1.5, fill: .forwards).progress(atParentTime: time)?.fraction == 1)
    #expect(Self.timing(speed: 0, offset: -1).progress(atParentTime: time) == nil)
  }

  @Test(
    "timeOffset shifts the position and wraps; the interval stays",
    arguments: [(0.0, 0.25), (0.5, 0.75), (0.875, 0.125)])
  func offset(time: Double, fraction: Double) {
    let timing = Self.timing(offset: 0.25)
    #expect(timing.progress(atParentTime: time)?.fraction == fraction)
    #expect(timing.progress(atParentTime: 1) == nil)
  }

  @Test(
    "X-A31: a negative speed plays from the end to the beginning, which it shows at 0 too",
    arguments: [(0.0, 0.0), (0.125, 0.75), (0.25, 0.5), (0.375, 0.25)])
  func backward(time: Double, fraction: Double) {
    let timing = Self.timing(speed: -2, fill: .forwards)
    #expect(timing.progress(atParentTime: time)?.fraction == fraction)
    #expect(timing.progress(atParentTime: 3)?.fraction == 0)
  }

  /// The rows of X-B11: an animation from 0 to 1 in a second, on a clock that is paused at each time.
  struct Row: Sendable {
    var timing: MediaTiming
    var expected: [Double?]

    init(_ timing: MediaTiming, _ expected: [Double?]) { (self.timing, self.expected) = (timing, expected) }
  }

  @Test(
    "X-B11: what shows at 0 .2 .5 .9 1.2 1.5 1.9 2.1 3 4.5 s, nil being the model",
    arguments: [
      Row(timing(autoreverses: true), [0, 0.2, 0.5, 0.9, 0.8, 0.5, 0.1, nil, nil, nil]),
      Row(timing(count: 2.5), [0, 0.2, 0.5, 0.9, 0.2, 0.5, 0.9, 0.1, nil, nil]),
      Row(timing(repeatDuration: 1.7), [0, 0.2, 0.5, 0.9, 0.2, 0.5, nil, nil, nil, nil]),
      Row(timing(speed: 2), [0, 0.4, 1, nil, nil, nil, nil, nil, nil, nil]),
      Row(timing(offset: 0.3), [0.3, 0.5, 0.8, 0.2, nil, nil, nil, nil, nil, nil]),
      Row(timing(speed: -1), [0, 0.8, 0.5, 0.1, nil, nil, nil, nil, nil, nil]),
      // The default duration.
      Row(timing(duration: 0), [0, 0.8, nil, nil, nil, nil, nil, nil, nil, nil]),
    ])
  func rows(row: Row) throws {
    let animation = CABasicAnimation(keyPath: "zPosition")
    (animation.fromValue, animation.toValue) = (0, 1)
    animation.timing = row.timing
    var model = LayerValues()
    model.zPosition = 0.5
    for (time, expected) in zip([0, 0.2, 0.5, 0.9, 1.2, 1.5, 1.9, 2.1, 3, 4.5], row.expected) {
      #expect(try near(sample(animation, at: time, over: model).zPosition, expected ?? 0.5), "at \(time)")
    }
  }

  @Test("A duration of 0 is over at once and fills")
  func zeroDuration() {
    let timing = Self.timing(begin: 1, duration: 0, fill: .both)
    #expect(timing.progress(atParentTime: 0)?.fraction == 0)
    #expect(timing.progress(atParentTime: 1)?.fraction == 1)
  }
}

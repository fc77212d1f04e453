// The script: its steps run in order, at their times, by the clock.

import Foundation
import QuartzCore
import Testing

@testable import Gallery

@Suite struct ScriptTests {
  private final class Log {
    var entries: [String] = []
  }

  @Test func stepsRunInTheOrderOfTimeAndAddition() {
    let (clock, script, log) = (MediaClock(startingAt: 10), Script(), Log())
    script.at(2) { log.entries.append("c at \(clock.now)") }
    script.at(1) { log.entries.append("a at \(clock.now)") }
    script.at(1) { log.entries.append("b at \(clock.now)") }
    script.play(on: clock)
    clock.advance(to: 10.5)
    #expect(log.entries.isEmpty)
    clock.advance(to: 20)
    #expect(log.entries == ["a at 11.0", "b at 11.0", "c at 12.0"])
  }

  @Test func aStepMayAddAnother() {
    let (clock, script, log) = (MediaClock(startingAt: 0), Script(), Log())
    script.at(1) { script.at(1.5) { log.entries.append("later") } }
    script.at(2) { log.entries.append("last") }
    script.play(on: clock)
    clock.advance(to: 3)
    #expect(log.entries == ["later", "last"])
  }

  @Test func aMovementComesSixtyTimesASecondWithBothEnds() {
    let (clock, script) = (MediaClock(startingAt: 0), Script())
    var fractions: [Double] = []
    script.during(1...1.5) { fractions.append($0) }
    script.play(on: clock)
    clock.advance(to: 2)
    #expect(fractions.count == 31 && fractions.first == 0 && fractions.last == 1)
    #expect(fractions == fractions.sorted())
  }
}

@Suite struct EasingTests {
  /// Elevenths of the time at which an arc begins or is at its height, and how much of the way is done there.
  private static let moments: [(elevenths: Double, progress: Double)] = [
    (4, 1), (6, 0.75), (8, 1), (9, 0.9375), (10, 1), (10.5, 0.984375), (11, 1),
  ]

  @Test("The ball touches the floor after each arc, and is highest in its middle", arguments: moments)
  func bounce(elevenths: Double, progress: Double) { #expect(abs(Easing.bounce(elevenths / 11) - progress) < 1e-12) }

  @Test func bounceIsContinuousAndNeverBelowTheFloor() {
    var last = 0.0
    for step in 0...10_000 {
      let progress = Easing.bounce(Double(step) / 10_000)
      // Fastest at the first touch: 2 * 2.75 a unit of time.
      #expect(progress <= 1 + 1e-12 && abs(progress - last) < 5.5 / 10_000 + 1e-9)
      last = progress
    }
  }

  @Test func curveBeginsAndEndsAtItsEnds() {
    let wave = Curve.wave(from: CGPoint(x: 10, y: 20), width: 100, height: 40)
    #expect(wave.point(at: 0) == CGPoint(x: 10, y: 20) && wave.point(at: 1) == CGPoint(x: 110, y: 20))
    #expect(wave.point(at: 0.5) == CGPoint(x: 60, y: 20))
  }
}

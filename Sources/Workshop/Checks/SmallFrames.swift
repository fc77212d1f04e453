// What shows in many frames only: flashes, and pictures that stand still. Thirty small frames a second are drawn for
// it.
//
// Tested by FlashTests.

import Foundation
import Multiplane

struct SmallFrames {
  /// Frames a second: twice what the fastest flashes that people see need.
  static let rate = 30.0
  /// The longer side of a small frame, in pixels.
  static let side = 48.0

  private var general: FlashMeter
  private var red: FlashMeter
  private var last: [UInt8] = []
  private var stillSince = 0.0
  private var hasMoved = false
  private var standstills: [ClosedRange<Double>] = []
  private var lastTime = 0.0
  private let stillSeconds: Double
  private(set) var count = 0

  init(width: Int, height: Int, stillSeconds: Double) {
    general = FlashMeter(.general, width: width, height: height)
    red = FlashMeter(.red, width: width, height: height)
    self.stillSeconds = stillSeconds
  }

  mutating func look(at pixels: [UInt8], time: Double) {
    count += 1
    defer { (last, lastTime) = (pixels, time) }
    guard pixels != last else { return }
    if !last.isEmpty {
      hasMoved = true
      noteStandstill(until: time)
    }
    stillSince = time
    pixels.withUnsafeBytes {
      general.look(at: $0, time: time)
      red.look(at: $0, time: time)
    }
  }

  private mutating func noteStandstill(until time: Double) {
    if time - stillSince > stillSeconds { standstills.append(stillSince...time) }
  }

  /// Returns the findings, after the last frame.
  mutating func findings() -> [Finding] {
    var findings: [Finding] = []
    if !general.flashes.isEmpty {
      findings.append(
        Finding(
          .flashes, "the picture flashes more than three times a second (WCAG 2.3.1), which can cause seizures",
          advice: "make the changes slower, smaller, or less bright", times: general.flashes))
    }
    if !red.flashes.isEmpty {
      findings.append(
        Finding(
          .redFlashes, "a saturated red flashes more than three times a second (WCAG 2.3.1), which can cause seizures",
          advice: "make the changes slower, or the red less saturated", times: red.flashes))
    }
    // A scene that never moves is a picture.
    guard hasMoved else { return findings }
    noteStandstill(until: lastTime)
    findings += standstills.map { stretch in
      Finding(
        .stillPicture,
        "nothing moves for \((stretch.upperBound - stretch.lowerBound).formatted(places: 1)) s",
        advice: "shorten the scene there, or let something move", times: [stretch])
    }
    return findings
  }
}

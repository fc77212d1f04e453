// Flashes by WCAG 2.3.1: pairs of opposing changes of at least a tenth of relative luminance, with the darker picture
// below 0.80, over more than a quarter of any 10 degrees of the view, which are 341x256 pixels of 1024x768, a third of
// the frame along each axis. Red flashes are pairs of opposing changes of (R - G - B) x 320 by more than 20, one of
// them of saturated red: R / (R + G + B) of at least 0.8. More than three in a second fail.
//
// A region fails under two conditions: more than a quarter of its pixels flash so often, each by itself, and the share
// of pixels whose last change was upwards swings by more than a quarter, as often. In a wheel with spokes each pixel
// flashes, but as many go up as down.
//
// Tested by FlashTests.

import Foundation
import Multiplane
import QuartzCore

struct FlashMeter {
  enum Kind { case general, red }

  private let kind: Kind
  private let width: Int
  private let height: Int
  private var pixels: [Pixel]
  private var changes: ChangeTimes
  private let regions: [Region]
  private let most: Int32
  /// The number of pixels of each region whose last change was upwards, as it swings.
  private var swings: [Swing]
  private var regionChanges: ChangeTimes
  private(set) var flashes: [ClosedRange<Double>] = []

  private static let regionsAlong = 17
  /// The seconds within which pixels change together: half of a flash, three of which last a second.
  private static let together: Float = 1.0 / 6

  fileprivate struct Pixel {
    var low: Float = .infinity
    var high: Float = -.infinity
    var isHighSaturated = false
    /// The last change: 1 upwards, -1 downwards, 0 for none.
    var direction: Int8 = 0
    /// The time of the last excessive change, in seconds.
    var flashesAt = -Float.infinity
  }

  /// The corners of a region of the view in a table of sums.
  private struct Region {
    let topLeft: Int
    let topRight: Int
    let bottomLeft: Int
    let bottomRight: Int

    func sum(_ table: [Int32]) -> Int32 {
      table[bottomRight] - table[bottomLeft] - table[topRight] + table[topLeft]
    }
  }

  private struct Swing {
    var low: Int32 = .max
    var high: Int32 = .min
    var direction = 0

    /// Adds a count, and returns whether it has changed by more than `most`, against the direction of the last change.
    mutating func turns(at count: Int32, by most: Int32) -> Bool {
      (low, high) = (min(low, count), max(high, count))
      if direction <= 0, count > low + most {
        direction = 1
      } else if direction >= 0, count + most < high {
        direction = -1
      } else {
        return false
      }
      (low, high) = (count, count)
      return true
    }
  }

  init(_ kind: Kind, width: Int, height: Int) {
    (self.kind, self.width, self.height) = (kind, width, height)
    pixels = Array(repeating: Pixel(), count: width * height)
    changes = ChangeTimes(count: width * height)
    let (across, down) = (max(width / 3, 1), max(height / 3, 1))
    most = Int32(across * down) / 4
    func places(_ room: Int) -> [Int] {
      Set((0..<Self.regionsAlong).map { $0 * room / (Self.regionsAlong - 1) }).sorted()
    }
    let stride = width + 1
    regions = places(height - down).flatMap { y in
      places(width - across).map { x in
        let (top, bottom) = (y * stride + x, (y + down) * stride + x)
        return Region(topLeft: top, topRight: top + across, bottomLeft: bottom, bottomRight: bottom + across)
      }
    }
    swings = Array(repeating: Swing(), count: regions.count)
    regionChanges = ChangeTimes(count: regions.count)
  }

  /// Measures the next frame: premultiplied RGBA, over black.
  mutating func look(at frame: UnsafeRawBufferPointer, time: Double) {
    var rising = [Int32](repeating: 0, count: (width + 1) * (height + 1))
    var flashing = rising
    let linear = Luminance.linear
    let now = Float(time)
    for y in 0..<height {
      var (up, often): (Int32, Int32) = (0, 0)
      for x in 0..<width {
        let (index, at) = (y * width + x, (y * width + x) * 4)
        let turns: Bool
        switch kind {
        case .general:
          turns = pixels[index].turns(at: Luminance.relative(frame[at], frame[at + 1], frame[at + 2]))
        case .red:
          let (red, green, blue) = (linear[Int(frame[at])], linear[Int(frame[at + 1])], linear[Int(frame[at + 2])])
          let sum = red + green + blue
          turns = pixels[index].turns(
            atRed: max((red - green - blue) * 320, 0), isSaturated: sum > 0 && red >= sum * 0.8)
        }
        if turns, changes.note(now, of: index) { pixels[index].flashesAt = now }
        if pixels[index].direction > 0 { up += 1 }
        if now - pixels[index].flashesAt <= Self.together { often += 1 }
        let sum = (y + 1) * (width + 1) + x + 1
        rising[sum] = rising[sum - width - 1] + up
        flashing[sum] = flashing[sum - width - 1] + often
      }
    }
    var isFlash = false
    for index in regions.indices where swings[index].turns(at: regions[index].sum(rising), by: most) {
      if regionChanges.note(now, of: index), regions[index].sum(flashing) > most { isFlash = true }
    }
    if isFlash { noteFlash(time) }
  }

  private mutating func noteFlash(_ time: Double) {
    let start = max(time - 1, 0)
    if let last = flashes.last, last.upperBound >= start {
      flashes[flashes.count - 1] = last.lowerBound...time
    } else {
      flashes.append(start...time)
    }
  }
}

/// The times of the last changes of many pixels or regions: those of three flashes, and one more.
private struct ChangeTimes {
  private var times: [Float]
  private var oldest: [UInt8]

  /// Three flashes have six changes.
  private static let kept = 7

  init(count: Int) {
    times = Array(repeating: -.infinity, count: count * Self.kept)
    oldest = Array(repeating: 0, count: count)
  }

  /// Adds a change, and returns whether there were too many within a second.
  mutating func note(_ now: Float, of index: Int) -> Bool {
    times[index * Self.kept + Int(oldest[index])] = now
    let next = (Int(oldest[index]) + 1) % Self.kept
    oldest[index] = UInt8(next)
    // With at most three flashes, the seventh change back is more than a second old.
    return now - times[index * Self.kept + next] < 0.999
  }
}

extension FlashMeter.Pixel {
  /// Adds a luminance, and returns whether it has changed enough, against the direction of the last change.
  fileprivate mutating func turns(at value: Float) -> Bool {
    low = min(low, value)
    high = max(high, value)
    if direction <= 0, value - low >= 0.1, low < 0.8 { return turn(up: true, at: value) }
    if direction >= 0, high - value >= 0.1, value < 0.8 { return turn(up: false, at: value) }
    return false
  }

  fileprivate mutating func turns(atRed value: Float, isSaturated: Bool) -> Bool {
    low = min(low, value)
    if value >= high { (high, isHighSaturated) = (value, isSaturated) }
    if direction <= 0, value - low > 20, isSaturated {
      isHighSaturated = true
      return turn(up: true, at: value)
    }
    if direction >= 0, high - value > 20, isHighSaturated { return turn(up: false, at: value) }
    return false
  }

  private mutating func turn(up isUp: Bool, at value: Float) -> Bool {
    direction = isUp ? 1 : -1
    (low, high) = (value, value)
    return true
  }
}

/// Thirty small frames a second, for problems of many frames: flashes, and pictures that stand still.
struct SmallFrames {
  /// The frames a second: twice as many as the fastest visible flashes need.
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

extension CALayer {
  /// Makes layers that draw themselves draw as few pixels as the small frame has, as they would otherwise take as long
  /// as for large frames. `shrunk` are the layers that already do.
  func shrinkDrawings(to size: Double, _ shrunk: inout Set<ObjectIdentifier>) {
    var found: [CALayer] = []
    forEachInTree { layer in
      guard layer.needsDisplay(), !(layer is CATiledLayer), !(layer is CATextLayer),
        shrunk.insert(ObjectIdentifier(layer)).inserted
      else { return }
      found.append(layer)
    }
    guard !found.isEmpty else { return }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for layer in found { layer.contentsScale *= size }
    CATransaction.commit()
  }
}

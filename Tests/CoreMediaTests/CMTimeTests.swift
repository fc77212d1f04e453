// Times as values: what Apple's documentation says of them, and what others measured of Apple's functions.

import CoreMedia
import Testing

@Suite struct CMTimeTests {
  @Test("The values that are no numbers, and their flags")
  func kinds() {
    #expect(CMTime().flags == [] && !CMTime.invalid.isValid && CMTimeGetSeconds(.invalid).isNaN)
    #expect(CMTime.positiveInfinity.flags.rawValue == 5 && CMTime.positiveInfinity.isPositiveInfinity)
    #expect(CMTime.negativeInfinity.flags.rawValue == 9 && CMTime.negativeInfinity.isNegativeInfinity)
    #expect(CMTime.indefinite.flags.rawValue == 17 && CMTime.indefinite.isIndefinite)
    #expect(CMTime.zero.flags.rawValue == 1 && CMTime.zero.isNumeric && CMTime.zero.timescale == 1)
    for time in [CMTime.invalid, .positiveInfinity, .negativeInfinity, .indefinite] { #expect(!time.isNumeric) }
    #expect(CMTime.positiveInfinity.seconds == .infinity && CMTime.negativeInfinity.seconds == -.infinity)
    #expect(CMTime.indefinite.seconds.isNaN)
    #expect(!CMTimeMake(value: 1, timescale: 0).isValid && !CMTimeMake(value: 1, timescale: -5).isValid)
    #expect(CMTimeMakeWithEpoch(value: 3, timescale: 4, epoch: 7).epoch == 7)
    #expect(CMTIME_IS_NUMERIC(kCMTimeZero) && CMTIME_IS_INVALID(kCMTimeInvalid) && CMTIME_IS_VALID(kCMTimeIndefinite))
  }

  @Test(
    "Seconds are cut off to whole units, and say so",
    arguments: [
      (0.5, 1, 0, true), (1.5, 2, 3, false), (0.29, 100, 28, true), (-0.5, 1, 0, true), (1.1, 1, 1, true),
      (5, 600, 3000, false), (-2.5, 600, -1500, false),
    ] as [(Double, Int32, Int64, Bool)])
  func seconds(_ seconds: Double, _ timescale: Int32, _ value: Int64, _ isRounded: Bool) {
    let time = CMTime(seconds: seconds, preferredTimescale: timescale)
    #expect(time.value == value && time.timescale == timescale && time.hasBeenRounded == isRounded)
  }

  @Test("Seconds that are too many, infinite, or no number")
  func unusualSeconds() {
    // 2⁶³ units of 1/600 s are too many, of 1/300 s not.
    let many = CMTimeMakeWithSeconds(2e16, preferredTimescale: 600)
    #expect(many.timescale == 300 && many.value == 6_000_000_000_000_000_000 && !many.hasBeenRounded)
    #expect(CMTimeMakeWithSeconds(1e30, preferredTimescale: 600).isPositiveInfinity)
    #expect(CMTimeMakeWithSeconds(-1e30, preferredTimescale: 600).isNegativeInfinity)
    #expect(CMTimeMakeWithSeconds(.infinity, preferredTimescale: 600).isPositiveInfinity)
    #expect(CMTimeMakeWithSeconds(-.infinity, preferredTimescale: 600).isNegativeInfinity)
    #expect(!CMTimeMakeWithSeconds(1, preferredTimescale: 0).isValid)
    let none = CMTimeMakeWithSeconds(.nan, preferredTimescale: 600)
    #expect(none.value == 0 && none.timescale == 600 && none.hasBeenRounded)
  }

  @Test("All times have an order: epochs, then negative infinity, numbers, indefinite, positive infinity, invalid")
  func order() {
    let sorted: [CMTime] = [
      .negativeInfinity, CMTime(value: -1, timescale: 3), .zero, CMTime(value: 1, timescale: 3),
      CMTimeMakeWithEpoch(value: 0, timescale: 1, epoch: 1), .indefinite, .positiveInfinity, .invalid,
    ]
    for (i, a) in sorted.enumerated() {
      for (j, b) in sorted.enumerated() {
        #expect(CMTimeCompare(a, b) == (i < j ? -1 : i > j ? 1 : 0), "\(a) \(b)")
        #expect((a < b) == (i < j) && (a == b) == (i == j))
      }
    }
    #expect(CMTimeMinimum(sorted[3], sorted[1]) == sorted[1] && CMTimeMaximum(sorted[3], .invalid) == .invalid)
    // Products of 94 bits are compared.
    #expect(CMTime(value: .max, timescale: .max - 1) > CMTime(value: .max, timescale: .max))
  }

  @Test("Equal moments are equal, and one element of a set, in whatever units")
  func hashing() {
    let halves = [CMTime(value: 1, timescale: 2), CMTime(value: 300, timescale: 600), CMTime(value: 2, timescale: 4)]
    #expect(Set(halves).count == 1)
    #expect(Set([CMTime.zero, CMTime(value: 0, timescale: 600)]).count == 1)
    #expect(
      Set([CMTime.zero, .invalid, .indefinite, CMTimeMakeWithEpoch(value: 0, timescale: 1, epoch: 1)]).count == 4)
  }

  @Test("Words as Apple prints them")
  func words() throws {
    func words(_ time: CMTime) throws -> String {
      try #require(CMTimeCopyDescription(allocator: nil, time: time)) as String
    }
    #expect(try words(CMTime(value: 3000, timescale: 600)) == "{3000/600 = 5.000}")
    #expect(try words(CMTime(value: 10_000, timescale: 600)) == "{10000/600 = 16.667}")
    #expect(try words(CMTime(seconds: 0.5, preferredTimescale: 1)) == "{0/1 = 0.000, rounded}")
    #expect(try words(.invalid) == "{INVALID}" && words(.indefinite) == "{INDEFINITE}")
    #expect(try words(.positiveInfinity) == "{+INFINITY}" && words(.negativeInfinity) == "{-INFINITY}")
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 2))
    #expect(
      CMTimeRangeCopyDescription(allocator: nil, range: range).map { $0 } == "{{0/1 = 0.000}, {1/2 = 0.500}}")
  }

  @Test("Boxes give back what they were made of")
  func boxes() {
    let time = CMTime(value: -5, timescale: .max, flags: [.valid, .hasBeenRounded], epoch: -3)
    let box = NSValue(time: time).timeValue
    #expect(box == time && box.flags == time.flags && box.timescale == .max && box.epoch == -3)
    let range = CMTimeRange(start: CMTime(value: 1, timescale: 3), duration: CMTime(value: 2, timescale: 5))
    #expect(NSValue(timeRange: range).timeRangeValue == range)
    let mapping = CMTimeMapping(source: range, target: CMTimeRange(start: .zero, duration: .indefinite))
    #expect(NSValue(timeMapping: mapping).timeMappingValue == mapping)
    let list = [time as NSValue, CMTime.positiveInfinity as NSValue]
    #expect(list.map(\.timeValue) == [time, .positiveInfinity])
    #expect(NSValue(timeRange: range) as? CMTime == nil)
  }
}

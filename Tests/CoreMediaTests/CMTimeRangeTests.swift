// Ranges of time and maps between them, against Apple's formulas in exact fractions.

import CoreMedia
import Testing

@Suite struct CMTimeRangeTests {
  private func time(_ value: Int64, _ timescale: Int32 = 1) -> CMTime { CMTime(value: value, timescale: timescale) }

  private func range(_ start: Int64, _ end: Int64) -> CMTimeRange { CMTimeRange(start: time(start), end: time(end)) }

  @Test("A range does not hold its end")
  func containment() {
    let range = range(2, 5)
    #expect(range.end == time(5) && range.duration == time(3))
    #expect(range.containsTime(time(2)) && range.containsTime(time(4999, 1000)) && !range.containsTime(range.end))
    #expect(!range.containsTime(.invalid) && !range.containsTime(time(1)))
    #expect(range.containsTimeRange(self.range(2, 5)) && !range.containsTimeRange(self.range(2, 6)))
    let all = CMTimeRange(start: .zero, duration: .positiveInfinity)
    #expect(all.containsTime(time(1 << 60)) && all.isValid && !all.isEmpty)
  }

  @Test("Valid, empty and indefinite ranges")
  func kinds() {
    #expect(CMTimeRange.zero.isEmpty && CMTimeRange.zero.isValid && !CMTimeRange.invalid.isValid)
    #expect(!CMTimeRange(start: time(3), end: time(2)).isValid)
    #expect(CMTimeRange(start: .indefinite, duration: time(1)).isIndefinite)
    #expect(!CMTimeRange(start: .zero, duration: CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)).isValid)
    #expect(CMTIMERANGE_IS_VALID(range(0, 1)) && CMTIMERANGE_IS_INVALID(kCMTimeRangeInvalid))
    #expect(
      CMTimeRange(start: time(1, 2), duration: time(1)) == CMTimeRange(start: time(2, 4), duration: time(600, 600)))
  }

  @Test("Union and intersection")
  func sets() {
    #expect(range(0, 2).union(range(5, 7)) == range(0, 7) && range(3, 4).union(.invalid) == range(3, 4))
    #expect(range(0, 4).intersection(range(2, 7)) == range(2, 4))
    #expect(range(0, 2).intersection(range(2, 4)) == .zero && range(0, 2).intersection(.invalid) == .zero)
    #expect(range(0, 2).union(CMTimeRange(start: time(1), duration: .positiveInfinity)).duration.isPositiveInfinity)
  }

  @Test("Times are clamped to a range, its end among them")
  func clamping() {
    #expect(CMTimeClampToRange(time(9), range: range(2, 5)) == time(5))
    #expect(CMTimeClampToRange(time(1), range: range(2, 5)) == time(2))
    #expect(CMTimeClampToRange(time(7, 2), range: range(2, 5)) == time(7, 2))
    #expect(
      !CMTimeClampToRange(time(1), range: .zero).isValid && !CMTimeClampToRange(.invalid, range: range(0, 1)).isValid)
  }

  @Test("A time goes from range to range by the formula, exactly")
  func mapping() {
    let from = CMTimeRange(start: time(1, 7), duration: time(2, 5))
    let to = CMTimeRange(start: time(3, 13), duration: time(7, 11))
    // (12/7 - 1/7) * (7/11) / (2/5) + 3/13 = 11/7 * 35/22 + 3/13 = 5/2 + 3/13 = 71/26
    let mapped = CMTimeMapTimeFromRangeToRange(time(12, 7), fromRange: from, toRange: to)
    #expect(mapped == time(71, 26) && !mapped.hasBeenRounded)
    // 1/3 * (7/11) / (2/5) = 35/66
    #expect(CMTimeMapDurationFromRangeToRange(time(1, 3), fromRange: from, toRange: to) == time(35, 66))
    #expect(CMTimeMapTimeFromRangeToRange(from.start, fromRange: from, toRange: to) == to.start)
    #expect(CMTimeMapTimeFromRangeToRange(from.end, fromRange: from, toRange: to) == to.end)
    #expect(!CMTimeMapTimeFromRangeToRange(time(1), fromRange: .zero, toRange: to).isValid)
    #expect(!CMTimeMapTimeFromRangeToRange(time(1), fromRange: from, toRange: .zero).isValid)
    let epoch = CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 2)
    #expect(!CMTimeMapTimeFromRangeToRange(epoch, fromRange: from, toRange: to).isValid)
    let endless = { CMTimeRange(start: $0, duration: .positiveInfinity) }
    #expect(CMTimeMapTimeFromRangeToRange(time(5), fromRange: endless(time(1)), toRange: endless(time(10))) == time(14))
  }

  @Test("Times fold into a range, those before it too")
  func folding() {
    #expect(CMTimeFoldIntoRange(time(25), foldRange: range(0, 10)) == time(5))
    #expect(CMTimeFoldIntoRange(time(-1), foldRange: range(0, 10)) == time(9))
    #expect(CMTimeFoldIntoRange(time(10), foldRange: range(0, 10)) == time(0))
    // 1/3 + ((7/3 - 1/3) mod 2/5) = 1/3 + 0
    let odd = CMTimeRange(start: time(1, 3), duration: time(2, 5))
    #expect(CMTimeFoldIntoRange(time(7, 3), foldRange: odd) == time(1, 3))
    // 1/2 is 1/6 behind its start.
    #expect(CMTimeFoldIntoRange(time(1, 2), foldRange: odd) == time(1, 2))
    #expect(!CMTimeFoldIntoRange(.invalid, foldRange: odd).isValid)
  }

  @Test("Mappings: empty ones have no source")
  func mappings() {
    let mapping = CMTimeMapping(source: range(0, 2), target: range(4, 5))
    #expect(
      mapping.isValid && !mapping.isEmpty && CMTimeMappingMake(source: range(0, 2), target: range(4, 5)) == mapping)
    #expect(CMTimeMappingMakeEmpty(target: range(4, 5)).isEmpty && CMTimeMapping.empty(target: range(4, 5)).isValid)
    #expect(!CMTimeMapping.invalid.isValid && CMTIMEMAPPING_IS_INVALID(kCMTimeMappingInvalid))
  }
}

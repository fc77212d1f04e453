// Sums, products and conversions of times against whole-number arithmetic done here, and against the rules of Apple's
// documentation.

import CoreMedia
import TestSupport
import Testing

@Suite struct CMTimeArithmeticTests {
  private func time(_ value: Int64, _ timescale: Int32, epoch: Int64 = 0) -> CMTime {
    CMTimeMakeWithEpoch(value: value, timescale: timescale, epoch: epoch)
  }

  private func expect(_ time: CMTime, _ value: Int64, _ timescale: Int32, isRounded: Bool = false) {
    #expect(time.value == value && time.timescale == timescale && time.hasBeenRounded == isRounded, "\(time)")
  }

  // MARK: Sums

  @Test("Sums are in the common unit")
  func sums() {
    expect(time(1, 2) + time(1, 3), 5, 6)
    expect(time(1, 30) - time(1, 24), -1, 120)
    expect(time(1, 600) + time(1, 600), 2, 600)
    expect(time(1001, 30_000) + time(1, 90_000), 3004, 90_000)
  }

  @Test("A common unit that is too short becomes the shortest, rounded")
  func shortUnits() {
    // The least common multiple of two neighbours is their product.
    let sum = time(1, 100_000) + time(1, 99_999)
    let exact = (1.0 / 100_000 + 1.0 / 99_999) * Double(Int32.max)
    #expect(sum.timescale == .max && sum.value == Int64(exact.rounded()) && sum.hasBeenRounded)
    #expect((sum + time(1, 2)).flags.contains(.hasBeenRounded))
  }

  @Test("A sum that does not fit has a longer unit; in seconds it is infinite")
  func overflow() {
    expect(time(.max, 2) + time(.max, 2), .max, 1)
    #expect((time(.max, 1) + time(.max, 1)).isPositiveInfinity)
    #expect((time(.min, 1) + time(-1, 1)).isNegativeInfinity)
    let rounded = time(.max, 3) + time(.max, 2)
    // (2⁶³ - 1) * 5 / 6 = 7,686,143,364,045,646,505.83...
    expect(rounded, 7_686_143_364_045_646_506, 1, isRounded: true)
  }

  @Test("Infinite, indefinite and invalid times")
  func notNumeric() {
    let one = time(1, 1)
    #expect((one + .positiveInfinity).isPositiveInfinity && (one - .positiveInfinity).isNegativeInfinity)
    #expect((CMTime.positiveInfinity + .positiveInfinity).isPositiveInfinity)
    #expect((CMTime.positiveInfinity - .negativeInfinity).isPositiveInfinity)
    #expect(
      !(CMTime.positiveInfinity + .negativeInfinity).isValid && !(CMTime.positiveInfinity - .positiveInfinity).isValid)
    #expect((one + .indefinite).isIndefinite && (CMTime.indefinite - one).isIndefinite)
    #expect((CMTime.positiveInfinity + .indefinite).isPositiveInfinity)
    #expect(!(one + .invalid).isValid && !(CMTime.invalid - .positiveInfinity).isValid)
  }

  @Test("Epochs: durations add to times, times of one give durations, times of two nothing")
  func epochs() {
    #expect((time(2, 1, epoch: 3) + time(1, 1)).epoch == 3 && (time(1, 1) + time(2, 1, epoch: -3)).epoch == -3)
    #expect((time(2, 1, epoch: 3) - time(4, 1, epoch: 3)).epoch == 0)
    #expect(!(time(2, 1, epoch: 3) + time(4, 1, epoch: 4)).isValid)
  }

  @Test("Random sums against whole numbers", arguments: seeds(1, of: 8))
  func randomSums(seed: Int) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<2000 {
      let (a, b) = (
        time(Int64.random(in: -1_000_000...1_000_000, using: &random), Int32.random(in: 1...40_000, using: &random)),
        time(Int64.random(in: -1_000_000...1_000_000, using: &random), Int32.random(in: 1...40_000, using: &random))
      )
      let (p, q) = (Int64(a.timescale), Int64(b.timescale))
      // Cross products: exact, as they have less than 63 bits.
      for (sum, top) in [(a + b, a.value * q + b.value * p), (a - b, a.value * q - b.value * p)] {
        #expect(Int128(sum.value) * Int128(p * q) == Int128(top) * Int128(sum.timescale) && !sum.hasBeenRounded)
      }
      #expect((a < b) == (a.value * q < b.value * p))
    }
  }

  // MARK: Other units

  @Test("Each way to round, at halves and thirds")
  func rounding() {
    func values(_ value: Int64, _ timescale: Int32) -> [Int64] {
      let methods: [CMTimeRoundingMethod] = [
        .roundHalfAwayFromZero, .roundTowardZero, .roundAwayFromZero, .quickTime, .roundTowardPositiveInfinity,
        .roundTowardNegativeInfinity,
      ]
      #expect(methods.map(\.rawValue) == [1, 2, 3, 4, 5, 6])
      return methods.map { time(value, timescale).convertScale(1, method: $0).value }
    }
    #expect(values(1, 2) == [1, 0, 1, 0, 1, 0] && values(-1, 2) == [-1, 0, -1, -1, 0, -1])
    #expect(values(4, 3) == [1, 1, 2, 1, 2, 1] && values(-4, 3) == [-1, -1, -2, -1, -1, -2])
    #expect(values(5, 3) == [2, 1, 2, 1, 2, 1] && values(6, 3) == [2, 2, 2, 2, 2, 2])
    // QuickTime's goes up to a shorter unit.
    expect(time(1, 2).convertScale(3, method: .quickTime), 2, 3, isRounded: true)
    expect(time(5, 3).convertScale(2, method: .quickTime), 3, 2, isRounded: true)
    expect(time(1, 2).convertScale(600, method: .default), 300, 600)
    #expect(!time(1, 2).convertScale(0, method: .default).isValid)
    #expect(CMTime.indefinite.convertScale(600, method: .default).isIndefinite)
    #expect(time(.max, 1).convertScale(600, method: .default).isPositiveInfinity)
    #expect(time(7, 5, epoch: 4).convertScale(10, method: .default).epoch == 4)
  }

  // MARK: Products

  @Test("Products with whole numbers keep the unit")
  func products() {
    expect(CMTimeMultiply(time(3, 2), multiplier: 4), 12, 2)
    expect(CMTimeMultiply(time(.max, 4), multiplier: 2), .max, 2)
    #expect(CMTimeMultiply(time(.max, 1), multiplier: 2).isPositiveInfinity)
    #expect(CMTimeMultiply(time(.max, 1), multiplier: -2).isNegativeInfinity)
    #expect(CMTimeMultiply(.negativeInfinity, multiplier: -1).isPositiveInfinity)
    #expect(CMTimeMultiply(.indefinite, multiplier: 2).isIndefinite && !CMTimeMultiply(.invalid, multiplier: 2).isValid)
  }

  @Test("Products with floating-point numbers have a unit of 1/65,536 s at least")
  func floatProducts() {
    expect(CMTimeMultiplyByFloat64(time(1, 30), multiplier: 0.5), 2048, 122_880)
    expect(CMTimeMultiplyByFloat64(time(1, 90_000), multiplier: 2), 2, 90_000)
    // 0.1 is not a tenth.
    expect(CMTimeMultiplyByFloat64(time(1, 1), multiplier: 0.1), 6554, 65_536, isRounded: true)
    #expect(CMTimeMultiplyByFloat64(time(.max, 1), multiplier: 4).isPositiveInfinity)
    #expect(CMTimeMultiplyByFloat64(time(1, 1), multiplier: 1e-300).value == 0)
    #expect(CMTimeMultiplyByFloat64(.positiveInfinity, multiplier: -1).isNegativeInfinity)
  }

  @Test("Products with fractions are exact")
  func ratios() {
    expect(CMTimeMultiplyByRatio(time(3, 2), multiplier: 1, divisor: 3), 3, 6)
    expect(CMTimeMultiplyByRatio(time(1, 2), multiplier: 2, divisor: 3), 2, 6)
    expect(CMTimeMultiplyByRatio(time(1, 2), multiplier: 1, divisor: -4), -1, 8)
    // The product of the denominators is too great, but not in lowest terms.
    expect(CMTimeMultiplyByRatio(time(1 << 20, 1 << 20), multiplier: 1, divisor: 1 << 20), 1, 1 << 20)
    #expect(CMTimeMultiplyByRatio(time(1, 2), multiplier: 1, divisor: 0).isPositiveInfinity)
    #expect(CMTimeMultiplyByRatio(time(-1, 2), multiplier: 1, divisor: 0).isNegativeInfinity)
    #expect(!CMTimeMultiplyByRatio(time(0, 2), multiplier: 1, divisor: 0).isValid)
    let thin = CMTimeMultiplyByRatio(time(1, 100_003), multiplier: 1, divisor: 99_991)
    #expect(thin.timescale == .max && thin.hasBeenRounded)
  }

  @Test("Magnitudes")
  func magnitudes() {
    expect(CMTimeAbsoluteValue(time(-4, 2)), 4, 2)
    #expect(CMTimeAbsoluteValue(.negativeInfinity).isPositiveInfinity)
    // 2⁶³ does not fit, 2⁶² does.
    expect(CMTimeAbsoluteValue(time(.min, 2)), 1 << 62, 1)
  }
}

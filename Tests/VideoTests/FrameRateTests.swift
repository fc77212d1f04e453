import Testing
import Video

@Suite struct FrameRateTests {
  @Test(arguments: [
    ("30", 30, 1), ("29.97", 30000, 1001), ("23.976", 24000, 1001), ("23.98", 24000, 1001), ("59.94", 60000, 1001),
    ("119.88", 120000, 1001), ("12.5", 25, 2), ("24.0", 24, 1), ("0.5", 1, 2), ("30000/1001", 30000, 1001),
    ("50/2", 25, 1), ("1000", 1000, 1), ("0.001", 1, 1000), ("0.004", 1, 250),
  ])
  func parses(text: String, numerator: Int, denominator: Int) throws {
    let rate = try #require(FrameRate(text))
    #expect(rate.numerator == numerator && rate.denominator == denominator)
  }

  @Test(arguments: [
    "", "0", "-1", "nan", "inf", "1001", "1/0", "0/1", "a", "30/", "/30", "1/2/3", "99999999/1", "1/1001",
  ])
  func refuses(text: String) {
    #expect(FrameRate(text) == nil)
  }

  @Test func timesDoNotDrift() {
    #expect(FrameRate(29.97)!.time(ofFrame: 30_000) == 1001)
  }
}

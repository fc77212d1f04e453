// The pictures that a film's frames show: definitions of ClipPace, over generated clips of all rates.
import TestSupport
import Testing

@testable import Video

@Suite struct ClipPaceTests {
  /// Returns the times of pictures at a rate. Each differs by at most `jitter` of a gap, and some are missing.
  private static func starts(
    _ random: inout SeededRandom, rate: Double, count: Int, jitter: Double = 0, dropping: Double = 0
  ) -> [Double] {
    (0..<count).compactMap { number in
      guard number == 0 || !random.chance(dropping) else { return nil }
      let off = jitter > 0 ? random.number(-jitter...jitter) : 0
      return max((Double(number) + off) / rate, 0)
    }
  }

  @Test(
    "Pictures of a usual rate have it, whatever is missing of them, and however their stamps jitter",
    arguments: ["24000/1001", "24", "25", "30000/1001", "30", "50", "60000/1001", "60", "120"])
  func densest(text: String) throws {
    let rate = try #require(FrameRate(text))
    for seed in seeds(20, of: 500) {
      var random = SeededRandom(seed: seed)
      let dropping = random.number(0...0.6)
      // 30 and 30000/1001 differ only over a long clip. The stamps of phones jitter by about a tenth of a gap.
      let starts = Self.starts(
        &random, rate: rate.framesPerSecond, count: 2000, jitter: random.number(0...0.08), dropping: dropping)
      #expect(FrameRate.densest(of: starts) == rate, "seed \(seed), \(dropping) missing")
    }
  }

  @Test("A part at a denser rate counts; stamps that are too near to each other do not")
  func parts() {
    var random = SeededRandom(seed: 1)
    let slow = Self.starts(&random, rate: 1, count: 20)
    let fast = Self.starts(&random, rate: 60, count: 40).map { $0 + 20 }
    #expect(FrameRate.densest(of: slow + fast)?.description == "60")
    var twice = Self.starts(&random, rate: 25, count: 500)
    for number in stride(from: 20, to: 500, by: 50) { twice.append(twice[number] + 0.004) }
    #expect(FrameRate.densest(of: twice.sorted())?.description == "25")
    for starts in [[], [0], [0, 0], [0, 1], Self.starts(&random, rate: 1, count: 50)] {
      #expect(FrameRate.densest(of: starts) == nil)
    }
  }

  @Test(
    "A smooth rate is 24 at least, and includes the frames of the slower one where a usual rate does",
    arguments: [
      ("1", "30"), ("10", "30"), ("15", "30"), ("12", "24"), ("12.5", "25"), ("8", "24"), ("20", "60"), ("7.3", "30"),
      ("15000/1001", "30000/1001"), ("24000/1001", "24000/1001"), ("25", "25"), ("59.94", "60000/1001"),
    ])
  func smooth(slow: String, smooth: String) throws {
    #expect(try #require(FrameRate(slow)).smooth == FrameRate(smooth))
  }

  @Test("At a clip's own rate each frame shows the picture nearest to it, from wherever the film begins")
  func constantRate() throws {
    for seed in seeds(100, of: 2000) {
      var random = SeededRandom(seed: seed)
      let rate = try #require(FrameRate(random.one(of: ["24000/1001", "25", "30000/1001", "60"])))
      let start = random.number(0...20)
      let starts = (0..<1000).map { rate.time(ofFrame: $0) }
      let frames = ClipPace(rate: rate, start: start).frames(of: starts, isConstantRate: true)
      // Each frame has one picture, which is early or late by at most half a frame.
      let offsets = zip(frames, starts).map { start + rate.time(ofFrame: $0) - $1 }
      #expect(offsets.allSatisfy { abs($0) <= rate.time(ofFrame: 1) / 2 + 1e-6 }, "seed \(seed)")
      #expect(zip(frames, frames.dropFirst()).allSatisfy { $1 == $0 + 1 }, "seed \(seed)")
    }
  }

  @Test("Of a variable rate, no picture that is shown for more than half a frame of the densest rate is lost, nor late")
  func variableRate() throws {
    for seed in seeds(200, of: 5000) {
      var random = SeededRandom(seed: seed)
      let rate = try #require(FrameRate(random.one(of: ["25", "30", "30000/1001", "60"])))
      let starts = Self.starts(
        &random, rate: rate.framesPerSecond, count: 300, jitter: random.number(0...0.2),
        dropping: random.number(0...0.5))
      let start = random.number(0...3)
      let frames = ClipPace(rate: rate, start: start).frames(of: starts, isConstantRate: false)
      #expect(zip(frames, frames.dropFirst()).allSatisfy { $0 <= $1 })
      for (number, (frame, second)) in zip(frames, starts).enumerated() {
        let isLong = number + 1 == starts.count || (starts[number + 1] - second) * rate.framesPerSecond > 0.5 + 1e-5
        #expect(!isLong || number + 1 == frames.count || frames[number + 1] > frame, "seed \(seed): \(number) is lost")
        #expect(
          abs(Double(frame) - (second - start) * rate.framesPerSecond) <= 1 + 1e-6, "seed \(seed): \(number) is late")
      }
    }
  }

  @Test("Times of any size are bounded")
  func bounds() {
    for start in [0, 1e300, -1e300, 1e18] {
      for second in [0, 1e300, -1e300, 4.5e15] {
        let pace = ClipPace(rate: FrameRate(30), start: start)
        #expect(pace.frames(of: [0, second], isConstantRate: false).count == 2)
        _ = pace.frame(at: second)
      }
    }
  }
}

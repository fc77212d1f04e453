import QuartzCore
import Testing

@Suite struct KeyframeTests {
  static func numbers(
    _ values: [Double], _ mode: CAAnimationCalculationMode = .linear, times: [Double]? = nil
  ) -> CAKeyframeAnimation {
    let animation = CAKeyframeAnimation(keyPath: "zPosition")
    animation.values = values
    animation.calculationMode = mode
    animation.keyTimes = times?.map { NSNumber(value: $0) }
    animation.duration = 1
    animation.fillMode = .both
    return animation
  }

  @Test(
    "13.3, 13.6 even spacing: n - 1 intervals between values, n where each holds",
    arguments: [
      (CAAnimationCalculationMode.linear, 0.25, 5.0), (.linear, 0.75, 15), (.linear, 1, 20), (.discrete, 0.3, 0),
      (.discrete, 0.34, 10), (.discrete, 0.7, 20), (.discrete, 1, 20),
      (CAAnimationCalculationMode(rawValue: "odd"), 0.25, 5),
    ])
  func spacing(mode: CAAnimationCalculationMode, time: Double, expected: Double) throws {
    #expect(try sample(Self.numbers([0, 10, 20], mode), at: time).zPosition == expected)
  }

  @Test(
    "13.4 key times, and arrays that do not fit",
    arguments: [
      ([0, 0.8, 1], CAAnimationCalculationMode.linear, 0.4, 5.0), ([0, 0.8], .linear, 0.25, 5),
      ([0.1, 0.5, 1], .linear, 0.25, 5),
      ([0, 0.5, 0.9], .linear, 0.25, 5), ([0, 0.9, 0.5, 1], .linear, 0.25, 5), ([0, 0.1, 0.2, 1], .discrete, 0.15, 10),
      ([0, 0.1, 1], .discrete, 0.15, 0), ([0, 0, 1], .linear, 0.5, 15),
    ])
  func keyTimes(times: [Double], mode: CAAnimationCalculationMode, time: Double, expected: Double) throws {
    #expect(try sample(Self.numbers([0, 10, 20], mode, times: times), at: time).zPosition == expected)
  }

  @Test("13.5 the animation's own pace, then the interval's")
  func pace() throws {
    let animation = Self.numbers([0, 1, 2])
    animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    animation.timingFunctions = [CAMediaTimingFunction(name: .easeIn)]
    let ease = CAMediaTimingFunction(name: .easeIn).curve
    // 0.25 is 0.129162 of the whole, which is 0.258324 of the first interval.
    #expect(try near(sample(animation, at: 0.25).zPosition, ease.value(at: 0.258324), 1e-5))
    // The second interval has no function of its own.
    #expect(try near(sample(animation, at: 0.75).zPosition, 2 * 0.870838, 1e-5))
  }

  @Test("13.6 paced: constant speed, whatever keyTimes say", arguments: [(0.25, 2.5), (0.5, 5), (0.9, 9)])
  func paced(time: Double, expected: Double) throws {
    let animation = Self.numbers([0, 1, 10], .paced, times: [0, 0.9, 1])
    animation.timingFunctions = [CAMediaTimingFunction(name: .easeIn)]
    #expect(try near(sample(animation, at: time).zPosition, expected))
  }

  @Test(
    "13.9 cubic: a quarter of the way through 0, 1, 0",
    arguments: [(nil, 0.5625), ([0.0, 1, 0], 0.5625), ([1, 1, 1], 0.5)])
  func cubic(tension: [Double]?, expected: Double) throws {
    let animation = Self.numbers([0, 1, 0], .cubic)
    animation.tensionValues = tension?.map { NSNumber(value: $0) }
    // A tension at the middle value alone changes nothing here: its tangent is 0 already.
    #expect(try near(sample(animation, at: 0.25).zPosition, expected))
    #expect(try sample(animation, at: 0.5).zPosition == 1)
  }

  @Test(
    "13.8 Kochanek-Bartels tangents",
    arguments: [(0.0, 0.0, 0.0), (0.5, 0, 0), (0, 0.5, 0), (0, 0, 0.5), (-0.3, 0.2, -0.6)])
  func kochanekBartels(tension: Double, continuity: Double, bias: Double) throws {
    let p = [1.0, 4, 2, 7]
    let animation = Self.numbers(p, .cubic)
    animation.tensionValues = p.map { _ in NSNumber(value: tension) }
    animation.continuityValues = p.map { _ in NSNumber(value: continuity) }
    animation.biasValues = p.map { _ in NSNumber(value: bias) }
    let (t, c, b) = (1 - tension, continuity, bias)
    // The interval from p[1] to p[2], at its middle.
    let out = t * (1 + c) * (1 + b) / 2 * (p[1] - p[0]) + t * (1 - c) * (1 - b) / 2 * (p[2] - p[1])
    let into = t * (1 - c) * (1 + b) / 2 * (p[2] - p[1]) + t * (1 + c) * (1 - b) / 2 * (p[3] - p[2])
    let hermite = 0.5 * p[1] + 0.125 * out + 0.5 * p[2] - 0.125 * into
    #expect(try near(sample(animation, at: 0.5).zPosition, hermite))
  }

  @Test("13.7 cubicPaced follows the curve at constant speed")
  func cubicPaced() throws {
    let animation = CAKeyframeAnimation(keyPath: "position")
    let corners = [CGPoint.zero, CGPoint(x: 10, y: 50), CGPoint(x: 100, y: 0), CGPoint(x: 110, y: 5)]
    animation.values = corners
    (animation.calculationMode, animation.duration) = (.cubicPaced, 1)
    let compiled = try compiled(animation)
    let places = (0..<1000).map { step in
      var values = LayerValues()
      compiled.apply(atLocalTime: Double(step) / 1000, to: &values)
      return values.position
    }
    let steps = zip(places, places.dropFirst()).map { hypot($1.x - $0.x, $1.y - $0.y) }
    #expect((steps.max() ?? 0) < 1.05 * (steps.min() ?? 0))
  }

  @Test("13.6 splines of transforms and colours pass through their values")
  func otherSplines() throws {
    let turn = CAKeyframeAnimation(keyPath: "transform")
    turn.values = (0..<4).map { CATransform3DMakeRotation(Double($0), 0, 0, 1) }
    (turn.calculationMode, turn.duration) = (.cubic, 3)
    #expect(try near(sample(turn, at: 1).transform, CATransform3DMakeRotation(1, 0, 0, 1)))
    #expect(try near(sample(turn, at: 1.5).transform, CATransform3DMakeRotation(1.5, 0, 0, 1), 1e-3))
  }

  @Test("13.11 a single value holds; none has no effect and is reported")
  func few() throws {
    #expect(try sample(Self.numbers([7]), at: 0.3).zPosition == 7)
    #expect(try sample(Self.numbers([7], .cubic), at: 1).zPosition == 7)
    #expect(issues(Self.numbers([])) == [.noValues(keyPath: "zPosition")])
  }

  @Test(
    "12.13, 12.14 images and Booleans hold in any mode", arguments: [CAAnimationCalculationMode.linear, .cubic, .paced])
  func holding(mode: CAAnimationCalculationMode) throws {
    let images = (0..<3).map { _ in CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255]) }
    let animation = CAKeyframeAnimation(keyPath: "contents")
    (animation.values, animation.calculationMode, animation.duration, animation.fillMode) = (images, mode, 1, .forwards)
    for (time, index) in [(0.4, 0), (0.5, 1), (0.99, 1), (1, 2)] {
      #expect(try sample(animation, at: time).contents === images[index])
    }
    animation.calculationMode = .discrete
    #expect(try sample(animation, at: 0.4).contents === images[1])
  }

  @Test("11.7 a pace that overshoots goes on beyond the last value")
  func overshoot() throws {
    let animation = Self.numbers([0, 1, 2])
    animation.timingFunction = CAMediaTimingFunction(controlPoints: 0.3, 1.8, 0.7, 1.2)
    #expect(try (1..<20).contains { try sample(animation, at: Double($0) / 20).zPosition > 2.01 })
  }

  @Test("12.16 cumulative keyframes")
  func cumulative() throws {
    let animation = Self.numbers([0, 4, 10])
    (animation.isCumulative, animation.repeatCount) = (true, 2)
    #expect(try sample(animation, at: 1.5).zPosition == 14)
  }
}

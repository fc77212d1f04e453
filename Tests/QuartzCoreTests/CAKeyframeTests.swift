import QuartzCore
import Testing

@Suite struct CAKeyframeTests {
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
    "13.3, X-C: even spacing: n - 1 intervals between values, n where each holds",
    arguments: [
      (CAAnimationCalculationMode.linear, 0.25, 5.0), (.linear, 0.75, 15), (.linear, 1, 20), (.discrete, 0.3, 0),
      (.discrete, 0.34, 10), (.discrete, 0.7, 20), (.discrete, 1, 20),
      (CAAnimationCalculationMode(rawValue: "odd"), 0.25, 5),
    ])
  func spacing(mode: CAAnimationCalculationMode, time: Double, expected: Double) throws {
    #expect(try sample(Self.numbers([0, 10, 20], mode), at: time).zPosition == expected)
  }

  @Test(
    "13.4, L-2: key times are used as they are",
    arguments: [
      ([0, 0.8, 1], 0.4, 5.0), ([0, 0, 1], 0.5, 15),
      // They need not begin at 0 or end at 1: the first value holds before, the last after.
      ([0.2, 0.4, 0.6], 0.1, 0), ([0.2, 0.4, 0.6], 0.3, 5), ([0.2, 0.4, 0.6], 0.7, 20), ([0.2, 0.4, 0.6], 1, 20),
      ([-0.5, 0.5, 1.5], 0, 5), ([-0.5, 0.5, 1.5], 1, 15),
      // Nor rise: the interval that contains the moment counts.
      ([0, -0.04, 0.16], 0.06, 15), ([0.8, 1.2, 1], 0.9, 2.5), ([0.8, 1.2, 1], 1, 5), ([0.8, 0.2, 0.6], 0.4, 15),
      ([0.8, 0.2, 0.6], 0.1, 0), ([0, .nan, 1], 0.5, 20),
    ])
  func keyTimes(times: [Double], time: Double, expected: Double) throws {
    #expect(try near(sample(Self.numbers([0, 10, 20], times: times), at: time).zPosition, expected))
  }

  @Test(
    "X-A6: of values and key times, those count that have a partner",
    arguments: [
      ([0, 0.5, 1], 0.25, 0.5), ([0, 0.5, 1], 0.75, 0.75), ([0, 0.5, 1], 1, 0.5),
      ([0, 0.25, 0.5, 0.75, 1], 0.125, 0.5), ([0, 0.25, 0.5, 0.75, 1], 0.9, 0.7), ([], 1.0 / 6, 0.5),
    ])
  func partners(times: [Double], time: Double, expected: Double) throws {
    #expect(try near(sample(Self.numbers([0, 1, 0.5, 0.7], times: times), at: time).zPosition, expected))
  }

  @Test(
    "X-A7: discrete with as many key times as values, or one more",
    arguments: [
      ([0, 0.1, 0.6, 1], [0.05: 0.0, 0.2: 1, 0.3: 1, 0.4: 1, 0.5: 1, 0.7: 0.5, 0.8: 0.5, 0.9: 0.5, 1: 0.7]),
      ([0, 0.3, 0.6, 0.8, 1], [0.2: 0, 0.3: 1, 0.7: 0.5, 0.85: 0.7, 1: 0.7]),
      ([0.5, 0.6, 0.7, 0.8], [0.2: 0, 0.65: 1, 0.9: 0.7]),
    ])
  func discreteTimes(times: [Double], expected: [Double: Double]) throws {
    for (time, value) in expected {
      #expect(try sample(Self.numbers([0, 1, 0.5, 0.7], .discrete, times: times), at: time).zPosition == value)
    }
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

  @Test("C-14 paced transforms are evenly spaced", arguments: [CAAnimationCalculationMode.paced, .cubicPaced])
  func pacedTransforms(mode: CAAnimationCalculationMode) throws {
    let animation = CAKeyframeAnimation(keyPath: "transform")
    animation.values = [0, 1, 10, 100].map { CATransform3DMakeTranslation($0, 0, 0) }
    (animation.calculationMode, animation.duration) = (mode, 1)
    for (time, x) in [(1.0 / 3, 1.0), (2.0 / 3, 10)] {
      #expect(abs(Double(try sample(animation, at: time).transform.m41) - x) < 1e-6)
    }
  }

  @Test("13.6 paced: constant speed, whatever keyTimes say", arguments: [(0.25, 2.5), (0.5, 5), (0.9, 9)])
  func paced(time: Double, expected: Double) throws {
    let animation = Self.numbers([0, 1, 10], .paced, times: [0, 0.9, 1])
    animation.timingFunctions = [CAMediaTimingFunction(name: .easeIn)]
    #expect(try near(sample(animation, at: time).zPosition, expected))
  }

  @Test(
    "X-A4, X-A5: cubic, at .05 .2 .3 .4 .5 .7 .8 .9 on Apple's system",
    arguments: [
      (nil, [0.1643, 0.708, 0.96075, 0.9848, 0.8, 0.49165, 0.5296, 0.61795]),
      ([0, 0.1, 0.6, 1], [0.6145833, 1.0066667, 0.9, 0.74, 0.5866667, 0.503125, 0.5583333, 0.634375]),
    ] as [([Double]?, [Double])])
  func cubic(times: [Double]?, expected: [Double]) throws {
    let animation = Self.numbers([0, 1, 0.5, 0.7], .cubic, times: times)
    for (time, value) in zip([0.05, 0.2, 0.3, 0.4, 0.5, 0.7, 0.8, 0.9], expected) {
      #expect(try near(sample(animation, at: time).zPosition, value, 6e-5))
    }
  }

  @Test("C-7: cubic through points")
  func cubicPoints() throws {
    let animation = CAKeyframeAnimation(keyPath: "position")
    animation.values = [CGPoint.zero, CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 30)]
    (animation.calculationMode, animation.duration) = (.cubic, 1)
    #expect(try sample(animation, at: 0.75).position == CGPoint(x: 10.625, y: 13.125))
  }

  @Test(
    "Tension: a quarter of the way through 0, 1, 0",
    arguments: [(nil, 0.625), ([0.0, 1, 0], 0.625), ([1, 1, 1], 0.5)])
  func tension(tension: [Double]?, expected: Double) throws {
    let animation = Self.numbers([0, 1, 0], .cubic)
    animation.tensionValues = tension?.map { NSNumber(value: $0) }
    // A tension at the middle value alone changes nothing here: its tangent is 0 already.
    #expect(try near(sample(animation, at: 0.25).zPosition, expected))
    #expect(try sample(animation, at: 0.5).zPosition == 1)
  }

  @Test(
    "13.8, X-A5: Kochanek-Bartels tangents",
    arguments: [(0.0, 0.0, 0.0), (0.5, 0, 0), (0, 0.5, 0), (0, 0, 0.5), (-0.3, 0.2, -0.6)])
  func kochanekBartels(tension: Double, continuity: Double, bias: Double) throws {
    let p = [1.0, 4, 2, 7]
    let animation = Self.numbers(p, .cubic)
    animation.tensionValues = p.map { _ in NSNumber(value: tension) }
    animation.continuityValues = p.map { _ in NSNumber(value: continuity) }
    animation.biasValues = p.map { _ in NSNumber(value: bias) }
    let (t, c, b) = (1 - tension, continuity, bias)
    // The interval from p[1] to p[2], at its middle; the keyframes are evenly spaced.
    let out = t * (1 + c) * (1 + b) / 2 * (p[1] - p[0]) + t * (1 - c) * (1 - b) / 2 * (p[2] - p[1])
    let into = t * (1 - c) * (1 + b) / 2 * (p[2] - p[1]) + t * (1 + c) * (1 - b) / 2 * (p[3] - p[2])
    let hermite = 0.5 * p[1] + 0.125 * out + 0.5 * p[2] - 0.125 * into
    #expect(try near(sample(animation, at: 0.5).zPosition, hermite))
  }

  @Test("C-7: cubicPaced spaces its values by their straight distances")
  func cubicPaced() throws {
    let animation = CAKeyframeAnimation(keyPath: "position")
    animation.values = [CGPoint.zero, CGPoint(x: 20, y: 80), CGPoint(x: 100, y: 20), CGPoint(x: 120, y: 100)]
    (animation.calculationMode, animation.duration) = (.cubicPaced, 1)
    let place = try sample(animation, at: 0.35).position
    #expect(near(place.x, 26.365239, 1e-7) && near(place.y, 79.036540, 1e-7))
    let scalar = Self.numbers([0, 80, 20, 100], .cubicPaced, times: [0, 0.9, 0.95, 1])
    #expect(try near(sample(scalar, at: 0.35).zPosition, 79.382188, 1e-7))
  }

  @Test("X-A4: splines of transforms and colours pass through their values")
  func otherSplines() throws {
    let turn = CAKeyframeAnimation(keyPath: "transform")
    turn.values = (0..<4).map { CATransform3DMakeRotation(Double($0), 0, 0, 1) }
    (turn.calculationMode, turn.duration) = (.cubic, 3)
    #expect(try near(sample(turn, at: 1).transform, CATransform3DMakeRotation(1, 0, 0, 1)))
    #expect(try near(sample(turn, at: 1.5).transform, CATransform3DMakeRotation(1.5, 0, 0, 1), 1e-3))
  }

  @Test(
    "X-A9, L-9: one value has no effect, and is reported; so have none",
    arguments: [CAAnimationCalculationMode.linear, .discrete, .cubic, .paced])
  func few(mode: CAAnimationCalculationMode) {
    #expect(issues(Self.numbers([7], mode)) == [.singleValue(keyPath: "zPosition")])
    #expect(issues(Self.numbers([7], mode, times: [0, 1])) == [.singleValue(keyPath: "zPosition")])
    #expect(issues(Self.numbers([], mode)) == [.noValues(keyPath: "zPosition")])
  }

  @Test("X-A6, X-A9: so has one key time")
  func oneTime() {
    #expect(issues(Self.numbers([1, 2, 3], times: [0])) == [.singleValue(keyPath: "zPosition")])
  }

  @Test("L-9: one value in a group leaves the model's, and the others go on")
  func fewInGroup() throws {
    let group = CAAnimationGroup()
    let other = CABasicAnimation(keyPath: "opacity")
    (other.fromValue, other.toValue) = (0, 1)
    (group.animations, group.duration) = ([Self.numbers([0], .discrete, times: [0, 1]), other], 1)
    let program = try #require(CompiledAnimation(group, defaultDuration: 1, beginTimeStamp: 0) { _ in })
    var values = LayerValues()
    values.zPosition = 3
    program.apply(atLocalTime: 0.5, to: &values)
    #expect(values.zPosition == 3 && values.opacity == 0.5)
  }

  @Test(
    "12.14 images dissolve into the next in any mode but the discrete one",
    arguments: [CAAnimationCalculationMode.linear, .cubic, .paced])
  func dissolving(mode: CAAnimationCalculationMode) throws {
    let colors: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 0, 0], [100, 100, 0, 200]]
    let images = colors.map { CGImage(width: 1, height: 1, premultipliedRGBA: $0) }
    let animation = CAKeyframeAnimation(keyPath: "contents")
    (animation.values, animation.calculationMode, animation.duration, animation.fillMode) = (images, mode, 3, .forwards)
    for (time, first, second, weight) in [
      (0.25, 0, 1, 0.25), (0.5, 0, 1, 0.5), (1.75, 1, 2, 0.75), (2.5, 2, 3, 0.5),
    ] as [(Double, Int, Int, Double)] {
      let pixels = try #require(try sample(animation, at: time).contents).pixels
      for index in 0..<4 {
        let expected = Double(colors[first][index]) * (1 - weight) + Double(colors[second][index]) * weight
        #expect(abs(Double(pixels[index]) - expected) <= 1, "\(time): \(pixels)")
      }
    }
    for (time, index) in [(0.0, 0), (1, 1), (2, 2), (3, 3)] {
      #expect(try sample(animation, at: time).contents === images[index])
    }
    animation.calculationMode = .discrete
    #expect(try sample(animation, at: 1.4).contents === images[1])
  }

  @Test("12.14 an image holds until one of another size, and until none")
  func holding() throws {
    let images = [1, 2].map { CGImage(width: $0, height: 1, premultipliedRGBA: Array(repeating: 255, count: 4 * $0)) }
    let animation = CAKeyframeAnimation(keyPath: "contents")
    (animation.values, animation.duration, animation.fillMode) = ([images[0], images[1], NSNull()], 2, .forwards)
    for (time, index) in [(0.4, 0), (0.99, 0), (1, 1), (1.99, 1)] {
      #expect(try sample(animation, at: time).contents === images[index])
    }
    #expect(try sample(animation, at: 2).contents == nil)
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

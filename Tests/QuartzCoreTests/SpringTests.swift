import QuartzCore
import Testing

@Suite struct SpringTests {
  /// The properties of a spring; animations themselves cannot be arguments of a test.
  struct Properties: Sendable {
    var damping: Double
    var velocity = 0.0
    var mass = 1.0
    var stiffness = 100.0
    var over = false

    var animation: CASpringAnimation {
      let animation = CASpringAnimation(keyPath: "zPosition")
      animation.damping = damping
      animation.initialVelocity = velocity
      animation.mass = mass
      animation.stiffness = stiffness
      animation.allowsOverdamping = over
      return animation
    }
  }

  static func spring(
    damping: Double, velocity: Double = 0, mass: Double = 1, stiffness: Double = 100, over: Bool = false
  ) -> CASpringAnimation {
    Properties(damping: damping, velocity: velocity, mass: mass, stiffness: stiffness, over: over).animation
  }

  @Test("14.1 defaults")
  func defaults() {
    let animation = CASpringAnimation()
    #expect(animation.mass == 1 && animation.stiffness == 100 && animation.damping == 10)
    #expect(animation.initialVelocity == 0 && !animation.allowsOverdamping)
  }

  /// The differential equation, integrated by fourth-order Runge-Kutta.
  private func integrate(_ a: CASpringAnimation, _ time: Double) -> Double {
    let (m, k, c) = (Double(a.mass), Double(a.stiffness), Double(a.damping))
    func acceleration(_ x: Double, _ v: Double) -> Double { (-k * (x - 1) - c * v) / m }
    var (x, v) = (0.0, Double(a.initialVelocity))
    let h = time / 4000
    for _ in 0..<4000 {
      let (a1, b1) = (v, acceleration(x, v))
      let (a2, b2) = (v + h / 2 * b1, acceleration(x + h / 2 * a1, v + h / 2 * b1))
      let (a3, b3) = (v + h / 2 * b2, acceleration(x + h / 2 * a2, v + h / 2 * b2))
      let (a4, b4) = (v + h * b3, acceleration(x + h * a3, v + h * b3))
      x += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
      v += h / 6 * (b1 + 2 * b2 + 2 * b3 + b4)
    }
    return x
  }

  @Test(
    "14.2, 14.4, 14.5 the motion solves the equation of the spring",
    arguments: [
      Properties(damping: 0), Properties(damping: 5), Properties(damping: 10, velocity: 3), Properties(damping: 19.99),
      Properties(damping: 20), Properties(damping: 20, velocity: -8), Properties(damping: 50, over: true),
      Properties(damping: 20.01, over: true), Properties(damping: 50, velocity: 20, over: true),
      Properties(damping: 3, velocity: 1, mass: 2, stiffness: 40),
    ])
  func motion(properties: Properties) throws {
    let animation = properties.animation
    let spring = try #require(animation.spring)
    for time in [0.0, 0.05, 0.1, 0.3, 0.7, 1.5] {
      #expect(near(spring.progress(at: time), integrate(animation, time), 1e-6))
    }
  }

  @Test("14.3 over-damped counts as critical unless it is allowed")
  func overdamping() {
    #expect(Self.spring(damping: 60).spring == Self.spring(damping: 20).spring)
    #expect(Self.spring(damping: 60, over: true).spring != Self.spring(damping: 20).spring)
  }

  @Test("14.6 settling durations that Apple documents", arguments: [(5.0, 2.85, 0.01), (15, 1.0, 0.02)])
  func settling(damping: Double, expected: Double, tolerance: Double) {
    #expect(abs(Self.spring(damping: damping).settlingDuration - expected) < tolerance)
  }

  @Test(
    "14.6 after the settling duration nothing can be seen, and it does not jump at critical damping",
    arguments: [
      Properties(damping: 1), Properties(damping: 10, velocity: 30), Properties(damping: 19.999999),
      Properties(damping: 20),
      Properties(damping: 20.000001, over: true), Properties(damping: 80, over: true),
      Properties(damping: 20, velocity: -50),
    ])
  func settled(properties: Properties) throws {
    let animation = properties.animation
    let spring = try #require(animation.spring)
    let end = animation.settlingDuration
    for step in 0..<200 { #expect(abs(spring.progress(at: end * (1 + Double(step) / 100)) - 1) <= 8.31e-4) }
  }

  @Test("14.6 near critical damping the settling duration is continuous; without damping it is infinite")
  func settlingEdges() {
    let critical = Self.spring(damping: 20).settlingDuration
    #expect(near(Self.spring(damping: 19.9999).settlingDuration, critical, 1e-3))
    #expect(near(Self.spring(damping: 20.000001, over: true).settlingDuration, critical, 1e-3))
    #expect(Self.spring(damping: 0).settlingDuration == .infinity)
  }

  @Test("14.7 the duration cuts the motion, and does not stretch it")
  func duration() throws {
    let animation = Self.spring(damping: 5)
    (animation.fromValue, animation.toValue, animation.duration, animation.fillMode) = (0, 100, 0.2, .forwards)
    let spring = try #require(animation.spring)
    #expect(try near(sample(animation, at: 0.1).zPosition, 100 * spring.progress(at: 0.1)))
    #expect(try near(sample(animation, at: 5).zPosition, 100 * spring.progress(at: 0.2)))
  }

  @Test("14.8, 14.9 perceptual duration and bounce", arguments: [(0.5, 0.0), (0.5, 0.3), (1, 1), (0.25, -0.5)])
  func perceptual(duration: Double, bounce: Double) {
    let animation = CASpringAnimation(perceptualDuration: duration, bounce: bounce)
    #expect(animation.allowsOverdamping)
    #expect(near(animation.stiffness, (2 * .pi / duration) * (2 * .pi / duration)))
    #expect(
      near(animation.damping, bounce >= 0 ? 4 * .pi * (1 - bounce) / duration : 4 * .pi / (duration * (1 + bounce))))
    #expect(near(animation.perceptualDuration, duration))
    #expect(near(animation.bounce, bounce))
  }

  @Test(
    "A spring without mass has no effect and is reported", arguments: [(0.0, 100.0, 10.0), (1, -1, 10), (1, 100, -1)])
  func invalid(mass: Double, stiffness: Double, damping: Double) {
    let animation = Self.spring(damping: damping, mass: mass, stiffness: stiffness)
    animation.toValue = 1
    #expect(issues(animation) == [.invalidSpring(keyPath: "zPosition")])
  }
}

// The springs of animation blocks, against what was read off the animations that UIKit makes (X-A1, X-B1).

import Testing
import UIKit

extension ClockTests {
  @Suite struct Springs {
    /// The spring of a block that moves the view 100 points.
    private func spring(_ stage: HostedView, _ animate: (@escaping () -> Void) -> Void) throws -> CASpringAnimation {
      animate { stage.view.center.x = 150 }
      return try #require(stage.view.layer.animation(forKey: "position") as? CASpringAnimation)
    }

    @Test(
      "X-A1: a spring's frequency is ln(1000 z / sqrt(1 - z²)) / (z D), with the damping ratio that was asked for",
      arguments: [
        (0.1, 1, 46.10195353914842), (0.3, 0.5, 38.339585429278812), (0.5, 1, 12.716898269296165),
        (0.8, 2, 4.497148344646196), (0.99, 1, 8.945679511873212), (1, 1, 9.2334134764515865),
        (1, 0.4, 23.08353369112897),
      ] as [(CGFloat, Double, Double)])
    func frequency(_ ratio: CGFloat, _ duration: Double, _ frequency: Double) throws {
      let stage = HostedView()
      let spring = try spring(stage) {
        UIView.animate(
          withDuration: duration, delay: 0, usingSpringWithDamping: ratio, initialSpringVelocity: 0, animations: $0,
          completion: stage.completion("spring"))
      }
      #expect(abs(Double(spring.stiffness).squareRoot() - frequency) < 1e-8 * frequency)
      #expect(abs(spring.damping - 2 * ratio * frequency) < 1e-8 * frequency)
      #expect(spring.mass == 1 && spring.initialVelocity == 0 && spring.duration == duration)
      stage.clock.advance(to: duration + 1)
      #expect(stage.log == ["spring done@\(String(format: "%g", duration))"])
    }

    @Test(
      "X-A1: with an initial velocity, a bound of what is left is a thousandth when the duration ends",
      arguments: [(0.5, 1, -2), (0.5, 1, 1.65), (0.5, 2, 0.8), (0.3, 0.5, 2), (0.9, 1, -10), (1, 1, 3), (1, 0.5, -4)]
        as [(CGFloat, Double, Double)])
    func velocity(_ ratio: CGFloat, _ duration: Double, _ velocity: Double) throws {
      let stage = HostedView()
      let spring = try spring(stage) {
        UIView.animate(
          withDuration: duration, delay: 0, usingSpringWithDamping: ratio, initialSpringVelocity: CGFloat(velocity),
          animations: $0)
      }
      /// What X-A1 bounds.
      func rest(_ w: Double) -> Double {
        let z = Double(ratio)
        let damped = w * (1 - z * z).squareRoot()
        return ratio < 1
          ? abs((z * w - velocity) / damped) * exp(-z * w * duration)
          : (1 + (w - velocity) * duration) * exp(-w * duration)
      }
      let w = Double(spring.stiffness).squareRoot()
      #expect(abs(rest(w) - 0.001) < 1e-9)
      #expect(abs(Double(spring.damping) - 2 * Double(ratio) * w) < 1e-9 * w)
      #expect(spring.initialVelocity == CGFloat(velocity))
      // X-A1b: there is none above it.
      for step in 1...200 { #expect(rest(w * (1 + Double(step) / 20)) < 0.001) }
    }

    @Test(
      "X-A1b: a velocity that is too large for any stiff spring gets a soft one",
      arguments: [(0.5, 1, 60), (1, 1, 20)] as [(CGFloat, Double, CGFloat)])
    func largeVelocity(_ ratio: CGFloat, _ duration: Double, _ velocity: CGFloat) throws {
      let stage = HostedView()
      let spring = try spring(stage) {
        UIView.animate(
          withDuration: duration, delay: 0, usingSpringWithDamping: ratio, initialSpringVelocity: velocity,
          animations: $0)
      }
      #expect(spring.stiffness > 0 && spring.stiffness.squareRoot() < velocity / ratio)
    }

    @Test(
      "X-B1: a spring by period and bounce",
      arguments: [(0.5, 0, 25.132741228718345, 0.8), (0.5, -0.3, 35.90391604102621, nil)]
        as [(Double, CGFloat, Double, Double?)])
    func perceptual(_ period: Double, _ bounce: CGFloat, _ damping: Double, _ duration: Double?) throws {
      let stage = HostedView()
      let spring = try spring(stage) {
        UIView.animate(springDuration: period, bounce: bounce, animations: $0, completion: stage.completion("spring"))
      }
      #expect(stage.view.center.x == 150)
      #expect(abs(spring.stiffness - 157.91367041742973) < 1e-10 && abs(Double(spring.damping) - damping) < 1e-10)
      #expect(spring.mass == 1 && spring.initialVelocity == 0 && spring.duration == spring.settlingDuration)
      if let duration { #expect(abs(spring.duration - duration) < 1e-9) }
      stage.clock.advance(to: 60)
      #expect(stage.log.count == 1 && stage.log[0].hasPrefix("spring done@\(duration.map { "\($0)" } ?? "")"))
    }

    @Test("X-B1: half a second without bounce is what is taken; velocity and delay are kept; no duration, no animation")
    func perceptualDefaults() throws {
      let stage = HostedView()
      let spring = try spring(stage) { UIView.animate(animations: $0) }
      #expect(abs(spring.stiffness - 157.91367041742973) < 1e-10 && abs(spring.damping - 25.132741228718345) < 1e-10)
      UIView.animate(springDuration: 1, bounce: 1, initialSpringVelocity: 2, delay: 3) { stage.view.alpha = 0 }
      let endless = try #require(stage.view.layer.animation(forKey: "opacity") as? CASpringAnimation)
      #expect(endless.initialVelocity == 2 && endless.damping == 0 && endless.beginTime == 3)
      #expect(endless.duration.isFinite && endless.duration > 1e9)
      UIView.animate(springDuration: 0) { stage.view.transform = CGAffineTransform(scaleX: 2, y: 2) }
      #expect(stage.view.layer.animation(forKey: "transform") == nil)
    }

    @Test("Low damping overshoots, full damping does not")
    func overshoot() {
      func peak(_ ratio: CGFloat) -> CGFloat {
        let stage = HostedView()
        UIView.animate(
          withDuration: 1, delay: 0, usingSpringWithDamping: ratio, initialSpringVelocity: 0,
          animations: { stage.view.center.x = 150 })
        return (1...100).map {
          stage.clock.advance(to: Double($0) / 100)
          return stage.shownX
        }.max() ?? 0
      }
      #expect(peak(0.3) > 170)
      #expect(peak(1) <= 150)
    }

    @Test("X-B27: before the delay is over the old value shows, from its end on the model's")
    func delayed() {
      let stage = HostedView()
      UIView.animate(
        withDuration: 1, delay: 0.5, usingSpringWithDamping: 0.5, initialSpringVelocity: 0,
        animations: { stage.view.center.x = 150 })
      // The spring of X-A1 in closed form: w = 12.716898269296165, b = w / 2, wd = w sqrt(3) / 2.
      func x(_ t: Double) -> CGFloat {
        let (b, wd) = (6.3584491346480826, 11.013156953)
        return 50 + 100 * CGFloat(1 - exp(-b * t) * (cos(wd * t) + b / wd * sin(wd * t)))
      }
      for (time, expected) in [
        (0.25, 50), (0.49, 50), (0.6, x(0.1)), (0.75, x(0.25)), (1.25, x(0.75)), (1.5, 150), (2, 150),
      ] as [(Double, CGFloat)] {
        stage.clock.advance(to: time)
        #expect(near(stage.shownX, expected, within: 1e-4), "at \(time)")
      }
    }
  }
}

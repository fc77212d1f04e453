import Testing
import UIKit

extension ClockTests {
  @Suite struct PropertyAnimators {
    /// An animator that moves the stage's view from x = 50 to 150 in a second.
    private func mover(_ stage: HostedView, curve: UIView.AnimationCurve = .linear) -> UIViewPropertyAnimator {
      let animator = UIViewPropertyAnimator(duration: 1, curve: curve) { stage.view.center.x = 150 }
      animator.addCompletion { stage.note("\($0)") }
      return animator
    }

    @Test("An animator runs on the layer's clock, with the new values in the model, and tells its end once")
    func runs() {
      let stage = HostedView()
      stage.clock.advance(to: 3)
      let animator = mover(stage)
      #expect(animator.state == .inactive && !animator.isRunning && stage.view.center.x == 50)
      animator.startAnimation()
      #expect(animator.state == .active && animator.isRunning && stage.view.center.x == 150)
      for (time, x) in [(3, 50), (3.25, 75), (3.75, 125)] as [(Double, CGFloat)] {
        stage.clock.advance(to: time)
        #expect(near(stage.shownX, x) && near(animator.fractionComplete, (x - 50) / 100))
      }
      stage.clock.advance(to: 4)
      #expect(animator.state == .inactive && !animator.isRunning && stage.log == ["end@4"])
      #expect(stage.shownX == 150 && stage.view.layer.animationKeys() == nil)
      stage.clock.advance(to: 9)
      #expect(stage.log == ["end@4"])
    }

    @Test("An animator that is paused stands still, and goes on from there")
    func pause() {
      let stage = HostedView()
      let animator = mover(stage, curve: .easeIn)
      animator.startAnimation()
      stage.clock.advance(to: 0.5)
      let x = stage.shownX
      // easeIn(0.5) = 0.315357.
      #expect(near(x, 81.5357, within: 1e-3) && near(animator.fractionComplete, 0.5))
      animator.pauseAnimation()
      #expect(animator.state == .active && !animator.isRunning)
      stage.clock.advance(to: 5)
      #expect(near(stage.shownX, x) && stage.log.isEmpty)
      #expect(near(animator.fractionComplete, 0.315357, within: 1e-5), "the part of the way, where it scrubs linearly")
      animator.scrubsLinearly = false
      #expect(near(animator.fractionComplete, 0.5))
      animator.startAnimation()
      stage.clock.advance(to: 5.25)
      // easeIn(0.75) = 0.621862.
      #expect(near(stage.shownX, 112.1862, within: 1e-3))
      stage.clock.advance(to: 6)
      #expect(stage.log == ["end@5.5"])
    }

    @Test("A paused animator is scrubbed: by the way, or by the time", arguments: [true, false])
    func scrub(_ isLinear: Bool) {
      let stage = HostedView()
      let animator = mover(stage, curve: .easeIn)
      animator.scrubsLinearly = isLinear
      animator.fractionComplete = 0.5
      #expect(animator.state == .active && !animator.isRunning)
      stage.clock.advance(to: 1)
      #expect(near(stage.shownX, isLinear ? 100 : 81.5357, within: 1e-3))
      #expect(near(animator.fractionComplete, 0.5, within: 1e-6))
      for fraction in [0.9, 0, 1, 0.25] as [CGFloat] {
        animator.fractionComplete = fraction
        CATransaction.flush()
        if isLinear { #expect(near(stage.shownX, 50 + 100 * fraction, within: 1e-3)) }
      }
      // Where a quarter of the way is covered there is 1 - 0.433 of the time left; of the time, three quarters.
      animator.startAnimation()
      stage.clock.advance(to: 3)
      #expect(stage.log.count == 1 && stage.log[0].hasPrefix(isLinear ? "end@1.56" : "end@1.75"))
    }

    @Test("U-14 a reversed animator goes back, counts from the other end, and leaves the old values")
    func reverse() {
      let stage = HostedView()
      let animator = mover(stage, curve: .easeIn)
      animator.startAnimation()
      stage.clock.advance(to: 0.5)
      animator.isReversed = true
      #expect(near(animator.fractionComplete, 0.5) && animator.isRunning)
      stage.clock.advance(to: 0.75)
      // easeIn(0.25) = 0.0934645.
      #expect(near(stage.shownX, 59.34645, within: 1e-3) && near(animator.fractionComplete, 0.75))
      #expect(stage.view.center.x == 150)
      stage.clock.advance(to: 2)
      #expect(stage.log == ["start@1"] && stage.view.center.x == 50 && stage.shownX == 50)
      #expect(stage.view.layer.animationKeys() == nil)
    }

    @Test("U-14 a paused animator that is reversed counts the rest, and back again")
    func reversePaused() {
      let stage = HostedView()
      let animator = mover(stage)
      animator.fractionComplete = 0.25
      animator.isReversed = true
      CATransaction.flush()
      #expect(near(animator.fractionComplete, 0.75) && near(stage.shownX, 75))
      animator.fractionComplete = 0.9
      CATransaction.flush()
      #expect(near(stage.shownX, 60))
      animator.isReversed = false
      #expect(near(animator.fractionComplete, 0.1))
      animator.startAnimation()
      stage.clock.advance(to: 1)
      #expect(stage.log == ["end@0.9"])
    }

    @Test("The rest goes on with another timing and duration")
    func continued() {
      let stage = HostedView()
      let animator = mover(stage)
      animator.fractionComplete = 0.5
      animator.continueAnimation(
        withTimingParameters: UICubicTimingParameters(animationCurve: .easeIn), durationFactor: 2)
      stage.clock.advance(to: 1)
      // 100 + 50 easeIn(0.5)
      #expect(near(stage.shownX, 115.76785, within: 1e-3))
      animator.pauseAnimation()
      #expect(near(animator.fractionComplete, 0.6576785, within: 1e-4))
      animator.startAnimation()
      stage.clock.advance(to: 5)
      #expect(stage.log == ["end@2"] && stage.shownX == 150)
    }

    @Test("A reversed animator continues to the old values; a factor alone keeps the timing")
    func continuedBack() {
      let stage = HostedView()
      let animator = mover(stage)
      animator.startAnimation()
      stage.clock.advance(to: 0.5)
      animator.pauseAnimation()
      animator.isReversed = true
      animator.continueAnimation(withTimingParameters: nil, durationFactor: 1)
      stage.clock.advance(to: 1)
      #expect(near(stage.shownX, 75) && near(animator.fractionComplete, 0.75))
      animator.isReversed = false
      stage.clock.advance(to: 1.25)
      #expect(near(stage.shownX, 100))
      stage.clock.advance(to: 3)
      #expect(stage.log == ["end@1.75"] && stage.view.center.x == 150)
    }

    @Test("Stopping leaves what is shown; with finishing, the completion blocks hear where it ends")
    func stop() {
      let stage = HostedView()
      let animator = mover(stage)
      animator.startAnimation()
      stage.clock.advance(to: 0.25)
      animator.stopAnimation(true)
      #expect(animator.state == .inactive && near(stage.view.center.x, 75))
      stage.clock.advance(to: 2)
      #expect(stage.log.isEmpty && near(stage.shownX, 75))

      for (position, x) in [(.end, 150), (.start, 75), (.current, 100)] as [(UIViewAnimatingPosition, CGFloat)] {
        stage.view.center.x = 75
        CATransaction.flush()
        let animator = mover(stage)
        animator.fractionComplete = 1 / 3
        animator.stopAnimation(false)
        #expect(animator.state == .stopped && near(stage.view.center.x, 100, within: 1e-3))
        animator.finishAnimation(at: position)
        #expect(animator.state == .inactive && near(stage.view.center.x, x, within: 1e-3))
      }
      #expect(stage.log == ["end@2", "start@2", "current@2"])
    }

    @Test("X-B2: a spring by its numbers has its own duration, one by its damping ratio the one that is given")
    func durations() {
      let numbers = UISpringTimingParameters(mass: 1, stiffness: 100, damping: 10, initialVelocity: .zero)
      let animator = UIViewPropertyAnimator(duration: 0.3, timingParameters: numbers)
      let spring = CASpringAnimation()
      #expect(animator.duration == spring.settlingDuration && animator.duration > 1.4)
      let damped = UISpringTimingParameters(dampingRatio: 0.5)
      #expect(UIViewPropertyAnimator(duration: 0.3, timingParameters: damped).duration == 0.3)
      #expect(UIViewPropertyAnimator(duration: 0.3, dampingRatio: 0.5).duration == 0.3)
      #expect(UIViewPropertyAnimator(duration: 0.3, curve: .linear).duration == 0.3)
    }

    @Test("X-B2: the springs of animators are those of blocks, and are found again when they are paused")
    func springs() throws {
      let stage = HostedView()
      let animator = UIViewPropertyAnimator(duration: 1, dampingRatio: 0.5) { stage.view.center.x = 150 }
      animator.startAnimation()
      let spring = try #require(stage.view.layer.animation(forKey: "position") as? CASpringAnimation)
      #expect(abs(spring.stiffness.squareRoot() - 12.716898269296165) < 1e-8)
      stage.clock.advance(to: 0.3)
      let x = stage.shownX
      #expect(x > 150)
      animator.pauseAnimation()
      stage.clock.advance(to: 1)
      #expect(near(stage.shownX, x))
      animator.isReversed = true
      animator.startAnimation()
      stage.clock.advance(to: 1.3)
      #expect(stage.shownX == 50 && animator.state == .inactive)
    }

    @Test("A spring's velocity has a direction: x and y of a position go apart")
    func directions() {
      let stage = HostedView()
      let spring = UISpringTimingParameters(
        mass: 1, stiffness: 100, damping: 20, initialVelocity: CGVector(dx: 10, dy: 0))
      let animator = UIViewPropertyAnimator(duration: 0, timingParameters: spring)
      animator.addAnimations { stage.view.center = CGPoint(x: 150, y: 150) }
      animator.startAnimation()
      stage.clock.advance(to: 0.1)
      // 1 - exp(-10 t) (1 + (10 - v) t)
      let shown = stage.view.layer.presentation()?.position ?? .zero
      #expect(near(shown.x, 50 + 100 * (1 - exp(-1))) && near(shown.y, 50 + 100 * (1 - 2 * exp(-1))))
      animator.stopAnimation(true)
      #expect(near(stage.view.center.x, shown.x) && near(stage.view.center.y, shown.y))
    }

    @Test("U-17 blocks may begin late, or be added on the way; all end together")
    func late() {
      let stage = HostedView()
      let animator = mover(stage)
      animator.addAnimations({ stage.view.alpha = 0 }, delayFactor: 0.5)
      animator.startAnimation()
      stage.clock.advance(to: 0.5)
      animator.addAnimations { stage.view.layer.cornerRadius = 10 }
      func shown() -> (opacity: CGFloat, radius: CGFloat) {
        let layer = stage.view.layer.presentation()
        return (CGFloat(layer?.opacity ?? -1), layer?.cornerRadius ?? -1)
      }
      CATransaction.flush()
      #expect(shown() == (1, 0))
      stage.clock.advance(to: 0.75)
      #expect(near(shown().opacity, 0.5) && near(shown().radius, 5))
      stage.clock.advance(to: 1)
      #expect(stage.log == ["end@1"] && stage.view.alpha == 0 && stage.view.layer.cornerRadius == 10)
    }

    @Test("U-12 a property that is changed again on the way goes on beside that; its old value is the first")
    func changedAgain() {
      let stage = HostedView()
      let animator = mover(stage)
      animator.startAnimation()
      stage.clock.advance(to: 0.5)
      animator.addAnimations { stage.view.center.x = 0 }
      stage.clock.advance(to: 0.75)
      #expect(near(stage.shownX, 50))
      animator.stopAnimation(false)
      animator.finishAnimation(at: .start)
      #expect(stage.view.center.x == 50 && stage.log == ["start@0.75"])
    }

    @Test("A delay shows the old value; the short form starts at once")
    func delay() {
      let stage = HostedView()
      let animator = UIViewPropertyAnimator.runningPropertyAnimator(
        withDuration: 1, delay: 0.5, options: .curveLinear, animations: { stage.view.center.x = 150 },
        completion: { stage.note("\($0)") })
      #expect(animator.state == .active && animator.isRunning && animator.delay == 0.5)
      stage.clock.advance(to: 0.4)
      #expect(stage.shownX == 50)
      stage.clock.advance(to: 1)
      #expect(near(stage.shownX, 100))
      stage.clock.advance(to: 2)
      #expect(stage.log == ["end@1.5"])
    }

    @Test("An animator that pauses on completion stays active, and can go back")
    func pausesOnCompletion() {
      let stage = HostedView()
      let animator = mover(stage)
      animator.pausesOnCompletion = true
      animator.startAnimation()
      stage.clock.advance(to: 2)
      #expect(animator.state == .active && !animator.isRunning && stage.log.isEmpty && stage.shownX == 150)
      animator.isReversed = true
      animator.pausesOnCompletion = false
      animator.startAnimation()
      stage.clock.advance(to: 2.5)
      #expect(near(stage.shownX, 100))
      stage.clock.advance(to: 4)
      #expect(stage.log == ["start@3"] && stage.shownX == 50)
    }

    @Test("An animator is used again, keeps itself alive while it runs, and no longer")
    func lifetime() {
      let stage = HostedView()
      weak var gone: UIViewPropertyAnimator?
      do {
        let animator = mover(stage)
        animator.startAnimation()
        gone = animator
      }
      stage.clock.advance(to: 0.5)
      #expect(gone != nil)
      stage.clock.advance(to: 1)
      #expect(gone == nil && stage.log == ["end@1"])

      stage.view.center.x = 50
      let animator = mover(stage)
      animator.startAnimation()
      stage.clock.advance(to: 2)
      animator.addAnimations { stage.view.center.x = 50 }
      animator.startAnimation()
      stage.clock.advance(to: 2.5)
      #expect(near(stage.shownX, 100))
      stage.clock.advance(to: 4)
      #expect(stage.log == ["end@1", "end@2"], "completion blocks are called once")
    }

    @Test("Without a duration, or a hosted tree, changes are made at once")
    func atOnce() {
      let stage = HostedView()
      let animator = UIViewPropertyAnimator(duration: 0, curve: .linear) { stage.view.center.x = 150 }
      animator.addCompletion { stage.note("\($0)") }
      animator.startAnimation()
      stage.clock.advance(to: 0)
      #expect(stage.log == ["end@0"] && stage.shownX == 150)
      let view = UIView()
      let other = UIViewPropertyAnimator(duration: 1, curve: .linear) { view.alpha = 0 }
      other.startAnimation()
      #expect(view.alpha == 0 && view.layer.animationKeys() == nil)
      stage.clock.advance(to: 2)
      #expect(other.state == .inactive)
    }

    @Test("Timing parameters tell what they are")
    func parameters() {
      let named = UICubicTimingParameters(animationCurve: .easeOut)
      #expect(named.timingCurveType == .builtin && named.controlPoint1 == .zero && named.animationCurve == .easeOut)
      #expect(near(named.controlPoint2.x, 0.58) && named.controlPoint2.y == 1)
      let free = UICubicTimingParameters(controlPoint1: CGPoint(x: 0.1, y: 0.9), controlPoint2: CGPoint(x: 1, y: 0.5))
      #expect(free.timingCurveType == .cubic && free.cubicTimingParameters === free)
      #expect(free.springTimingParameters == nil)
      let spring = UISpringTimingParameters()
      #expect(spring.timingCurveType == .spring && spring.springTimingParameters === spring)
    }

    @Test("An animator that was not stopped cannot be finished, one that was cannot be started")
    func misuse() async {
      await #expect(processExitsWith: .failure) {
        UIViewPropertyAnimator(duration: 1, curve: .linear).finishAnimation(at: .end)
      }
      await #expect(processExitsWith: .failure) {
        let animator = UIViewPropertyAnimator(duration: 1, curve: .linear)
        animator.startAnimation()
        animator.stopAnimation(false)
        animator.startAnimation()
      }
    }
  }
}

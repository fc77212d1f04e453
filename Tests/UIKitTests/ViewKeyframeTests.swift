import Testing
import UIKit

extension ClockTests {
  @Suite struct Keyframes {
    private func values(_ stage: HostedView) throws -> (x: [CGFloat], times: [Double], animation: CAKeyframeAnimation) {
      let animation = try #require(stage.view.layer.animation(forKey: "position") as? CAKeyframeAnimation)
      #expect(animation.isAdditive && animation.fillMode == .both)
      let values = try #require(animation.values).compactMap { $0 as? CGPoint }.map { $0.x + stage.view.center.x }
      return (values, try #require(animation.keyTimes).map(\.doubleValue), animation)
    }

    @Test("U-7 U-9 keyframes become one animation a property; in a gap the value holds")
    func gaps() throws {
      let stage = HostedView()
      UIView.animateKeyframes(
        withDuration: 4, delay: 0, options: [],
        animations: {
          UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.25) { stage.view.center.x = 100 }
          UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.25) {
            stage.view.center.x = 0
            stage.view.alpha = 0
          }
        }, completion: stage.completion("keys"))
      let (x, times, animation) = try values(stage)
      #expect(x == [50, 100, 100, 0, 0] && times == [0, 0.25, 0.5, 0.75, 1])
      #expect(animation.duration == 4 && animation.timingFunction == CAMediaTimingFunction(name: .easeInEaseOut))
      #expect(stage.view.layer.animationKeys() == ["position", "opacity"])
      #expect(stage.view.center.x == 0)
      stage.clock.advance(to: 5)
      #expect(stage.log == ["keys done@4"] && stage.shownX == 0)
    }

    @Test("U-9 the curve of blocks is added by raw value; the values are reached at the keyframes' ends")
    func linear() throws {
      let stage = HostedView()
      let linear = UIView.KeyframeAnimationOptions(rawValue: UIView.AnimationOptions.curveLinear.rawValue)
      UIView.animateKeyframes(withDuration: 1, delay: 1, options: [.calculationModeLinear, linear]) {
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { stage.view.center.x = 150 }
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { stage.view.center.x = 250 }
      }
      for (time, x) in [(0.5, 50), (1.25, 100), (1.5, 150), (1.75, 200), (2.5, 250)] as [(Double, CGFloat)] {
        stage.clock.advance(to: time)
        #expect(near(stage.shownX, x))
      }
    }

    @Test("Discrete values jump in at the keyframes' starts")
    func discrete() throws {
      let stage = HostedView()
      UIView.animateKeyframes(withDuration: 1, delay: 0, options: .calculationModeDiscrete) {
        UIView.addKeyframe(withRelativeStartTime: 0.25, relativeDuration: 0.25) { stage.view.center.x = 150 }
        UIView.addKeyframe(withRelativeStartTime: 0.75, relativeDuration: 0.25) { stage.view.center.x = 250 }
      }
      let (x, times, animation) = try values(stage)
      #expect(x == [50, 150, 250] && times == [0, 0.25, 0.75, 1] && animation.calculationMode == .discrete)
    }

    @Test(
      "An overlapping keyframe cuts the one before; the end cuts the last; the order of calls is free"
    )
    func overlap() throws {
      let stage = HostedView()
      UIView.animateKeyframes(withDuration: 1, delay: 0, options: .calculationModeCubic) {
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 9) { stage.view.center.x = 250 }
        UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.75) { stage.view.center.x = 150 }
      }
      let (x, times, animation) = try values(stage)
      #expect(x == [50, 150, 250] && times == [0, 0.5, 1] && animation.calculationMode == .cubic)
    }

    @Test("Changes outside keyframes take the whole time; keyframes outside a block only make their changes")
    func outside() throws {
      let stage = HostedView()
      UIView.animateKeyframes(withDuration: 1, delay: 0) { stage.view.center.x = 150 }
      let (x, times, _) = try values(stage)
      #expect(x == [50, 150] && times == [0, 1])
      UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { stage.view.alpha = 0.5 }
      #expect(stage.view.alpha == 0.5 && stage.view.layer.animation(forKey: "opacity") == nil)
    }

    @Test("U-9 a keyframe without a duration changes its properties at its start; the whole eases in and out")
    func jump() {
      let stage = HostedView()
      UIView.animateKeyframes(withDuration: 2, delay: 0) {
        UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0) { stage.view.center.x = 150 }
      }
      for (time, x) in [(0.5, 50), (0.99, 50), (1.01, 150), (1.5, 150)] as [(Double, CGFloat)] {
        stage.clock.advance(to: time)
        #expect(near(stage.shownX, x), "at \(time): \(stage.shownX)")
      }
    }

    @Test("Keyframes over a block that is under way go on from it: both add up")
    func underWay() {
      let stage = HostedView()
      UIView.animate(
        withDuration: 1, delay: 0, options: .curveLinear, animations: { stage.view.center.x = 150 },
        completion: stage.completion("block"))
      stage.clock.advance(to: 0.5)
      let linear = UIView.KeyframeAnimationOptions(rawValue: UIView.AnimationOptions.curveLinear.rawValue)
      UIView.animateKeyframes(
        withDuration: 1, delay: 0, options: linear,
        animations: {
          UIView.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { stage.view.center.x = 250 }
          UIView.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { stage.view.center.x = 50 }
        }, completion: stage.completion("keys"))
      for (time, x) in [(0.5, 100), (0.75, 175), (1, 250), (1.25, 150), (1.5, 50)] as [(Double, CGFloat)] {
        stage.clock.advance(to: time)
        #expect(near(stage.shownX, x), "at \(time): \(stage.shownX)")
      }
      #expect(stage.log == ["block done@1", "keys done@1.5"])
    }
  }
}

// What is known of animators beside other animations, and where there is nothing to animate (U-12 to U-18).

import QuartzCore
import Testing
import UIKit

extension ClockTests {
  @Suite struct AnimatorMotions {
    private func animator(
      _ stage: HostedView, _ name: String, duration: Double = 1, _ animations: (() -> Void)? = nil
    ) -> UIViewPropertyAnimator {
      let animator = UIViewPropertyAnimator(duration: duration, curve: .linear, animations: animations)
      animator.addCompletion { stage.note("\(name) \($0)") }
      return animator
    }

    @Test("U-12 two animators of a position add up, each to its own end, and the last one's value stays")
    func together() {
      let stage = HostedView()
      animator(stage, "first") { stage.view.center.x = 150 }.startAnimation()
      stage.clock.advance(to: 0.5)
      let second = animator(stage, "second") { stage.view.center.x = 50 }
      second.startAnimation()
      #expect(near(stage.shownX, 100))
      for (time, x) in [(0.75, 100), (1, 100), (1.25, 75), (1.5, 50)] as [(Double, CGFloat)] {
        stage.clock.advance(to: time)
        #expect(near(stage.shownX, x), "at \(time): \(stage.shownX)")
        #expect(stage.view.center.x == 50)
      }
      #expect(stage.log == ["first end@1", "second end@1.5"] && stage.view.layer.animationKeys() == nil)
    }

    @Test("U-12 a block over an animator: the animator's end does not bring its own value back")
    func blockOver() {
      let stage = HostedView()
      let animator = animator(stage, "animator") { stage.view.center.x = 150 }
      animator.startAnimation()
      stage.clock.advance(to: 0.5)
      UIView.animate(
        withDuration: 1, delay: 0, options: .curveLinear, animations: { stage.view.center.x = 0 },
        completion: stage.completion("block"))
      animator.pauseAnimation()
      // 0, less half of the animator's way of 100, and the block's way of 150.
      #expect(near(stage.shownX, 100))
      stage.clock.advance(to: 1)
      #expect(near(stage.shownX, 25))
      animator.startAnimation()
      stage.clock.advance(to: 5)
      #expect(stage.shownX == 0 && Set(stage.log) == ["block done@1.5", "animator end@1.5"])
    }

    @Test("U-12 stopping an animator that a block lies over leaves what is shown, and the block goes on")
    func stopped() {
      let stage = HostedView()
      let animator = animator(stage, "animator") { stage.view.center.x = 150 }
      animator.startAnimation()
      stage.clock.advance(to: 0.5)
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear, animations: { stage.view.center.x = 0 })
      stage.clock.advance(to: 0.75)
      let x = stage.shownX
      animator.stopAnimation(true)
      #expect(near(stage.shownX, x))
      stage.clock.advance(to: 2)
      // The quarter of its way that the animator had left.
      #expect(near(stage.shownX, -25) && near(stage.view.center.x, -25))
    }

    @Test("U-12 what cannot be added is taken over from what is shown, and the first animator's end changes nothing")
    func takenOver() {
      let stage = HostedView()
      animator(stage, "first") { stage.view.alpha = 0 }.startAnimation()
      stage.clock.advance(to: 0.5)
      animator(stage, "second") { stage.view.alpha = 1 }.startAnimation()
      func shown() -> CGFloat { CGFloat(stage.view.layer.presentation()?.opacity ?? -1) }
      #expect(near(shown(), 0.5))
      for (time, opacity) in [(1, 0.75), (1.25, 0.875), (2, 1)] as [(Double, CGFloat)] {
        stage.clock.advance(to: time)
        #expect(near(shown(), opacity), "at \(time): \(shown())")
      }
      #expect(stage.view.alpha == 1 && stage.log == ["first end@1", "second end@1.5"])
    }

    @Test("U-12 two blocks of one animator on a position: down all the time, to the right from half of it on")
    func twoBlocks() {
      let stage = HostedView()
      let animator = animator(stage, "moves", duration: 2) { stage.view.center.y += 100 }
      animator.addAnimations({ stage.view.center.x += 100 }, delayFactor: 0.5)
      animator.startAnimation()
      for (time, x, y) in [(0.5, 50, 75), (1, 50, 100), (1.5, 100, 125), (2, 150, 150)] as [(Double, CGFloat, CGFloat)]
      {
        stage.clock.advance(to: time)
        #expect(near(stage.shownX, x) && near(stage.view.layer.presentation()?.position.y ?? 0, y), "at \(time)")
      }
    }

    @Test("U-13 an animator whose view is in no hosted tree ends, though it was paused", arguments: [true, false])
    func nothingToAnimate(_ isEmpty: Bool) {
      let stage = HostedView()
      let view = UIView()
      let animator = animator(stage, "loose", duration: 4) { if !isEmpty { view.alpha = 0 } }
      animator.startAnimation()
      animator.pauseAnimation()
      #expect(animator.state == .active && stage.log.isEmpty)
      stage.clock.advance(to: 0.1)
      #expect(animator.state == .inactive && stage.log == ["loose end@0"] && view.alpha == (isEmpty ? 1 : 0))
    }

    @Test("U-18 an animator that was scrubbed to its end goes on for a factor of its duration, by 0 for none of it")
    func continuedAtEnd() {
      for (factor, end) in [(1, "1"), (0.5, "0.5"), (0, "0")] as [(CGFloat, String)] {
        let stage = HostedView()
        let animator = animator(stage, "scrubbed") { stage.view.center.x = 150 }
        animator.startAnimation()
        animator.pauseAnimation()
        animator.fractionComplete = 1
        animator.continueAnimation(withTimingParameters: nil, durationFactor: factor)
        stage.clock.advance(to: 3)
        #expect(stage.log == ["scrubbed end@\(end)"])
      }
    }
  }
}

import Testing
import UIKit

extension ClockTests {
  @Suite struct Transitions {
    private static let effects: [(UIView.AnimationOptions, CATransitionType, CATransitionSubtype?)] = [
      (.transitionFlipFromLeft, .flip, .fromLeft), (.transitionFlipFromRight, .flip, .fromRight),
      (.transitionFlipFromTop, .flip, .fromTop), (.transitionFlipFromBottom, .flip, .fromBottom),
      (.transitionCurlUp, .pageCurl, nil), (.transitionCurlDown, .pageUncurl, nil),
      (.transitionCrossDissolve, .fade, nil),
    ]

    @Test("Every option is a transition of the view's layer; changes within are made at once", arguments: effects)
    func options(
      _ option: UIView.AnimationOptions, _ type: CATransitionType, _ subtype: CATransitionSubtype?
    ) throws {
      let stage = HostedView()
      UIView.transition(
        with: stage.view, duration: 2, options: [option, .curveEaseIn], animations: { stage.view.center.x = 150 },
        completion: stage.completion("over"))
      let effect = try #require(stage.view.layer.animation(forKey: kCATransition) as? CATransition)
      #expect(effect.type == type && effect.subtype == subtype && effect.duration == 2)
      #expect(effect.timingFunction == CAMediaTimingFunction(name: .easeIn))
      #expect(stage.view.layer.animationKeys() == [kCATransition] && stage.shownX == 150)
      stage.clock.advance(to: 5)
      #expect(stage.log == ["over done@2"] && stage.view.layer.animationKeys() == nil)
    }

    @Test("Without an effect or a duration the changes are only made")
    func none() {
      let stage = HostedView()
      UIView.transition(
        with: stage.view, duration: 1, animations: { stage.view.tag = 1 }, completion: stage.completion("a"))
      UIView.transition(
        with: stage.view, duration: 0, options: .transitionCurlUp, animations: { stage.view.tag = 2 },
        completion: stage.completion("b"))
      UIView.transition(with: stage.view, duration: 1, animations: nil)
      #expect(stage.view.tag == 2 && stage.view.layer.animationKeys() == nil)
      stage.clock.advance(to: 1)
      #expect(stage.log == ["a done@0", "b done@0"])
    }

    @Test("U-21 changes within a transition animate where the options allow it")
    func animatedContent() {
      let stage = HostedView()
      UIView.transition(
        with: stage.view, duration: 1, options: [.transitionCrossDissolve, .allowAnimatedContent],
        animations: { stage.view.center.x = 150 })
      #expect(stage.view.layer.animationKeys() == ["position", kCATransition])
    }

    @Test("U-21 from one view to another: the new one takes the old one's place, in an effect of the superview")
    func replacement() {
      let stage = HostedView()
      let (above, next) = (UIView(), UIView())
      stage.root.addSubview(above)
      UIView.transition(
        from: stage.view, to: next, duration: 1, options: .transitionFlipFromLeft, completion: stage.completion("flip"))
      #expect(stage.root.subviews == [next, above] && stage.view.superview == nil)
      #expect((stage.root.layer.animation(forKey: kCATransition) as? CATransition)?.type == .flip)
      stage.clock.advance(to: 3)
      #expect(stage.log == ["flip done@1"])
    }

    @Test("U-21 or one is hidden and the other shown")
    func showHide() {
      let stage = HostedView()
      let next = UIView()
      next.isHidden = true
      stage.root.addSubview(next)
      UIView.transition(
        from: stage.view, to: next, duration: 1, options: [.transitionCrossDissolve, .showHideTransitionViews])
      #expect(stage.view.isHidden && !next.isHidden && stage.root.subviews == [stage.view, next])
      #expect(stage.root.layer.animationKeys() == [kCATransition])
    }

    @Test("A view without a superview stays where it is")
    func loose() {
      let stage = HostedView()
      let (a, b) = (UIView(), UIView())
      UIView.transition(from: a, to: b, duration: 1, completion: stage.completion("loose"))
      #expect(a.superview == nil && b.superview == nil)
      stage.clock.advance(to: 1)
      #expect(stage.log == ["loose done@0"])
    }

    @Test("An effect that a second one replaces is broken off")
    func interruption() {
      let stage = HostedView()
      for name in ["first", "second"] {
        UIView.transition(
          with: stage.view, duration: 1, options: .transitionCrossDissolve, animations: {},
          completion: stage.completion(name))
        stage.clock.advance(to: stage.clock.now + 0.5)
      }
      stage.clock.advance(to: 9)
      #expect(stage.log == ["first broken@0.5", "second done@1.5"])
    }
  }
}

import Testing
import UIKit

extension ClockTests {
  @Suite struct Blocks {
    @Test("Outside blocks nothing animates, also not what Core Animation would by itself")
    func outside() {
      let stage = HostedView()
      stage.view.center.x = 150
      stage.view.alpha = 0
      stage.view.backgroundColor = .red
      CATransaction.flush()
      #expect(stage.view.layer.animationKeys() == nil && stage.shownX == 150)
      #expect(stage.view.action(for: stage.view.layer, forKey: "position") is NSNull)
      #expect(stage.view.layer.action(forKey: "position") == nil)
    }

    @Test("Inside, each changed property gets an animation")
    func inside() throws {
      let stage = HostedView()
      UIView.animate(withDuration: 2, delay: 0, options: .curveLinear) {
        stage.view.center.x = 150
        stage.view.alpha = 0
        stage.view.transform = CGAffineTransform(scaleX: 2, y: 2)
        stage.view.backgroundColor = .red
        stage.view.isHidden = false
        stage.view.layer.cornerRadius = 10
        stage.view.center.y = 50
      }
      let keys = try #require(stage.view.layer.animationKeys())
      #expect(keys == ["position", "opacity", "transform", "backgroundColor", "cornerRadius"])
      let animation = try #require(stage.view.layer.animation(forKey: "position") as? CABasicAnimation)
      #expect(animation.duration == 2 && animation.keyPath == "position")
      #expect(animation.fromValue as? CGPoint == CGPoint(x: -100, y: 0) && animation.isAdditive)
      #expect(stage.view.center.x == 150 && stage.shownX == 50)
      stage.clock.advance(to: 1)
      #expect(near(stage.shownX, 100) && near(CGFloat(stage.view.layer.presentation()?.opacity ?? -1), 0.5))
      stage.clock.advance(to: 2.5)
      #expect(stage.view.layer.animationKeys() == nil && stage.shownX == 150)
    }

    @Test("What was set just before a block is where its animation begins, whatever was shown")
    func setBefore() {
      let stage = HostedView()
      stage.view.center.x = 100
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear, animations: { stage.view.center.x = 200 })
      #expect(stage.shownX == 100)
      stage.clock.advance(to: 0.5)
      #expect(near(stage.shownX, 150))

      // The way to stop an animation where it is and go on from there.
      stage.view.center.x = stage.shownX
      stage.view.layer.removeAllAnimations()
      UIView.animateKeyframes(withDuration: 1, delay: 0) { stage.view.center.x = 50 }
      #expect(near(stage.shownX, 150))
      stage.clock.advance(to: 1)
      #expect(near(stage.shownX, 100))
      stage.clock.advance(to: 2)
    }

    @Test("A second change in one transaction begins where the first one does")
    func changedTwice() {
      let stage = HostedView()
      CATransaction.begin()
      stage.view.center.x = 100
      UIView.animate(withDuration: 1) {
        stage.view.center.x = 150
        UIView.animate(withDuration: 1) { stage.view.center.x = 170 }
      }
      UIView.animate(withDuration: 1) { stage.view.center.x = 200 }
      CATransaction.commit()
      #expect(stage.shownX == 100)
      stage.clock.advance(to: 2)
      #expect(stage.shownX == 200)
    }

    @Test("hidden jumps within a block")
    func hidden() {
      let stage = HostedView()
      UIView.animate(withDuration: 1) { stage.view.isHidden = true }
      #expect(stage.view.layer.animationKeys() == nil && stage.view.layer.presentation()?.isHidden == true)
    }

    @Test(
      "Curves",
      arguments: [
        (.curveEaseInOut, .easeInEaseOut), (.curveEaseIn, .easeIn), (.curveEaseOut, .easeOut), (.curveLinear, .linear),
        ([.curveEaseOut, .repeat, .allowUserInteraction], .easeOut),
      ] as [(UIView.AnimationOptions, CAMediaTimingFunctionName)])
    func curves(_ options: UIView.AnimationOptions, _ name: CAMediaTimingFunctionName) {
      let stage = HostedView()
      UIView.animate(withDuration: 1, delay: 0, options: options, animations: { stage.view.center.x = 90 })
      let animation = stage.view.layer.animation(forKey: "position")
      #expect(animation?.timingFunction == CAMediaTimingFunction(name: name))
    }

    @Test("The short forms ease in and out")
    func shortForms() {
      let stage = HostedView()
      UIView.animate(withDuration: 1) { stage.view.center.x = 150 }
      stage.clock.advance(to: 0.25)
      // easeInEaseOut(0.25) = 0.129162.
      #expect(near(stage.shownX, 50 + 100 * 0.129162, within: 0.02))
      UIView.animate(withDuration: 1, animations: { stage.view.alpha = 0 }, completion: stage.completion("fade"))
      stage.clock.advance(to: 2)
      #expect(stage.log == ["fade done@1.25"])
    }

    @Test("A delay shows the old value until then")
    func delay() {
      let stage = HostedView()
      stage.clock.advance(to: 5)
      UIView.animate(
        withDuration: 1, delay: 2, options: .curveLinear, animations: { stage.view.center.x = 150 },
        completion: stage.completion("moved"))
      stage.clock.advance(to: 6.9)
      #expect(stage.shownX == 50 && stage.view.center.x == 150)
      stage.clock.advance(to: 7.5)
      #expect(near(stage.shownX, 100))
      stage.clock.advance(to: 20)
      #expect(stage.log == ["moved done@8"])
    }

    @Test("U-11 autoreverse goes back and then jumps to the new value; repeat goes on until it is removed")
    func repetition() {
      let stage = HostedView()
      UIView.animate(
        withDuration: 1, delay: 0, options: [.autoreverse, .curveLinear], animations: { stage.view.center.x = 150 },
        completion: stage.completion("back"))
      stage.clock.advance(to: 1.75)
      #expect(near(stage.shownX, 75))
      stage.clock.advance(to: 3)
      #expect(stage.shownX == 150 && stage.log == ["back done@2"])

      UIView.animate(
        withDuration: 1, delay: 0, options: [.repeat, .curveLinear], animations: { stage.view.center.x = 50 },
        completion: stage.completion("loop"))
      stage.clock.advance(to: 100.5)
      #expect(near(stage.shownX, 100) && stage.log.count == 1)
      stage.view.layer.removeAllAnimations()
      stage.clock.advance(to: 101)
      #expect(stage.shownX == 50 && stage.log.last == "loop broken@100.5")
    }

    @Test("U-11 half a cycle more ends at the new value: the setters hold for a block, too")
    func halfCycle() {
      let stage = HostedView()
      UIView.animate(
        withDuration: 1, delay: 0, options: .curveLinear,
        animations: {
          UIView.setAnimationRepeatAutoreverses(true)
          UIView.setAnimationRepeatCount(1.5)
          stage.view.center.x = 150
        }, completion: stage.completion("there"))
      for (time, x) in [(0.5, 100), (1.25, 125), (2, 50), (2.5, 100), (2.99, 149), (3, 150)] as [(Double, CGFloat)] {
        stage.clock.advance(to: time)
        #expect(near(stage.shownX, x), "at \(time): \(stage.shownX)")
      }
      #expect(stage.log == ["there done@3"])
    }

    @Test("U-15 a block that changes nothing that blocks animate completes at once, whatever its delay")
    func nothing() {
      let stage = HostedView()
      UIView.animate(
        withDuration: 1, delay: 2, animations: { stage.view.center.x = 50 }, completion: stage.completion("same"))
      #expect(stage.view.layer.animationKeys() == nil)
      stage.clock.advance(to: 0.1)
      #expect(stage.log == ["same done@0"])
    }

    @Test(
      "U-16 in a block the action of a colour is a basic animation with the block's timing, of a position it is none")
    func actions() throws {
      let stage = HostedView()
      UIView.performWithoutAnimation {
        #expect(stage.view.action(for: stage.view.layer, forKey: "backgroundColor") is NSNull)
      }
      var actions: [(any CAAction)?] = []
      UIView.animate(withDuration: 3, delay: 1, options: [.curveEaseOut, .autoreverse]) {
        actions = ["backgroundColor", "position", "path"].map { stage.view.action(for: stage.view.layer, forKey: $0) }
      }
      let animation = try #require(actions[0] as? CABasicAnimation)
      #expect(animation.duration == 3 && animation.beginTime == 1 && animation.autoreverses)
      #expect(animation.timingFunction == CAMediaTimingFunction(name: .easeOut) && animation.delegate != nil)
      #expect(actions[1] != nil && !(actions[1] is CAAnimation) && !(actions[1] is NSNull) && actions[2] is NSNull)
    }

    @Test("Completion blocks come in the order of the ends, each at its own time, and may begin new blocks")
    func completionOrder() {
      let stage = HostedView()
      UIView.animate(withDuration: 3, animations: { stage.view.alpha = 0 }, completion: stage.completion("long"))
      UIView.animate(
        withDuration: 1, animations: { stage.view.center.x = 150 },
        completion: {
          stage.completion("short")($0)
          UIView.animate(
            withDuration: 0.5, animations: { stage.view.center.x = 0 }, completion: stage.completion("next"))
        })
      UIView.animate(withDuration: 2, animations: {}, completion: stage.completion("empty"))
      UIView.animate(withDuration: 0, animations: { stage.view.tag = 1 }, completion: stage.completion("instant"))
      #expect(stage.log.isEmpty)
      stage.clock.advance(to: 10)
      #expect(
        stage.log == ["empty done@0", "instant done@0", "short done@1", "next done@1.5", "long done@3"])
    }

    @Test("A block that makes several animations completes once, after the last")
    func several() {
      let stage = HostedView()
      UIView.animate(
        withDuration: 1,
        animations: {
          stage.view.center.x = 150
          stage.view.alpha = 0
          stage.root.backgroundColor = .red
        }, completion: stage.completion("all"))
      stage.clock.advance(to: 0.5)
      stage.view.layer.removeAnimation(forKey: "opacity")
      stage.clock.advance(to: 2)
      #expect(stage.log == ["all broken@1"])
    }

    @Test(
      "U-10 a nested block inherits duration, curve and repetition, unless its options say otherwise; not the delay"
    )
    func nesting() {
      let stage = HostedView()
      let (a, b, c) = (UIView(), UIView(), UIView())
      for view in [a, b, c] { stage.root.addSubview(view) }
      UIView.animate(withDuration: 4, delay: 0, options: [.curveLinear, .autoreverse]) {
        UIView.animate(withDuration: 1, delay: 0.5, options: .curveEaseIn) { a.alpha = 0 }
        UIView.animate(
          withDuration: 1, delay: 0, options: [.overrideInheritedDuration, .overrideInheritedCurve, .curveEaseIn]
        ) { b.alpha = 0 }
        UIView.animate(withDuration: 1, delay: 0, options: [.overrideInheritedOptions, .curveEaseOut]) { c.alpha = 0 }
        #expect(UIView.inheritedAnimationDuration == 4)
      }
      #expect(UIView.inheritedAnimationDuration == 0)
      func check(
        _ view: UIView, _ duration: Double, _ name: CAMediaTimingFunctionName, _ reverses: Bool, _ begin: Double
      ) {
        let animation = view.layer.animation(forKey: "opacity")
        #expect(animation?.duration == duration && animation?.autoreverses == reverses)
        #expect(animation?.timingFunction == CAMediaTimingFunction(name: name) && animation?.beginTime == begin)
      }
      check(a, 4, .linear, true, 0.5)
      check(b, 1, .easeIn, true, 0)
      check(c, 4, .easeOut, false, 0)
    }

    @Test("U-19 animation can be switched off around changes, and for all blocks")
    func switchedOff() {
      let stage = HostedView()
      UIView.animate(withDuration: 1) {
        UIView.performWithoutAnimation { stage.view.center.x = 150 }
        stage.view.alpha = 0.5
      }
      #expect(stage.view.layer.animationKeys() == ["opacity"])
      UIView.setAnimationsEnabled(false)
      defer { UIView.setAnimationsEnabled(true) }
      UIView.animate(withDuration: 1, animations: { stage.view.center.x = 0 }, completion: stage.completion("off"))
      #expect(!UIView.areAnimationsEnabled && stage.view.layer.animationKeys() == ["opacity"])
      stage.clock.advance(to: 0.1)
      #expect(stage.log == ["off done@0"])
    }

    @Test("U-15 a view in no hosted tree is not animated, and the block completes on the next turn; hosted, at its end")
    func unhosted() {
      let stage = HostedView()
      let view = UIView()
      UIView.animate(withDuration: 1, animations: { view.center.x = 9 }, completion: stage.completion("loose"))
      for (view, name) in [(view, "loose spring"), (stage.view, "spring")] {
        UIView.animate(
          withDuration: 0.6, delay: 0.2, usingSpringWithDamping: 0.7, initialSpringVelocity: 0,
          animations: { view.center.x = 90 }, completion: stage.completion(name))
      }
      #expect(view.layer.animationKeys() == nil && view.center.x == 90)
      stage.clock.advance(to: 2)
      #expect(stage.log == ["loose done@0", "loose spring done@0", "spring done@0.8"])
    }

    @Test("U-20 subviews move with their superview where the block lays out, by its option or itself")
    func layout() {
      final class Half: UIView {
        let content = UIView()
        override func layoutSubviews() { content.frame = CGRect(x: 0, y: 0, width: bounds.width / 2, height: 10) }
      }
      let stage = HostedView()
      let half = Half(frame: CGRect(x: 0, y: 0, width: 100, height: 10))
      half.addSubview(half.content)
      stage.root.addSubview(half)
      CATransaction.flush()
      UIView.animate(withDuration: 1, delay: 0, options: [.layoutSubviews, .curveLinear]) {
        half.frame.size.width = 200
      }
      stage.clock.advance(to: 0.5)
      #expect(near(half.content.layer.presentation()?.bounds.width ?? -1, 75))

      // Sent back half way, with its subviews: 75 goes on to 100 while 50 is added to 50.
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        half.frame.size.width = 100
        half.layoutIfNeeded()
      }
      #expect(near(half.content.layer.presentation()?.bounds.width ?? -1, 75))
      stage.clock.advance(to: 0.75)
      #expect(near(half.content.layer.presentation()?.bounds.width ?? -1, 75))
      stage.clock.advance(to: 1.25)
      #expect(near(half.content.layer.presentation()?.bounds.width ?? -1, 62.5))
    }

    @Test("Between beginAnimations and commitAnimations, with the settings made there")
    func beginCommit() throws {
      let stage = HostedView()
      UIView.beginAnimations(nil, context: nil)
      stage.view.alpha = 0
      UIView.setAnimationDuration(2)
      UIView.setAnimationDelay(1)
      UIView.setAnimationCurve(.linear)
      UIView.setAnimationRepeatCount(3)
      UIView.setAnimationRepeatAutoreverses(true)
      stage.view.center.x = 150
      UIView.setAnimationTransition(.curlUp, for: stage.root, cache: true)
      UIView.commitAnimations()
      #expect(stage.view.layer.animation(forKey: "opacity")?.duration == 0.2)
      let animation = try #require(stage.view.layer.animation(forKey: "position"))
      #expect(
        animation.duration == 2 && animation.beginTime == 1 && animation.repeatCount == 3 && animation.autoreverses)
      #expect(animation.timingFunction == CAMediaTimingFunction(name: .linear))
      #expect((stage.root.layer.animation(forKey: kCATransition) as? CATransition)?.type == .pageCurl)
      stage.view.center.x = 20
      #expect(stage.view.layer.animation(forKey: "position") != nil && stage.view.center.x == 20)
      UIView.commitAnimations()
    }
  }
}

// How blocks animate a change while another one is under way, against Apple's numbers (U-1 to U-8).

import QuartzCore
import Testing
import UIKit

extension ClockTests {
  @Suite struct BlockMotions {
    /// A block of a second, linear unless other options are given.
    private func animate(
      _ duration: Double = 1, delay: Double = 0, _ options: UIView.AnimationOptions = .curveLinear,
      _ animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
      UIView.animate(
        withDuration: duration, delay: delay, options: options, animations: animations, completion: completion)
    }

    private func basic(_ layer: CALayer, _ key: String) throws -> CABasicAnimation {
      try #require(layer.animation(forKey: key) as? CABasicAnimation)
    }

    @Test(
      "U-1 U-6 U-8 a view that is sent back half way: 50, 74.2, 50, 0; the first completion is true at its own end",
      arguments: [[], .beginFromCurrentState] as [UIView.AnimationOptions])
    func sentBack(_ options: UIView.AnimationOptions) {
      let stage = HostedView()
      stage.view.center.x = 0
      CATransaction.flush()
      animate(1, options, { stage.view.center.x = 100 }, completion: stage.completion("there"))
      stage.clock.advance(to: 0.5)
      #expect(near(stage.shownX, 50))
      animate(1, options, { stage.view.center.x = 0 }, completion: stage.completion("back"))
      for (time, x) in [(0.5, 50), (0.75, 74.2), (1, 50), (1.5, 0)] as [(Double, CGFloat)] {
        stage.clock.advance(to: time)
        #expect(near(stage.shownX, x, within: 0.05), "at \(time): \(stage.shownX)")
      }
      #expect(stage.log == ["there done@1", "back done@1.5"])
      #expect(stage.view.layer.animationKeys() == nil)
    }

    @Test("U-1 two linear ways of 3 s from 120 to 240 and back, 1 s apart: still at 160 while both run")
    func linear() {
      let stage = HostedView()
      stage.view.center.x = 120
      CATransaction.flush()
      let options: UIView.AnimationOptions = [.beginFromCurrentState, .curveLinear]
      animate(3, options) { stage.view.center.x = 240 }
      stage.clock.advance(to: 1)
      animate(3, options) { stage.view.center.x = 120 }
      for (time, x) in [(1, 160), (2, 160), (3, 160), (3.5, 140), (3.9, 124)] as [(Double, CGFloat)] {
        stage.clock.advance(to: time)
        #expect(near(stage.shownX, x), "at \(time): \(stage.shownX)")
      }
    }

    @Test("U-2 U-7 bounds become two animations, from old less new to nothing, that fill both ways")
    func bounds() throws {
      let stage = HostedView()
      stage.view.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
      CATransaction.flush()
      UIView.animate(withDuration: 0.3) { stage.view.bounds = CGRect(x: 0, y: 0, width: 100, height: 100) }
      #expect(stage.view.layer.animationKeys() == ["bounds.origin", "bounds.size"])
      let size = try basic(stage.view.layer, "bounds.size")
      #expect(size.keyPath == "bounds.size" && size.isAdditive && size.duration == 0.3 && size.fillMode == .both)
      #expect(size.fromValue as? CGSize == CGSize(width: 100, height: 100) && size.toValue as? CGSize == .zero)
      #expect(size.timingFunction == CAMediaTimingFunction(name: .easeInEaseOut))
      let origin = try basic(stage.view.layer, "bounds.origin")
      #expect(origin.isAdditive && origin.fromValue as? CGPoint == .zero && origin.toValue as? CGPoint == .zero)
      // It grows again before it has shrunk: the differences have other signs.
      stage.clock.advance(to: 0.15)
      #expect(near(stage.view.layer.presentation()?.bounds.width ?? -1, 150))
      animate(0.3) { stage.view.bounds.size.width = 400 }
      #expect(
        try basic(stage.view.layer, #require(stage.view.layer.animationKeys()?.last)).fromValue as? CGSize
          == CGSize(width: -300, height: 0))
      #expect(near(stage.view.layer.presentation()?.bounds.width ?? -1, 150))
      stage.clock.advance(to: 1)
      #expect(stage.view.layer.presentation()?.bounds == CGRect(x: 0, y: 0, width: 400, height: 100))
    }

    @Test(
      "U-3 U-6 a second position animation has a key of its own, and the distance of the models",
      arguments: [[], .beginFromCurrentState] as [UIView.AnimationOptions])
    func ownKey(_ options: UIView.AnimationOptions) throws {
      let stage = HostedView()
      animate(0.1, options) { stage.view.layer.position.x = 100 }
      stage.clock.advance(to: 0.01)
      animate(0.1, options) { stage.view.layer.position.x = 20 }
      let keys = try #require(stage.view.layer.animationKeys())
      #expect(keys.count == 2 && keys.first == "position")
      let second = try basic(stage.view.layer, #require(keys.last { $0 != "position" }))
      #expect(second.isAdditive && second.keyPath == "position")
      #expect(second.fromValue as? CGPoint == CGPoint(x: 80, y: 0))
    }

    /// A view whose layer has a stroke.
    private final class ShapeView: UIView {
      override class var layerClass: AnyClass { CAShapeLayer.self }
    }

    /// What becomes of a change in a block.
    enum Course { case added, replacing, none }

    @Test(
      "U-4 U-5 which properties of a view's layer a block animates, and how; a block of the others completes at once",
      arguments: [
        ("bounds", CGRect(x: 0, y: 0, width: 123, height: 456), .added), ("bounds.size.height", 100, .added),
        ("bounds.size.width", 25, .added), ("position", CGPoint(x: 50, y: 20), .added), ("position.x", 12, .added),
        ("position.y", 23, .added), ("transform.rotation.z", 42, .added), ("transform.scale", 2.5, .added),
        ("transform", CGAffineTransform(scaleX: 1.5, y: 1.5), .added), ("cornerRadius", 3, .added),
        ("backgroundColor", CGColor(red: 0, green: 0, blue: 1, alpha: 1), .replacing), ("opacity", 0.5, .replacing),
        ("anchorPoint", CGPoint(x: 0.2, y: 0.4), .replacing),
        ("borderWidth", 5, .none), ("borderColor", CGColor(red: 1, green: 0, blue: 0, alpha: 1), .none),
        ("shadowColor", CGColor(red: 0, green: 0, blue: 1, alpha: 1), .none), ("shadowOpacity", 0.3, .none),
        ("shadowOffset", CGSize(width: 1, height: 1), .none), ("shadowRadius", 5, .none), ("strokeStart", 0.2, .none),
        ("strokeEnd", 0.5, .none), ("zPosition", 3, .none),
        ("contentsRect", CGRect(x: 0, y: 0, width: 1, height: 2), .none),
        ("sublayerTransform", CATransform3DMakeScale(2, 2, 2), .none), ("hidden", true, .none),
      ] as [(String, any Sendable, Course)])
    func properties(_ keyPath: String, _ value: any Sendable, _ course: Course) throws {
      let stage = HostedView()
      let view = ShapeView()
      stage.root.addSubview(view)
      CATransaction.flush()
      UIView.animate(
        withDuration: 0.5, animations: { view.layer.setValue(value, forKeyPath: keyPath) },
        completion: stage.completion("block"))
      let animations = (view.layer.animationKeys() ?? []).map { view.layer.animation(forKey: $0) as? CABasicAnimation }
      #expect(animations.isEmpty == (course == .none))
      #expect(animations.allSatisfy { $0?.isAdditive == (course == .added) && $0?.fillMode == .both })
      stage.clock.advance(to: 2)
      #expect(stage.log == ["block done@\(course == .none ? "0" : "0.5")"])
    }

    @Test("U-5 a second change of alpha begins at the value that was set, or where the block says so at what is shown")
    func alpha() throws {
      for (options, start) in [([], 0.5), (.beginFromCurrentState, 0.75)] as [(UIView.AnimationOptions, Float)] {
        let stage = HostedView()
        animate(1, .curveLinear, { stage.view.alpha = 0.5 }, completion: stage.completion("first"))
        stage.clock.advance(to: 0.5)
        animate(1, options.union(.curveLinear), { stage.view.alpha = 0 }, completion: stage.completion("second"))
        #expect(stage.view.layer.animationKeys() == ["opacity"])
        let from = try basic(stage.view.layer, "opacity").fromValue as? NSNumber
        #expect(from?.floatValue == start)
        #expect(stage.view.layer.presentation()?.opacity == start)
        stage.clock.advance(to: 9)
        #expect(stage.log == ["first broken@0.5", "second done@1.5"])
      }
    }

    @Test("U-5 between beginAnimations and commitAnimations the setter says where alpha begins")
    func beginCommit() {
      let stage = HostedView()
      animate { stage.view.alpha = 0.5 }
      stage.clock.advance(to: 0.5)
      UIView.beginAnimations(nil, context: nil)
      UIView.setAnimationBeginsFromCurrentState(true)
      stage.view.alpha = 0
      UIView.commitAnimations()
      #expect(stage.view.layer.presentation()?.opacity == 0.75)
    }

    @Test("U-1 a change outside of blocks moves what is under way by its difference")
    func outside() {
      let stage = HostedView()
      animate { stage.view.center.x = 150 }
      stage.clock.advance(to: 0.5)
      stage.view.center.x = 160
      CATransaction.flush()
      #expect(near(stage.shownX, 110))
      stage.clock.advance(to: 2)
      #expect(stage.shownX == 160)
    }

    @Test("U-1 changes of a property within one block add up, and so do a delayed block and one after it")
    func several() {
      let stage = HostedView()
      animate {
        stage.view.center.x = 90
        stage.view.center = CGPoint(x: 150, y: 70)
      }
      stage.clock.advance(to: 0.5)
      #expect(near(stage.shownX, 100) && near(stage.view.layer.presentation()?.position.y ?? 0, 60))
      stage.clock.advance(to: 1)
      animate(1, delay: 1) { stage.view.center.x = 250 }
      #expect(near(stage.shownX, 150))
      stage.clock.advance(to: 1.5)
      animate(1) { stage.view.center.x = 50 }
      for (time, x) in [(1.5, 150), (2, 50), (2.25, 25), (2.5, 0), (3, 50)] as [(Double, CGFloat)] {
        stage.clock.advance(to: time)
        #expect(near(stage.shownX, x), "at \(time): \(stage.shownX)")
      }
    }

    @Test("A change while a program's own animation holds the property goes from what that shows to what it will show")
    func heldByOwn() {
      let stage = HostedView()
      let own = CABasicAnimation(keyPath: "position")
      (own.fromValue, own.toValue, own.duration) = (CGPoint(x: 0, y: 50), CGPoint(x: 200, y: 50), 2)
      stage.view.layer.add(own, forKey: "own")
      stage.clock.advance(to: 0.5)
      animate { stage.view.center.x = 150 }
      for (time, x) in [(0.5, 50), (1, 75), (1.5, 150), (1.75, 175), (2.5, 150)] as [(Double, CGFloat)] {
        stage.clock.advance(to: time)
        #expect(near(stage.shownX, x), "at \(time): \(stage.shownX)")
      }
    }

    @Test("12.11 a transform to a singular one jumps, and the block takes its time")
    func singular() {
      let stage = HostedView()
      func shown() -> CGFloat { stage.view.layer.presentation()?.affineTransform().a ?? -1 }
      UIView.animate(
        withDuration: 1, animations: { stage.view.transform = CGAffineTransform(scaleX: 0, y: 0) },
        completion: stage.completion("gone"))
      stage.clock.advance(to: 0.5)
      #expect(shown() == 0)
      stage.clock.advance(to: 1)
      UIView.animate(
        withDuration: 1, animations: { stage.view.transform = .identity }, completion: stage.completion("back"))
      #expect(shown() == 1)
      stage.clock.advance(to: 3)
      #expect(stage.log == ["gone done@1", "back done@2"])
    }
  }
}

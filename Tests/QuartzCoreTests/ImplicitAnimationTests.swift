import Foundation
import QuartzCore
import Testing

@Suite struct ImplicitAnimationTests {
  /// A value other than the default of each property, and whether a change of it is animated. By the guide's table,
  /// less what has nothing between two values.
  private static let table: [(key: String, value: any Sendable, isAnimated: Bool)] = [
    ("anchorPoint", CGPoint.zero, true), ("borderColor", CGColor.white, true),
    ("borderWidth", 3, true), ("bounds", CGRect(x: 0, y: 0, width: 5, height: 6), true),
    ("contentsRect", CGRect(x: 0, y: 0, width: 0.5, height: 1), true), ("cornerRadius", 4, true),
    ("opacity", 0.5, true), ("position", CGPoint(x: 1, y: 2), true),
    ("shadowColor", CGColor.white, true), ("shadowOffset", CGSize(width: 1, height: 1), true),
    ("shadowOpacity", 1, true),
    ("shadowRadius", 8, true), ("sublayerTransform", CATransform3DMakeScale(2, 2, 2), true),
    ("transform", CATransform3DMakeScale(2, 2, 2), true), ("zPosition", 7, true),
    ("doubleSided", false, false),
    ("shadowPath", CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil), false),
    ("contentsGravity", "center", false), ("speed", 2, false), ("name", "n", false),
    ("custom", 3, false),
  ]

  @Test("8.8 8.11 8.12 X-A12 the properties whose changes are animated, by a basic animation", arguments: table.indices)
  func properties(index: Int) throws {
    let (key, value, isAnimated) = Self.table[index]
    let stage = HostedLayer()
    stage.layer.setValue(value, forKey: key)
    guard isAnimated else {
      #expect(stage.layer.animationKeys() == nil, "\(key)")
      return
    }
    let animation = try #require(stage.layer.animation(forKey: key) as? CABasicAnimation, "\(key)")
    #expect(stage.layer.animationKeys() == [key] && animation.keyPath == key)
    #expect(animation.duration == 0.25 && animation.isRemovedOnCompletion && animation.toValue == nil)
    #expect(animation.fromValue != nil && animation.fillMode == .backwards && animation.beginTime == 0)
    CATransaction.flush()
    #expect(stage.host.takeIssues().isEmpty, "\(key)")
  }

  @Test("X-A12 the frame's animations are those of position and bounds; a colour that was none has none")
  func frameAndNil() {
    let stage = HostedLayer()
    stage.layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    stage.layer.backgroundColor = .white
    #expect(stage.layer.animationKeys() == ["position", "bounds"])
    CATransaction.flush()
    stage.layer.backgroundColor = .black
    #expect(stage.layer.animationKeys() == ["position", "bounds", "backgroundColor"])
    CATransaction.flush()
  }

  private static let fading: [(key: String, change: @Sendable (CALayer) -> Void)] = [
    ("hidden", { $0.isHidden = true }), ("geometryFlipped", { $0.isGeometryFlipped = true }),
    ("masksToBounds", { $0.masksToBounds = true }), ("mask", { $0.mask = CALayer() }),
    ("sublayers", { $0.addSublayer(CALayer()) }), ("filters", { $0.filters = ["blur"] }),
    ("maskedCorners", { $0.maskedCorners = .layerMinXMinYCorner }),
    ("backgroundFilters", { $0.backgroundFilters = ["blur"] }),
    ("compositingFilter", { $0.compositingFilter = "multiplyBlendMode" }),
  ]

  @Test("X-A10 what has nothing between two values fades", arguments: fading.indices)
  func fades(index: Int) throws {
    let stage = HostedLayer()
    CATransaction.setAnimationDuration(3)
    Self.fading[index].change(stage.layer)
    let transition = try #require(stage.layer.animation(forKey: kCATransition) as? CATransition)
    #expect(stage.layer.animationKeys() == [kCATransition] && transition.type == .fade)
    #expect(transition.startProgress == 0 && transition.endProgress == 1 && transition.duration == 3)
    CATransaction.flush()
    #expect(stage.host.isHosting)
  }

  @Test("X-A10 with actions disabled, and before the first commit, nothing fades")
  func still() {
    let stage = HostedLayer()
    let new = CALayer()
    CATransaction.setDisableActions(true)
    stage.layer.addSublayer(new)
    CATransaction.setDisableActions(false)
    new.addSublayer(CALayer())
    new.isHidden = true
    #expect(stage.layer.animationKeys() == nil && new.animationKeys() == nil)
    CATransaction.flush()
    new.isHidden = false
    #expect(new.animationKeys() == [kCATransition])
    CATransaction.flush()
  }

  @Test("X-A11 contents have a basic animation; frames dissolve")
  func contents() throws {
    let stage = HostedLayer()
    stage.layer.contents = CGImage.grey(9)
    let animation = try #require(stage.layer.animation(forKey: "contents") as? CABasicAnimation)
    #expect(stage.layer.animationKeys() == ["contents"] && animation.keyPath == "contents")
    CATransaction.flush()
    #expect(stage.host.takeIssues().isEmpty)
  }

  @Test("8.13 properties of text layers are animated, those of a client's subclass where it says so")
  func subclasses() {
    let text = HostedLayer(CATextLayer())
    (text.layer as? CATextLayer)?.fontSize = 12
    (text.layer as? CATextLayer)?.foregroundColor = .black
    #expect(text.layer.animationKeys() == ["fontSize", "foregroundColor"])
    final class Gauge: CALayer {
      var level: CGFloat {
        get { managed() }
        set { setManaged(newValue) }
      }
      var other: CGFloat {
        get { managed() }
        set { setManaged(newValue) }
      }
      override func action(forKey event: String) -> (any CAAction)? {
        guard event == "level" else { return super.action(forKey: event) }
        let animation = CABasicAnimation(keyPath: event)
        animation.fromValue = presentation()?.level
        return animation
      }
    }
    let gauge = Gauge()
    let stage = HostedLayer(gauge)
    gauge.level = 10
    gauge.other = 10
    #expect(gauge.animationKeys() == ["level"])
    stage.advance(to: 0.125)
    #expect(gauge.presentation()?.level == 5 && gauge.level == 10)
  }

  @Test("X-A12 implicit animations have the default pace; the transaction's takes its place")
  func pace() {
    let stage = HostedLayer()
    stage.layer.opacity = 0
    #expect(stage.layer.animation(forKey: "opacity")?.timingFunction == CAMediaTimingFunction(name: .default))
    CATransaction.flush()
    stage.advance(to: 0.125)
    let progress = CAMediaTimingFunction(name: .default).curve.value(at: 0.5)
    #expect(near(Double(stage.layer.presentation()?.opacity ?? 0), 1 - progress, 1e-6))
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    stage.layer.zPosition = 4
    #expect(stage.layer.animation(forKey: "zPosition")?.timingFunction == CAMediaTimingFunction(name: .linear))
    CATransaction.flush()
  }

  @Test("8.15 only layers of a committed tree are animated")
  func committedOnly() {
    let alone = CALayer()
    alone.opacity = 0.5
    #expect(alone.animationKeys() == nil)
    let host = LayerHost(layer: alone, clock: MediaClock(startingAt: 0))
    alone.opacity = 0.25
    #expect(alone.animationKeys() == nil)
    CATransaction.flush()
    alone.opacity = 0.5
    #expect(alone.animationKeys() == ["opacity"])
    let fresh = CALayer()
    alone.addSublayer(fresh)
    fresh.opacity = 0.5
    #expect(fresh.animationKeys() == nil)
    CATransaction.flush()
    fresh.opacity = 0.25
    #expect(fresh.animationKeys() == ["opacity"])
    fresh.removeFromSuperlayer()
    fresh.opacity = 1
    #expect(fresh.animationKeys() == nil && host.isHosting)
  }

  @Test("Only real changes are animated")
  func realChanges() {
    let stage = HostedLayer()
    stage.layer.opacity = 1
    stage.layer.position = .zero
    stage.layer.setValue(1, forKey: "opacity")
    stage.layer.maskedCorners = CACornerMask(rawValue: 0xFF)
    stage.layer.contents = nil
    stage.layer.backgroundColor = nil
    #expect(stage.layer.animationKeys() == nil)
    CATransaction.withoutActions { stage.layer.opacity = 0.5 }
    #expect(stage.layer.animationKeys() == nil && stage.layer.opacity == 0.5)
    #expect(stage.layer.presentation()?.opacity == 0.5)
  }

  @Test("The way begins at what is shown, and ends at the model's value")
  func fromPresentation() throws {
    let stage = HostedLayer()
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    CATransaction.setAnimationDuration(1)
    stage.layer.position = CGPoint(x: 100, y: 0)
    CATransaction.flush()
    stage.advance(to: 0.5)
    #expect(stage.layer.presentation()?.position.x == 50 && stage.layer.position.x == 100)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    CATransaction.setAnimationDuration(1)
    stage.layer.position = CGPoint(x: 0, y: 0)
    #expect(
      (stage.layer.animation(forKey: "position") as? CABasicAnimation)?.fromValue as? CGPoint == CGPoint(x: 50, y: 0))
    // Again before the commit: what is shown is still the same.
    stage.layer.position = CGPoint(x: 20, y: 0)
    #expect(
      (stage.layer.animation(forKey: "position") as? CABasicAnimation)?.fromValue as? CGPoint == CGPoint(x: 50, y: 0))
    CATransaction.flush()
    #expect(stage.layer.presentation()?.position.x == 50)
    stage.advance(to: 1)
    #expect(stage.layer.presentation()?.position.x == 35)
    stage.advance(to: 1.5)
    #expect(stage.layer.presentation()?.position.x == 20 && stage.layer.animationKeys() == nil)
  }

  @Test("The frame is not animated itself: bounds and position are")
  func frame() {
    let stage = HostedLayer()
    stage.layer.frame = CGRect(x: 10, y: 10, width: 20, height: 20)
    #expect(stage.layer.animationKeys() == ["position", "bounds"])
  }

  @Test("Layout within a commit is animated with the settings of the transaction that ends")
  func layout() {
    final class Layouting: CALayer {
      override func layoutSublayers() { for layer in sublayers ?? [] { layer.zPosition = bounds.width } }
    }
    let layer = Layouting()
    let child = CALayer()
    layer.addSublayer(child)
    let stage = HostedLayer(layer)
    CATransaction.begin()
    CATransaction.setAnimationDuration(4)
    layer.bounds.size.width = 8
    #expect(child.animationKeys() == nil)
    CATransaction.commit()
    #expect(child.animation(forKey: "zPosition")?.duration == 4 && child.zPosition == 8)
    #expect(stage.host.isHosting)
  }
}

import QuartzCore
import Testing

@Suite struct AnimationObjectTests {
  @Test("1.2 any key may be set and read back")
  func openContainer() {
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.setValue("hello", forKey: "note")
    #expect(animation.value(forKey: "note") as? String == "hello")
    #expect(animation.value(forKey: "other") == nil)
    animation.setValue(nil, forKey: "note")
    #expect(animation.value(forKey: "note") == nil)
  }

  @Test("1.2 properties by key, numbers boxed")
  func properties() {
    let animation = CASpringAnimation()
    for (key, value) in [("duration", 2.5), ("beginTime", 1), ("repeatCount", 3), ("mass", 2), ("damping", 7)] {
      animation.setValue(value, forKey: key)
      #expect((animation.value(forKey: key) as? NSNumber)?.doubleValue == value)
    }
    #expect(animation.duration == 2.5 && animation.repeatCount == 3 && animation.mass == 2)
    animation.setValue(nil, forKey: "mass")
    #expect(animation.mass == 1)
    animation.setValue(false, forKey: "removedOnCompletion")
    animation.setValue(1, forKey: "additive")
    animation.setValue("forwards", forKey: "fillMode")
    #expect(!animation.isRemovedOnCompletion && animation.isAdditive && animation.fillMode == .forwards)
    let keyframes = CAKeyframeAnimation()
    keyframes.setValue([0, 0.5, 1], forKey: "keyTimes")
    keyframes.setValue("paced", forKey: "calculationMode")
    #expect(keyframes.keyTimes?.map { $0.doubleValue } == [0, 0.5, 1])
    #expect(keyframes.calculationMode == .paced)
  }

  @Test("1.2 fields of values by key path")
  func keyPaths() {
    let animation = CABasicAnimation(keyPath: "position")
    animation.toValue = CGPoint(x: 1, y: 2)
    animation.setValue(5, forKeyPath: "toValue.x")
    #expect(animation.toValue as? CGPoint == CGPoint(x: 5, y: 2))
    #expect((animation.value(forKeyPath: "toValue.y") as? NSNumber)?.doubleValue == 2)
    animation.setValue(3, forKeyPath: "duration")
    #expect(animation.duration == 3)
  }

  @Test("1.7 defaults by key; subclasses add theirs")
  func defaults() {
    final class Custom: CABasicAnimation {
      override class func defaultValue(forKey key: String) -> Any? {
        key == "weight" ? 12 : super.defaultValue(forKey: key)
      }
    }
    #expect(Custom().value(forKey: "weight") as? Int == 12)
    #expect((CAAnimation.defaultValue(forKey: "speed") as? NSNumber)?.intValue == 1)
    #expect(CAAnimation.defaultValue(forKey: "duration") == nil)
    #expect((Custom().copy() as? Custom)?.value(forKey: "weight") as? Int == 12)
  }

  @Test("12.18 a copy has every property of its class")
  func copies() throws {
    final class Listener: NSObject, CAAnimationDelegate {}
    let listener = Listener()
    let keyframes = CAKeyframeAnimation(keyPath: "position")
    keyframes.values = [1, 2]
    keyframes.keyTimes = [0, 1]
    keyframes.timingFunctions = [CAMediaTimingFunction(name: .easeIn)]
    keyframes.calculationMode = .cubic
    (keyframes.tensionValues, keyframes.continuityValues, keyframes.biasValues) = ([1], [0.5], [-1])
    keyframes.rotationMode = .rotateAuto
    keyframes.path = CGPath(rect: .zero, transform: nil)
    let spring = CASpringAnimation(perceptualDuration: 0.4, bounce: -0.2)
    (spring.fromValue, spring.toValue, spring.byValue, spring.initialVelocity) = (1, 2, 3, 4)
    let group = CAAnimationGroup()
    group.animations = [keyframes, spring]
    for animation in [keyframes, spring, group] as [CAAnimation] {
      (animation.duration, animation.speed, animation.autoreverses, animation.isRemovedOnCompletion) = (
        3, 2, true, false
      )
      animation.delegate = listener
      animation.timingFunction = CAMediaTimingFunction(name: .easeOut)
      animation.setValue("x", forKey: "other")
      if let property = animation as? CAPropertyAnimation {
        (property.isAdditive, property.isCumulative) = (true, true)
        property.valueFunction = CAValueFunction(name: .scaleX)
      }
      let copy = try #require(animation.copy() as? CAAnimation)
      #expect(type(of: copy) == type(of: animation) && copy !== animation)
      for key in Self.keys { #expect("\(copy.value(forKey: key) ?? "-")" == "\(animation.value(forKey: key) ?? "-")") }
      #expect(copy.delegate === listener)
    }
    #expect((group.copy() as? CAAnimationGroup)?.animations?.first === keyframes)
  }

  private static let keys = [
    "duration", "speed", "autoreverses", "removedOnCompletion", "timingFunction", "other", "keyPath", "additive",
    "cumulative", "valueFunction", "fromValue", "toValue", "byValue", "values", "keyTimes", "timingFunctions",
    "calculationMode", "tensionValues", "continuityValues", "biasValues", "rotationMode", "path", "mass", "stiffness",
    "damping", "initialVelocity", "allowsOverdamping", "animations",
  ]

  @Test("3.9 the delegate is held strongly; both of its methods are optional")
  func delegate() {
    final class Listener: NSObject, CAAnimationDelegate {}
    let animation = CAAnimation()
    animation.delegate = Listener()
    #expect(animation.delegate != nil)
    animation.delegate?.animationDidStart(animation)
    animation.delegate?.animationDidStop(animation, finished: true)
  }

  @Test("1.16 unknown calculation modes are kept")
  func unknownMode() {
    let animation = CAKeyframeAnimation()
    animation.calculationMode = CAAnimationCalculationMode(rawValue: "odd")
    #expect(animation.calculationMode.rawValue == "odd")
  }

  @Test("12.18 a compiled animation does not see later edits")
  func edits() throws {
    let animation = CABasicAnimation(keyPath: "zPosition")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 10, 1)
    let compiled = try compiled(animation)
    animation.toValue = 1000
    var values = LayerValues()
    compiled.apply(atLocalTime: 0.5, to: &values)
    #expect(values.zPosition == 5)
  }
}

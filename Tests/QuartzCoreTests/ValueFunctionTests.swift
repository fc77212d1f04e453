import QuartzCore
import Testing

@Suite struct ValueFunctionTests {
  @Test(
    "12.17 the eleven functions",
    arguments: [
      (CAValueFunctionName.rotateX, CATransform3DMakeRotation(2, 1, 0, 0)),
      (.rotateY, CATransform3DMakeRotation(2, 0, 1, 0)),
      (.rotateZ, CATransform3DMakeRotation(2, 0, 0, 1)), (.scaleX, CATransform3DMakeScale(2, 1, 1)),
      (.scaleY, CATransform3DMakeScale(1, 2, 1)), (.scaleZ, CATransform3DMakeScale(1, 1, 2)),
      (.scale, CATransform3DMakeScale(2, 3, 4)), (.translate, CATransform3DMakeTranslation(2, 3, 4)),
      (.translateX, CATransform3DMakeTranslation(2, 0, 0)), (.translateY, CATransform3DMakeTranslation(0, 2, 0)),
      (.translateZ, CATransform3DMakeTranslation(0, 0, 2)),
    ])
  func functions(name: CAValueFunctionName, expected: CATransform3D) throws {
    let function = try #require(CAValueFunction(name: name))
    #expect(function.name == name)
    let three = name == .scale || name == .translate
    let animation = CABasicAnimation(keyPath: "transform")
    animation.valueFunction = function
    // Interpolated first: the end is at twice the time.
    animation.fromValue = three ? [0, 0, 0] : 0
    animation.toValue = three ? [4, 6, 8] : 4
    animation.duration = 1
    #expect(try near(sample(animation, at: 0.5).transform, expected))
  }

  @Test(
    "12.17 unknown and empty names are none; one name is one function", arguments: ["", "rotate", "ROTATEX"])
  func names(raw: String) {
    #expect(CAValueFunction(name: CAValueFunctionName(rawValue: raw)) == nil)
    #expect(CAValueFunction(name: .scaleX) === CAValueFunction(name: .scaleX))
  }

  @Test("12.11, 12.17 a full turn shows, and begins from the current angle where no other is given")
  func turn() throws {
    let animation = CABasicAnimation(keyPath: "transform")
    animation.valueFunction = CAValueFunction(name: .rotateZ)
    (animation.byValue, animation.duration) = (2 * Double.pi, 1)
    var model = LayerValues()
    model.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
    #expect(
      try near(sample(animation, at: 0.25, over: model).transform, CATransform3DMakeRotation(0.5 + .pi / 2, 0, 0, 1)))
  }

  @Test("12.17 values that the function cannot take are reported")
  func mismatch() {
    let animation = CABasicAnimation(keyPath: "transform")
    animation.valueFunction = CAValueFunction(name: .scale)
    animation.toValue = [1, 2]
    #expect(issues(animation) == [.valueKind(keyPath: "transform", value: "[1, 2]", expected: .numbers)])
    animation.keyPath = "position"
    #expect(issues(animation) == [.valueFunctionNeedsTransform(keyPath: "position")])
  }
}

import QuartzCore
import Testing

@Suite struct BasicAnimationTests {
  /// Over the model value 100, a quarter of the way through.
  @Test(
    "12.5 the eight ways to give values",
    arguments: [
      (0.0, 40.0, nil, 10.0), (0, nil, 40.0, 10), (nil, 40, 20, 25), (0, nil, nil, 25), (nil, 0, nil, 75),
      (nil, nil, 40, 110), (nil, nil, nil, 100), (0, 40, 1000, 10),
    ] as [(Double?, Double?, Double?, Double)])
  func combinations(from: Double?, to: Double?, by: Double?, expected: Double) throws {
    var model = LayerValues()
    model.zPosition = 100
    model.position = CGPoint(x: 100, y: 100)
    let number = CABasicAnimation(keyPath: "zPosition")
    let point = CABasicAnimation(keyPath: "position")
    let field = CABasicAnimation(keyPath: "position.y")
    for animation in [number, field] {
      (animation.fromValue, animation.toValue, animation.byValue) = (from, to, by)
    }
    func both(_ value: Double?) -> CGPoint? { value.map { CGPoint(x: $0, y: $0) } }
    (point.fromValue, point.toValue, point.byValue) = (both(from), both(to), both(by))
    for animation in [number, point, field] { animation.duration = 1 }
    #expect(try sample(number, at: 0.25, over: model).zPosition == expected)
    #expect(try sample(point, at: 0.25, over: model).position == CGPoint(x: expected, y: expected))
    #expect(try sample(field, at: 0.25, over: model).position == CGPoint(x: 100, y: expected))
  }

  @Test("12.5 without values: from what showed before the change")
  func previous() throws {
    let animation = CABasicAnimation(keyPath: "zPosition")
    animation.duration = 1
    var (before, now) = (LayerValues(), LayerValues())
    (before.zPosition, now.zPosition) = (0, 100)
    #expect(try sample(animation, at: 0.25, over: now, previous: before).zPosition == 25)
  }

  @Test("12.6, 12.19 current is what the animations before left")
  func order() throws {
    let first = CABasicAnimation(keyPath: "zPosition")
    (first.fromValue, first.toValue, first.duration) = (10, 10, 1)
    let second = CABasicAnimation(keyPath: "zPosition")
    (second.byValue, second.duration) = (100, 1)
    let values = try sample(second, at: 0.5, over: try sample(first, at: 0.5))
    #expect(values.zPosition == 60)
  }

  @Test("12.8 arrays of numbers are points and rectangles")
  func arrays() throws {
    let point = CABasicAnimation(keyPath: "position")
    (point.fromValue, point.toValue, point.duration) = ([0, 0], [100, 50], 1)
    #expect(try sample(point, at: 0.5).position == CGPoint(x: 50, y: 25))
    let rect = CABasicAnimation(keyPath: "bounds")
    (rect.fromValue, rect.toValue, rect.duration) = ([0, 0, 0, 0], [0, 2, 4, 6.0], 1)
    #expect(try sample(rect, at: 0.5).bounds == CGRect(x: 0, y: 1, width: 2, height: 3))
  }

  @Test("12.9 by with transforms concatenates")
  func byTransform() throws {
    let animation = CABasicAnimation(keyPath: "transform")
    animation.byValue = CATransform3DMakeRotation(1, 0, 0, 1)
    animation.duration = 1
    var model = LayerValues()
    model.transform = CATransform3DMakeTranslation(10, 0, 0)
    let expected = CATransform3DRotate(model.transform, 0.5, 0, 0, 1)
    #expect(try near(sample(animation, at: 0.5, over: model).transform, expected))
  }

  @Test("12.11 a full turn shows by its angle, not by its transform")
  func fullTurn() throws {
    let byAngle = CABasicAnimation(keyPath: "transform.rotation.z")
    (byAngle.fromValue, byAngle.toValue, byAngle.duration) = (0, 2 * Double.pi, 1)
    #expect(try near(sample(byAngle, at: 0.25).transform, CATransform3DMakeRotation(.pi / 2, 0, 0, 1)))
    let byMatrix = CABasicAnimation(keyPath: "transform")
    byMatrix.fromValue = CATransform3DIdentity
    byMatrix.toValue = CATransform3DMakeRotation(2 * .pi, 0, 0, 1)
    byMatrix.duration = 1
    #expect(try near(sample(byMatrix, at: 0.25).transform, CATransform3DIdentity))
  }

  @Test("12.12 values of the wrong kind have no effect and are reported")
  func mismatch() {
    let animation = CABasicAnimation(keyPath: "position")
    animation.toValue = "left"
    #expect(issues(animation) == [.valueKind(keyPath: "position", value: "left", expected: .point)])
    animation.keyPath = "contentsGravity"
    (animation.toValue, animation.byValue) = (nil, "left")
    #expect(issues(animation) == [.valueKind(keyPath: "contentsGravity", value: "left", expected: .string)])
  }

  @Test("12.1 key paths that lead nowhere are reported", arguments: ["", "colour", "position.z"])
  func unknown(path: String) {
    #expect(issues(CABasicAnimation(keyPath: path)) == [path.isEmpty ? .missingKeyPath : .unknownKeyPath(path)])
    #expect(issues(CABasicAnimation(keyPath: nil)) == [.missingKeyPath])
    #expect(issues(CAPropertyAnimation(keyPath: "opacity")) == [.unsupportedClass("CAPropertyAnimation")])
    #expect(issues(CAAnimation()) == [.unsupportedClass("CAAnimation")])
  }

  @Test(
    "X-A14: a Boolean is a number on its way, and any but 0 is true",
    arguments: [(0.0, false, true), (0.25, true, true), (0.75, true, true), (1, true, false)])
  func booleans(time: Double, appearing: Bool, going: Bool) throws {
    let hidden = CABasicAnimation(keyPath: "hidden")
    (hidden.fromValue, hidden.toValue, hidden.duration) = (false, true, 1)
    #expect(try sample(hidden, at: time).isHidden == appearing)
    (hidden.fromValue, hidden.toValue) = (true, false)
    #expect(try sample(hidden, at: time).isHidden == going)
    hidden.toValue = nil
    #expect(try sample(hidden, at: time).isHidden == going)
  }

  @Test("12.12 strings jump at one half", arguments: [(0.4, false), (0.6, true)])
  func strings(time: Double, changed: Bool) throws {
    let gravity = CABasicAnimation(keyPath: "contentsGravity")
    (gravity.fromValue, gravity.toValue, gravity.duration) = (CALayerContentsGravity.top, "left", 1)
    #expect(try sample(gravity, at: time).contentsGravity == (changed ? .left : .top))
  }

  @Test("X-A11: contents jump at one half", arguments: [(0.4, 0), (0.6, 1)])
  func contents(time: Double, index: Int) throws {
    let images = (0..<2).map { _ in CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255]) }
    let animation = CABasicAnimation(keyPath: "contents")
    (animation.fromValue, animation.toValue, animation.duration) = (images[0], images[1], 1)
    #expect(try sample(animation, at: time).contents === images[index])
  }

  @Test("12.15 additive animations add up")
  func additive() throws {
    let animation = CABasicAnimation(keyPath: "position")
    (animation.fromValue, animation.toValue, animation.duration) = (CGPoint.zero, CGPoint(x: 10, y: 20), 1)
    animation.isAdditive = true
    var model = LayerValues()
    model.position = CGPoint(x: 100, y: 100)
    #expect(try sample(animation, at: 0.5, over: model).position == CGPoint(x: 105, y: 110))
    let turn = CABasicAnimation(keyPath: "transform")
    (turn.fromValue, turn.toValue) = (CATransform3DIdentity, CATransform3DMakeRotation(1, 0, 0, 1))
    (turn.duration, turn.isAdditive) = (1, true)
    model.transform = CATransform3DMakeTranslation(10, 0, 0)
    #expect(try near(sample(turn, at: 0.5, over: model).transform, CATransform3DRotate(model.transform, 0.5, 0, 0, 1)))
  }

  @Test(
    "12.16 cumulative cycles go on from where the last ended",
    arguments: [(0.5, 5.0), (1.5, 15), (2.25, 22.5), (9, 30)])
  func cumulative(time: Double, expected: Double) throws {
    let animation = CABasicAnimation(keyPath: "zPosition")
    (animation.fromValue, animation.toValue, animation.duration, animation.repeatCount) = (0, 10, 1, 3)
    (animation.isCumulative, animation.fillMode) = (true, .forwards)
    #expect(try near(sample(animation, at: time).zPosition, expected))
    let turn = CABasicAnimation(keyPath: "transform")
    (turn.fromValue, turn.toValue) = (CATransform3DIdentity, CATransform3DMakeTranslation(10, 0, 0))
    (turn.duration, turn.repeatCount, turn.isCumulative, turn.fillMode) = (1, 3, true, .forwards)
    #expect(try near(sample(turn, at: time).transform.m41, expected))
  }

  @Test("X-B12: cumulative by 10 from the model's 100, three times", arguments: [(0.5, 105.0), (1.5, 215), (2.5, 325)])
  func cumulativeBy(time: Double, expected: Double) throws {
    let animation = CABasicAnimation(keyPath: "zPosition")
    (animation.byValue, animation.duration, animation.repeatCount, animation.isCumulative) = (10, 1, 3, true)
    var model = LayerValues()
    model.zPosition = 100
    #expect(try near(sample(animation, at: time, over: model).zPosition, expected))
  }

  @Test("X-B12: a cumulative animation that autoreverses ends each cycle where it began")
  func cumulativeReversing() throws {
    let animation = CABasicAnimation(keyPath: "zPosition")
    (animation.fromValue, animation.toValue, animation.duration, animation.repeatCount) = (0, 10, 1, 2)
    (animation.isCumulative, animation.autoreverses) = (true, true)
    #expect(try sample(animation, at: 2.5).zPosition == 5)
  }

  @Test("10.7, 10.8 the default duration and begin time")
  func defaults() throws {
    let animation = CABasicAnimation(keyPath: "zPosition")
    (animation.fromValue, animation.toValue) = (0, 100)
    let compiled = try #require(CompiledAnimation(animation, defaultDuration: 0.5, beginTimeStamp: 10) { _ in })
    #expect(compiled.timing.duration == 0.5)
    #expect(compiled.timing.beginTime == 10)
    animation.beginTime = 1e-100
    let early = try #require(CompiledAnimation(animation, defaultDuration: 0.5, beginTimeStamp: 10) { _ in })
    #expect(early.timing.beginTime == 1e-100)
  }

  @Test(
    "10.11, 11.6 the timing curve, mirrored on the way back",
    arguments: [(0.25, 0.093465), (1.75, 0.093465), (1.25, 0.621861)])
  func mirrored(time: Double, expected: Double) throws {
    let animation = CABasicAnimation(keyPath: "zPosition")
    (animation.fromValue, animation.toValue, animation.duration) = (0, 1, 1)
    (animation.autoreverses, animation.timingFunction) = (true, CAMediaTimingFunction(name: .easeIn))
    #expect(try near(sample(animation, at: time).zPosition, expected, 1e-6))
  }

  @Test("Events: when the layer changes next, and when the animation is over")
  func events() throws {
    let animation = CABasicAnimation(keyPath: "zPosition")
    (animation.beginTime, animation.duration, animation.toValue, animation.fillMode) = (2, 3, 1, .both)
    let compiled = try compiled(animation)
    #expect(compiled.nextEventTime(after: 0) == 2)
    #expect(compiled.nextEventTime(after: 2.5) == 2.5)
    #expect(compiled.nextEventTime(after: 5) == .infinity)
    // Without a fill mode its last value shows at its end, and is gone after (X-A31).
    animation.fillMode = .removed
    let removed = try QuartzCoreTests.compiled(animation)
    #expect(removed.nextEventTime(after: 5) == 5 && removed.nextEventTime(after: 5.1) == .infinity)
    #expect(!compiled.hasBegun(atLocalTime: 1) && compiled.hasBegun(atLocalTime: 2))
    #expect(!compiled.isFinished(atLocalTime: 4.9) && compiled.isFinished(atLocalTime: 5))
  }
}

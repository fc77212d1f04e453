import QuartzCore
import Testing

@Suite struct AnimationGroupTests {
  static func member(_ keyPath: String, duration: Double = 0, to: Double = 100) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue, animation.duration) = (0, to, duration)
    return animation
  }

  static func group(_ members: [CAAnimation], duration: Double) -> CAAnimationGroup {
    let group = CAAnimationGroup()
    (group.animations, group.duration) = (members, duration)
    return group
  }

  @Test(
    "12.21, X-A31: members are clipped to the group, not scaled; the group's end belongs to it",
    arguments: [(0.5, 25.0), (0.99, 49.5), (1, 50), (1.01, 0)])
  func clipped(time: Double, expected: Double) throws {
    #expect(
      try near(sample(Self.group([Self.member("zPosition", duration: 2)], duration: 1), at: time).zPosition, expected))
  }

  @Test("12.21 a member without a duration takes the group's; it holds at the end with the group")
  func inherited() throws {
    let group = Self.group([Self.member("zPosition")], duration: 4)
    #expect(try sample(group, at: 1).zPosition == 25)
    group.fillMode = .forwards
    #expect(try sample(group, at: 9).zPosition == 100)
  }

  @Test(
    "X-B13: before and after a member the model shows",
    arguments: [(0.0, 7.0), (0.49, 7), (0.5, 0), (0.75, 50), (0.99, 98), (1, 7), (1.5, 7), (2, 7)])
  func aroundMember(time: Double, expected: Double) throws {
    let member = Self.member("zPosition", duration: 0.5)
    member.beginTime = 0.5
    var model = LayerValues()
    model.zPosition = 7
    // A member that ends within the group is over at its end (L-9).
    #expect(try near(sample(Self.group([member], duration: 2), at: time, over: model).zPosition, expected))
  }

  @Test("12.21 members begin in the group's time", arguments: [(1.0, 0.0), (2.5, 50), (3.5, 0)])
  func beginTimes(time: Double, expected: Double) throws {
    let member = Self.member("zPosition", duration: 1)
    member.beginTime = 2
    let group = Self.group([member], duration: 4)
    #expect(try sample(group, at: time).zPosition == expected)
    group.beginTime = 10
    #expect(try sample(group, at: 10 + time).zPosition == expected)
    group.speed = 2
    #expect(try sample(group, at: 10 + time / 2).zPosition == expected)
  }

  @Test(
    "12.21 a repeated group repeats its members; one that autoreverses runs them backward",
    arguments: [(2.5, 50.0), (1.75, 75), (3.5, 50)])
  func repeated(time: Double, expected: Double) throws {
    let group = Self.group([Self.member("zPosition", duration: 1)], duration: 1)
    (group.repeatCount, group.autoreverses) = (2, true)
    let reversed = time.truncatingRemainder(dividingBy: 2) > 1
    #expect(try near(sample(group, at: time).zPosition, reversed && time < 2 ? 25 : expected))
  }

  @Test("12.21 groups nest, and later members see earlier ones")
  func nested() throws {
    let inner = Self.group([Self.member("zPosition", duration: 1)], duration: 2)
    inner.beginTime = 1
    let add = Self.member("zPosition", to: 0)
    (add.fromValue, add.toValue, add.isAdditive) = (1000, 1000, true)
    let outer = Self.group([inner, add], duration: 4)
    #expect(try sample(outer, at: 1.5).zPosition == 1050)
    #expect(try sample(outer, at: 0.5).zPosition == 1000)
  }

  @Test("11.6 a pace of the group bends its time")
  func pace() throws {
    let group = Self.group([Self.member("zPosition", duration: 2)], duration: 2)
    group.timingFunction = CAMediaTimingFunction(name: .easeIn)
    #expect(try near(sample(group, at: 0.5).zPosition, 9.3465, 1e-5))
  }

  @Test("A member that does not compile is reported, the others go on")
  func broken() throws {
    let group = Self.group([Self.member("nothing"), Self.member("zPosition")], duration: 1)
    var found: [CompileIssue] = []
    let compiled = try #require(CompiledAnimation(group, defaultDuration: 1, beginTimeStamp: 0) { found.append($0) })
    #expect(found == [.unknownKeyPath("nothing")])
    var values = LayerValues()
    compiled.apply(atLocalTime: 0.5, to: &values)
    #expect(values.zPosition == 50)
  }

  private static func nest(_ depth: Int) -> CAAnimationGroup {
    var group = group([member("zPosition")], duration: 1)
    for _ in 1..<depth { group = Self.group([group], duration: 1) }
    return group
  }

  @Test("R-B4: groups within groups, as deep as they may be")
  func deep() throws {
    #expect(try sample(Self.nest(128), at: 0.5).zPosition == 50)
    #expect(issues(Self.nest(129)) == [.groupsTooDeep(128)])
  }

  @Test("R-B4: 100,000 groups within groups take no stack")
  func deepest() {
    let layer = CALayer()
    let host = LayerHost(layer: layer, clock: MediaClock(startingAt: 0))
    layer.add(Self.nest(100_000), forKey: "deep")
    host.flush()
    #expect(host.takeIssues().count == 1)
    layer.removeAllAnimations()
    host.flush()
  }

  @Test("An empty group is an animation of nothing")
  func empty() throws {
    let group = CAAnimationGroup()
    group.duration = 1
    #expect(try sample(group, at: 0.5).zPosition == 0)
    #expect(try compiled(group).isFinished(atLocalTime: 1))
  }
}

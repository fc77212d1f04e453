import Foundation
import QuartzCore
import Testing

@Suite struct AnimationDelegateTests {
  private static func stage() -> (HostedLayer, Journal) {
    let stage = HostedLayer()
    return (stage, Journal(stage.clock))
  }

  private static func animation(_ name: String, _ journal: Journal, duration: Double = 2) -> CABasicAnimation {
    let animation = CABasicAnimation("opacity", from: 0, to: 0.5, duration: duration)
    animation.delegate = JournalDelegate(name, journal)
    return animation
  }

  @Test("10.7 a duration of 0 or less is the transaction's, or 0.25", arguments: [(0.0, 0.25), (-2, 0.25), (3, 3)])
  func durations(set: Double, added: Double) {
    let layer = CALayer()
    layer.add(CABasicAnimation("opacity", to: 0, duration: set), forKey: "a")
    #expect(layer.animation(forKey: "a")?.duration == added)
    CATransaction.begin()
    CATransaction.setAnimationDuration(7)
    layer.add(CABasicAnimation("opacity", to: 0, duration: set), forKey: "b")
    CATransaction.commit()
    #expect(layer.animation(forKey: "b")?.duration == (set > 0 ? set : 7))
  }

  @Test("10.8 our decision: a begin time of 0 is the layer's time at the commit; any other is in the layer's time")
  func beginTimes() {
    let (stage, journal) = Self.stage()
    stage.layer.speed = 2
    stage.layer.timeOffset = 3
    stage.advance(to: 5)
    let delayed = Self.animation("delayed", journal)
    delayed.beginTime = stage.layer.convertTime(stage.clock.now, from: nil) + 4
    stage.layer.add(Self.animation("now", journal), forKey: "now")
    stage.layer.add(delayed, forKey: "delayed")
    #expect(stage.layer.animation(forKey: "now")?.beginTime == 0)
    CATransaction.flush()
    #expect(stage.layer.animation(forKey: "now")?.beginTime == 13 && delayed.beginTime == 17)
    stage.advance(to: 20)
    #expect(journal.entries == ["5.0 now starts", "6.0 now ends", "7.0 delayed starts", "8.0 delayed ends"])
  }

  @Test("12.18 the animation is copied when it is added; later edits have no effect; a nil key is allowed")
  func copied() {
    let layer = CALayer()
    let animation = CABasicAnimation("opacity", from: 0, to: 1, duration: 2)
    layer.add(animation, forKey: nil)
    layer.add(animation, forKey: nil)
    layer.add(animation, forKey: "a")
    animation.duration = 9
    animation.toValue = 5
    let added = layer.animation(forKey: "a") as? CABasicAnimation
    #expect(added?.duration == 2 && added?.toValue as? Int == 1 && added !== animation)
    #expect(layer.animationKeys() == ["a"] && layer.animations.count == 3)
    layer.removeAllAnimations()
    #expect(layer.animations.isEmpty && layer.animationKeys() == nil)
  }

  @Test("12.18 the same key replaces; the delegate of the replaced animation is told that it did not finish")
  func replaced() {
    let (stage, journal) = Self.stage()
    stage.layer.add(Self.animation("first", journal), forKey: "a")
    stage.advance(to: 1)
    stage.layer.add(Self.animation("second", journal), forKey: "a")
    #expect(stage.layer.animationKeys() == ["a"])
    stage.advance(to: 9)
    #expect(
      journal.entries == ["0.0 first starts", "1.0 first is cut off", "1.0 second starts", "3.0 second ends"])
  }

  @Test("12.19 animationKeys is the order of application: later animations see the results of earlier ones")
  func order() {
    let (stage, _) = Self.stage()
    let base = CABasicAnimation("position.x", from: 0, to: 10, duration: 2)
    let relative = CABasicAnimation("position.x", duration: 2)
    relative.byValue = 4
    stage.layer.add(base, forKey: "base")
    stage.layer.add(relative, forKey: "relative")
    stage.advance(to: 1)
    #expect(stage.layer.animationKeys() == ["base", "relative"])
    #expect(stage.layer.presentation()?.position.x == 7)
    // Added again, the first one comes last and hides the other.
    stage.layer.add(base, forKey: "base")
    stage.advance(to: 1.5)
    #expect(stage.layer.animationKeys() == ["relative", "base"])
    #expect(stage.layer.presentation()?.position.x == 2.5)
  }

  @Test("12.20 didStart when the active time begins, didStop(finished: true) at its end")
  func startAndStop() {
    let (stage, journal) = Self.stage()
    let animation = Self.animation("a", journal)
    animation.beginTime = 3
    animation.repeatCount = 2.5
    animation.speed = 2
    stage.layer.add(animation, forKey: "a")
    stage.advance(to: 20)
    #expect(journal.entries == ["3.0 a starts", "5.5 a ends"] && stage.layer.animationKeys() == nil)
  }

  @Test(
    "12.20 didStop(finished: false) of one that is removed or leaves the tree, on the clock's next turn",
    arguments: ["key", "all", "leave", "superlayer leaves", "tree is replaced"])
  func cutOff(how: String) {
    let (stage, journal) = Self.stage()
    let below = CALayer()
    stage.layer.addSublayer(below)
    below.add(Self.animation("a", journal), forKey: "a")
    stage.advance(to: 1)
    switch how {
    case "key": below.removeAnimation(forKey: "a")
    case "all": below.removeAllAnimations()
    case "leave": below.removeFromSuperlayer()
    case "superlayer leaves": stage.layer.removeFromSuperlayer()
    default: stage.root.sublayers = [CALayer()]
    }
    #expect(journal.entries == ["0.0 a starts"] && below.animationKeys() == nil)
    stage.advance(to: 9)
    #expect(journal.entries == ["0.0 a starts", "1.0 a is cut off"])
  }

  @Test("C-15: one that no commit has seen is not told of its removal")
  func neverCommitted() {
    let (stage, journal) = Self.stage()
    stage.layer.add(Self.animation("a", journal), forKey: "a")
    stage.layer.add(Self.animation("b", journal), forKey: "a")
    stage.layer.removeAllAnimations()
    stage.advance(to: 9)
    #expect(journal.entries.isEmpty)
  }

  @Test("A move within the tree keeps animations running; a move to another tree ends them")
  func moves() {
    let (stage, journal) = Self.stage()
    let other = CALayer()
    stage.root.addSublayer(other)
    stage.layer.add(Self.animation("a", journal), forKey: "a")
    stage.advance(to: 1)
    other.addSublayer(stage.layer)
    other.mask = stage.layer
    stage.root.insertSublayer(stage.layer, at: 0)
    stage.advance(to: 1.5)
    #expect(journal.entries == ["0.0 a starts"])
    let second = HostedLayer()
    second.root.addSublayer(stage.layer)
    stage.advance(to: 1.5)
    #expect(journal.entries == ["0.0 a starts", "1.5 a is cut off"] && stage.layer.animationKeys() == nil)
  }

  @Test("An animation of a layer in no hosted tree waits, and begins when the tree is committed")
  func waiting() {
    let (stage, journal) = Self.stage()
    let alone = CALayer()
    alone.add(Self.animation("a", journal), forKey: "a")
    stage.advance(to: 5)
    #expect(alone.animationKeys() == ["a"])
    stage.root.addSublayer(alone)
    stage.advance(to: 20)
    #expect(journal.entries == ["5.0 a starts", "7.0 a ends"])
  }

  @Test("isRemovedOnCompletion: the model's value shows; otherwise the animation stays, and its fill mode with it")
  func removedOnCompletion() {
    let (stage, journal) = Self.stage()
    for (key, path, isRemoved, fill) in [
      ("gone", "position.x", true, CAMediaTimingFillMode.forwards), ("stays", "position.y", false, .removed),
      ("fills", "zPosition", false, .forwards),
    ] {
      let animation = CABasicAnimation(path, from: 1, to: 2)
      animation.isRemovedOnCompletion = isRemoved
      animation.fillMode = fill
      animation.delegate = JournalDelegate(key, journal)
      stage.layer.add(animation, forKey: key)
    }
    stage.advance(to: 9)
    #expect(stage.layer.animationKeys() == ["stays", "fills"])
    let shown = stage.layer.presentation()
    #expect(shown?.position == .zero && shown?.zPosition == 2)
    #expect(journal.entries.filter { $0.hasSuffix("ends") } == ["1.0 gone ends", "1.0 stays ends", "1.0 fills ends"])
    // What has ended is not told again when it is removed.
    stage.layer.removeAllAnimations()
    stage.advance(to: 10)
    #expect(journal.entries.count == 6 && stage.layer.presentation()?.zPosition == 0)
  }

  @Test("12.21 the delegates of a group's members are not told; the group's is")
  func group() {
    let (stage, journal) = Self.stage()
    let group = CAAnimationGroup()
    group.animations = [Self.animation("member", journal, duration: 1)]
    group.duration = 3
    group.delegate = JournalDelegate("group", journal)
    stage.layer.add(group, forKey: "g")
    stage.advance(to: 9)
    #expect(journal.entries == ["0.0 group starts", "3.0 group ends"])
  }

  @Test("12.22 the animation that the layer hands out is its own copy, with its begin time once it is committed")
  func handedOut() {
    let (stage, _) = Self.stage()
    stage.advance(to: 2)
    stage.layer.add(CABasicAnimation("opacity", to: 0), forKey: "a")
    let added = stage.layer.animation(forKey: "a")
    #expect(added === stage.layer.animation(forKey: "a") && stage.layer.animation(forKey: "b") == nil)
    CATransaction.flush()
    #expect(added?.beginTime == 2)
  }

  @Test("The delegate is held until the animation is over, and no longer")
  func lifetime() {
    let (stage, journal) = Self.stage()
    weak var delegate: JournalDelegate?
    do {
      let strong = JournalDelegate("a", journal)
      delegate = strong
      let animation = CABasicAnimation("opacity", to: 0)
      animation.delegate = strong
      stage.layer.add(animation, forKey: "a")
    }
    stage.advance(to: 0.5)
    #expect(delegate != nil)
    stage.advance(to: 2)
    #expect(delegate == nil && journal.entries == ["0.0 a starts", "1.0 a ends"])
  }

  @Test("When the host goes, animations stay, and go on with the next one: nothing is told twice")
  func rehosted() {
    let clock = MediaClock(startingAt: 0)
    let journal = Journal(clock)
    let layer = CALayer()
    var host: LayerHost? = LayerHost(layer: layer, clock: clock)
    layer.add(Self.animation("a", journal), forKey: "a")
    clock.advance(to: 1)
    host = nil
    clock.advance(to: 1.5)
    host = LayerHost(layer: layer, clock: clock)
    clock.advance(to: 9)
    #expect(journal.entries == ["0.0 a starts", "2.0 a ends"] && host?.isHosting == true)
  }
}

// Which surfaces are shown again, and what makes them be drawn anew.

import Compositor
import CoreGraphics
import QuartzCore
import Testing

@Suite struct SurfaceCacheTests {
  private let card = layer(50, 40, 100, 80, .red) {
    $0.shouldRasterize = true
    $0.addSublayer(layer(20, 20, 60, 40, .glass))
  }
  private let other = layer(10, 200, 30, 30, .red)

  /// Stages with the card, after its first frame.
  private func stage(options: DrawListBuilder.Options = .init()) -> FrameRecorder {
    let stage = FrameRecorder(card, other, options: options)
    let first = stage.frame()
    #expect(first.counters.kept == 0)
    #expect(first.counters.passes == 2)
    return stage
  }

  private func isKept(_ list: DrawList) -> Bool { list.counters.kept == 1 }

  /// Changes something at once.
  private func set(_ change: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    change()
    CATransaction.commit()
  }

  @Test func theSamePictureIsKept() {
    let stage = stage()
    let again = stage.frame()
    #expect(isKept(again))
    // The pass is in the list, for whoever does not have its picture; its work is not counted.
    #expect(again.passes.count == 2)
    #expect(again.counters.passes == 1)
    #expect(again.counters.offscreenPixels == 0)
  }

  @Test func placeAndOpacityDoNotMatter() {
    let stage = stage()
    set { card.position = CGPoint(x: 200, y: 120.5) }
    #expect(isKept(stage.frame()))
    set { card.transform = turn(30) }
    #expect(isKept(stage.frame()))
    set { card.opacity = 0.4 }
    #expect(isKept(stage.frame()))
    set { card.zPosition = 3 }
    #expect(isKept(stage.frame()))
    set { other.backgroundColor = .glass }
    #expect(isKept(stage.frame()))
    #expect(isKept(stage.frame()))
  }

  @Test func whatShowsMatters() {
    let stage = stage()
    let inside = card.sublayers![0]
    let changes: [(String, () -> Void)] = [
      ("background", { card.backgroundColor = .glass }), ("size", { card.bounds.size.width = 90 }),
      ("corner", { card.cornerRadius = 5 }), ("scale", { card.rasterizationScale = 2 }),
      ("sublayer's colour", { inside.backgroundColor = .red }), ("sublayer's place", { inside.position.x += 3 }),
      ("sublayer's opacity", { inside.opacity = 0.5 }), ("sublayer's presence", { inside.isHidden = true }),
      ("a new sublayer", { card.addSublayer(layer(5, 5, 10, 10, .glass)) }),
      ("contents", { card.contents = CGImage.plain(4, 4) }),
      ("mask", { card.mask = layer(0, 0, 50, 50, .red) { $0.cornerRadius = 5 } }),
      ("mask's place", { card.mask?.position.x += 2 }), ("shadow", { card.shadowOpacity = 0.5 }),
      ("sublayers' transform", { card.sublayerTransform = turn(5) }),
    ]
    for (what, change) in changes {
      set(change)
      #expect(!isKept(stage.frame()), "\(what)")
      #expect(isKept(stage.frame()), "after \(what)")
    }
  }

  @Test func animationsOfTheWholeKeepIt() {
    let stage = stage()
    for (keyPath, value) in [("position.x", 300.0), ("transform.rotation.z", 2), ("opacity", 0.2)] {
      let animation = CABasicAnimation(keyPath: keyPath)
      (animation.toValue, animation.duration) = (value, 10)
      card.add(animation, forKey: keyPath)
    }
    _ = stage.frame(at: 0.5)
    for time in [1.0, 4, 2, 9] { #expect(isKept(stage.frame(at: time)), "\(time)") }
  }

  @Test func animationsInsideDoNot() {
    let stage = stage()
    let animation = CABasicAnimation(keyPath: "backgroundColor")
    (animation.toValue, animation.beginTime, animation.duration) = (CGColor.red, 1, 2)
    (animation.fillMode, animation.isRemovedOnCompletion) = (.forwards, false)
    card.sublayers![0].add(animation, forKey: nil)
    // Before it begins, and after its end, nothing changes.
    for (time, kept) in [(0.5, true), (1.5, false), (2, false), (5, false), (6, true), (0.2, false), (0.3, true)] {
      #expect(isKept(stage.frame(at: time)) == kept, "\(time)")
    }
  }

  @Test func particlesAreNotKept() {
    let stage = stage()
    set {
      let emitter = CAEmitterLayer()
      emitter.backgroundColor = .red
      emitter.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      card.addSublayer(emitter)
    }
    _ = stage.frame()
    #expect(!isKept(stage.frame()))
  }

  @Test func outOfSightAndBack() {
    let stage = stage()
    set { card.position.x = 2000 }
    #expect(stage.frame().passes.count == 1)
    set { card.position.x = 100 }
    #expect(isKept(stage.frame()))
  }

  /// Trees come and go at the same address; their pictures are not mixed up.
  @Test func anotherTreeHasPicturesOfItsOwn() {
    let builder = FrameBuilder()
    for color in [CGColor.red, .glass, .red, .glass] {
      let tree = RenderTree()
      let root = layer(0, 0, 200, 200) {
        $0.addSublayer(layer(10, 10, 50, 50, color) { $0.shouldRasterize = true })
      }
      let host = LayerHost(layer: root, clock: MediaClock(startingAt: 0))
      host.sink = tree
      CATransaction.flush()
      tree.sample(at: 0)
      let list = builder.build(tree, FrameBuilder.Target(width: 200, height: 200, scale: 1))
      #expect(list.passes.count == 2)
      #expect(!isKept(list))
    }
  }

  @Test func switchedOff() {
    let options = DrawListBuilder.Options(without: [.retention])
    let stage = stage(options: options)
    #expect(!isKept(stage.frame()))
    #expect(stage.frame().passes.allSatisfy { $0.retention == nil })
  }

  /// Passes that serve a kept one are known by it.
  @Test func passesInsideBelongToTheKeptOne() throws {
    card.mask = layer(0, 0, 50, 50, .red) { $0.addSublayer(layer(20, 20, 50, 50, .red)) }
    let list = FrameRecorder(card).frame()
    let kept = try #require(list.passes.first { $0.retention != nil })
    #expect(list.passes.filter { $0.parent == kept.target }.count >= 1)
    #expect(list.passes.last?.parent == -1)
  }
}

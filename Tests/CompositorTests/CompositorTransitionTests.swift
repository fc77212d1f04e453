// Transitions as draw lists: what is copied for the old look and for how long, which surfaces are needed, and when
// frames change.

import Compositor
import CoreGraphics
import QuartzCore
import Testing

@Suite struct CompositorTransitionTests {
  private static let image = (before: CGImage.plain(40, 40), after: CGImage.noise(40, 40))

  private func tile() -> CALayer { layer(20, 20, 40, 40) { $0.contents = Self.image.before } }

  private func start(
    _ type: CATransitionType, _ layer: CALayer, _ stage: FrameRecorder, _ change: (CALayer) -> Void
  ) {
    _ = stage.frame()
    let effect = CATransition()
    (effect.type, effect.duration) = (type, 1)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.add(effect, forKey: nil)
    change(layer)
    CATransaction.commit()
  }

  @Test func theOldLookIsCopiedAndFreed() {
    let group = tile()
    group.addSublayer(layer(0, 0, 10, 10, .red))
    let stage = FrameRecorder(group)
    start(.push, group, stage) {
      $0.contents = Self.image.after
      $0.sublayers = nil
    }
    let during = stage.frame(at: 0.5)
    #expect(during.counters.layers == 2, "the tree's own layers")
    #expect(stage.tree.order.count == 4, "and a copy of two")
    #expect(during.quads.count == 3)
    _ = stage.frame(at: 2)
    #expect(stage.frame(at: 2).quads.count == 1)
    #expect(stage.tree.order.count == 2)
  }

  @Test func removalEndsIt() {
    let tile = tile()
    let stage = FrameRecorder(tile)
    start(.fade, tile, stage) { $0.contents = Self.image.after }
    _ = stage.frame(at: 0.5)
    tile.removeAnimation(forKey: kCATransition)
    #expect(stage.frame(at: 0.5).quads.count == 1)
    #expect(stage.tree.order.count == 2)
    tile.removeFromSuperlayer()
    #expect(stage.frame(at: 0.5).counters.layers == 1)
  }

  @Test func aLayerThatLeavesTakesItsOldLookAlong() {
    let tile = tile()
    let stage = FrameRecorder(tile)
    start(.fade, tile, stage) { $0.contents = Self.image.after }
    _ = stage.frame(at: 0.5)
    stage.root.actions = ["sublayers": NSNull()]
    tile.removeFromSuperlayer()
    _ = stage.frame(at: 0.5)
    #expect(stage.tree.order.count == 1)
    stage.root.addSublayer(layer(0, 0, 10, 10, .red))
    stage.root.addSublayer(layer(0, 0, 10, 10, .red))
    _ = stage.frame(at: 0.5)
    #expect(stage.tree.models.count == 3, "slots are used again")
  }

  @Test(arguments: [CATransitionType.fade, .moveIn, .push, .reveal])
  func opaquePicturesNeedNoSurface(_ type: CATransitionType) {
    let tile = tile()
    let stage = FrameRecorder(tile)
    start(type, tile, stage) { $0.contents = Self.image.after }
    let list = stage.frame(at: 0.5)
    #expect(list.surfaces.isEmpty && list.quads.count == 2 && list.instances.isEmpty)
  }

  @Test func fadesOfOtherThingsTakeTwoSurfaces() {
    let tile = tile()
    tile.cornerRadius = 8
    tile.masksToBounds = true
    let stage = FrameRecorder(tile)
    start(.fade, tile, stage) { $0.contents = Self.image.after }
    let list = stage.frame(at: 0.5)
    #expect(list.surfaces == [.transition, .transition])
    #expect(list.counters.offscreenPixels == 2 * 40 * 40)
    #expect(list.programs == ["crossfade blended x1"])
    #expect(list.passes.last?.batches[0].backdrop == .pass(list.passes[1].target, .nearest))
  }

  @Test func seamsBetweenPixelsTakeSurfaces() {
    let tile = tile()
    let stage = FrameRecorder(tile)
    start(.push, tile, stage) { $0.contents = Self.image.after }
    #expect(stage.frame(at: 0.25).surfaces.isEmpty, "ten whole pixels")
    #expect(stage.frame(at: 0.26).surfaces.count == 3)
  }

  @Test func outsideItsActiveTimeThereIsNone() {
    let tile = tile()
    let stage = FrameRecorder(tile)
    _ = stage.frame()
    let effect = CATransition()
    (effect.beginTime, effect.duration, effect.type) = (1, 1, .push)
    tile.add(effect, forKey: nil)
    tile.contents = Self.image.after
    #expect(stage.frame(at: 0.5).quads.count == 1)
    #expect(stage.tree.nextChangeTime(after: 0.5) == 1)
    #expect(stage.frame(at: 1.5).quads.count == 2)
    #expect(stage.tree.nextChangeTime(after: 1.5) == 1.5)
    #expect(stage.frame(at: 2.5).quads.count == 1)
    #expect(stage.tree.nextChangeTime(after: 2.5) == .infinity)
  }

  @Test func filledForwardsItStays() {
    let tile = tile()
    let stage = FrameRecorder(tile)
    _ = stage.frame()
    let effect = CATransition()
    (effect.duration, effect.type, effect.endProgress) = (1, .push, 0.5)
    (effect.fillMode, effect.isRemovedOnCompletion) = (.both, false)
    effect.beginTime = 1
    tile.add(effect, forKey: nil)
    tile.contents = Self.image.after
    let before = stage.frame(at: 0.5)
    #expect(before.quads.count == 1 && before.quads[0].box.x == 20, "the old look")
    #expect(stage.frame(at: 5).quads.map(\.box.x).sorted() == [0, 40])
  }

  @Test func framesInAnyOrderAreEqual() {
    let tile = tile()
    let still = layer(100, 20, 40, 40, .red)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.byValue, move.duration) = (50, 3)
    tile.add(move, forKey: nil)
    tile.addSublayer(layer(5, 5, 10, 10, .glass))
    let stage = FrameRecorder(tile, still)
    start(.push, tile, stage) { $0.sublayers = nil }
    _ = stage.frame()
    let times = [0, 0.1, 0.35, 0.5, 0.99, 1, 1.5]
    let forwards = times.map { stage.frameWithoutCommit(at: $0) }
    for index in times.indices.reversed() {
      #expect(stage.frameWithoutCommit(at: times[index]) == forwards[index], "at \(times[index]) s")
    }
    #expect(Set(forwards.map { $0.quads.count + $0.instances.count }).count > 1)
  }

  /// A transition that begins again and again before it ends keeps what it showed, but not without bound.
  @Test func restartsAreBounded() {
    let tile = tile()
    let stage = FrameRecorder(tile)
    for index in 0..<100 {
      _ = stage.frame(at: Double(index) * 0.1)
      let effect = CATransition()
      effect.duration = 1
      tile.add(effect, forKey: nil)
      tile.contents = index.isMultiple(of: 2) ? Self.image.after : Self.image.before
    }
    let list = stage.frame(at: 9.95)
    #expect(list.counters.layers == 2 && stage.tree.order.count < 20)
    #expect(list.counters.passes < 40)
    _ = stage.frame(at: 20)
    _ = stage.frame(at: 20)
    #expect(stage.tree.order.count == 2)
  }

  /// Each of many nested layers in a transition at once.
  @Test func nestedTransitions() {
    let stage = FrameRecorder()
    var layers = [stage.root]
    for _ in 0..<60 {
      let child = layer(1, 1, 300, 200, .glass)
      layers.last?.addSublayer(child)
      layers.append(child)
    }
    for round in 0..<4 {
      _ = stage.frame(at: Double(round) * 0.1)
      for layer in layers {
        let effect = CATransition()
        (effect.type, effect.duration) = (.push, 1)
        layer.add(effect, forKey: nil)
      }
    }
    let list = stage.frame(at: 0.35)
    #expect(list.counters.layers == 61)
    #expect(stage.tree.order.count < 61 * 61 * 100)
  }

  @Test func damageKnowsOfIt() throws {
    let tile = layer(20, 20, 40, 40, .glass)
    let stage = FrameRecorder(tile, layer(200, 200, 40, 40, .red))
    _ = stage.frame()
    let builder = FrameBuilder()
    builder.damage = Damage()
    start(.fade, tile, stage) { $0.backgroundColor = .red }
    _ = stage.frame()
    for time in [0.25, 0.5] {
      stage.tree.sample(at: time)
      _ = builder.build(stage.tree, stage.target)
    }
    #expect(builder.damagedBox == Box(20, 20, 60, 60))
    _ = builder.build(stage.tree, stage.target)
    #expect(builder.damagedBox == nil)
  }

  private func push() -> CATransition {
    let effect = CATransition()
    (effect.type, effect.duration) = (.push, 1)
    return effect
  }

  /// As actions, of the contents and the sublayers.
  @Test(arguments: ["contents", "sublayers"]) func asActions(_ event: String) {
    let tile = tile()
    let page = layer(0, 0, 40, 40, .red)
    tile.addSublayer(page)
    tile.actions = [event: push()]
    let stage = FrameRecorder(tile)
    let before = stage.frame()
    switch event {
    case "contents": tile.contents = Self.image.after
    default: tile.replaceSublayer(page, with: layer(5, 5, 10, 10, .glass))
    }
    #expect(tile.animationKeys() == [kCATransition])
    let half = stage.frame(at: 0.5)
    let boxes = half.quads.map(\.box.x)
    #expect(boxes.contains(0) && boxes.contains(40), "the new look from the left, the old one on its right")
    #expect(half.quads.count > before.quads.count)
    #expect(stage.tree.order.count > 3)
  }

  @Test func aChangeOfContentsKeepsTheTransitionThatWasAdded() {
    let tile = tile()
    let stage = FrameRecorder(tile)
    _ = stage.frame()
    tile.add(push(), forKey: nil)
    tile.contents = Self.image.after
    #expect((tile.animation(forKey: kCATransition) as? CATransition)?.type == .push)
    _ = stage.frame()
    tile.contents = Self.image.before
    #expect(tile.animationKeys() == [kCATransition, "contents"], "in the next transaction")
  }

  /// X-A10: what appears, disappears, or changes its place in the tree fades with the layer that it is in.
  @Test(arguments: ["hidden", "shown", "added", "removed"]) func fadesByItself(_ change: String) {
    let tile = layer(0, 0, 40, 40, .red)
    let stage = FrameRecorder()
    if change != "added" { stage.root.addSublayer(tile) }
    tile.isHidden = change == "shown"
    _ = stage.frame()
    switch change {
    case "hidden": tile.isHidden = true
    case "shown": tile.isHidden = false
    case "added": stage.root.addSublayer(tile)
    default: tile.removeFromSuperlayer()
    }
    let half = CAMediaTimingFunction(name: .default).curve.value(at: 0.5)
    let list = stage.frame(at: 0.125)
    #expect(list.quads.count == 1)
    let shown = change == "hidden" || change == "removed" ? 1 - half : half
    #expect(abs(Double(list.quads[0].color.w) - shown) < 0.5 / 255, "\(list.quads[0].color)")
    let isThere = change == "shown" || change == "added"
    #expect(stage.frame(at: 0.3).quads.count == (isThere ? 1 : 0))
  }

  @Test func inAGroup() {
    let tile = tile()
    let stage = FrameRecorder(tile)
    _ = stage.frame()
    let group = CAAnimationGroup()
    let late = push()
    late.beginTime = 1
    (group.animations, group.duration) = ([late], 2)
    tile.add(group, forKey: "group")
    CATransaction.setDisableActions(true)
    tile.contents = Self.image.after
    #expect(stage.frame(at: 0.5).quads.count == 1)
    #expect(stage.frame(at: 1.5).quads.map(\.box.x).sorted() == [0, 40])
    _ = stage.frame(at: 3)
    _ = stage.frame(at: 3)
    #expect(stage.tree.order.count == 2)
  }

  @Test func ofTheRoot() {
    let stage = FrameRecorder(tile())
    start(.push, stage.root, stage) { $0.sublayers = nil }
    #expect(stage.frame(at: 0.5).quads.map(\.box.x) == [220], "the old look, moved by half the root's width")
  }

  /// What a paused layer shows stays; its transition does not go on either.
  @Test func paused() {
    let tile = tile()
    let stage = FrameRecorder(tile)
    start(.push, tile, stage) { $0.contents = Self.image.after }
    _ = stage.frame(at: 0.5)
    tile.timeOffset = tile.convertTime(0.5, from: nil)
    tile.speed = 0
    let frame = stage.frame(at: 0.5)
    #expect(stage.frame(at: 9).quads == frame.quads && frame.quads.count == 2)
  }

  @Test func numbersThatAreNone() {
    let tile = tile()
    let stage = FrameRecorder(tile)
    for (start, end) in [(Float.nan, Float.nan), (-.infinity, .infinity), (-3, 1e30)] {
      _ = stage.frame()
      let effect = CATransition()
      (effect.type, effect.duration) = (.push, 1)
      (effect.startProgress, effect.endProgress) = (start, end)
      tile.add(effect, forKey: nil)
      #expect(stage.frame(at: 0).passes.count == 1)
    }
  }
}

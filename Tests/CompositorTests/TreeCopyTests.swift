import CoreGraphics
import QuartzCore
import TestScenes
import TestSupport
import Testing

@testable import Compositor

/// Copies of a render tree that are brought up to date after each commit.
@Suite struct TreeCopyTests {
  /// The values of each layer in tree order, without the numbers that tell a layer's states apart.
  private func values(_ tree: RenderTree) -> [String] {
    tree.order.map { slot in
      let index = Int(slot)
      var look = tree.looks[index]
      look.detail = 0
      return [
        "\(look)", "\(tree.models[index] == .defaults) \(tree.spatialPlacements[index]) \(tree.names[index] ?? "-")",
        "\(tree.timings[index]) \(tree.animations[index].map(\.serial))",
        "\(tree.sublayerPlacements[slot] as Any) \(tree.replicators[slot] as Any) \(tree.effects[slot] as Any)",
        "\(tree.shadows[slot] as Any) \(tree.texts[slot].map { ObjectIdentifier($0.content) } as Any)",
        "\(tree.gradients[slot].map { "\($0)" } ?? "-")",
      ].joined(separator: " ")
    }
  }

  @Test("A copy has the values of a fresh one after each commit", arguments: seeds(6, of: 60))
  func commits(seed: Int) {
    let stage = FrameRecorder()
    var random = RandomTree(seed: seed, drawsPictures: true)
    random.fill(stage.root)
    let copies = (0..<3).map { _ in RenderTree() }
    var continuedCount = 0
    for step in 0..<40 {
      random.edit(stage.root, step: step)
      _ = stage.frame(at: Double(step) / 10)
      // Each copy misses the commits between two of its own frames, and samples in between.
      let copy = copies[step % copies.count]
      let serial = copy.serial
      copy.assume(stage.tree)
      #expect(copy.isCopy(of: stage.tree))
      if copy.serial == serial { continuedCount += 1 }
      let fresh = RenderTree()
      fresh.assume(stage.tree)
      for tree in [copy, fresh] { tree.sample(at: Double(step) / 10 + 0.05) }
      #expect(values(copy) == values(fresh), "step \(step)")
      #expect(copy.order.map { copy.models[Int($0)] } == fresh.order.map { fresh.models[Int($0)] })
    }
    #expect(continuedCount > 0)
  }

  @Test("After a motion, a copy has that layer's change alone; after another order it is a new tree")
  func changes() {
    let layers = (0..<5).map { layer(Double($0), 0, 10, 10, .red) }
    let stage = FrameRecorder()
    stage.root.sublayers = layers
    _ = stage.frame()
    let copy = RenderTree()
    copy.assume(stage.tree)
    let (serial, stamp) = (copy.serial, copy.changes.current)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layers[3].position.x += 1
    layers[4].backgroundColor = .black
    CATransaction.commit()
    _ = stage.frame()
    copy.assume(stage.tree)
    #expect(copy.serial == serial)
    let changed = copy.order.filter { copy.changes.changed($0, since: stamp) }
    #expect(changed == [layers[3].renderIndex, layers[4].renderIndex])
    #expect(copy.changes.changedBelow(stage.root.renderIndex, since: stamp))
    #expect(copy.looks[Int(layers[4].renderIndex)].background == SIMD4(0, 0, 0, 1))
    layers[0].removeFromSuperlayer()
    _ = stage.frame()
    copy.assume(stage.tree)
    #expect(copy.serial != serial)
    #expect(copy.order == stage.tree.order)
  }

  @Test("An image that only a copy's animation shows stays with it when the copy is brought up to date")
  func images() throws {
    let pictures = (0..<2).map { CGImage(width: 1, height: 1, premultipliedRGBA: [UInt8($0), 0, 0, 255]) }
    let (shown, other) = (layer(0, 0, 10, 10, .red), layer(20, 0, 10, 10, .red))
    let stage = FrameRecorder(shown, other)
    let animation = CAKeyframeAnimation(keyPath: "contents")
    (animation.values, animation.duration, animation.calculationMode) = (pictures, 10, .discrete)
    shown.add(animation, forKey: nil)
    _ = stage.frame(at: 1)
    let copy = RenderTree()
    copy.assume(stage.tree)
    for step in 0..<3 {
      let time = 6 + Double(step)
      copy.sample(at: time)
      let image = copy.images[copy.looks[Int(shown.renderIndex)].image]
      #expect(image === pictures[1], "at \(time)")
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      other.position.x += 1
      CATransaction.commit()
      CATransaction.flush()
      copy.assume(stage.tree)
    }
  }

  @Test("A layer that only a copy's animation rasterizes is drawn anew after a change inside it")
  func rasterized() throws {
    let (group, inside) = (layer(0, 0, 40, 40, .white), layer(0, 0, 10, 10, .red))
    group.addSublayer(inside)
    let stage = FrameRecorder(group)
    let animation = CAKeyframeAnimation(keyPath: "shouldRasterize")
    (animation.values, animation.duration, animation.calculationMode) = ([false, true], 2, .discrete)
    (animation.fillMode, animation.isRemovedOnCompletion) = (.both, false)
    group.add(animation, forKey: nil)
    _ = stage.frame(at: 0.5)
    let (copy, builder) = (RenderTree(), FrameBuilder())
    func surface(at time: Double) -> Retention? {
      copy.assume(stage.tree)
      copy.sample(at: time)
      return builder.build(copy, stage.target).passes.lazy.compactMap(\.retention).first
    }
    let first = try #require(surface(at: 1.2))
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    inside.backgroundColor = .black
    CATransaction.commit()
    CATransaction.flush()
    let second = try #require(surface(at: 1.3))
    #expect(second.stamp != first.stamp)
  }
}

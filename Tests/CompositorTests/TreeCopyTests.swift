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
    var copies: [RenderTree] = (0..<3).map { _ in RenderTree() }
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
    copies.removeAll()
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
}

// The render tree: what a commit copies, slots, images, transactions, and sampling.

import CoreGraphics
import QuartzCore
import TestSupport
import Testing

@testable import Compositor

@Suite struct CommitTests {
  @Test func onlyWhatChangedIsCopied() {
    let layers = (0..<50).map { layer(Double($0), 0, 10, 10, .red) }
    let stage = FrameRecorder()
    stage.root.sublayers = layers
    _ = stage.frame()
    #expect(stage.tree.copiedLayerCount == 51)
    _ = stage.frame()
    #expect(stage.tree.copiedLayerCount == 51, "nothing changed")
    layers[3].position.x += 1
    layers[3].opacity = 0.5
    layers[7].position = layers[7].position
    _ = stage.frame()
    #expect(stage.tree.copiedLayerCount == 52, "two changes of one layer, and one to the same value")
  }

  @Test(arguments: 0..<20 as Range<UInt64>) func aMotionComesToWhatAllValuesComeTo(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let layers = (0..<12).map { layer(Double($0) * 7, 5, 20, 10, .red) }
    for (index, layer) in layers.enumerated() where index > 0 {
      layers[Int.random(in: 0..<index, using: &random)].addSublayer(layer)
      layer.shadowOpacity = index % 3 == 0 ? 0.5 : 0
      layer.isGeometryFlipped = index % 5 == 0
    }
    let stage = FrameRecorder(layers[0])
    _ = stage.frame()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for layer in layers where Bool.random(using: &random) {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: layer.position.x = .random(in: -9...9, using: &random)
      case 1: layer.zPosition = .random(in: -9...9, using: &random)
      case 2: layer.transform = CATransform3DMakeRotation(.random(in: 0...7, using: &random), 1, 2, 3)
      case 3: layer.opacity = Bool.random(using: &random) ? 0 : 0.25
      default: layer.bounds.size.width += 1
      }
      if Bool.random(using: &random) { layer.opacity = .random(in: -1...2, using: &random) }
    }
    CATransaction.commit()
    _ = stage.frame()
    #expect(stage.tree.movedLayerCount > 0)
    let fresh = RenderTree()
    stage.root.host?.sink = fresh
    let moved = stage.tree.order.map { (stage.tree.models[Int($0)], stage.tree.looks[Int($0)]) }
    CATransaction.flush()
    let copied = fresh.order.map { (fresh.models[Int($0)], fresh.looks[Int($0)]) }
    #expect(moved.map(\.0) == copied.map(\.0))
    #expect(moved.map(\.1) == copied.map(\.1))
  }

  @Test func slotsAreUsedAgain() {
    let stage = FrameRecorder()
    stage.root.sublayers = (0..<10).map { layer(Double($0) * 10, 0, 10, 10, .red) }
    _ = stage.frame()
    #expect(stage.tree.models.count == 11)
    // The superlayer's fade would keep what left.
    stage.root.actions = ["sublayers": NSNull()]
    for _ in 0..<5 {
      stage.root.sublayers?.last?.removeFromSuperlayer()
      stage.root.sublayers?.first?.removeFromSuperlayer()
      _ = stage.frame()
      #expect(stage.tree.count == 9)
      stage.root.addSublayer(layer(0, 50, 10, 10, .red))
      stage.root.insertSublayer(layer(0, 60, 10, 10, .red), at: 0)
      #expect(stage.frame().counters.layers == 11)
    }
    #expect(stage.tree.models.count == 11)
  }

  @Test func aLayerThatLeftAndCameBackShowsAgain() {
    let moved = layer(0, 0, 10, 10, .red)
    let stage = FrameRecorder(moved)
    let before = stage.frame()
    stage.root.actions = ["sublayers": NSNull()]
    moved.removeFromSuperlayer()
    #expect(stage.frame().counters.quads == 0)
    stage.root.addSublayer(moved)
    #expect(stage.frame() == before)
  }

  @Test func reorderingSublayers() {
    let (a, b) = (layer(0, 0, 10, 10, .glass), layer(5, 0, 10, 10, .glass))
    let stage = FrameRecorder(a, b)
    #expect(stage.frame().quads.map(\.box.x) == [0, 5])
    stage.root.actions = ["sublayers": NSNull()]
    stage.root.insertSublayer(b, below: a)
    #expect(stage.frame().quads.map(\.box.x) == [5, 0])
    #expect(stage.tree.models.count == 3)
  }

  @Test func imagesAreSwept() {
    let shown = layer(0, 0, 10, 10)
    let stage = FrameRecorder(shown)
    for _ in 0..<500 {
      shown.contents = CGImage.plain(1, 1)
      _ = stage.frame()
    }
    #expect(stage.tree.images.count < 100)
    let current = shown.contents as? CGImage
    #expect(stage.tree.images[stage.tree.looks[Int(stage.tree.order[1])].image] === current)
  }

  @Test func imagesAreShared() {
    let image = CGImage.plain(4, 4)
    let stage = FrameRecorder()
    stage.root.sublayers = (0..<20).map { index in
      layer(Double(index) * 10, 0, 4, 4) { $0.contents = image }
    }
    let list = stage.frame()
    #expect(stage.tree.images.count == 1)
    #expect(list.counters.draws == 1)
  }

  @Test func explicitTransactionsAreAtomic() {
    let moved = layer(0, 0, 10, 10, .red)
    let stage = FrameRecorder(moved)
    let before = stage.frame()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    moved.position.x += 100
    #expect(stage.frame() == before, "a flush inside an open transaction commits nothing")
    CATransaction.begin()
    moved.opacity = 0.5
    CATransaction.commit()
    #expect(stage.frameWithoutCommit() == before, "nor does the end of an inner one")
    CATransaction.commit()
    let after = stage.frameWithoutCommit()
    #expect(after != before)
    #expect(after.quads[0].box.x == 100)
  }

  @Test func whatIsNestedTooDeepIsLeftOut() {
    let stage = FrameRecorder()
    var parent = stage.root
    for _ in 0..<3000 {
      let child = CALayer()
      parent.addSublayer(child)
      parent = child
    }
    _ = stage.frame()
    #expect(stage.tree.isTooDeep && stage.tree.count == 512)
  }

  // MARK: Sampling

  private func animated() -> FrameRecorder {
    let moved = layer(0, 0, 10, 10, .red)
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration) = (5, 205, 2)
    moved.add(move, forKey: "move")
    let still = layer(0, 50, 10, 10, .red)
    return FrameRecorder(moved, still)
  }

  @Test func samplesInAnyOrderAreEqual() {
    let stage = animated()
    _ = stage.frame()
    let times = [0, 0.5, 1, 1.25, 1.99, 2, 3]
    let forwards = times.map { stage.frameWithoutCommit(at: $0) }
    for index in times.indices.reversed() {
      #expect(stage.frameWithoutCommit(at: times[index]) == forwards[index], "at \(times[index]) s")
    }
    #expect(forwards.map { $0.quads[0].box.x } == [0, 50, 100, 125, 199, 0, 0])
  }

  @Test func anAnimationCopiesNothing() {
    let stage = animated()
    _ = stage.frame()
    let copied = stage.tree.copiedLayerCount
    for index in 0..<20 { _ = stage.frame(at: Double(index) * 0.1) }
    #expect(stage.tree.copiedLayerCount == copied)
  }

  @Test func removingAnAnimationBringsTheModelBack() {
    let stage = animated()
    #expect(stage.frame(at: 1).quads[0].box.x == 100)
    stage.root.sublayers?[0].removeAnimation(forKey: "move")
    #expect(stage.frame(at: 1.5).quads[0].box.x == 0)
    #expect(!stage.tree.isAnimated)
  }
}

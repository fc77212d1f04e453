// Frames that show what did not change as the frame before did: their lists are those of frames that are made anew,
// and the work is that of what changed.

import CoreGraphics
import QuartzCore
import TestScenes
import TestSupport
import Testing

@testable import Compositor

@Suite struct KeptLayerTests {
  @Test(arguments: seeds(16, of: 80)) func randomEditsGiveTheListsOfFramesThatKeepNothing(seed: Int) {
    var random = RandomTree(seed: seed, drawsPictures: true)
    let stage = FrameRecorder()
    random.fill(stage.root)
    let options = DrawListBuilder.Options(without: [.retention])
    let plain = FrameBuilder(options: options)
    var expected = DrawList()
    for step in 0..<40 {
      random.edit(stage.root, step: step)
      let list = stage.frame(at: Double(step) / 10)
      // Where pictures lie in their atlas depends on how often frames asked for them.
      if !stage.work.isUnchanged { expected = plain.build(stage.tree, stage.target) }
      #expect(list.withoutHistory == expected.withoutHistory, "step \(step)")
    }
  }

  /// Of trees whose pictures are not packed in the order in which they appeared.
  @Test(arguments: seeds(16, of: 80)) func randomEditsGiveTheListsOfNewBuilders(seed: Int) {
    var random = RandomTree(seed: seed, drawsPictures: false)
    let stage = FrameRecorder()
    random.fill(stage.root)
    for step in 0..<40 {
      random.edit(stage.root, step: step)
      let list = stage.frame(at: Double(step) / 10)
      #expect(list == FrameBuilder().build(stage.tree, stage.target), "step \(step)")
    }
  }

  @Test func someIsKeptOfRandomTrees() {
    var counts = (unchanged: 0, kept: 0)
    for seed in 0..<20 {
      var random = RandomTree(seed: seed, drawsPictures: true)
      let stage = FrameRecorder()
      random.fill(stage.root)
      for step in 0..<40 {
        random.edit(stage.root, step: step)
        let visible = stage.frame(at: Double(step) / 10).counters.visible
        if stage.work.isUnchanged { counts.unchanged += 1 } else if stage.work.recorded < visible { counts.kept += 1 }
      }
    }
    #expect(counts.unchanged > 20 && counts.kept > 100, "\(counts)")
  }

  /// Ten groups of ten groups of ten layers.
  private func groups() -> (stage: FrameRecorder, leaves: [CALayer]) {
    let stage = FrameRecorder()
    var leaves: [CALayer] = []
    for i in 0..<10 {
      let outer = layer(Double(i) * 40, 0, 40, 300)
      for j in 0..<10 {
        let inner = layer(0, Double(j) * 30, 40, 30)
        for k in 0..<10 {
          leaves.append(layer(Double(k) * 4 + 0.5, 3, 3, 20, k % 2 == 0 ? .red : .glass))
          inner.addSublayer(leaves[leaves.count - 1])
        }
        outer.addSublayer(inner)
      }
      stage.root.addSublayer(outer)
    }
    return (stage, leaves)
  }

  private func move(_ layers: CALayer...) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for layer in layers { layer.position.y = layer.position.y > 15 ? 13 : layer.position.y + 0.25 }
    CATransaction.commit()
  }

  @Test func workIsThatOfWhatChanged() {
    let (stage, leaves) = groups()
    _ = stage.frame()
    #expect(stage.work == .init(placed: 1111, recorded: 1111))
    move(leaves[123])
    _ = stage.frame()
    move(leaves[123])
    let list = stage.frame()
    #expect(stage.work == .init(placed: 4, recorded: 4), "the layer and its superlayers")
    #expect(list.counters.visible == 1111)
    move(leaves[700].superlayer!, leaves[123])
    _ = stage.frame()
    #expect(stage.work == .init(placed: 16, recorded: 16), "a group that moves, with all in it")
    _ = stage.frame()
    _ = stage.frame()
    #expect(stage.frame() == FrameBuilder().build(stage.tree, stage.target))
    #expect(stage.work == .init(isUnchanged: true))
    stage.target.background = .one
    _ = stage.frame()
    #expect(stage.work == .init(placed: 1111, recorded: 1111), "another target")
  }

  /// What shows what is behind it, in a tree that was drawn without: the pass is split, and its draws so far are gone.
  @Test(arguments: [("compositingFilter", "differenceBlendMode"), ("backgroundFilters", "colorInvert")])
  func aPassIsSplitBelowALayerThatStands(key: String, filter: String) {
    let stage = FrameRecorder()
    for index in 0..<30 { stage.root.addSublayer(layer(Double(index) * 10, 0, 8, 40, .red)) }
    let inner = layer(0, 0, 20, 20, .orange)
    stage.root.addSublayer(layer(10, 10, 100, 100) { $0.addSublayer(layer(5, 5, 80, 80) { $0.addSublayer(inner) }) })
    for step in 0..<8 {
      let isSet = step % 4 >= 2
      let value: Any? = key == "backgroundFilters" ? [CAFilter(type: filter)] : filter
      CATransaction.setDisableActions(true)
      inner.setValue(isSet ? value : nil, forKey: key)
      inner.cornerRadius = CGFloat(step)
      #expect(stage.frame() == FrameBuilder().build(stage.tree, stage.target), "step \(step)")
    }
  }

  @Test func drawsThatAreGoneAreDropped() {
    let (stage, leaves) = groups()
    for step in 0..<600 {
      for index in stride(from: step % 7, to: 1000, by: 7) { move(leaves[index]) }
      let list = stage.frame()
      if step % 50 == 0 { #expect(list == FrameBuilder().build(stage.tree, stage.target), "step \(step)") }
    }
  }

  @Test func withoutRetentionNothingIsKept() {
    let options = DrawListBuilder.Options(without: [.retention])
    let stage = FrameRecorder(layer(0, 0, 10, 10, .red), options: options)
    for _ in 0..<3 {
      _ = stage.frame()
      #expect(stage.work == .init(placed: 2, recorded: 2))
    }
  }
}

extension DrawList {
  /// The list without what says whether pictures were there already.
  fileprivate var withoutHistory: DrawList {
    var list = self
    list.counters.shadowPicturesFound = 0
    list.counters.shadowPicturesMade = 0
    list.counters.textsFound = 0
    list.counters.textsMade = 0
    list.counters.textsLaidOut = 0
    list.counters.glyphsMade = 0
    list.counters.shapesFound = 0
    list.counters.shapesMade = 0
    list.counters.paintedPictures = 0
    list.counters.cornersMade = 0
    return list
  }
}

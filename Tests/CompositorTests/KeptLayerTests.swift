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

/// Makes trees and changes them.
private struct RandomTree {
  private var random: SeededRandom
  /// Whether layers have what is drawn from pictures that the CPU makes.
  private let drawsPictures: Bool
  private let images = [CGImage.plain(8, 8), .sample(12, 9, isOpaque: false)]

  init(seed: Int, drawsPictures: Bool) {
    random = SeededRandom(seed: seed)
    self.drawsPictures = drawsPictures
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
  private mutating func isOne(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

  mutating func fill(_ root: CALayer) {
    for _ in 0..<6 { root.addSublayer(subtree(depth: 0)) }
  }

  private mutating func subtree(depth: Int) -> CALayer {
    let layer = plainLayer()
    layer.frame = CGRect(x: number(-20...300), y: number(-20...200), width: number(5...120), height: number(5...90))
    for _ in 0..<3 { decorate(layer) }
    guard depth < 3 else { return layer }
    for _ in 0..<Int.random(in: 0...4, using: &random) { layer.addSublayer(subtree(depth: depth + 1)) }
    return layer
  }

  private mutating func plainLayer() -> CALayer {
    switch Int.random(in: 0..<24, using: &random) {
    case 0:
      let replicator = CAReplicatorLayer()
      replicator.instanceCount = 3
      replicator.instanceTransform = CATransform3DMakeTranslation(9, 4, 0)
      return replicator
    case 1: return CATransformLayer()
    case 2 where drawsPictures:
      let shape = CAShapeLayer()
      shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 30, height: 20), transform: nil)
      return shape
    case 4 where drawsPictures:
      let text = CATextLayer()
      (text.string, text.fontSize) = ("kept", 14)
      return text
    case 3 where drawsPictures:
      let gradient = CAGradientLayer()
      gradient.colors = [CGColor.red, CGColor.teal]
      return gradient
    default: return CALayer()
    }
  }

  /// Changes something that a layer shows.
  private mutating func decorate(_ layer: CALayer) {
    switch Int.random(in: 0..<18, using: &random) {
    case 0, 1, 2: layer.backgroundColor = [CGColor.red, .orange, .teal, .glass, .clear].randomElement(using: &random)!
    case 3: layer.contents = images.randomElement(using: &random)!
    case 4: layer.contents = nil
    case 5: layer.opacity = isOne(in: 2) ? 1 : Float(number(0...1))
    case 6: layer.masksToBounds.toggle()
    case 7: layer.borderWidth = isOne(in: 2) ? 0 : 2
    case 8: layer.transform = isOne(in: 2) ? CATransform3DIdentity : turn(number(-40...40))
    case 9: layer.bounds.size.width = number(5...120)
    case 10: layer.zPosition = isOne(in: 2) ? 0 : number(-3...3)
    case 11: layer.isHidden = isOne(in: 3)
    case 12 where isOne(in: 4):
      layer.sublayerTransform = isOne(in: 2) ? CATransform3DIdentity : tilt(20, 0, 1, distance: 400)
    case 13 where isOne(in: 4): layer.transform = tilt(number(-80...80), 0, 1, distance: 300)
    case 14 where isOne(in: 3): layer.mask = layer.mask == nil ? TestScenes.layer(3, 3, 40, 30, .red) : nil
    case 15 where drawsPictures: layer.cornerRadius = isOne(in: 2) ? 0 : 6
    case 16 where drawsPictures: layer.shadowOpacity = isOne(in: 2) ? 0 : 0.5
    case 17 where isOne(in: 4): layer.isGeometryFlipped.toggle()
    default: layer.position = CGPoint(x: number(-20...300), y: number(-20...200))
    }
  }

  private mutating func someLayer(below root: CALayer) -> CALayer {
    var all: [CALayer] = []
    root.forEachInTree { all.append($0) }
    return all.dropFirst().randomElement(using: &random) ?? root
  }

  /// Changes nothing, or a few things, with actions or without.
  mutating func edit(_ root: CALayer, step: Int) {
    if isOne(in: 4) { return }
    CATransaction.begin()
    CATransaction.setDisableActions(!isOne(in: 8))
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let layer = someLayer(below: root)
      switch Int.random(in: 0..<20, using: &random) {
      case 0: layer.addSublayer(subtree(depth: 2))
      case 1 where layer.superlayer?.mask !== layer: layer.removeFromSuperlayer()
      case 2 where layer.superlayer?.mask !== layer: layer.superlayer?.insertSublayer(layer, at: 0)
      case 3:
        let animation = CABasicAnimation(keyPath: "position.x")
        (animation.byValue, animation.duration) = (30, 0.35)
        layer.add(animation, forKey: nil)
      case 4 where isOne(in: 6): layer.speed = layer.speed == 1 ? 2 : 1
      default: decorate(layer)
      }
    }
    CATransaction.commit()
  }
}

// What layers in space are drawn as: no work where nothing is tilted, parts where planes cross.

import CoreGraphics
import QuartzCore
import Testing

@testable import Compositor

@Suite struct CompositorDepthTests {
  private func turned(_ degrees: Double) -> CATransform3D {
    CATransform3DMakeRotation(degrees * .pi / 180, 0, 1, 0)
  }

  private func card(_ x: Double, _ color: CGColor, degrees: Double) -> CALayer {
    layer(x, 100, 100, 100, color) { $0.transform = turned(degrees) }
  }

  /// One card alone, whole; the other in two parts around it.
  @Test func crossingLayersAreDrawnInParts() throws {
    let list = FrameRecorder(card(100, .glass, degrees: 0), card(100, .glass, degrees: 60)).frame()
    #expect(list.surfaces.isEmpty)
    #expect(list.programs == ["solid blended x1", "solid[linear] blended x1", "solid blended x1"])
    // No part is drawn where the other one is.
    let ends: [(low: Float, high: Float)] = list.parts(Instance.Quad.self, after: 0).map { quad in
      let x = [quad.corners01.x, quad.corners01.z, quad.corners23.x, quad.corners23.z]
      return (x.min()!, x.max()!)
    }
    try #require(ends.count == 2)
    let gap: Float = min(abs(ends[0].low - ends[1].high), abs(ends[1].low - ends[0].high))
    #expect(gap < 0.01)
  }

  /// The part behind an opaque layer is not drawn at all.
  @Test func whatALayerHidesOfAnother() {
    let list = FrameRecorder(card(100, .red, degrees: 0), card(100, .glass, degrees: 60)).frame()
    #expect(list.programs == ["solid[linear] opaque x1", "solid blended x1"])
    #expect(list.counters.occluded == 1)
  }

  /// The halves of a page that falls flat: each reaches over the other, the tilt is too small to be seen, and the one
  /// that was added last lies above, as it does where both are flat.
  @Test(arguments: [0, 1e-6, 1e-4, 1e-3, 0.01, 0.02]) func hingesThatAreAsGoodAsFlat(degrees: Double) {
    func page(_ order: [Int]) -> [Float] {
      let halves = [0, 1].map { side in
        layer(side == 0 ? 50 : 180, 60, 130, 180, side == 0 ? .red : .glass) {
          $0.anchorPoint = CGPoint(x: side == 0 ? 1 : 0, y: 0.5)
          $0.position = CGPoint(x: 180, y: 150)
          var transform = CATransform3DIdentity
          transform.m34 = -1 / 800
          $0.transform = CATransform3DRotate(transform, (side == 0 ? 1 : -1) * degrees * .pi / 180, 0, 1, 0)
          $0.addSublayer(layer(side == 0 ? 100 : -60, 20, 90, 60, side == 0 ? .black : .white))
        }
      }
      let stage = FrameRecorder()
      let curtain = layer(10, 10, 380, 280, .white)
      let mark = layer(20, 200, 300, 3, .red)
      stage.root.sublayers = [curtain] + order.map { halves[$0] } + [mark]
      let list = stage.frame()
      // The red of the two overhanging sublayers, in the order of drawing; the ones beside them have other heights.
      let quads = list.quads.filter { $0.box.w - $0.box.y == 60 }.map { $0.color.x }
      let edges = list.parts(Instance.Edges.self, after: Instance.Quad.vectors + Instance.Solid.vectors)
      let instances = zip(edges, list.parts(Instance.Solid.self, after: Instance.Quad.vectors)).filter {
        abs($0.0.box.w - $0.0.box.y - 60) < 3
      }
      return quads + instances.map { $0.1.color.x }
    }
    #expect(page([0, 1]) == [0, 1])
    #expect(page([1, 0]) == [1, 0])
  }

  @Test func layersApartAreDrawnWhole() {
    let list = FrameRecorder(card(20, .red, degrees: 30), card(220, .glass, degrees: 60)).frame()
    let whole = [card(20, .red, degrees: 30), card(220, .glass, degrees: 60)].map { FrameRecorder($0).frame() }
    #expect(list.counters.quads == whole.map(\.counters.quads).reduce(0, +))
    #expect(list.counters.instances == whole.map(\.counters.instances).reduce(0, +))
    #expect(list.surfaces.isEmpty)
  }

  /// Drawn once, shown twice.
  @Test func largeSplitLayersGoToASurface() {
    let large = card(100, .glass, degrees: 60)
    for index in 0..<10 { large.addSublayer(layer(Double(index) * 10, 0, 8, 100, .red)) }
    let list = FrameRecorder(card(100, .glass, degrees: 0), large).frame()
    #expect(list.surfaces == [.planeSplit])
    let shown = list.passes.last!.batches.filter { $0.texture != .none }.map(\.count).reduce(0, +)
    #expect(shown == 2)
  }

  @Test func transformLayersAreNotDrawn() {
    let group = CATransformLayer()
    group.frame = CGRect(x: 50, y: 50, width: 100, height: 100)
    group.backgroundColor = .red
    group.borderWidth = 3
    #expect(FrameRecorder(group).frame().counters.drawnPixels == 0)
    group.addSublayer(layer(0, 0, 20, 20, .red))
    let list = FrameRecorder(group).frame()
    #expect(list.counters.drawnPixels == 400)
    // The root and the sublayer.
    #expect(list.counters.visible == 2)
  }

  /// What is nearer is drawn later, whatever stands first in the tree.
  @Test func orderIsThatOfDepth() {
    let group = CATransformLayer()
    for (z, color) in [(30.0, CGColor.glass), (-10, .red), (10, .glass)] {
      group.addSublayer(layer(50, 50, 100, 100, color) { $0.zPosition = z })
    }
    let list = FrameRecorder(group).frame()
    let alphas = list.quads.map { ($0.color.w * 255).rounded() }
    #expect(alphas == [255, 128, 128])
  }

  @Test func aTransformLayerAsRoot() {
    let root = CATransformLayer()
    root.anchorPoint = .zero
    root.addSublayer(layer(10, 10, 20, 20, .red))
    let tree = RenderTree()
    let host = LayerHost(layer: root, clock: MediaClock(startingAt: 0))
    host.sink = tree
    CATransaction.flush()
    tree.sample(at: 0)
    let list = FrameBuilder().build(tree, FrameBuilder.Target(width: 100, height: 100, scale: 1))
    #expect(list.quads.map(\.box) == [SIMD4(10, 10, 30, 30)])
  }

  /// A transform layer's opacity makes groups of its sublayers, and none of itself.
  @Test func opacityOfATransformLayer() {
    let group = CATransformLayer()
    group.opacity = 0.5
    group.addSublayer(layer(50, 50, 100, 100, .red))
    group.addSublayer(layer(80, 50, 100, 100, .red))
    #expect(FrameRecorder(group).frame().surfaces.isEmpty)
    group.sublayers?[0].addSublayer(layer(10, 10, 20, 20, .glass))
    #expect(FrameRecorder(group).frame().surfaces == [.groupOpacity])
  }

  /// Moving along z changes no pixel's place, but what lies over what.
  @Test func movesAlongZAreDamage() {
    let near = layer(50, 50, 50, 50, .red)
    let group = CATransformLayer()
    group.addSublayer(near)
    let root = layer(0, 0, 200, 200) {
      $0.addSublayer(group)
      $0.addSublayer(layer(60, 60, 50, 50, .glass) { $0.zPosition = 5 })
    }
    let tree = RenderTree()
    let host = LayerHost(layer: root, clock: MediaClock(startingAt: 0))
    host.sink = tree
    let builder = FrameBuilder()
    builder.damage = Damage()
    func damage() -> Box? {
      CATransaction.flush()
      tree.sample(at: 0)
      _ = builder.build(tree, FrameBuilder.Target(width: 200, height: 200, scale: 1))
      return builder.damagedBox
    }
    #expect(damage() != nil)
    #expect(damage() == nil)
    CATransaction.setDisableActions(true)
    group.zPosition = 10
    #expect(damage() != nil)
  }

  /// Values that no plane has: nothing traps, and the other layers are drawn.
  @Test func badTransforms() {
    let bad: [CATransform3D] = [
      CATransform3DMakeScale(0, 0, 0), CATransform3DMakeTranslation(.nan, 0, 0),
      CATransform3DMakeTranslation(0, 0, .infinity), CATransform3DMakeScale(1e300, 1e300, 1e300),
    ]
    let layers = bad.map { transform in layer(50, 50, 50, 50, .red) { $0.transform = transform } }
    let stage = layer(0, 0, 400, 300) {
      $0.sublayers = layers + [card(100, .red, degrees: 20), card(120, .glass, degrees: 50)]
    }
    let list = FrameRecorder(stage).frame()
    #expect(list.counters.instances >= 2)
  }
}

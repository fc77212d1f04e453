import Foundation
import QuartzCore
import Testing

@Suite struct HitTestTests {
  private static func square(_ name: String, _ x: CGFloat, _ y: CGFloat, _ side: CGFloat = 10) -> CALayer {
    CALayer(frame: CGRect(x: x, y: y, width: side, height: side), name: name)
  }

  @Test("17.1 the point is in the superlayer's space", arguments: [(12.0, 22.0, true), (2, 2, false), (21, 22, false)])
  func space(x: Double, y: Double, isHit: Bool) {
    let parent = Self.square("parent", 100, 100, 50)
    let layer = Self.square("layer", 10, 20)
    parent.addSublayer(layer)
    #expect((layer.hitTest(CGPoint(x: x, y: y)) === layer) == isHit)
    #expect((parent.hitTest(CGPoint(x: x + 100, y: y + 100)) === layer) == isHit)
  }

  @Test("17.1 17.6 below a transform layer it is in the space of the nearest layer above that is not one")
  func transformLayer() {
    let root = Self.square("root", 0, 0, 200)
    let (outer, inner) = (CATransformLayer(), CATransformLayer())
    outer.position = CGPoint(x: 50, y: 0)
    inner.position = CGPoint(x: 0, y: 30)
    let leaf = Self.square("leaf", 0, 0)
    root.addSublayer(outer)
    outer.addSublayer(inner)
    inner.addSublayer(leaf)
    let point = CGPoint(x: 55, y: 35)
    #expect(leaf.hitTest(point) === leaf && inner.hitTest(point) === leaf && root.hitTest(point) === leaf)
    #expect(leaf.hitTest(CGPoint(x: 5, y: 5)) == nil)
  }

  @Test("17.6 a transform layer keeps depth: turns of its sublayer add up before they are flattened")
  func depth() {
    let root = Self.square("root", 0, 0, 200)
    let turned = CATransformLayer()
    turned.position = CGPoint(x: 100, y: 100)
    turned.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
    let leaf = CALayer()
    leaf.bounds.size = CGSize(width: 40, height: 40)
    // Back into the root's plane, 50 points to the right: a way that leads through depth.
    leaf.transform = CATransform3DMakeRotation(-.pi / 2, 0, 1, 0)
    leaf.zPosition = 50
    root.addSublayer(turned)
    turned.addSublayer(leaf)
    #expect(root.hitTest(CGPoint(x: 150, y: 100)) === leaf)
    #expect(root.hitTest(CGPoint(x: 100, y: 100)) === root)
  }

  @Test("17.6 a transform layer is never hit itself, and its clip is ignored; its sublayers are hit")
  func transformLayerItself() {
    let layer = CATransformLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    layer.masksToBounds = true
    let child = Self.square("child", 20, 20)
    layer.addSublayer(child)
    #expect(layer.hitTest(CGPoint(x: 5, y: 5)) == nil && layer.hitTest(CGPoint(x: 25, y: 25)) === child)
    layer.isHidden = true
    #expect(layer.hitTest(CGPoint(x: 25, y: 25)) == nil)
  }

  @Test("17.6 of a replicator the first instance is hit")
  func replicator() {
    let replicator = CAReplicatorLayer()
    replicator.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    replicator.instanceCount = 3
    replicator.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
    let child = Self.square("child", 0, 0)
    replicator.addSublayer(child)
    #expect(
      replicator.hitTest(CGPoint(x: 5, y: 5)) === child && replicator.hitTest(CGPoint(x: 25, y: 5)) === replicator)
    replicator.preservesDepth = true
    #expect(replicator.hitTest(CGPoint(x: 25, y: 5)) == nil)
  }

  @Test("17.2 the deepest descendant wins")
  func deepest() {
    let root = Self.square("root", 0, 0, 100)
    let middle = Self.square("middle", 10, 10, 50)
    let leaf = Self.square("leaf", 10, 10)
    root.addSublayer(middle)
    middle.addSublayer(leaf)
    #expect(root.hitTest(CGPoint(x: 25, y: 25)) === leaf)
    #expect(root.hitTest(CGPoint(x: 50, y: 50)) === middle)
    #expect(root.hitTest(CGPoint(x: 90, y: 90)) === root)
    #expect(root.hitTest(CGPoint(x: 101, y: 5)) == nil)
  }

  @Test(
    "17.2 siblings from top to bottom: by zPosition, then by index",
    arguments: [([0, 0, 0], "c"), ([1, 0, 0], "a"), ([0, 1, 1], "c"), ([2, 2, 1], "b"), ([-1, -2, -3], "a")])
  func siblings(depths: [CGFloat], hit: String) {
    let root = Self.square("root", 0, 0)
    for (name, depth) in zip(["a", "b", "c"], depths) {
      let layer = Self.square(name, 0, 0)
      layer.zPosition = depth
      root.addSublayer(layer)
    }
    #expect(root.hitTest(CGPoint(x: 5, y: 5))?.name == hit)
  }

  @Test("17.3 hidden layers are skipped, with what is below them")
  func hidden() {
    let root = Self.square("root", 0, 0)
    let layer = Self.square("layer", 0, 0)
    layer.addSublayer(Self.square("child", 0, 0))
    root.addSublayer(layer)
    layer.isHidden = true
    #expect(root.hitTest(CGPoint(x: 5, y: 5)) === root)
    root.isHidden = true
    #expect(root.hitTest(CGPoint(x: 5, y: 5)) == nil)
  }

  @Test("17.3 sublayers outside the bounds are hit unless they are masked to them")
  func outside() {
    let root = Self.square("root", 0, 0)
    let child = Self.square("child", 50, 50)
    root.addSublayer(child)
    #expect(root.hitTest(CGPoint(x: 55, y: 55)) === child)
    root.masksToBounds = true
    #expect(root.hitTest(CGPoint(x: 55, y: 55)) == nil)
  }

  @Test(
    "17.4 minimum edges are in, maximum edges out, and the bounds' origin counts",
    arguments: [
      (5.0, 7.0, true), (14.999, 26.999, true), (15, 10, false), (10, 27, false), (4.999, 10, false),
      (10, 6.999, false),
      (0, 0, false),
    ])
  func contains(x: Double, y: Double, isInside: Bool) {
    let layer = CALayer()
    layer.bounds = CGRect(x: 5, y: 7, width: 10, height: 20)
    #expect(layer.contains(CGPoint(x: x, y: y)) == isInside)
  }

  @Test("Our decision: corners and the side that is seen make no difference")
  func appearance() {
    let layer = Self.square("layer", 0, 0)
    layer.cornerRadius = 5
    layer.masksToBounds = true
    layer.isDoubleSided = false
    layer.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    #expect(layer.hitTest(CGPoint(x: 0.5, y: 0.5)) === layer)
  }

  @Test("X-A17: a layer of opacity 0 is not hit, nor is what is below it", arguments: [(0, false), (0.01, true)])
  func opacity(opacity: Float, isHit: Bool) {
    let root = Self.square("root", 0, 0)
    let layer = Self.square("layer", 0, 0)
    layer.addSublayer(Self.square("child", 0, 0))
    root.addSublayer(layer)
    layer.opacity = opacity
    #expect(root.hitTest(CGPoint(x: 5, y: 5))?.name == (isHit ? "child" : "root"))
  }

  @Test(
    "X-A17: nothing outside the mask's area is hit",
    arguments: [(7.0, 7.0, "child"), (12, 12, "child"), (3, 3, "root"), (17, 7, "root")])
  func mask(x: Double, y: Double, hit: String) {
    let root = Self.square("root", 0, 0, 50)
    let layer = Self.square("layer", 0, 0, 20)
    layer.addSublayer(Self.square("child", 0, 0, 20))
    root.addSublayer(layer)
    let mask = Self.square("mask", 5, 5)
    let hidden = Self.square("hidden", 0, 0, 50)
    hidden.isHidden = true
    mask.addSublayer(hidden)
    layer.mask = mask
    #expect(root.hitTest(CGPoint(x: x, y: y))?.name == hit)
  }

  @Test("X-A17, our decision: of a shape without bounds, the path is the mask's area; an empty mask has none")
  func shapeMask() {
    let layer = Self.square("layer", 0, 0, 20)
    let shape = CAShapeLayer()
    shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 20, height: 20), transform: nil)
    layer.mask = shape
    #expect(layer.hitTest(CGPoint(x: 10, y: 10)) === layer && layer.hitTest(CGPoint(x: 1, y: 1)) == nil)
    layer.mask = CALayer()
    #expect(layer.hitTest(CGPoint(x: 10, y: 10)) == nil)
  }

  @Test("R-B4: trees deeper than the stack is long, of models and of presentations")
  func deep() {
    var leaf = Self.square("root", 0, 0)
    let root = leaf
    for _ in 0..<20_000 {
      let next = Self.square("", 0, 0)
      leaf.addSublayer(next)
      leaf = next
    }
    #expect(root.hitTest(CGPoint(x: 5, y: 5)) === leaf)
    let host = LayerHost(layer: root, clock: MediaClock(startingAt: 0))
    CATransaction.flush()
    #expect(root.presentation()?.hitTest(CGPoint(x: 5, y: 5))?.model() === leaf && host.isHosting)
  }

  @Test("17.7 a lone layer is tested in the space of its frame", arguments: [(105.0, 105.0, true), (5, 5, false)])
  func lone(x: Double, y: Double, isHit: Bool) {
    #expect((Self.square("layer", 100, 100).hitTest(CGPoint(x: x, y: y)) != nil) == isHit)
  }

  @Test("Through transforms, flips, the bounds' origin and a sublayer transform")
  func transforms() {
    let root = Self.square("root", 0, 0, 200)
    root.bounds.origin = CGPoint(x: 30, y: 0)
    root.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    root.isGeometryFlipped = true
    let layer = Self.square("layer", 100, 60, 20)
    layer.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    root.addSublayer(layer)
    let centre = layer.convert(CGPoint(x: 10, y: 10), to: nil)
    let corner = layer.convert(CGPoint(x: 0.1, y: 0.1), to: nil)
    let beyond = layer.convert(CGPoint(x: -0.1, y: -0.1), to: nil)
    #expect(root.hitTest(centre) === layer && root.hitTest(corner) === layer && root.hitTest(beyond) === root)
  }

  @Test("Through perspective, but not behind the viewer, and not edge-on")
  func perspective() {
    let root = Self.square("root", 0, 0, 200)
    root.sublayerTransform.m34 = -1 / 100
    let layer = Self.square("layer", 50, 50, 100)
    layer.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
    root.addSublayer(layer)
    let point = layer.convert(CGPoint(x: 20, y: 50), to: root)
    #expect(root.hitTest(point) === layer)
    layer.transform = CATransform3DMakeTranslation(0, 0, 150)
    for x in stride(from: 0.0, to: 200, by: 20) { #expect(root.hitTest(CGPoint(x: x, y: 100)) !== layer) }
    layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
    #expect(root.hitTest(CGPoint(x: 100, y: 100)) !== layer)
  }

  @Test("A subclass may say what it contains, and whether it is hit")
  func overrides() {
    final class Ring: CALayer {
      override func contains(_ p: CGPoint) -> Bool { hypot(p.x - 5, p.y - 5) > 3 && super.contains(p) }
    }
    final class Through: CALayer {
      override func hitTest(_ p: CGPoint) -> CALayer? {
        let hit = super.hitTest(p)
        return hit === self ? nil : hit
      }
    }
    let ring = Ring()
    ring.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    #expect(ring.hitTest(CGPoint(x: 5, y: 5)) == nil && ring.hitTest(CGPoint(x: 1, y: 5)) === ring)
    let through = Through()
    through.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
    through.addSublayer(ring)
    #expect(through.hitTest(CGPoint(x: 1, y: 5)) === ring && through.hitTest(CGPoint(x: 30, y: 30)) == nil)
  }
}

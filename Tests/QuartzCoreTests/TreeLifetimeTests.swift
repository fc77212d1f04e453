import QuartzCore
import Testing

@Suite struct TreeLifetimeTests {
  /// A chain of `depth` layers, and its last one.
  private static func chain(_ depth: Int) -> (root: CALayer, leaf: CALayer) {
    let root = CALayer()
    var leaf = root
    for _ in 1..<depth {
      let next = CALayer()
      leaf.addSublayer(next)
      leaf = next
    }
    return (root, leaf)
  }

  @Test("A layer keeps its sublayers, and not its superlayer")
  func ownership() {
    weak var child: CALayer?
    var parent: CALayer? = CALayer()
    do {
      let layer = CALayer()
      parent?.addSublayer(layer)
      child = layer
    }
    #expect(child != nil)
    let kept = child
    parent = nil
    #expect(kept?.superlayer == nil)
  }

  @Test("A layer that somebody keeps outlives its tree, with what is below it")
  func survivors() {
    let kept = CALayer("kept", CALayer("below"))
    weak var middle: CALayer?
    weak var side: CALayer?
    do {
      let (m, s) = (CALayer("middle", kept), CALayer("side"))
      (middle, side) = (m, s)
      let root = CALayer("root", m, s)
      #expect(root.sublayers?.count == 2)
    }
    #expect(middle == nil && side == nil)
    #expect(kept.superlayer == nil && kept.sublayerNames == ["below"])
    #expect(kept.sublayers?[0].superlayer === kept)
  }

  @Test("Replaced and removed layers are let go of")
  func removed() {
    let parent = CALayer("parent", CALayer("a"), CALayer("b"))
    weak let a = parent.sublayers?[0]
    weak let b = parent.sublayers?[1]
    parent.replaceSublayer(parent.sublayers![0], with: CALayer("new"))
    parent.sublayers = [CALayer("other")]
    #expect(a == nil && b == nil)
  }

  @Test("A tree of 100,000 levels is built, asked, hosted and taken down without overflowing the stack")
  func deepTree() {
    var (root, leaf) = Self.chain(100_000)
    root.position = CGPoint(x: 1, y: 2)
    root.isGeometryFlipped = true
    root.beginTime = 3
    #expect(leaf.convert(CGPoint.zero, to: root) == .zero)
    #expect(leaf.convert(CGPoint.zero, to: nil) == CGPoint(x: 1, y: 2))
    #expect(leaf.convertTime(10, from: nil) == 7 && leaf.convertTime(7, to: nil) == 10)
    #expect(leaf.contentsAreFlipped())
    var host: LayerHost? = LayerHost(layer: root, clock: MediaClock(startingAt: 0))
    #expect(leaf.host === host)
    host = nil
    #expect(leaf.host == nil)
    weak let gone = root
    root = CALayer()
    #expect(gone == nil && leaf.superlayer == nil)
    leaf = CALayer()
  }

  @Test("A deep tree that is kept in the middle is taken down above it only")
  func deepTreeKept() {
    var (root, middle) = Self.chain(5000)
    let (below, leaf) = Self.chain(5000)
    middle.addSublayer(below)
    root = CALayer()
    middle = below
    #expect(middle.superlayer == nil && leaf.superlayer != nil)
    #expect(root.sublayers == nil)
  }

  @Test("20,000 sublayers come and go one by one", arguments: ["front", "back", "array"])
  func manySiblings(order: String) {
    let parent = CALayer()
    let layers = (0..<20_000).map { _ in CALayer() }
    for layer in layers { parent.addSublayer(layer) }
    switch order {
    case "back": for layer in layers { layer.removeFromSuperlayer() }
    case "front": for layer in layers.reversed() { layer.removeFromSuperlayer() }
    default:
      parent.sublayers = layers.reversed()
      #expect(parent.sublayers?.first === layers.last)
      parent.sublayers = nil
    }
    #expect(parent.sublayers == nil && layers.allSatisfy { $0.superlayer == nil })
  }
}

import QuartzCore
import Testing

@Suite struct GeometryConversionTests {
  private static func pair(_ change: (CALayer, CALayer) -> Void) -> (parent: CALayer, child: CALayer) {
    let parent = CALayer(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    let child = CALayer(frame: CGRect(x: 75, y: 25, width: 50, height: 50))
    parent.addSublayer(child)
    change(parent, child)
    return (parent, child)
  }

  @Test(
    "2.9 the placement of a sublayer",
    arguments: [
      // Moved by its position, its anchor, and turned about it.
      (CATransform3DIdentity, CGPoint(x: 0.5, y: 0.5), CGPoint(x: 75, y: 25)),
      (CATransform3DIdentity, CGPoint(x: 0, y: 1), CGPoint(x: 100, y: 0)),
      (CATransform3DMakeScale(2, 2, 1), CGPoint(x: 0.5, y: 0.5), CGPoint(x: 50, y: 0)),
      (CATransform3DMakeScale(2, 2, 1), CGPoint(x: 0, y: 0), CGPoint(x: 100, y: 50)),
      (CATransform3DMakeRotation(.pi / 2, 0, 0, 1), CGPoint(x: 0.5, y: 0.5), CGPoint(x: 125, y: 25)),
    ])
  func placement(transform: CATransform3D, anchor: CGPoint, origin: CGPoint) {
    let (parent, child) = Self.pair { _, child in
      child.transform = transform
      child.anchorPoint = anchor
    }
    #expect(near(child.convert(CGPoint.zero, to: parent), origin))
    #expect(near(child.convert(origin, from: parent), .zero))
    #expect(near(parent.convert(origin, to: child), .zero))
    #expect(near(parent.convert(CGPoint.zero, from: child), origin))
  }

  @Test("2.9 anchorPointZ and zPosition count where the transform has depth")
  func depth() {
    let (parent, child) = Self.pair { parent, child in
      var perspective = CATransform3DIdentity
      perspective.m34 = -1.0 / 100
      parent.sublayerTransform = perspective
      child.position = CGPoint(x: 150, y: 100)
      child.anchorPointZ = -25
      child.zPosition = 25
    }
    // z = 25 + 25 = 50, half the distance of the eye: twice as large about the parent's anchor.
    #expect(near(child.convert(CGPoint(x: 25, y: 25), to: parent), CGPoint(x: 200, y: 100)))
  }

  @Test("2.10 sublayerTransform acts about the parent's anchor point")
  func sublayerTransform() {
    let (parent, child) = Self.pair { parent, child in
      parent.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
      child.position = CGPoint(x: 100, y: 50)
      child.transform = CATransform3DMakeTranslation(5, 6, 0)
    }
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 60, y: -38))
    #expect(parent.convert(CGPoint(x: 60, y: -38), to: child) == .zero)
  }

  @Test("2.11 the parent's bounds.origin shifts what it shows, not the conversion to it")
  func boundsOrigin() {
    let root = CALayer(frame: CGRect(x: 0, y: 0, width: 300, height: 300))
    let (parent, child) = Self.pair { parent, _ in parent.bounds.origin = CGPoint(x: 10, y: 20) }
    root.addSublayer(parent)
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 75, y: 25))
    #expect(child.convert(CGPoint.zero, to: root) == CGPoint(x: 65, y: 5))
    #expect(root.convert(CGPoint(x: 65, y: 5), to: child) == .zero)
  }

  @Test("2.12 affineTransform of what has depth or perspective is the identity; setting replaces everything")
  func affine() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeTranslation(1, 2, 3)
    #expect(layer.affineTransform() == .identity)
    layer.transform.m43 = 0
    #expect(layer.affineTransform() == CGAffineTransform(translationX: 1, y: 2))
    layer.transform.m34 = -0.01
    #expect(layer.affineTransform() == .identity)
    layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 3))
    #expect(layer.transform == CATransform3DMakeScale(2, 3, 1))
  }

  @Test("2.13 with m34 = -1/d what lies nearer is larger, at d/2 twice", arguments: [(-100.0, 0.5), (0, 1), (50, 2)])
  func perspective(z: Double, scale: Double) {
    let (parent, child) = Self.pair { parent, child in
      parent.sublayerTransform.m34 = -1.0 / 100
      child.position = CGPoint(x: 150, y: 100)
      child.zPosition = z
    }
    let center = child.convert(CGPoint(x: 25, y: 25), to: parent)
    #expect(near(center, CGPoint(x: 100 + 50 * scale, y: 100)))
    // The layer's own transform has its vanishing point in its own anchor: nothing moves.
    parent.sublayerTransform = CATransform3DIdentity
    child.transform.m34 = -1.0 / 100
    #expect(near(child.convert(CGPoint(x: 25, y: 25), to: parent), CGPoint(x: 150, y: 100)))
  }

  @Test("2.14 a converted rectangle is the bounding box of its corners")
  func rectangles() {
    let (parent, child) = Self.pair { _, child in child.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1) }
    let half = 25 * 2.0.squareRoot()
    let box = child.convert(CGRect(x: 0, y: 0, width: 50, height: 50), to: parent)
    #expect(near(box, CGRect(x: 100 - half, y: 50 - half, width: 2 * half, height: 2 * half)))
    #expect(box == parent.convert(CGRect(x: 0, y: 0, width: 50, height: 50), from: child))
    let back = child.convert(CGRect(x: 100, y: 50, width: 10, height: 10), from: parent)
    #expect(
      near(back.width, 10 * 2.0.squareRoot())
        && near(
          back,
          parent.convert(
            CGRect(x: 100, y: 50, width: 10, height: 10), to: child))
    )
  }

  @Test("2.15 layers of different trees convert as if their roots shared one space")
  func unrelated() {
    let u1 = CALayer(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    let u2 = CALayer(frame: CGRect(x: 475, y: 475, width: 50, height: 50))
    #expect(u1.position == CGPoint(x: 25, y: 25) && u2.position == CGPoint(x: 500, y: 500))
    #expect(u1.convert(CGPoint.zero, to: u2) == CGPoint(x: -475, y: -475))
    #expect(u2.convert(CGPoint.zero, from: u1) == CGPoint(x: -475, y: -475))
    #expect(
      u1.convert(CGRect(x: 0, y: 0, width: 1, height: 1), to: u2) == CGRect(x: -475, y: -475, width: 1, height: 1))
    // A layer that left its tree is a root.
    let (parent, child) = Self.pair { _, _ in }
    child.removeFromSuperlayer()
    #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 75, y: 25))
  }

  @Test("2.16 nil is the space that the root lies in")
  func nilLayer() {
    let (parent, child) = Self.pair { parent, _ in parent.frame.origin = CGPoint(x: 1000, y: 2000) }
    #expect(parent.convert(CGPoint(x: 5, y: 6), to: nil) == CGPoint(x: 1005, y: 2006))
    #expect(parent.convert(CGPoint(x: 1005, y: 2006), from: nil) == CGPoint(x: 5, y: 6))
    #expect(child.convert(CGPoint.zero, to: nil) == CGPoint(x: 1075, y: 2025))
    let size = CGSize(width: 2, height: 2)
    #expect(
      child.convert(CGRect(origin: .zero, size: size), to: nil)
        == CGRect(origin: CGPoint(x: 1075, y: 2025), size: size))
  }

  @Test("2.17 across perspective a point converts to the one that is seen at the same place, and back")
  func acrossPerspective() {
    let (parent, child) = Self.pair { parent, child in
      parent.sublayerTransform.m34 = -1.0 / 300
      child.transform = CATransform3DMakeRotation(0.7, 0, 1, 0)
    }
    for point in [CGPoint(x: 0, y: 0), CGPoint(x: 50, y: 0), CGPoint(x: 12, y: 34)] {
      let seen = child.convert(point, to: parent)
      #expect(near(child.convert(seen, from: parent), point))
    }
  }

  @Test("2.17 a layer seen edge-on or scaled to nothing converts without NaN")
  func singular() {
    let (parent, child) = Self.pair { _, child in child.transform = CATransform3DMakeScale(0, 1, 1) }
    let point = child.convert(CGPoint(x: 10, y: 10), from: parent)
    #expect(point.x.isFinite && point.y.isFinite)
  }

  @Test("2.18 geometryFlipped mirrors the layer's space about its bounds")
  func flipped() {
    let (parent, child) = Self.pair { parent, _ in parent.isGeometryFlipped = true }
    #expect(parent.convert(CGPoint(x: 0, y: 0), to: nil) == CGPoint(x: 0, y: 200))
    #expect(child.convert(CGPoint(x: 0, y: 0), to: nil) == CGPoint(x: 75, y: 175))
    #expect(child.convert(CGPoint(x: 0, y: 0), to: parent) == CGPoint(x: 75, y: 25))
    parent.bounds.origin.y = 10
    #expect(parent.convert(CGPoint(x: 0, y: 10), to: nil) == CGPoint(x: 0, y: 200))
  }

  @Test("2.18 two flips cancel")
  func flippedTwice() {
    let (parent, child) = Self.pair { parent, child in
      parent.isGeometryFlipped = true
      child.isGeometryFlipped = true
    }
    #expect(child.convert(CGPoint(x: 0, y: 0), to: parent) == CGPoint(x: 75, y: 75))
    #expect(child.convert(CGPoint(x: 0, y: 0), to: nil) == CGPoint(x: 75, y: 125))
    #expect(child.convert(CGPoint(x: 0, y: 50), to: nil) == CGPoint(x: 75, y: 175))
  }

  @Test(
    "2.19 contentsAreFlipped counts flips from the layer up to the root",
    arguments: [
      ([false, false, false], false), ([true, false, false], true), ([false, false, true], true),
      ([true, true, false], false), ([true, false, true], false), ([true, true, true], true),
    ])
  func contentsAreFlipped(flips: [Bool], odd: Bool) {
    let layers = flips.map { flip in
      let layer = CALayer()
      layer.isGeometryFlipped = flip
      return layer
    }
    for (parent, child) in zip(layers, layers.dropFirst()) { parent.addSublayer(child) }
    // A sublayer does not keep its superlayer.
    withExtendedLifetime(layers) { #expect(layers[layers.count - 1].contentsAreFlipped() == odd) }
  }

  @Test("A layer converts to itself unchanged, whatever its transform")
  func toItself() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeScale(0, 0, 0)
    #expect(layer.convert(CGPoint(x: 1, y: 2), to: layer) == CGPoint(x: 1, y: 2))
  }

  @Test("Siblings convert through their superlayer, cousins through the nearest common one")
  func siblings() {
    let (parent, child) = Self.pair { parent, _ in parent.transform = CATransform3DMakeScale(0, 0, 0) }
    let other = CALayer(frame: CGRect(x: 5, y: 5, width: 10, height: 10))
    let deep = CALayer(frame: CGRect(x: 1, y: 1, width: 2, height: 2))
    other.addSublayer(deep)
    parent.addSublayer(other)
    // The parent's own transform, which nothing can come back from, is not on the way.
    #expect(child.convert(CGPoint.zero, to: other) == CGPoint(x: 70, y: 20))
    #expect(child.convert(CGPoint.zero, to: deep) == CGPoint(x: 69, y: 19))
  }
}

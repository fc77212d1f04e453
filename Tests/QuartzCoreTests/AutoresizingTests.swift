// Every frame here was measured on Apple's system. The superlayer is 100x100 and the sublayer (10, 20, 50, 40): no two
// of its parts are alike along x.

import QuartzCore
import Testing

@Suite("4.8-4.10 Autoresizing") struct AutoresizingTests {
  static let start = CGRect(x: 10, y: 20, width: 50, height: 40)

  /// A superlayer of 100x100 and a sublayer.
  static func pair(_ mask: CAAutoresizingMask) -> (superlayer: CALayer, sublayer: CALayer) {
    let superlayer = CALayer()
    superlayer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    let sublayer = CALayer(frame: start)
    sublayer.autoresizingMask = mask
    superlayer.addSublayer(sublayer)
    return (superlayer, sublayer)
  }

  @Test("The bits, and what the mask keeps")
  func mask() {
    let bits: [CAAutoresizingMask] = [
      .layerMinXMargin, .layerWidthSizable, .layerMaxXMargin, .layerMinYMargin, .layerHeightSizable, .layerMaxYMargin,
    ]
    #expect(bits.map(\.rawValue) == [1, 2, 4, 8, 16, 32])
    let layer = CALayer()
    #expect(layer.autoresizingMask.isEmpty && CALayer.defaultValue(forKey: "autoresizingMask") == nil)
    layer.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
    #expect(layer.autoresizingMask.rawValue == 18 && layer.value(forKey: "autoresizingMask") as? Int == 18)
    layer.autoresizingMask = CAAutoresizingMask(rawValue: 255)
    #expect(layer.autoresizingMask.rawValue == 255)
    layer.autoresizingMask = []
    #expect(layer.autoresizingMask.isEmpty)
  }

  static let growth: [(CAAutoresizingMask, CGRect)] = [
    ([], CGRect(x: 10, y: 20, width: 50, height: 40)),
    ([.layerMinXMargin], CGRect(x: 110, y: 20, width: 50, height: 40)),
    ([.layerWidthSizable], CGRect(x: 10, y: 20, width: 150, height: 40)),
    ([.layerMaxXMargin], CGRect(x: 10, y: 20, width: 50, height: 40)),
    ([.layerMinYMargin], CGRect(x: 10, y: 220, width: 50, height: 40)),
    ([.layerHeightSizable], CGRect(x: 10, y: 20, width: 50, height: 240)),
    ([.layerMaxYMargin], CGRect(x: 10, y: 20, width: 50, height: 40)),
    ([.layerMinXMargin, .layerWidthSizable], CGRect(x: 76, y: 20, width: 84, height: 40)),
    ([.layerWidthSizable, .layerMaxXMargin], CGRect(x: 10, y: 20, width: 84, height: 40)),
    ([.layerMinXMargin, .layerMaxXMargin], CGRect(x: 60, y: 20, width: 50, height: 40)),
    ([.layerMinXMargin, .layerWidthSizable, .layerMaxXMargin], CGRect(x: 43, y: 20, width: 84, height: 40)),
    ([.layerMinYMargin, .layerHeightSizable], CGRect(x: 10, y: 153, width: 50, height: 107)),
    ([.layerMinYMargin, .layerMaxYMargin], CGRect(x: 10, y: 120, width: 50, height: 40)),
    ([.layerMinYMargin, .layerHeightSizable, .layerMaxYMargin], CGRect(x: 10, y: 86, width: 50, height: 108)),
    ([.layerWidthSizable, .layerHeightSizable], CGRect(x: 10, y: 20, width: 150, height: 240)),
    (CAAutoresizingMask(rawValue: 63), CGRect(x: 43, y: 86, width: 84, height: 108)),
    // Bits without a meaning change nothing.
    (CAAutoresizingMask(rawValue: 64), CGRect(x: 10, y: 20, width: 50, height: 40)),
  ]

  @Test("To 200x300", arguments: growth)
  func growing(mask: CAAutoresizingMask, frame: CGRect) {
    let (superlayer, sublayer) = Self.pair(mask)
    superlayer.bounds.size = CGSize(width: 200, height: 300)
    #expect(near(sublayer.frame, frame))
  }

  static let otherSizes: [(CAAutoresizingMask, CGSize, CGRect)] = [
    (
      [.layerMinXMargin, .layerWidthSizable], CGSize(width: 400, height: 100),
      CGRect(x: 210, y: 20, width: 150, height: 40)
    ),
    (
      [.layerMinXMargin, .layerWidthSizable], CGSize(width: 110, height: 100),
      CGRect(x: 16, y: 20, width: 54, height: 40)
    ),
    (
      [.layerMinXMargin, .layerWidthSizable], CGSize(width: 50, height: 25),
      CGRect(x: -24, y: 20, width: 34, height: 40)
    ),
    (
      [.layerWidthSizable, .layerHeightSizable], CGSize(width: 50, height: 25),
      CGRect(x: 10, y: -15, width: 0, height: 35)
    ),
  ]

  @Test("To other sizes", arguments: otherSizes)
  func toSize(mask: CAAutoresizingMask, size: CGSize, frame: CGRect) {
    let (superlayer, sublayer) = Self.pair(mask)
    superlayer.bounds.size = size
    #expect(near(sublayer.frame, frame))
  }

  @Test("4.10 only a change of size counts, by bounds or by frame")
  func whatCounts() {
    let (moved, still) = Self.pair([.layerWidthSizable, .layerHeightSizable])
    moved.bounds.origin = CGPoint(x: 30, y: 40)
    #expect(near(still.frame, Self.start))
    let (framed, resized) = Self.pair([.layerWidthSizable, .layerHeightSizable])
    framed.frame = CGRect(x: 0, y: 0, width: 200, height: 300)
    #expect(near(resized.frame, CGRect(x: 10, y: 20, width: 150, height: 240)))
  }

  @Test("4.10 a mask that comes late, and a layer that does, keep their frames")
  func late() {
    let (superlayer, sublayer) = Self.pair([])
    superlayer.bounds.size = CGSize(width: 200, height: 300)
    sublayer.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
    let added = CALayer(frame: Self.start)
    added.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
    superlayer.addSublayer(added)
    #expect(near(sublayer.frame, Self.start) && near(added.frame, Self.start))
  }

  @Test("Both methods may be called directly")
  func direct() {
    let (superlayer, sublayer) = Self.pair([])
    superlayer.bounds.size = CGSize(width: 200, height: 300)
    sublayer.autoresizingMask = [.layerMinXMargin, .layerWidthSizable]
    sublayer.resize(withOldSuperlayerSize: CGSize(width: 100, height: 100))
    #expect(near(sublayer.frame, CGRect(x: 76, y: 20, width: 84, height: 40)))
    sublayer.frame = Self.start
    sublayer.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
    superlayer.resizeSublayers(withOldSize: CGSize(width: 100, height: 100))
    #expect(near(sublayer.frame, CGRect(x: 10, y: 20, width: 150, height: 240)))
    superlayer.resizeSublayers(withOldSize: superlayer.bounds.size)
    #expect(near(sublayer.frame, CGRect(x: 10, y: 20, width: 150, height: 240)))
  }

  @Test("4.10 it goes on to the sublayers' sublayers")
  func recursion() {
    let (superlayer, middle) = Self.pair([.layerWidthSizable, .layerHeightSizable])
    middle.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
    let leaf = CALayer(frame: Self.start)
    leaf.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
    middle.addSublayer(leaf)
    superlayer.bounds.size = CGSize(width: 200, height: 300)
    #expect(near(middle.frame, CGRect(x: 0, y: 0, width: 200, height: 300)))
    #expect(near(leaf.frame, CGRect(x: 10, y: 20, width: 150, height: 240)))
  }

  @Test("Margins are measured from the corner of the superlayer's bounds")
  func boundsOrigin() {
    let (superlayer, sublayer) = Self.pair([.layerMinXMargin, .layerWidthSizable])
    superlayer.bounds.origin = CGPoint(x: 1000, y: 0)
    sublayer.frame.origin.x = 1010
    superlayer.bounds.size = CGSize(width: 200, height: 100)
    #expect(near(sublayer.frame, CGRect(x: 1076, y: 20, width: 84, height: 40)))
  }

  @Test("A layer whose share of the change is no number stays as it is (tools/fuzz api)")
  func noNumbers() {
    let mask = CAAutoresizingMask(rawValue: 63)
    // The layer's own frame has no numbers.
    for scale in [CGFloat.nan, .infinity] {
      let (superlayer, sublayer) = Self.pair(mask)
      sublayer.transform = CATransform3DMakeScale(scale, 1, 1)
      superlayer.bounds.size = CGSize(width: 200, height: 300)
      #expect(sublayer.position == CGPoint(x: 35, y: 40) && sublayer.bounds.size == CGSize(width: 50, height: 40))
    }
    // The change itself is beyond all numbers.
    let (superlayer, sublayer) = Self.pair(mask)
    superlayer.bounds.size.width = -.greatestFiniteMagnitude
    let (position, bounds) = (sublayer.position, sublayer.bounds)
    superlayer.bounds.size.width = .greatestFiniteMagnitude
    #expect(sublayer.position == position && sublayer.bounds == bounds)
    superlayer.bounds.size = CGSize(width: 100, height: 100)
    superlayer.bounds.size.height = 200
    #expect(sublayer.position.y.isFinite && sublayer.bounds.height.isFinite)
  }
}

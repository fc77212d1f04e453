// What a layer draws itself: who is asked, which bitmap it draws into, which way up, and when its contents are
// replaced.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite("5 Drawn contents") struct DrawnContentsTests {
  private final class Artist: NSObject, CALayerDelegate {
    var journal: [String] = []
    var drawing: (CALayer, CGContext) -> Void = { layer, context in context.fill(layer.bounds) }
    var preparing: (CALayer) -> Void = { _ in }
    func layerWillDraw(_ layer: CALayer) {
      journal.append("will draw")
      preparing(layer)
    }
    func draw(_ layer: CALayer, in ctx: CGContext) {
      journal.append("draw")
      drawing(layer, ctx)
    }
  }

  /// Draws by itself; what is red is at minimum y.
  private final class Painter: CALayer {
    var drawing: (CALayer, CGContext) -> Void = { layer, context in
      context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      context.fill(CGRect(x: layer.bounds.minX, y: layer.bounds.minY, width: layer.bounds.width, height: 1))
    }
    var clips: [CGRect] = []
    var level: CGFloat {
      get { managed() }
      set { setManaged(newValue) }
    }
    override init() { super.init() }
    override init(layer: Any) {
      super.init(layer: layer)
      if let painter = layer as? Painter { drawing = painter.drawing }
    }
    required init?(coder: NSCoder) { fatalError() }
    override func draw(in ctx: CGContext) {
      clips.append(ctx.boundingBoxOfClipPath)
      drawing(self, ctx)
    }
    override class func needsDisplay(forKey key: String) -> Bool { key == "level" || super.needsDisplay(forKey: key) }
  }

  private func painter(_ width: CGFloat = 4, _ height: CGFloat = 3) -> Painter {
    let layer = Painter()
    layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
    return layer
  }

  @Test("5.1, 5.2 without display(_:) the delegate is told, then draws, into a bitmap that replaces the contents")
  func delegateDraws() throws {
    let layer = CALayer(frame: CGRect(x: 0, y: 0, width: 3, height: 2))
    let artist = Artist()
    layer.delegate = artist
    layer.contents = CGImage.grey(9)
    layer.display()
    #expect(artist.journal == ["will draw", "draw"])
    let image = try #require(layer.contents.map { $0 as! CGImage })
    #expect(image.width == 3 && image.height == 2 && image.pixels == [UInt8](repeating: 0, count: 24).blackened)
  }

  @Test("5.1 a subclass draws by itself, without a delegate")
  func subclassDraws() throws {
    let layer = painter()
    layer.display()
    #expect(try layer.image.rows == ["rrrr", "....", "...."])
    #expect(layer.clips == [layer.bounds])
  }

  @Test("Where nothing is drawn the contents stay, unless they were drawn themselves")
  func nothingDrawn() throws {
    let layer = painter()
    layer.drawing = { _, _ in }
    let assigned = CGImage.grey(7)
    layer.contents = assigned
    layer.display()
    #expect(try layer.image === assigned)
    layer.drawing = { layer, context in context.fill(layer.bounds) }
    layer.display()
    #expect(try layer.image !== assigned)
    layer.drawing = { _, _ in }
    layer.display()
    #expect(layer.contents == nil)
    // Clearing is drawing.
    layer.drawing = { layer, context in context.clear(layer.bounds) }
    layer.display()
    #expect(try layer.image.rows == ["....", "....", "...."])
  }

  @Test("5.5 the bitmap has bounds times contentsScale pixels, whole ones", arguments: [1, 2, 1.5, 0.25, 0, -3, .nan])
  func size(scale: CGFloat) throws {
    let layer = painter(10, 7)
    layer.contentsScale = scale
    layer.drawing = { layer, context in context.fill(layer.bounds) }
    layer.display()
    let factor = scale > 0 ? scale : 1
    #expect(try layer.image.width == Int((10 * factor).rounded(.up)))
    #expect(try layer.image.height == Int((7 * factor).rounded(.up)))
    // All of it stands for all of the bounds.
    #expect(try layer.image.pixels == [UInt8](repeating: 0, count: layer.image.pixels.count).blackened)
  }

  @Test("Coordinates are the layer's, whatever the origin of its bounds and its scale")
  func coordinates() throws {
    let layer = painter()
    layer.bounds = CGRect(x: -7, y: 100, width: 4, height: 3)
    layer.contentsScale = 2
    layer.drawing = { _, context in
      context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      context.fill(CGRect(x: -6, y: 102, width: 1, height: 1))
    }
    layer.display()
    #expect(try layer.image.rows == ["........", "........", "........", "........", "..rr....", "..rr...."])
    #expect(layer.clips == [layer.bounds])
  }

  @Test("5.6 isOpaque drops the alpha of the bitmap, and not of an assigned image")
  func opaque() throws {
    let layer = painter()
    layer.isOpaque = true
    let assigned = CGImage(width: 1, height: 1, premultipliedRGBA: [1, 2, 3, 4])
    layer.contents = assigned
    #expect(try layer.image.pixels == [1, 2, 3, 4])
    layer.drawing = { _, context in
      context.setFillColor(red: 1, green: 0, blue: 0, alpha: 0.5)
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    layer.display()
    let pixels = try layer.image.pixels
    #expect((127...128).contains(pixels[0]) && Array(pixels[1..<8]) == [0, 0, 255, 0, 0, 0, 255])
    #expect(try layer.image.isOpaque)
    // A part that is drawn again begins as black, too.
    layer.drawing = { _, _ in }
    layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 2, height: 1))
    layer.displayIfNeeded()
    #expect(try layer.image.isOpaque && Array(layer.image.pixels[0..<4]) == [0, 0, 0, 255])
  }

  @Test("5.6 contentsFormat picks the kind of pixel; layerWillDraw is in time to set it")
  func format() throws {
    let layer = CALayer(frame: CGRect(x: 0, y: 0, width: 3, height: 2))
    let artist = Artist()
    artist.preparing = { $0.contentsFormat = .gray8Uint }
    artist.drawing = { layer, context in
      context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    layer.delegate = artist
    layer.display()
    // The luma of red by the weights of BT.709, and no alpha.
    #expect(Array(try layer.image.pixels[0..<8]) == [54, 54, 54, 255, 0, 0, 0, 255])
    layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
    layer.displayIfNeeded()
    #expect(Array(try layer.image.pixels[0..<8]) == [54, 54, 54, 255, 0, 0, 0, 255])
    artist.preparing = { $0.contentsFormat = .RGBA16Float }
    layer.display()
    #expect(Array(try layer.image.pixels[0..<8]) == [255, 0, 0, 255, 0, 0, 0, 0])
  }

  @Test("y points the way that it does on the screen", arguments: [false, true], [false, true])
  func orientation(isYUp: Bool, isFlipped: Bool) throws {
    let layer = painter()
    let stage = HostedLayer(layer)
    stage.host.isYUp = isYUp
    stage.root.isGeometryFlipped = isFlipped
    layer.setNeedsDisplay()
    CATransaction.flush()
    let isUp = isYUp != isFlipped
    #expect(try layer.image.rows == (isUp ? ["....", "....", "rrrr"] : ["rrrr", "....", "...."]))
    #expect(layer.contentsAreFlipped() == isFlipped)
  }

  @Test("What was drawn the other way up is drawn again: after a flip above, in another tree, for another renderer")
  func turned() throws {
    let layer = painter()
    layer.display()
    let down = try layer.image.rows
    let stage = HostedLayer(layer)
    CATransaction.flush()
    #expect(layer.clips.count == 1)
    stage.root.isGeometryFlipped = true
    CATransaction.flush()
    #expect(try layer.clips.count == 2 && layer.image.rows == Array(down.reversed()))
    stage.host.isYUp = true
    CATransaction.flush()
    #expect(try layer.clips.count == 3 && layer.image.rows == down)
    let other = HostedLayer()
    other.root.addSublayer(layer)
    CATransaction.flush()
    #expect(try layer.clips.count == 3 && layer.image.rows == down)
    other.root.isGeometryFlipped = true
    stage.root.isGeometryFlipped = false
    CATransaction.flush()
    #expect(layer.clips.count == 4)
    // An assigned image is nobody's drawing.
    layer.contents = CGImage.grey(3)
    other.root.isGeometryFlipped = false
    CATransaction.flush()
    #expect(layer.clips.count == 4)
  }

  @Test("A commit draws what is marked, once; what is drawn appears at once")
  func commit() throws {
    let layer = painter()
    let stage = HostedLayer(layer)
    #expect(layer.contents == nil)
    layer.setNeedsDisplay()
    layer.setNeedsDisplay()
    CATransaction.flush()
    #expect(layer.clips.count == 1 && layer.animationKeys() == nil)
    #expect(try layer.committedValues?.contents === layer.image)
    layer.bounds.size.width = 5
    CATransaction.flush()
    #expect(layer.clips.count == 1)
    layer.needsDisplayOnBoundsChange = true
    layer.bounds.size.width = 6
    CATransaction.flush()
    #expect(try layer.clips.count == 2 && layer.image.width == 6 && stage.host.isHosting)
  }

  // MARK: Parts

  private func grey(_ level: CGFloat) -> (CALayer, CGContext) -> Void {
    { layer, context in
      context.setFillColor(gray: level, alpha: 1)
      context.fill(layer.bounds)
    }
  }

  @Test("A part that is marked is drawn alone, clipped and cleared, the rest stays")
  func part() throws {
    let layer = painter(4, 3)
    layer.drawing = grey(1)
    layer.display()
    let first = try layer.image
    layer.drawing = { layer, context in
      context.setFillColor(red: 1, green: 0, blue: 0, alpha: 0.5)
      context.fill(layer.bounds)
    }
    layer.setNeedsDisplay(CGRect(x: 1, y: 1, width: 2, height: 1))
    layer.displayIfNeeded()
    #expect(layer.clips.last == CGRect(x: 1, y: 1, width: 2, height: 1))
    #expect(try layer.image.rows == ["wwww", "w??w", "wwww"])
    // Over nothing, not over the white that was there.
    #expect(Array(try layer.image.pixels[20..<24])[3] < 130)
    #expect(first.rows == ["wwww", "wwww", "wwww"])
  }

  @Test("Marks add up to the box around them, in whole pixels; all of it where anything says so")
  func marks() throws {
    let layer = painter(10, 10)
    layer.contentsScale = 2
    layer.drawing = grey(1)
    layer.display()
    layer.setNeedsDisplay(CGRect(x: 1.25, y: 2, width: 1, height: 1))
    layer.setNeedsDisplay(CGRect(x: 5, y: 6, width: -1, height: -1))
    layer.displayIfNeeded()
    #expect(layer.clips.last == CGRect(x: 1, y: 2, width: 4, height: 4))
    layer.setNeedsDisplay(CGRect(x: 1, y: 1, width: 1, height: 1))
    layer.setNeedsDisplay()
    layer.displayIfNeeded()
    #expect(layer.clips.last == layer.bounds)
    // A direct call draws everything.
    layer.display()
    #expect(layer.clips.last == layer.bounds && layer.clips.count == 4)
    // Outside, nothing is to be drawn, nor of no size.
    for rect in [CGRect(x: 20, y: 0, width: 5, height: 5), .zero] {
      layer.setNeedsDisplay(rect)
      #expect(layer.needsDisplay())
      layer.displayIfNeeded()
    }
    #expect(layer.clips.count == 4)
    for rect in [CGRect.infinite, CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1)] {
      layer.setNeedsDisplay(rect)
      layer.displayIfNeeded()
      #expect(layer.clips.last == layer.bounds)
    }
    #expect(layer.clips.count == 6)
  }

  @Test("Parts are drawn upside down where y points up")
  func partOfTurned() throws {
    let layer = painter(2, 4)
    layer.isGeometryFlipped = true
    layer.drawing = grey(1)
    layer.display()
    layer.drawing = grey(0)
    layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
    layer.displayIfNeeded()
    #expect(try layer.image.rows == ["ww", "ww", "ww", "kw"])
  }

  @Test("After a change of size, scale, origin, or of contents, all is drawn", arguments: 0..<5)
  func notPart(_ index: Int) throws {
    let layer = painter(10, 10)
    layer.drawing = grey(1)
    layer.display()
    switch index {
    case 0: layer.bounds.size.width = 11
    case 1: layer.contentsScale = 2
    case 2: layer.bounds.origin.x = 3
    case 3: layer.contents = CGImage.grey(2)
    default: layer.isOpaque = true
    }
    layer.setNeedsDisplay(CGRect(x: 4, y: 4, width: 1, height: 1))
    layer.displayIfNeeded()
    #expect(layer.clips.last == layer.bounds)
    #expect(try layer.image.width > 1)
  }

  @Test("An image tells which ones it replaces, and where it differs from them")
  func history() throws {
    let layer = painter(10, 10)
    layer.drawing = grey(1)
    layer.display()
    let first = try #require(try layer.image.history)
    #expect(first.ancestors.isEmpty)
    layer.setNeedsDisplay(CGRect(x: 1, y: 2, width: 3, height: 1))
    layer.displayIfNeeded()
    let second = try #require(try layer.image.history)
    #expect(second.ancestors.map(\.serial) == [first.serial])
    #expect(second.ancestors[0].changed == PixelRegion(x: 1, y: 2, width: 3, height: 1))
    layer.setNeedsDisplay(CGRect(x: 6, y: 2, width: 1, height: 4))
    layer.displayIfNeeded()
    let third = try #require(try layer.image.history)
    #expect(third.ancestors.map(\.serial) == [second.serial, first.serial])
    #expect(third.ancestors[0].changed == PixelRegion(x: 6, y: 2, width: 1, height: 4))
    #expect(third.ancestors[1].changed == PixelRegion(x: 1, y: 2, width: 6, height: 4))
    layer.display()
    let fourth = try #require(try layer.image.history)
    #expect(fourth.ancestors.map(\.serial) == [third.serial])
    #expect(fourth.ancestors[0].changed == PixelRegion(x: 0, y: 0, width: 10, height: 10))
    layer.bounds.size.width = 11
    layer.display()
    #expect(try layer.image.history?.ancestors.isEmpty == true)
  }

  // MARK: Frames

  @Test("1.13 while a property is animated that needs display, a presentation layer draws for each frame")
  func frames() throws {
    let layer = painter()
    layer.drawing = { layer, context in
      context.setFillColor(gray: (layer as! Painter).level, alpha: 1)
      context.fill(layer.bounds)
    }
    let stage = HostedLayer(layer)
    layer.setNeedsDisplay()
    layer.add(CABasicAnimation("level", from: 0, to: 1), forKey: "a")
    CATransaction.flush()
    let own = try layer.image
    for (time, grey) in [(0.2, 51), (0.4, 102), (0.6, 153)] {
      stage.advance(to: time)
      stage.host.prepareFrame(at: time)
      let frame = try #require(stage.frames.contents.last)
      #expect(frame.layer === layer && frame.image?.pixels[0] == UInt8(grey))
      // So that one texture serves them all.
      #expect(frame.image?.history?.ancestors.isEmpty == false)
    }
    #expect(try layer.clips.count == 1 && layer.image === own)
    stage.advance(to: 2)
    stage.host.prepareFrame(at: 2)
    #expect(stage.frames.contents.last?.image == nil)
  }

  // MARK: Bad values

  @Test(
    "Bounds without a size, or without end, draw nothing and take nothing",
    arguments: [
      CGRect.zero, CGRect(x: 0, y: 0, width: 0, height: 5), CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 5),
      CGRect(x: CGFloat.infinity, y: 0, width: 5, height: 5), .infinite, .null,
    ])
  func noBounds(bounds: CGRect) {
    let layer = painter()
    layer.display()
    #expect(layer.contents != nil)
    layer.bounds = bounds
    layer.display()
    #expect(layer.contents == nil || bounds == .infinite)
  }

  @Test(
    "More pixels than a bitmap may have are drawn at a lower resolution, and reported",
    arguments: [(1e6, 10.0, 1.0), (10, 1e9, 1), (1e5, 1e5, 1), (100, 100, 1e12), (1e300, 1e300, 1e300)])
  func tooLarge(width: Double, height: Double, scale: Double) throws {
    let layer = painter(width, height)
    layer.contentsScale = scale
    layer.drawing = grey(1)
    let stage = HostedLayer(layer)
    layer.setNeedsDisplay()
    CATransaction.flush()
    guard let image = layer.contents.map({ $0 as! CGImage }) else {
      #expect(!(width * scale).isFinite)
      return
    }
    #expect(image.width <= 8192 && image.height <= 8192 && image.width * image.height <= 33 << 20)
    // All of it was drawn.
    #expect(image.isOpaque && image.pixels.first == 255 && image.pixels.last == 255)
    #expect(stage.host.takeIssues().contains { $0.description.contains("lower resolution") })
  }
}

extension CALayer {
  /// The contents, an image.
  fileprivate var image: CGImage { get throws { try #require(contents.map { $0 as! CGImage }) } }
}

extension CGImage {
  /// One character a pixel: r(ed), w(hite), (blac)k, . for transparent, ? for any other.
  fileprivate var rows: [String] {
    (0..<height).map { y in
      String(
        (0..<width).map { x -> Character in
          switch Array(pixels[(y * width + x) * 4..<(y * width + x) * 4 + 4]) {
          case [255, 0, 0, 255]: "r"
          case [255, 255, 255, 255]: "w"
          case [0, 0, 0, 255]: "k"
          case [0, 0, 0, 0]: "."
          default: "?"
          }
        })
    }
  }
}

extension [UInt8] {
  /// The same count of bytes as opaque black pixels.
  fileprivate var blackened: [UInt8] { indices.map { $0 % 4 == 3 ? 255 : 0 } }
}

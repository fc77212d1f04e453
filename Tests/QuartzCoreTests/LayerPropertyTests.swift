import QuartzCore
import Testing

@Suite struct LayerPropertyTests {
  @Test("C-9: Default colours have the components of RGB; kept properties have defaults by key")
  func measuredDefaults() {
    #expect(CALayer().shadowColor?.components == [0, 0, 0, 1] && CALayer().borderColor?.components == [0, 0, 0, 1])
    #expect(CALayer.defaultValue(forKey: "preferredDynamicRange") as? String == "standard")
    #expect(CALayer.defaultValue(forKey: "toneMapMode") as? String == "automatic")
    #expect(CALayer.defaultValue(forKey: "contentsHeadroom") as? NSNumber == 0)
    #expect(CALayer.defaultValue(forKey: "wantsExtendedDynamicRangeContent") as? NSNumber == false)
  }

  @Test("1.1 a layer is a CAMediaTiming object")
  func conformance() { #expect(((CALayer() as Any) as? any CAMediaTiming) != nil) }

  @Test("The default of every property, as Apple documents or has it")
  func defaults() {
    let layer = CALayer()
    #expect(layer.bounds == .zero && layer.position == .zero && layer.frame == .zero)
    #expect(layer.anchorPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(layer.anchorPointZ == 0 && layer.zPosition == 0)
    #expect(layer.transform == CATransform3DIdentity && layer.sublayerTransform == CATransform3DIdentity)
    #expect(!layer.isHidden && layer.isDoubleSided && !layer.isGeometryFlipped && !layer.masksToBounds)
    #expect(layer.contents == nil && layer.contentsScale == 1 && layer.contentsGravity == .resize)
    let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
    #expect(layer.contentsRect == unit && layer.contentsCenter == unit)
    #expect(layer.minificationFilter == .linear && layer.magnificationFilter == .linear)
    #expect(layer.backgroundColor == nil && layer.cornerRadius == 0 && layer.borderWidth == 0)
    #expect(layer.borderColor == CGColor(red: 0, green: 0, blue: 0, alpha: 1) || layer.borderColor == .black)
    #expect(layer.opacity == 1 && layer.allowsGroupOpacity)
    #expect(layer.superlayer == nil && layer.sublayers == nil && layer.name == nil)
    #expect(layer.animationKeys() == nil)
  }

  @Test("6.24 edges are antialiased unless told otherwise, all four of them")
  func antialiasing() {
    #expect(CALayer().allowsEdgeAntialiasing)
    #expect(CALayer().edgeAntialiasingMask.rawValue == 15)
  }

  @Test(
    "1.16 an unknown contentsGravity becomes center",
    arguments: [
      ("topLeft", "topLeft"), ("resizeAspectFill", "resizeAspectFill"), ("nonsense", "center"), ("", "center"),
    ])
  func gravity(set: String, read: String) {
    let layer = CALayer()
    layer.contentsGravity = CALayerContentsGravity(rawValue: set)
    #expect(layer.contentsGravity.rawValue == read)
  }

  @Test("1.17 unknown bits of maskedCorners are dropped", arguments: [(UInt(0xFF), UInt(15)), (0x13, 3), (0, 0)])
  func corners(set: UInt, read: UInt) {
    let layer = CALayer()
    layer.maskedCorners = CACornerMask(rawValue: set)
    #expect(layer.maskedCorners.rawValue == read)
  }

  @Test("6.9 the bits of the corners")
  func cornerBits() {
    #expect(CACornerMask.layerMinXMinYCorner.rawValue == 1 && CACornerMask.layerMaxXMinYCorner.rawValue == 2)
    #expect(CACornerMask.layerMinXMaxYCorner.rawValue == 4 && CACornerMask.layerMaxXMaxYCorner.rawValue == 8)
    #expect(CALayer().maskedCorners.rawValue == 15)
  }

  @Test("6.23 the bits of the edges")
  func edgeBits() {
    let edges: [CAEdgeAntialiasingMask] = [.layerLeftEdge, .layerRightEdge, .layerBottomEdge, .layerTopEdge]
    #expect(edges.map(\.rawValue) == [1, 2, 4, 8])
  }

  @Test("6.15 opacity outside 0...1 is stored as it is", arguments: [Float(-1), 0, 0.5, 1, 3])
  func opacity(value: Float) {
    let layer = CALayer()
    layer.opacity = value
    #expect(layer.opacity == value)
  }

  @Test("5.7 contents keeps an image, and anything else without showing it")
  func contents() throws {
    let image = try #require(CGImage.onePixel)
    let layer = CALayer()
    layer.contents = image
    #expect(layer.contents as? CGImage === image && layer.values.contents === image)
    layer.contents = "no image"
    #expect(layer.contents as? String == "no image" && layer.values.contents == nil)
    layer.contents = image
    #expect(layer.contents as? CGImage === image)
    layer.contents = nil
    #expect(layer.contents == nil)
  }

  @Test("6.25 colours are kept as they were set, and nil")
  func colors() {
    let layer = CALayer()
    let color = CGColor(red: 1, green: 0.5, blue: 0.25, alpha: 0.5)
    layer.backgroundColor = color
    layer.borderColor = color
    #expect(layer.backgroundColor === color && layer.borderColor === color)
    layer.backgroundColor = nil
    layer.borderColor = nil
    #expect(layer.backgroundColor == nil && layer.borderColor == nil)
  }

  @Test("NaN and infinity are kept where they are no geometry that places the layer")
  func notFinite() {
    let layer = CALayer()
    layer.cornerRadius = .nan
    layer.zPosition = .infinity
    layer.anchorPoint = CGPoint(x: CGFloat.nan, y: 0)
    layer.transform.m11 = .nan
    #expect(layer.cornerRadius.isNaN && layer.zPosition == .infinity && layer.frame.width.isNaN == true)
  }

  @Test("A subclass observes its properties")
  func overrides() {
    final class Observing: CALayer {
      var changes = 0
      override var opacity: Float { didSet { changes += 1 } }
      override var bounds: CGRect {
        get { super.bounds }
        set { super.bounds = newValue.integral }
      }
    }
    let layer = Observing()
    layer.opacity = 0.5
    layer.setValue(0.25, forKey: "opacity")
    layer.bounds = CGRect(x: 0.5, y: 0.5, width: 1, height: 1)
    #expect(layer.changes == 2)
    #expect(layer.bounds == CGRect(x: 0, y: 0, width: 2, height: 2))
  }
}

extension CGImage {
  fileprivate static var onePixel: CGImage? { CGImage(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255]) }
}

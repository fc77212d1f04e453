import Foundation
import QuartzCore
import Testing

@Suite struct StyleTests {
  @Test("1.5 an explicit value wins over the style, the style over the class")
  func order() {
    let layer = CALayer()
    layer.style = ["opacity": 0.25, "cornerRadius": 7, "zPosition": 3]
    #expect(layer.opacity == 0.25 && layer.cornerRadius == 7 && layer.borderWidth == 0)
    layer.opacity = 0.75
    #expect(layer.opacity == 0.75)
    layer.style = ["opacity": 0.5, "cornerRadius": 9]
    #expect(layer.opacity == 0.75 && layer.cornerRadius == 9 && layer.zPosition == 0)
    layer.style = nil
    #expect(layer.cornerRadius == 0 && layer.style == nil)
  }

  @Test("1.5 a value that was set to the default is set")
  func explicitDefault() {
    let layer = CALayer()
    layer.opacity = 1
    layer.style = ["opacity": 0.25]
    #expect(layer.opacity == 1)
  }

  @Test("1.5 a nested style is the next level; the shallowest wins")
  func nested() {
    let layer = CALayer()
    layer.style = [
      "opacity": 0.5, "own": "first",
      "style": ["opacity": 0.25, "cornerRadius": 4, "own": "second", "style": ["cornerRadius": 8, "zPosition": 2]],
    ]
    #expect(layer.opacity == 0.5 && layer.cornerRadius == 4 && layer.zPosition == 2)
    #expect(layer.value(forKey: "own") as? String == "first")
  }

  @Test("1.6 never for bounds and frame")
  func boundsAndFrame() {
    let layer = CALayer()
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    layer.style = ["bounds": rect, "frame": rect]
    #expect(layer.bounds == .zero && layer.frame == .zero)
  }

  private final class Gauge: CALayer {
    var level: Double {
      get { managed() }
      set { setManaged(newValue) }
    }
    override class func defaultValue(forKey key: String) -> Any? {
      key == "level" ? 2.0 : super.defaultValue(forKey: key)
    }
  }

  @Test("1.5 for properties that a subclass declares, and for any key")
  func managed() {
    let layer = Gauge()
    #expect(layer.level == 2)
    layer.style = ["level": 5, "other": "text"]
    #expect(layer.level == 5 && layer.value(forKey: "other") as? String == "text")
    layer.level = 7
    #expect(layer.level == 7)
    layer.style = ["level": 6]
    #expect(layer.level == 7)
  }

  @Test("1.7 a class default of nil is zero, or the identity")
  func zero() {
    #expect(CALayer.defaultValue(forKey: "transform") == nil && CALayer.defaultValue(forKey: "position") == nil)
    let layer = CALayer()
    #expect(layer.transform == CATransform3DIdentity && layer.position == .zero)
  }

  @Test(
    "1.8 the default values that are not nil",
    arguments: [
      ("contentsScale", 1.0), ("edgeAntialiasingMask", 15), ("maskedCorners", 15), ("speed", 1),
      ("duration", .infinity),
    ])
  func defaultNumbers(key: String, value: Double) {
    #expect((CALayer.defaultValue(forKey: key) as? NSNumber)?.doubleValue == value)
  }

  @Test(
    "1.8 the default values that are not nil",
    arguments: [
      "anchorPoint", "contentsCenter", "allowsEdgeAntialiasing", "allowsGroupOpacity", "drawsAsynchronously",
      "cornerCurve",
      "contentsFormat", "fillMode",
    ])
  func defaults(key: String) { #expect(CALayer.defaultValue(forKey: key) != nil) }

  @Test(
    "1.9 the default values that are nil",
    arguments: [
      "bounds", "position", "frame", "autoresizingMask", "filters", "compositingFilter", "backgroundFilters", "mask",
      "minificationFilterBias",
    ])
  func noDefaults(key: String) { #expect(CALayer.defaultValue(forKey: key) == nil) }

  @Test("Frames show the style's values, of declared properties too, and of later styles")
  func committed() {
    let layer = Gauge()
    let stage = HostedLayer(layer)
    layer.style = ["opacity": 0.5, "level": 4, "style": ["depth": 3]]
    CATransaction.flush()
    #expect(layer.committedValues?.opacity == 0.5)
    #expect(layer.committedValues?.managed[ManagedKey("level")]?.number == 4)
    #expect(layer.committedValues?.managed[ManagedKey("depth")]?.number == 3)
    #expect(layer.presentation()?.level == 4 && stage.host.isHosting)
    layer.style = nil
    CATransaction.flush()
    #expect(layer.presentation()?.level == 2)
  }

  @Test("The search in styles ends after 64 levels")
  func deep() {
    let layer = CALayer()
    var style: [AnyHashable: Any] = ["own": 1]
    for _ in 0..<1000 { style = ["style": style] }
    layer.style = style
    #expect(layer.value(forKey: "own") == nil)
  }

  @Test(
    "1.14 always archived",
    arguments: ["allowsEdgeAntialiasing", "allowsGroupOpacity", "cornerCurve", "contentsFormat"])
  func alwaysArchived(key: String) { #expect(CALayer().shouldArchiveValue(forKey: key)) }

  @Test(
    "1.14 archived once it was set, by setter or key",
    arguments: [
      "opacity", "position", "bounds", "zPosition", "backgroundColor", "contents", "transform", "name", "speed",
      "style",
      "actions", "autoresizingMask", "needsDisplayOnBoundsChange",
    ])
  func archived(key: String) {
    let values: [String: Any] = [
      "position": CGPoint(x: 1, y: 1), "bounds": CGRect(x: 0, y: 0, width: 1, height: 1),
      "backgroundColor": CGColor.white,
      "contents": CGImage.grey(1), "transform": CATransform3DMakeScale(2, 2, 2), "name": "n", "style": ["a": 1],
      "actions": ["a": NSNull()],
    ]
    let layer = CALayer()
    #expect(!layer.shouldArchiveValue(forKey: key))
    layer.setValue(values[key] ?? 0.5, forKey: key)
    #expect(layer.shouldArchiveValue(forKey: key))
  }

  @Test("1.14 setting the frame sets bounds and position; never archived are frame, superlayer and unknown keys")
  func neverArchived() {
    let layer = CALayer()
    CALayer().addSublayer(layer)
    layer.frame = CGRect(x: 1, y: 1, width: 1, height: 1)
    layer.wantsDynamicContentScaling = true
    layer.setValue(1, forKey: "unknown")
    #expect(layer.shouldArchiveValue(forKey: "bounds") && layer.shouldArchiveValue(forKey: "position"))
    for key in ["frame", "superlayer", "wantsDynamicContentScaling", "unknown", ""] {
      #expect(!layer.shouldArchiveValue(forKey: key), "\(key)")
    }
  }
}

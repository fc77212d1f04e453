import QuartzCore
import Testing

@Suite("19 Gradient layer") struct GradientLayerTests {
  @Test(
    "Defaults and round trips",
    arguments: [
      ClassProperty("colors", .none, .list([.color(.testRed), .color(.testBlue)])),
      ClassProperty("locations", .none, .numbers([0.25, 0.75])),
      ClassProperty("startPoint", .point(CGPoint(x: 0.5, y: 0)), .point(CGPoint(x: 0, y: 0))),
      ClassProperty("endPoint", .point(CGPoint(x: 0.5, y: 1)), .point(CGPoint(x: 1, y: 1))),
      ClassProperty("type", .string("axial"), .string("radial")),
    ])
  func property(_ property: ClassProperty) { property.check(on: CAGradientLayer()) }

  @Test("Accessors and key-value coding are one")
  func accessors() {
    let layer = CAGradientLayer()
    #expect(layer.colors == nil && layer.locations == nil && layer.type == .axial)
    #expect(layer.startPoint == CGPoint(x: 0.5, y: 0) && layer.endPoint == CGPoint(x: 0.5, y: 1))
    layer.colors = [CGColor.testRed, CGColor.testBlue]
    layer.locations = [0, 1]
    #expect(layer.value(forKey: "colors") as? [CGColor] == [.testRed, .testBlue])
    #expect(layer.colors as? [CGColor] == [.testRed, .testBlue])
    #expect(layer.value(forKey: "locations") as? [NSNumber] == [0, 1])
    layer.setValue(0.25, forKeyPath: "startPoint.x")
    #expect(layer.startPoint == CGPoint(x: 0.25, y: 0))
    layer.colors = []
    #expect(layer.colors?.isEmpty == true)
    layer.colors = nil
    #expect(layer.colors == nil)
  }

  @Test("19.8 an unknown type is kept; the raw values of the known ones")
  func types() {
    let layer = CAGradientLayer()
    layer.type = CAGradientLayerType(rawValue: "spiral")
    #expect(layer.type.rawValue == "spiral")
    #expect([CAGradientLayerType.axial, .radial, .conic].map(\.rawValue) == ["axial", "radial", "conic"])
  }

  @Test("Colours animate one by one, from the presentation")
  func colorsAnimate() throws {
    let layer = CAGradientLayer()
    layer.colors = [CGColor.testRed, CGColor.testBlack]
    let clock = MediaClock(startingAt: 0)
    let host = LayerHost(layer: layer, clock: clock)
    let animation = CABasicAnimation(keyPath: "colors")
    animation.toValue = [CGColor.testBlue, CGColor.testWhite]
    animation.duration = 1
    layer.add(animation, forKey: nil)
    CATransaction.flush()
    clock.advance(to: 0.5)
    let shown = try #require(layer.presentation())
    let colors = try #require(shown.colors as? [CGColor])
    #expect(colors.map(\.components) == [[0.5, 0, 0.5, 1], [0.5, 0.5, 0.5, 1]])
    withExtendedLifetime(host) {}
  }

  @Test("Changes animate implicitly, of all but the type")
  func implicit() {
    let layer = CAGradientLayer()
    layer.colors = [CGColor.testRed, CGColor.testBlack]
    #expect(
      implicitAnimation(of: layer, forKey: "colors") { layer.colors = [CGColor.testBlue, CGColor.testBlack] } != nil)
    let type = CAGradientLayer()
    #expect(implicitAnimation(of: type, forKey: "type") { type.type = .conic } == nil)
  }
}

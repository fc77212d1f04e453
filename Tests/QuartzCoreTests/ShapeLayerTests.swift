import QuartzCore
import Testing

@Suite("18 Shape layer") struct ShapeLayerTests {
  static let square = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)

  @Test(
    "Defaults and round trips",
    arguments: [
      ClassProperty("path", .none, .path(square)), ClassProperty("fillColor", .color(.testBlack), .color(.testRed)),
      ClassProperty("fillRule", .string("non-zero"), .string("even-odd")),
      ClassProperty("strokeColor", .none, .color(.testRed)),
      ClassProperty("strokeStart", .number(0), .number(0.25)), ClassProperty("strokeEnd", .number(1), .number(0.5)),
      ClassProperty("lineWidth", .number(1), .number(3)), ClassProperty("miterLimit", .number(10), .number(2)),
      ClassProperty("lineCap", .string("butt"), .string("round")),
      ClassProperty("lineJoin", .string("miter"), .string("bevel")),
      ClassProperty("lineDashPhase", .number(0), .number(4)),
      ClassProperty("lineDashPattern", .none, .numbers([6, 2])),
    ])
  func property(_ property: ClassProperty) { property.check(on: CAShapeLayer()) }

  @Test("Accessors and key-value coding are one")
  func accessors() {
    let layer = CAShapeLayer()
    #expect(
      layer.path == nil && layer.fillColor == .testBlack && layer.strokeColor == nil && layer.lineDashPattern == nil)
    #expect(layer.fillRule == .nonZero && layer.lineCap == .butt && layer.lineJoin == .miter)
    #expect(layer.strokeStart == 0 && layer.strokeEnd == 1 && layer.lineWidth == 1)
    #expect(layer.miterLimit == 10 && layer.lineDashPhase == 0)
    layer.lineCap = .square
    layer.lineDashPattern = [4, 2.5]
    layer.strokeEnd = 0.75
    #expect(layer.value(forKey: "lineCap") as? String == "square")
    #expect(layer.value(forKey: "lineDashPattern") as? [NSNumber] == [4, 2.5])
    #expect(layer.value(forKey: "strokeEnd") as? CGFloat == 0.75)
    layer.setValue(CAShapeLayerLineJoin.round, forKey: "lineJoin")
    layer.setValue([1, 2], forKey: "lineDashPattern")
    #expect(layer.lineJoin == .round && layer.lineDashPattern == [1, 2])
  }

  @Test("18.1 nil takes fill and stroke away, though fill has a default")
  func noColor() {
    let layer = CAShapeLayer()
    layer.fillColor = nil
    #expect(layer.fillColor == nil && layer.value(forKey: "fillColor") == nil)
    layer.fillColor = .testRed
    #expect(layer.fillColor == .testRed)
    layer.fillColor = nil
    #expect(layer.fillColor == nil)
  }

  @Test("18.2 the path is copied", arguments: ["accessor", "key"])
  func pathCopied(by way: String) {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
    let layer = CAShapeLayer()
    if way == "key" { layer.setValue(path, forKey: "path") } else { layer.path = path }
    path.addRect(CGRect(x: 90, y: 90, width: 10, height: 10))
    #expect(layer.path?.boundingBox == CGRect(x: 0, y: 0, width: 10, height: 10))
  }

  @Test("The raw values of the constants")
  func constants() {
    #expect(CAShapeLayerFillRule.nonZero.rawValue == "non-zero" && CAShapeLayerFillRule.evenOdd.rawValue == "even-odd")
    #expect([CAShapeLayerLineCap.butt, .round, .square].map(\.rawValue) == ["butt", "round", "square"])
    #expect([CAShapeLayerLineJoin.miter, .round, .bevel].map(\.rawValue) == ["miter", "round", "bevel"])
  }

  @Test("Changes animate implicitly, of all but path and constants")
  func implicit() {
    let layer = CAShapeLayer()
    let animation = implicitAnimation(of: layer, forKey: "strokeEnd") { layer.strokeEnd = 0.5 }
    #expect((animation as? CABasicAnimation)?.fromValue as? CGFloat == 1)
    let fill = CAShapeLayer()
    #expect(implicitAnimation(of: fill, forKey: "fillColor") { fill.fillColor = .testRed } != nil)
    let path = CAShapeLayer()
    #expect(implicitAnimation(of: path, forKey: "path") { path.path = Self.square } == nil)
    let cap = CAShapeLayer()
    #expect(implicitAnimation(of: cap, forKey: "lineCap") { cap.lineCap = .round } == nil)
  }

  @Test("An animation shows in the presentation")
  func presentation() throws {
    let layer = CAShapeLayer()
    let clock = MediaClock(startingAt: 0)
    let host = LayerHost(layer: layer, clock: clock)
    let animation = CABasicAnimation(keyPath: "strokeEnd")
    animation.fromValue = 0
    animation.duration = 2
    layer.add(animation, forKey: nil)
    CATransaction.flush()
    clock.advance(to: 0.5)
    let shown = try #require(layer.presentation())
    #expect(abs(shown.strokeEnd - 0.25) < 1e-12)
    #expect(layer.strokeEnd == 1)
    withExtendedLifetime(host) {}
  }

  @Test(
    "L-1: animations of properties that are nil run",
    arguments: [
      ("path", AnimatableValue.path(square)), ("strokeColor", .color(.testRed)), ("fillColor", .color(.testRed)),
      ("lineDashPattern", .numbers([3, 1])),
    ])
  func animatesNil(key: String, end: AnimatableValue) {
    let shape = CAShapeLayer()
    shape.fillColor = nil
    let stage = HostedLayer(shape)
    let animation = CABasicAnimation(keyPath: key)
    animation.fromValue = end.boxed
    animation.toValue = end.boxed
    animation.duration = 1
    shape.add(animation, forKey: nil)
    stage.advance(to: 0.5)
    #expect(AnimatableValue(shape.presentation()?.value(forKey: key)) == end)
    #expect(shape.value(forKey: key) == nil && stage.host.takeIssues().isEmpty)
  }

  @Test("L-1: also of gradients; of keys that no class has there is nothing to run")
  func animatesNilGradient() {
    let gradient = CAGradientLayer()
    let stage = HostedLayer(gradient)
    gradient.add(CABasicAnimation("locations", from: [0, 0.5], to: [0.5, 1]), forKey: nil)
    gradient.add(CABasicAnimation("nonsense", from: 0, to: 1), forKey: nil)
    stage.advance(to: 0.5)
    #expect(gradient.presentation()?.locations == [0.25, 0.75])
    #expect(stage.host.takeIssues().count == 1)
  }
}

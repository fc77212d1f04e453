import QuartzCore
import Testing

@Suite("21 Replicator") struct ReplicatorLayerTests {
  @Test(
    "Defaults and round trips",
    arguments: [
      ClassProperty("instanceCount", .number(1), .number(5)), ClassProperty("preservesDepth", .number(0), .number(1)),
      ClassProperty("instanceDelay", .number(0), .number(0.25)),
      ClassProperty(
        "instanceTransform", .transform(CATransform3DIdentity), .transform(CATransform3DMakeTranslation(10, 0, 0))),
      ClassProperty("instanceColor", .color(.testWhite), .color(.testRed)),
      ClassProperty("instanceRedOffset", .number(0), .number(-0.5)),
      ClassProperty("instanceGreenOffset", .number(0), .number(0.5)),
      ClassProperty("instanceBlueOffset", .number(0), .number(0.25)),
      ClassProperty("instanceAlphaOffset", .number(0), .number(-0.25)),
    ])
  func property(_ property: ClassProperty) { property.check(on: CAReplicatorLayer()) }

  @Test("Accessors and key-value coding are one")
  func accessors() {
    let layer = CAReplicatorLayer()
    #expect(layer.instanceCount == 1 && layer.instanceDelay == 0 && !layer.preservesDepth)
    #expect(layer.instanceTransform == CATransform3DIdentity && layer.instanceColor == .testWhite)
    layer.instanceCount = 0
    layer.instanceAlphaOffset = -0.5
    layer.setValue(3, forKeyPath: "instanceTransform.translation.y")
    #expect(layer.value(forKey: "instanceCount") as? Int == 0)
    #expect(layer.value(forKey: "instanceAlphaOffset") as? Float == -0.5)
    #expect(layer.instanceTransform == CATransform3DMakeTranslation(0, 3, 0))
    layer.instanceColor = nil
    #expect(layer.instanceColor == nil)
  }

  @Test("Changes animate implicitly; a count in between is the lower one")
  func animation() throws {
    let layer = CAReplicatorLayer()
    let clock = MediaClock(startingAt: 0)
    let host = LayerHost(layer: layer, clock: clock)
    CATransaction.flush()
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .linear))
    layer.instanceCount = 6
    CATransaction.commit()
    CATransaction.flush()
    clock.advance(to: 0.5)
    #expect(try #require(layer.presentation()).instanceCount == 3)
    withExtendedLifetime(host) {}
  }

  @Test("17.6 hit testing finds the first copy only")
  func hitTest() {
    let layer = CAReplicatorLayer()
    layer.instanceCount = 3
    layer.instanceTransform = CATransform3DMakeTranslation(20, 0, 0)
    let child = CALayer(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    layer.addSublayer(child)
    #expect(layer.hitTest(CGPoint(x: 5, y: 5)) === child)
    #expect(layer.hitTest(CGPoint(x: 25, y: 5)) == nil)
  }
}

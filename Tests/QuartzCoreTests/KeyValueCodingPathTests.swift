import QuartzCore
import Testing

@Suite struct KeyValueCodingPathTests {
  @Test("C-5: transform.scale.xy scales in the plane, set and animated")
  func planeScale() throws {
    let stage = HostedLayer()
    stage.layer.setValue(3, forKeyPath: "transform.scale.xy")
    #expect(CATransform3DEqualToTransform(stage.layer.transform, CATransform3DMakeScale(3, 3, 1)))
    #expect(stage.layer.value(forKeyPath: "transform.scale.xy") as? NSNumber == 3)
    CATransaction.flush()
    stage.layer.removeAllAnimations()
    let pulse = CABasicAnimation("transform.scale.xy", from: 1, to: 2, duration: 1)
    stage.layer.add(pulse, forKey: "pulse")
    CATransaction.flush()
    stage.advance(to: 0.5)
    let shown = try #require(stage.layer.presentation()).transform
    #expect(near(shown.m11, 1.5) && near(shown.m22, 1.5) && near(shown.m33, 1))
  }

  private static func layer() -> CALayer { CALayer(frame: CGRect(x: 10, y: 20, width: 100, height: 50)) }

  @Test(
    "12.2 fields of points, sizes and rectangles are read",
    arguments: [
      ("position.x", 60.0), ("position.y", 45), ("bounds.size.width", 100), ("bounds.size.height", 50),
      ("bounds.origin.x", 0), ("frame.origin.x", 10), ("frame.origin.y", 20), ("frame.size.width", 100),
      ("anchorPoint.x", 0.5), ("opacity", 1), ("contentsRect.size.width", 1),
    ])
  func read(keyPath: String, value: Double) {
    #expect((Self.layer().value(forKeyPath: keyPath) as? NSNumber)?.doubleValue == value)
  }

  @Test("12.2 whole points and sizes are read")
  func readWhole() {
    #expect(Self.layer().value(forKeyPath: "frame.origin") as? CGPoint == CGPoint(x: 10, y: 20))
    #expect(Self.layer().value(forKeyPath: "bounds.size") as? CGSize == CGSize(width: 100, height: 50))
    #expect(Self.layer().value(forKeyPath: "frame") as? CGRect == CGRect(x: 10, y: 20, width: 100, height: 50))
  }

  @Test("12.2 fields are written")
  func write() {
    let layer = Self.layer()
    layer.setValue(-5, forKeyPath: "frame.origin.x")
    #expect(layer.frame == CGRect(x: -5, y: 20, width: 100, height: 50) && layer.position == CGPoint(x: 45, y: 45))
    layer.setValue(CGSize(width: 10, height: 10), forKeyPath: "frame.size")
    #expect(layer.frame == CGRect(x: -5, y: 20, width: 10, height: 10))
    layer.setValue(30, forKeyPath: "bounds.size.width")
    #expect(layer.bounds == CGRect(x: 0, y: 0, width: 30, height: 10))
    layer.setValue(CGPoint(x: 1, y: 2), forKeyPath: "bounds.origin")
    #expect(layer.bounds == CGRect(x: 1, y: 2, width: 30, height: 10))
    layer.setValue(0.25, forKeyPath: "anchorPoint.y")
    #expect(layer.anchorPoint == CGPoint(x: 0.5, y: 0.25))
  }

  @Test(
    "12.3 fields of a transform are written and read back",
    arguments: [
      "rotation", "rotation.x", "rotation.y", "rotation.z", "scale.x", "scale.y", "scale.z", "scale", "translation.x",
      "translation.y", "translation.z",
    ])
  func transformFields(field: String) {
    let layer = CALayer()
    for key in ["transform", "sublayerTransform"] {
      layer.setValue(0.75, forKeyPath: "\(key).\(field)")
      #expect(near((layer.value(forKeyPath: "\(key).\(field)") as? NSNumber)?.doubleValue ?? 0, 0.75))
    }
    #expect(layer.transform == layer.sublayerTransform && layer.transform != CATransform3DIdentity)
  }

  @Test("12.3 fields compose: scale, then rotation, then translation, whichever was set first")
  func transformComposition() {
    let layer = CALayer()
    layer.setValue(CGSize(width: 3, height: 4), forKeyPath: "transform.translation")
    layer.setValue(2, forKeyPath: "transform.scale")
    layer.setValue(Double.pi / 2, forKeyPath: "transform.rotation.z")
    let expected = CATransform3DConcat(
      CATransform3DConcat(CATransform3DMakeScale(2, 2, 2), CATransform3DMakeRotation(.pi / 2, 0, 0, 1)),
      CATransform3DMakeTranslation(3, 4, 0))
    #expect(near(layer.transform, expected))
  }

  @Test("A path may go through another layer")
  func nested() {
    let (parent, child) = (Self.layer(), CALayer())
    parent.addSublayer(child)
    #expect((child.value(forKeyPath: "superlayer.position.x") as? NSNumber)?.doubleValue == 60)
    child.setValue(7, forKeyPath: "superlayer.position.y")
    #expect(parent.position == CGPoint(x: 60, y: 7))
    parent.setValue(child, forKey: "knob")
    parent.setValue(0.5, forKeyPath: "knob.opacity")
    // A name that is also that of a field belongs to the layer that the path leads to.
    parent.setValue("large", forKeyPath: "knob.size")
    #expect(child.opacity == 0.5 && child.value(forKey: "size") as? String == "large")
    #expect(parent.value(forKeyPath: "knob.size") as? String == "large")
    #expect((parent.value(forKeyPath: "knob.superlayer.frame.origin.x") as? NSNumber)?.doubleValue == 10)
  }

  @Test(
    "A path that leads nowhere reads nil and changes nothing",
    arguments: [
      "position.z", "position.width", "transform.rotation.w", "opacity.x", "sublayers.position", "sublayers.x",
      "nothing.x",
      "name.x", "backgroundColor.width", "position.", ".x", "frame.origin.z", "position.x.y",
    ])
  func nowhere(keyPath: String) {
    let layer = CALayer("layer", CALayer("child"))
    let before = layer.values
    layer.setValue(3, forKeyPath: keyPath)
    #expect(layer.value(forKeyPath: keyPath) == nil)
    for property in LayerProperties.fields { #expect(layer.values[property] == before[property]) }
    #expect(layer.sublayerNames == ["child"])
  }

  @Test(
    "Nil and values of the wrong type leave a field as it is", arguments: [SendableAny("x"), SendableAny(CGPoint.zero)])
  func wrongField(value: SendableAny) {
    let layer = Self.layer()
    layer.setValue(value.any, forKeyPath: "position.x")
    layer.setValue(nil, forKeyPath: "position.x")
    #expect(layer.position.x == 60)
  }

  @Test("A path without a dot is a key, contents that are no image included")
  func plainKeys() {
    let layer = CALayer()
    layer.setValue("text", forKeyPath: "contents")
    layer.setValue("tagged", forKeyPath: "tag")
    #expect(layer.value(forKeyPath: "contents") as? String == "text")
    #expect(layer.value(forKeyPath: "tag") as? String == "tagged")
  }
}

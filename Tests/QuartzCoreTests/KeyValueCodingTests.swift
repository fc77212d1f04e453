import Foundation
import QuartzCore
import Testing

@Suite struct KeyValueCodingTests {
  @Test("1.2 any key may be set and read back", arguments: ["tag", "a.b", "", "boundsX", "Position", "mask2"])
  func openContainer(key: String) {
    let layer = CALayer()
    #expect(layer.value(forKey: key) == nil)
    layer.setValue("kept", forKey: key)
    #expect(layer.value(forKey: key) as? String == "kept")
    #expect(CALayer().value(forKey: key) == nil)
    layer.setValue(nil, forKey: key)
    #expect(layer.value(forKey: key) == nil)
  }

  @Test("1.2 a key keeps the value and its type")
  func typesOfOpenKeys() {
    let layer = CALayer()
    layer.setValue(CGPoint(x: 1, y: 2), forKey: "anchor2")
    #expect(layer.value(forKey: "anchor2") as? CGPoint == CGPoint(x: 1, y: 2))
    #expect((layer.value(forKeyPath: "anchor2.y") as? NSNumber)?.doubleValue == 2)
    layer.setValue(7, forKeyPath: "anchor2.x")
    #expect(layer.value(forKey: "anchor2") as? CGPoint == CGPoint(x: 7, y: 2))
    let object = NSObject()
    layer.setValue(object, forKey: "object")
    #expect(layer.value(forKey: "object") as? NSObject === object)
  }

  @Test("1.5 what was set comes before the class default")
  func lookup() {
    final class Ring: CALayer {
      override class func defaultValue(forKey key: String) -> Any? {
        key == "progress" ? 0.75 : super.defaultValue(forKey: key)
      }
    }
    let ring = Ring()
    #expect(ring.value(forKey: "progress") as? Double == 0.75)
    ring.setValue(0.5, forKey: "progress")
    #expect(ring.value(forKey: "progress") as? Double == 0.5)
    ring.setValue(nil, forKey: "progress")
    #expect(ring.value(forKey: "progress") as? Double == 0.75)
    #expect(CALayer().value(forKey: "progress") == nil)
  }

  @Test(
    "1.8 class defaults that are not nil",
    arguments: [
      ("contentsScale", 1.0), ("edgeAntialiasingMask", 15), ("allowsEdgeAntialiasing", 1), ("allowsGroupOpacity", 1),
      ("maskedCorners", 15), ("speed", 1), ("duration", .infinity),
      // Not measured; without them nil would not mean zero (1.7).
      ("opacity", 1), ("doubleSided", 1),
    ])
  func numericDefaults(key: String, value: Double) {
    #expect((CALayer.defaultValue(forKey: key) as? NSNumber)?.doubleValue == value)
  }

  @Test("1.8 class defaults that are not numbers")
  func otherDefaults() {
    #expect(CALayer.defaultValue(forKey: "anchorPoint") as? CGPoint == CGPoint(x: 0.5, y: 0.5))
    #expect(CALayer.defaultValue(forKey: "contentsCenter") as? CGRect == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(CALayer.defaultValue(forKey: "fillMode") != nil)
  }

  @Test(
    "1.9 class defaults that are nil",
    arguments: [
      "bounds", "position", "frame", "transform", "sublayerTransform", "zPosition", "hidden", "backgroundColor",
      "contents",
      "mask", "filters", "unknown",
    ])
  func nilDefaults(key: String) { #expect(CALayer.defaultValue(forKey: key) == nil) }

  @Test("1.7 nil of a class default means zero, or the identity: a fresh layer's value agrees, for every property")
  func defaultsAgree() {
    for property in LayerProperties.table.all {
      let value = AnimatableValue(CALayer().value(forKey: property.key))
      if let standard = CALayer.defaultValue(forKey: property.key) { #expect(AnimatableValue(standard) == value) }
    }
  }

  @Test("1.10 every property is readable and writable by its key")
  func roundTrip() throws {
    let source = CALayer()
    source.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    source.transform = CATransform3DMakeRotation(1, 0, 0, 1)
    source.isHidden = true
    source.contentsGravity = .topLeft
    source.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    source.opacity = 0.3
    source.maskedCorners = [.layerMaxXMaxYCorner]
    source.contents = "not an image"
    let copy = CALayer()
    for property in LayerProperties.fields {
      copy.setValue(source.value(forKey: property.key), forKey: property.key)
    }
    for property in LayerProperties.fields where property.key != "contents" {
      #expect(copy.values[property] == source.values[property], "\(property.key)")
    }
    #expect(copy.contents as? String == "not an image")
    #expect(copy.value(forKey: "frame") as? CGRect == source.frame)
  }

  @Test("1.10 Boolean properties have keys without \"is\"", arguments: ["hidden", "doubleSided", "geometryFlipped"])
  func booleans(key: String) {
    let layer = CALayer()
    let before = layer.value(forKey: key) as? Bool
    layer.setValue(before == false, forKey: key)
    #expect(layer.value(forKey: key) as? Bool == (before == false))
    #expect(
      (layer.isHidden, layer.isDoubleSided, layer.isGeometryFlipped) == (
        key == "hidden", key != "doubleSided", key == "geometryFlipped"
      ))
  }

  @Test(
    "1.10 a number of any type is taken",
    arguments: [
      SendableAny(NSNumber(value: 2)), SendableAny(2), SendableAny(2.0), SendableAny(Float(2)), SendableAny(CGFloat(2)),
      SendableAny(UInt8(2)), SendableAny(Int64(2)), SendableAny(NSNumber(value: 2.0)),
    ])
  func numbers(value: SendableAny) {
    let layer = CALayer()
    layer.setValue(value.any, forKey: "cornerRadius")
    layer.setValue(value.any, forKey: "speed")
    layer.setValue(value.any, forKey: "maskedCorners")
    layer.setValue(value.any, forKeyPath: "position.x")
    #expect(layer.cornerRadius == 2 && layer.speed == 2 && layer.maskedCorners.rawValue == 2 && layer.position.x == 2)
  }

  @Test(
    "1.10 true, 1 and NSNumber are Booleans",
    arguments: [SendableAny(true), SendableAny(1), SendableAny(NSNumber(value: true))])
  func truths(value: SendableAny) {
    let layer = CALayer()
    layer.setValue(value.any, forKey: "hidden")
    layer.setValue(value.any, forKey: "autoreverses")
    #expect(layer.isHidden && layer.autoreverses)
  }

  @Test("1.10 geometry comes as itself, in NSValue, or as an array of numbers")
  func geometry() {
    let layer = CALayer()
    layer.setValue(NSValue(point: CGPoint(x: 1, y: 2)), forKey: "position")
    layer.setValue(NSValue(rect: CGRect(x: 1, y: 2, width: 3, height: 4)), forKey: "bounds")
    #expect(layer.position == CGPoint(x: 1, y: 2) && layer.bounds == CGRect(x: 1, y: 2, width: 3, height: 4))
    layer.setValue(NSValue(size: CGSize(width: 5, height: 6)), forKeyPath: "bounds.size")
    #expect(layer.bounds.size == CGSize(width: 5, height: 6))
    layer.setValue([7, 8.5], forKey: "position")
    #expect(layer.position == CGPoint(x: 7, y: 8.5))
    layer.setValue(CGAffineTransform(scaleX: 2, y: 3), forKey: "transform")
    #expect(layer.transform == CATransform3DMakeScale(2, 3, 1))
  }

  @Test("1.10 constants come as themselves or as their raw values")
  func constants() {
    let layer = CALayer()
    layer.setValue(CALayerContentsGravity.bottom, forKey: "contentsGravity")
    #expect(layer.contentsGravity == .bottom && layer.value(forKey: "contentsGravity") as? String == "bottom")
    layer.setValue("resizeAspect", forKey: "contentsGravity")
    layer.setValue("nearest", forKey: "magnificationFilter")
    layer.setValue(CACornerMask.layerMinXMaxYCorner, forKey: "maskedCorners")
    layer.setValue("both", forKey: "fillMode")
    #expect(layer.contentsGravity == .resizeAspect && layer.magnificationFilter == .nearest)
    #expect(layer.maskedCorners == .layerMinXMaxYCorner && layer.fillMode == .both)
    layer.setValue("nonsense", forKey: "contentsGravity")
    #expect(layer.contentsGravity == .center)
  }

  @Test("Nil resets a property; of a colour and of contents it means none")
  func nilResets() {
    let layer = CALayer()
    let keys = ["position", "anchorPoint", "transform", "hidden", "contentsGravity", "opacity", "speed", "duration"]
    layer.position = CGPoint(x: 1, y: 1)
    layer.anchorPoint = .zero
    layer.transform = CATransform3DMakeScale(2, 2, 2)
    layer.isHidden = true
    layer.contentsGravity = .top
    layer.opacity = 0
    layer.speed = 0
    layer.duration = 1
    layer.backgroundColor = .black
    layer.contents = "x"
    for key in keys + ["backgroundColor", "borderColor", "contents", "name"] { layer.setValue(nil, forKey: key) }
    let fresh = CALayer()
    for key in keys {
      #expect(AnimatableValue(layer.value(forKey: key)) == AnimatableValue(fresh.value(forKey: key)), "\(key)")
    }
    #expect(layer.backgroundColor == nil && layer.borderColor == nil && layer.contents == nil)
  }

  @Test(
    "A value of the wrong type leaves the property as it is",
    arguments: [
      ("position", SendableAny("1, 2")), ("position", SendableAny(3)), ("bounds", SendableAny(CGPoint.zero)),
      ("opacity", SendableAny("half")),
      ("backgroundColor", SendableAny(7)), ("backgroundColor", SendableAny(NSObject())),
      ("transform", SendableAny([1, 2])),
      ("maskedCorners", SendableAny(-1)), ("maskedCorners", SendableAny(Double.nan)), ("frame", SendableAny("x")),
      ("sublayers", SendableAny(3)), ("name", SendableAny(3)), ("speed", SendableAny("fast")),
      ("fillMode", SendableAny(1)),
      ("position", SendableAny(NSValue(size: .zero))),
    ])
  func wrongTypes(key: String, value: SendableAny) {
    let layer = CALayer("layer", CALayer("child"))
    layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    layer.backgroundColor = .black
    layer.maskedCorners = .layerMaxXMaxYCorner
    layer.fillMode = .both
    let before = layer.values
    layer.setValue(value.any, forKey: key)
    for property in LayerProperties.fields { #expect(layer.values[property] == before[property]) }
    #expect(layer.sublayerNames == ["child"] && layer.name == "layer" && layer.speed == 1 && layer.fillMode == .both)
  }
}

/// Any value as a test argument. Sound: each is made for one test and not changed.
struct SendableAny: @unchecked Sendable, CustomTestStringConvertible {
  let any: Any
  init(_ any: Any) { self.any = any }
  var testDescription: String { "\(type(of: any)) \(any)" }
}

// The types of layers, their members, and what is in a layer.

import CoreGraphics
import Documents
import QuartzCore
import TestDocuments
import TestSupport
import Testing

@testable import SceneJSON

struct SceneLayerTests {
  @Test(
    "A type makes its class",
    arguments: [
      ("layer", CALayer.self), ("text", CATextLayer.self), ("shape", CAShapeLayer.self),
      ("gradient", CAGradientLayer.self), ("image", CALayer.self), ("emitter", CAEmitterLayer.self),
      ("replicator", CAReplicatorLayer.self), ("transform", CATransformLayer.self), ("scroll", CAScrollLayer.self),
    ] as [(String, CALayer.Type)])
  func types(name: String, expected: CALayer.Type) throws {
    let layer = try SceneText.layer("\"type\": \"\(name)\", \"frame\": [1, 2, 3, 4]")
    #expect(Swift.type(of: layer) == expected && layer.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(LayerType(rawValue: name).map { Swift.type(of: $0.make()) == expected } == true)
  }

  @Test("Properties of the classes") func properties() throws {
    let text =
      try SceneText.layer(
        """
        "type": "text", "string": "Hello", "fontSize": 20, "font": "Go-Bold", "foregroundColor": "white",
        "alignmentMode": "center", "truncationMode": "end"
        """) as? CATextLayer
    #expect(text?.string as? String == "Hello" && text?.fontSize == 20 && text?.alignmentMode == .center)
    #expect(text?.truncationMode == .end && text?.foregroundColor == CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1))
    let shape =
      try SceneText.layer(
        """
        "type": "shape", "lineWidth": 3, "lineCap": "round", "lineDashPattern": [4, 2], "strokeEnd": 0.5,
        "strokeColor": "red", "fillRule": "even-odd", "path": "M0 0H9"
        """) as? CAShapeLayer
    #expect(shape?.lineWidth == 3 && shape?.lineCap == .round && shape?.lineDashPattern == [4, 2])
    #expect(shape?.strokeEnd == 0.5 && shape?.fillRule == .evenOdd && shape?.path?.elementText == "M 0,0 L 9,0")
    let copies =
      try SceneText.layer(
        """
        "type": "replicator", "instanceCount": 3, "instanceDelay": 0.5,
        "instanceTransform": [{"translate": [10, 0]}], "instanceColor": "#f00", "instanceAlphaOffset": -0.25
        """) as? CAReplicatorLayer
    #expect(copies?.instanceCount == 3 && copies?.instanceDelay == 0.5 && copies?.instanceTransform.m41 == 10)
    #expect(copies?.instanceAlphaOffset == -0.25)
  }

  @Test("Sublayers from back to front, and a mask") func tree() throws {
    let layer = try SceneText.layer(
      """
      "mask": {"name": "m", "backgroundColor": "black"},
      "sublayers": [{"name": "a", "sublayers": [{"name": "b"}]}, {"name": "c"}]
      """)
    #expect(layer.mask?.name == "m" && layer.sublayers?.map(\.name) == ["a", "c"])
    #expect(layer.named("b")?.superlayer?.name == "a")
  }

  @Test("A picture and a film fill their layers, which cut off the rest") func gravity() throws {
    let text = try SceneText(layers: "{\"type\": \"image\", \"image\": \"a.png\", \"frame\": [0, 0, 9, 9]}")
    try text.folder.write(Fixtures.png(), to: "a.png")
    #expect(try text.layer().contentsGravity == .resizeAspectFill && text.layer().masksToBounds)
    let told = try SceneText(
      layers: "{\"type\": \"image\", \"image\": \"a.png\", \"contentsGravity\": \"center\", \"masksToBounds\": false}")
    try told.folder.write(Fixtures.png(), to: "a.png")
    #expect(try told.layer().contentsGravity == .center && !told.layer().masksToBounds)
    #expect(try SceneText.layer("\"frame\": [0, 0, 9, 9]").contentsGravity == .resize)
  }

  @Test func filters() throws {
    let layer = try SceneText.layer(
      """
      "filters": [{"type": "gaussianBlur", "name": "b", "inputRadius": 8}, {"type": "colorInvert", "enabled": false}],
      "backgroundFilters": [{"type": "colorSaturate", "inputAmount": 0.5}], "compositingFilter": "screenBlendMode",
      "animations": [{"keyPath": "filters.b.inputRadius", "to": 2}]
      """)
    let filters = try #require(layer.filters as? [CAFilter])
    #expect(filters.map(\.type) == ["gaussianBlur", "colorInvert"] && filters.map(\.isEnabled) == [true, false])
    #expect(filters[0].name == "b" && filters[0].value(forKey: "inputRadius") as? Double == 8)
    #expect((layer.backgroundFilters as? [CAFilter])?.first?.value(forKey: "inputAmount") as? Double == 0.5)
    #expect(layer.compositingFilter as? String == "screenBlendMode" && layer.animations.count == 1)
  }

  @Test("Emitters' cells, and cells of cells, which emit before the scene") func emitters() throws {
    let layer = try #require(
      try SceneText.layer(
        """
        "type": "emitter", "emitterPosition": [5, 6], "emitterShape": "line", "emitterCells": [
          {"name": "c", "birthRate": 3, "lifetime": 2, "emissionLongitude": "90deg", "color": "red",
           "emitterCells": [{"name": "d", "scale": 0.5}]}]
        """) as? CAEmitterLayer)
    let cell = try #require(layer.emitterCells?.first)
    #expect(layer.emitterPosition == CGPoint(x: 5, y: 6) && layer.emitterShape == .line)
    #expect(cell.birthRate == 3 && cell.lifetime == 2 && abs(cell.emissionLongitude - .pi / 2) < 1e-12)
    #expect(cell.color == CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1) && cell.beginTime == -86_400)
    #expect(cell.emitterCells?.first?.name == "d" && cell.emitterCells?.first?.scale == 0.5)
  }

  @Test(arguments: [
    ("\"opacty\": 1", "a layer has no member 'opacty'; did you mean 'opacity'?"),
    ("\"postion.x\": 1", "did you mean 'position.x'?"), ("\"scale.x\": 2", "did you mean 'transform.scale.x'?"),
    ("\"fontSize\": 3", "a layer of type 'layer' has no 'fontSize'; expected type text"),
    ("\"type\": \"shape\", \"colors\": []", "a layer of type 'shape' has no 'colors'; expected type gradient"),
    ("\"video\": \"a.mp4\"", "a layer of type 'layer' has no 'video'; expected type video"),
    ("\"emitterCells\": []", "a layer of type 'layer' has no 'emitterCells'; expected type emitter"),
    ("\"type\": \"txt\"", "/layers/0/type: 'txt'; expected one of layer, text, shape"),
    ("\"type\": \"txt\"", "did you mean 'text'?"), ("\"type\": 3", "/layers/0/type: 3; expected one of layer"),
    ("\"isHidden\": true", "did you mean 'hidden'?"), ("\"sublayers\": {}", "expected a list of layers"),
    ("\"sublayers\": [3]", "/layers/0/sublayers/0: 3; expected a layer, an object"),
    ("\"mask\": null", "/layers/0/mask: null"),
    ("\"filters\": [{\"type\": \"gausianBlur\"}]", "did you mean 'gaussianBlur'?"),
    ("\"filters\": [{\"type\": \"gaussianBlur\", \"radius\": 1}]", "this filter has no member 'radius'"),
    ("\"filters\": [{\"inputRadius\": 1}]", "expected a filter, {\"type\": \"gaussianBlur\", ...}"),
    ("\"compositingFilter\": \"screen\"", "no filter 'screen'"),
    ("\"stack\": {\"direction\": \"up\"}", "expected one of vertical, horizontal"),
    ("\"stack\": {\"gaps\": 1}", "a stack has no member 'gaps'; did you mean 'gap'?"),
    ("\"stack\": {\"padding\": [1, 2]}", "expected [top, right, bottom, left]"),
    ("\"type\": \"emitter\", \"emitterCells\": [{\"birthrate\": 1}]", "did you mean 'birthRate'?"),
  ])
  func errors(members: String, message: String) throws {
    let problem = try #require(try SceneText.problem(members))
    #expect(problem.contains(message), "\(problem)")
  }
}

import QuartzCore
import Testing

@Suite("22 Emitter layer") struct EmitterLayerTests {
  @Test(
    "Defaults and round trips",
    arguments: [
      ClassProperty("birthRate", .number(1), .number(2)), ClassProperty("lifetime", .number(1), .number(2)),
      ClassProperty("emitterPosition", .point(.zero), .point(CGPoint(x: 3, y: 4))),
      ClassProperty("emitterZPosition", .number(0), .number(5)),
      ClassProperty("emitterSize", .size(.zero), .size(CGSize(width: 6, height: 7))),
      ClassProperty("emitterDepth", .number(0), .number(8)),
      ClassProperty("emitterShape", .string("point"), .string("sphere")),
      ClassProperty("emitterMode", .string("volume"), .string("outline")),
      ClassProperty("renderMode", .string("unordered"), .string("additive")),
      ClassProperty("preservesDepth", .number(0), .number(1)), ClassProperty("velocity", .number(1), .number(2)),
      ClassProperty("scale", .number(1), .number(2)), ClassProperty("spin", .number(1), .number(2)),
      ClassProperty("seed", .number(0), .number(4_294_967_295)),
    ])
  func property(_ property: ClassProperty) { property.check(on: CAEmitterLayer()) }

  @Test("Accessors read the defaults and what they are given")
  func accessors() {
    let layer = CAEmitterLayer()
    #expect(layer.emitterCells == nil && layer.emitterPosition == .zero && layer.emitterSize == .zero)
    #expect(layer.emitterZPosition == 0 && layer.emitterDepth == 0 && layer.seed == 0 && !layer.preservesDepth)
    #expect(layer.emitterShape == .point && layer.emitterMode == .volume && layer.renderMode == .unordered)
    #expect(layer.birthRate == 1 && layer.lifetime == 1 && layer.velocity == 1 && layer.scale == 1 && layer.spin == 1)
    layer.seed = .max
    layer.emitterShape = .circle
    layer.setValue(9, forKeyPath: "emitterPosition.y")
    #expect(layer.value(forKey: "seed") as? UInt32 == .max)
    #expect(layer.value(forKey: "emitterShape") as? String == "circle")
    #expect(layer.emitterPosition == CGPoint(x: 0, y: 9))
  }

  @Test("What the class names as defaults")
  func classDefaults() {
    #expect(CAEmitterLayer.defaultValue(forKey: "birthRate") as? Float == 1)
    #expect(CAEmitterLayer.defaultValue(forKey: "emitterShape") as? String == "point")
    #expect(CAEmitterLayer.defaultValue(forKey: "scale") as? Float == 1)
  }

  @Test("The raw values of the constants")
  func constants() {
    let shapes: [CAEmitterLayerEmitterShape] = [.point, .line, .rectangle, .cuboid, .circle, .sphere]
    #expect(shapes.map(\.rawValue) == ["point", "line", "rectangle", "cuboid", "circle", "sphere"])
    let modes: [CAEmitterLayerEmitterMode] = [.points, .outline, .surface, .volume]
    #expect(modes.map(\.rawValue) == ["points", "outline", "surface", "volume"])
    let orders: [CAEmitterLayerRenderMode] = [.unordered, .oldestFirst, .oldestLast, .backToFront, .additive]
    #expect(orders.map(\.rawValue) == ["unordered", "oldestFirst", "oldestLast", "backToFront", "additive"])
  }

  @Test("The array of cells is copied, the cells in it are not")
  func cells() {
    let layer = CAEmitterLayer()
    let cell = CAEmitterCell()
    var cells = [cell]
    layer.emitterCells = cells
    cells.removeAll()
    #expect(layer.emitterCells?.count == 1 && layer.emitterCells?[0] === cell)
    #expect((layer.value(forKey: "emitterCells") as? [CAEmitterCell])?.first === cell)
    layer.emitterCells = nil
    #expect(layer.emitterCells == nil)
  }

  @Test("22.10 a key path reaches a property of a cell by the cell's name, and of the cells below")
  func keyPaths() {
    let layer = CAEmitterLayer()
    let (spark, smoke) = (CAEmitterCell(), CAEmitterCell())
    spark.name = "spark"
    smoke.name = "smoke"
    spark.emitterCells = [smoke]
    layer.emitterCells = [CAEmitterCell(), spark]
    layer.setValue(20, forKeyPath: "emitterCells.spark.birthRate")
    layer.setValue(CGColor.testRed, forKeyPath: "emitterCells.spark.color")
    layer.setValue(0.5, forKeyPath: "emitterCells.spark.contentsRect.size.width")
    layer.setValue(3, forKeyPath: "emitterCells.spark.emitterCells.smoke.lifetime")
    #expect(spark.birthRate == 20 && spark.color == .testRed && smoke.lifetime == 3)
    #expect(spark.contentsRect == CGRect(x: 0, y: 0, width: 0.5, height: 1))
    #expect(layer.value(forKeyPath: "emitterCells.spark.birthRate") as? Float == 20)
    #expect(layer.value(forKeyPath: "emitterCells.spark.emitterCells.smoke.lifetime") as? Float == 3)
    #expect(layer.value(forKeyPath: "emitterCells.nobody.birthRate") == nil)
    layer.setValue(1, forKeyPath: "emitterCells.nobody.birthRate")
    #expect(spark.birthRate == 20)
  }

  @Test("A change by key path is committed")
  func commit() {
    let layer = CAEmitterLayer()
    layer.name = "emitter"
    let cell = CAEmitterCell()
    cell.name = "spark"
    layer.emitterCells = [cell]
    let (host, recorder) = LayerHost.recording(layer)
    layer.setValue(20, forKeyPath: "emitterCells.spark.birthRate")
    CATransaction.flush()
    #expect(recorder.commits.last?.map(\.name) == ["emitter"])
    withExtendedLifetime(host) {}
  }
}

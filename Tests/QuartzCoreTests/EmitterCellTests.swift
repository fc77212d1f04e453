import QuartzCore
import Testing

@Suite("22 Emitter cell") struct EmitterCellTests {
  /// Every property that is a number, with its default.
  static let numbers: [(key: String, initial: Double)] =
    [
      "birthRate", "lifetime", "lifetimeRange", "emissionLatitude", "emissionLongitude", "emissionRange", "velocity",
      "velocityRange", "xAcceleration", "yAcceleration", "zAcceleration", "scaleRange", "scaleSpeed", "spin",
      "spinRange",
      "redRange", "greenRange", "blueRange", "alphaRange", "redSpeed", "greenSpeed", "blueSpeed", "alphaSpeed",
      "minificationFilterBias",
    ].map { ($0, 0) } + [("scale", 1), ("contentsScale", 1)]

  @Test("Numbers by key: default, round trip, nil", arguments: numbers)
  func number(key: String, initial: Double) {
    let cell = CAEmitterCell()
    #expect(cell.value(forKey: key) as? Double == initial)
    #expect(!cell.shouldArchiveValue(forKey: key))
    cell.setValue(2.5, forKey: key)
    #expect(cell.value(forKey: key) as? Double == 2.5)
    #expect(cell.shouldArchiveValue(forKey: key))
    cell.setValue(nil, forKey: key)
    #expect(cell.value(forKey: key) as? Double == initial)
  }

  @Test("What a cell starts with")
  func defaults() {
    let cell = CAEmitterCell()
    #expect(cell.contents == nil && cell.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(
      cell.contentsScale == 1 && cell.emitterCells == nil && cell.isEnabled && cell.name == nil && cell.style == nil)
    #expect(cell.color?.components == [1, 1, 1, 1])
    #expect(
      cell.magnificationFilter == "linear" && cell.minificationFilter == "linear" && cell.minificationFilterBias == 0)
    #expect(cell.scale == 1 && cell.scaleRange == 0 && cell.scaleSpeed == 0)
    #expect(cell.birthRate == 0 && cell.lifetime == 0 && cell.lifetimeRange == 0 && cell.velocity == 0)
  }

  @Test("Every accessor is its key")
  func accessors() {
    let cell = CAEmitterCell()
    let image = CGImage(width: 1, height: 1, premultipliedRGBA: [255, 0, 0, 255])
    cell.contents = image
    cell.contentsRect = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
    cell.magnificationFilter = "nearest"
    cell.minificationFilter = "trilinear"
    cell.isEnabled = false
    cell.birthRate = 1
    cell.lifetime = 2
    cell.lifetimeRange = 3
    cell.emissionLatitude = 4
    cell.emissionLongitude = 5
    cell.emissionRange = 6
    cell.velocity = 7
    cell.velocityRange = 8
    cell.xAcceleration = 9
    cell.yAcceleration = 10
    cell.zAcceleration = 11
    cell.scaleRange = 12
    cell.scaleSpeed = 13
    cell.spin = 14
    cell.spinRange = 15
    cell.redRange = 16
    cell.greenRange = 17
    cell.blueRange = 18
    cell.alphaRange = 19
    cell.redSpeed = 20
    cell.greenSpeed = 21
    cell.blueSpeed = 22
    cell.alphaSpeed = 23
    cell.minificationFilterBias = 24
    cell.scale = 25
    cell.contentsScale = 26
    #expect(cell.value(forKey: "contents") as? CGImage === image)
    #expect(cell.value(forKey: "contentsRect") as? CGRect == CGRect(x: 0, y: 0, width: 0.5, height: 0.5))
    #expect(cell.value(forKey: "magnificationFilter") as? String == "nearest")
    #expect(cell.value(forKey: "minificationFilter") as? String == "trilinear")
    #expect(cell.value(forKey: "enabled") as? Bool == false)
    // `numbers` lists them in the order in which they were set.
    for (index, property) in Self.numbers.enumerated() {
      #expect(cell.value(forKey: property.key) as? Double == Double(index + 1), "\(property.key)")
    }
  }

  @Test("Which defaults the class names")
  func classDefaults() {
    #expect(CAEmitterCell.defaultValue(forKey: "enabled") as? Bool == true)
    #expect(CAEmitterCell.defaultValue(forKey: "scale") as? Double == 1)
    #expect(CAEmitterCell.defaultValue(forKey: "birthRate") == nil)
    #expect(CAEmitterCell.defaultValue(forKey: "lifetime") == nil)
    #expect(CAEmitterCell.defaultValue(forKey: "bogus") == nil)
  }

  @Test("No colour is a value of its own")
  func noColor() {
    let cell = CAEmitterCell()
    cell.color = nil
    #expect(cell.color == nil)
    cell.color = .testRed
    cell.setValue(nil, forKey: "color")
    #expect(cell.color == nil)
  }

  @Test("A value comes from what was set, then the style, then the class")
  func style() {
    let cell = CAEmitterCell()
    cell.style = ["scale": 3, "style": ["scale": 4, "spin": 5]]
    #expect(cell.scale == 3 && cell.spin == 5 && cell.velocity == 0)
    cell.scale = 2
    #expect(cell.scale == 2)
    cell.style = nil
    #expect(cell.spin == 0)
  }

  @Test("Any key is kept")
  func anyKey() {
    let cell = CAEmitterCell()
    cell.setValue("mine", forKey: "owner")
    #expect(cell.value(forKey: "owner") as? String == "mine")
    #expect(cell.value(forKey: "bogus") == nil)
  }

  @Test("22.9 a cell has a timing of its own, without an end")
  func timing() {
    let cell = CAEmitterCell()
    #expect(((cell as Any) as? any CAMediaTiming) != nil)
    #expect(cell.duration == .infinity && cell.speed == 1 && cell.beginTime == 0 && cell.timeOffset == 0)
    #expect(cell.repeatCount == 0 && cell.repeatDuration == 0 && !cell.autoreverses && cell.fillMode == .removed)
    cell.beginTime = 2
    cell.setValue(3, forKey: "duration")
    #expect(cell.value(forKey: "beginTime") as? Double == 2 && cell.duration == 3)
    #expect(cell.shouldArchiveValue(forKey: "duration") && !cell.shouldArchiveValue(forKey: "speed"))
  }

  @Test("A copy has the values and is another cell")
  func copy() throws {
    let cell = CAEmitterCell()
    cell.name = "spark"
    cell.birthRate = 5
    cell.beginTime = 1
    let copy = try #require(cell.copy() as? CAEmitterCell)
    copy.birthRate = 6
    #expect(copy !== cell && copy.name == "spark" && copy.beginTime == 1 && cell.birthRate == 5)
  }

  @Test("A cell holds cells: the cell itself, not a copy")
  func cellsOfCells() {
    let (parent, child) = (CAEmitterCell(), CAEmitterCell())
    parent.emitterCells = [child]
    #expect(parent.emitterCells?.count == 1 && parent.emitterCells?[0] === child)
  }

  @Test("R-B4: cells nested 200,000 deep are let go without recursion; a kept one keeps its own")
  func deep() {
    let kept = CAEmitterCell()
    do {
      var cell = CAEmitterCell()
      kept.emitterCells = [cell]
      for depth in 0..<200_000 {
        let outer = depth == 100_000 ? kept : CAEmitterCell()
        outer.emitterCells = (outer.emitterCells ?? []) + [cell]
        cell = outer
      }
    }
    #expect(kept.emitterCells?.count == 2)
    kept.emitterCells = nil
  }
}

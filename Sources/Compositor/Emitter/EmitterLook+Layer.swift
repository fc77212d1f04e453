// From an emitter layer and its cells to flat values. Numbers that are no numbers count as 0, and huge ones are cut
// down to what arithmetic can bear.

import CoreGraphics
import Foundation
import QuartzCore

extension EmitterLook {
  /// Cells in all, and levels of cells of cells; a cell may be among its own cells.
  private static let mostCells = 128
  private static let mostLevels = 8

  /// Reads a layer.
  ///
  /// - Parameters:
  ///   - values: its committed values.
  ///   - cells: its cells.
  ///   - sprite: enters a cell's picture, and returns its index.
  ///   - names: the cells' names, in the order of ``cells``.
  init(
    _ values: LayerValues, cells: [CAEmitterCell], names: inout [String?], sprite: (CAEmitterCell) -> Int32
  ) {
    let managed = values.managed
    func string(_ key: ManagedKey) -> String? { managed[key]?.string }
    numbers = EmitterNumbers(values)
    shape =
      switch string(Keys.shape) {
      case "line": .line
      case "rectangle": .rectangle
      case "cuboid": .cuboid
      case "circle": .circle
      case "sphere": .sphere
      default: .point
      }
    mode =
      switch string(Keys.mode) {
      case "points": .points
      case "outline": .outline
      case "surface": .surface
      default: .volume
      }
    order =
      switch string(Keys.order) {
      case "oldestFirst": .oldestFirst
      case "oldestLast": .oldestLast
      case "backToFront": .backToFront
      case "additive": .additive
      default: .unordered
      }
    preservesDepth = managed[Keys.preservesDepth]?.number ?? 0 != 0
    seed = UInt32(exactly: managed[Keys.seed]?.number ?? 0) ?? 0
    append(cells, level: 0, &names, sprite)
  }

  private mutating func append(
    _ list: [CAEmitterCell], level: Int, _ names: inout [String?], _ sprite: (CAEmitterCell) -> Int32
  ) {
    guard level < Self.mostLevels else { return }
    for (index, cell) in list.enumerated() where cells.count < Self.mostCells {
      let place = cells.count
      var look = EmitterCellLook(
        end: place + 1, index: index, identity: Int(bitPattern: ObjectIdentifier(cell)), sprite: sprite(cell))
      look.isEnabled = cell.isEnabled
      look.timing = CellTiming(cell.timing)
      look.numbers = CellNumbers(cell)
      cells.append(look)
      names.append(cell.name)
      append(cell.emitterCells ?? [], level: level + 1, &names, sprite)
      cells[place].end = cells.count
    }
  }

  /// The cell that a key path like `emitterCells.NAME.emitterCells.NAME.property` leads to, and the property.
  func cell(at keyPath: String, _ names: [String?]) -> (index: Int, property: String)? {
    var (range, path) = (cells.indices, keyPath)
    while let step = EmitterCellPath(path) {
      var index = range.lowerBound
      while index < range.upperBound, names[index] != step.name { index = cells[index].end }
      guard index < range.upperBound else { return nil }
      guard EmitterCellPath(step.rest) != nil else { return (index, step.rest) }
      range = index + 1..<cells[index].end
      path = step.rest
    }
    return nil
  }

  /// The properties of the layer that its numbers are made of.
  static let animatedKeys: Set<ManagedKey> = [
    Keys.position, Keys.z, Keys.size, Keys.depth, Keys.birthRate, Keys.lifetime, Keys.velocity, Keys.scale, Keys.spin,
  ]
}

private enum Keys {
  static let position = ManagedKey("emitterPosition")
  static let z = ManagedKey("emitterZPosition")
  static let size = ManagedKey("emitterSize")
  static let depth = ManagedKey("emitterDepth")
  static let birthRate = ManagedKey("birthRate")
  static let lifetime = ManagedKey("lifetime")
  static let velocity = ManagedKey("velocity")
  static let scale = ManagedKey("scale")
  static let spin = ManagedKey("spin")
  static let seed = ManagedKey("seed")
  static let shape = ManagedKey("emitterShape")
  static let mode = ManagedKey("emitterMode")
  static let order = ManagedKey("renderMode")
  static let preservesDepth = ManagedKey("preservesDepth")
}

extension EmitterNumbers {
  /// The numbers of a layer's values, animated or not.
  init(_ values: LayerValues) {
    let managed = values.managed
    func number(_ key: ManagedKey, _ initial: Double) -> Double { sane(managed[key]?.number ?? initial) }
    let middle = managed[Keys.position]?.point ?? .zero
    let size = managed[Keys.size]?.size ?? .zero
    position = SpaceVector(sane(Double(middle.x)), sane(Double(middle.y)), number(Keys.z, 0))
    width = sane(Double(size.width))
    height = sane(Double(size.height))
    depth = number(Keys.depth, 0)
    birthRate = number(Keys.birthRate, 1)
    lifetime = number(Keys.lifetime, 1)
    velocity = number(Keys.velocity, 1)
    scale = number(Keys.scale, 1)
    spin = number(Keys.spin, 1)
  }
}

extension CellTiming {
  init(_ timing: MediaTiming) {
    begin = sane(timing.beginTime)
    offset = sane(timing.timeOffset)
    speed = sane(Double(timing.speed))
    active = timing.activeDuration.isNaN ? 0 : timing.activeDuration
  }
}

extension CellNumbers {
  init(_ cell: CAEmitterCell) {
    birthRate = sane(Double(cell.birthRate))
    lifetime = sane(Double(cell.lifetime))
    lifetimeRange = sane(Double(cell.lifetimeRange))
    emissionLongitude = sane(Double(cell.emissionLongitude))
    emissionLatitude = sane(Double(cell.emissionLatitude))
    emissionRange = sane(Double(cell.emissionRange))
    velocity = sane(Double(cell.velocity))
    velocityRange = sane(Double(cell.velocityRange))
    acceleration = SpaceVector(
      sane(Double(cell.xAcceleration)), sane(Double(cell.yAcceleration)), sane(Double(cell.zAcceleration)))
    scale = sane(Double(cell.scale))
    scaleRange = sane(Double(cell.scaleRange))
    scaleSpeed = sane(Double(cell.scaleSpeed))
    spin = sane(Double(cell.spin))
    spinRange = sane(Double(cell.spinRange))
    color = cell.color.map { ParticleColor($0) } ?? .white
    colorRange = ParticleColor(
      sane(Double(cell.redRange)), sane(Double(cell.greenRange)), sane(Double(cell.blueRange)),
      sane(Double(cell.alphaRange)))
    colorSpeed = ParticleColor(
      sane(Double(cell.redSpeed)), sane(Double(cell.greenSpeed)), sane(Double(cell.blueSpeed)),
      sane(Double(cell.alphaSpeed)))
  }

  /// Sets an animated property; one that is no number of particles is left as it is.
  mutating func set(_ property: String, _ value: AnimatableValue) {
    if property == "color" {
      if case .color(let color) = value { self.color = ParticleColor(color) }
      return
    }
    guard let number = value.number.map({ sane($0) }) else { return }
    switch property {
    case "birthRate": birthRate = number
    case "lifetime": lifetime = number
    case "lifetimeRange": lifetimeRange = number
    case "emissionLongitude": emissionLongitude = number
    case "emissionLatitude": emissionLatitude = number
    case "emissionRange": emissionRange = number
    case "velocity": velocity = number
    case "velocityRange": velocityRange = number
    case "xAcceleration": acceleration.x = number
    case "yAcceleration": acceleration.y = number
    case "zAcceleration": acceleration.z = number
    case "scale": scale = number
    case "scaleRange": scaleRange = number
    case "scaleSpeed": scaleSpeed = number
    case "spin": spin = number
    case "spinRange": spinRange = number
    case "redRange": colorRange.red = number
    case "greenRange": colorRange.green = number
    case "blueRange": colorRange.blue = number
    case "alphaRange": colorRange.alpha = number
    case "redSpeed": colorSpeed.red = number
    case "greenSpeed": colorSpeed.green = number
    case "blueSpeed": colorSpeed.blue = number
    case "alphaSpeed": colorSpeed.alpha = number
    default: break
    }
  }
}

extension ParticleColor {
  fileprivate init(_ color: CGColor) {
    let rgba = color.rgba
    self.init(sane(Double(rgba.x)), sane(Double(rgba.y)), sane(Double(rgba.z)), sane(Double(rgba.w)))
  }
}

private func sane(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, -1e9), 1e9) }

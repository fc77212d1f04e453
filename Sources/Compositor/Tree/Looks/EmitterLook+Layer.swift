// Emitter layers and their cells as flat values. NaN counts as 0; huge numbers are limited to arithmetic's range.

import CoreGraphics
import Foundation
import QuartzCore

extension EmitterLook {
  /// The most cells in all, and levels of cells of cells; a cell may be among its own cells.
  private static let mostCells = 128
  private static let mostLevels = 8

  /// Reads a layer's values and cells, in the order of `names`. `sprite` enters a cell's picture; returns its index.
  init(
    _ values: LayerValues, cells: [CAEmitterCell], names: inout [String?], sprite: (CAEmitterCell) -> Int32
  ) {
    let (managed, rows) = (values.managed, EmitterProperties.all)
    numbers = EmitterNumbers(values)
    shape =
      switch managed[rows.emitterShape].string {
      case "line": .line
      case "rectangle": .rectangle
      case "cuboid": .cuboid
      case "circle": .circle
      case "sphere": .sphere
      default: .point
      }
    mode =
      switch managed[rows.emitterMode].string {
      case "points": .points
      case "outline": .outline
      case "surface": .surface
      default: .volume
      }
    order =
      switch managed[rows.renderMode].string {
      case "oldestFirst": .oldestFirst
      case "oldestLast": .oldestLast
      case "backToFront": .backToFront
      case "additive": .additive
      default: .unordered
      }
    preservesDepth = managed.isTrue(rows.preservesDepth)
    seed = UInt32(exactly: managed.number(rows.seed)) ?? 0
    append(cells, level: 0, &names, sprite)
  }

  private mutating func append(
    _ list: [CAEmitterCell], level: Int, _ names: inout [String?], _ sprite: (CAEmitterCell) -> Int32
  ) {
    guard level < Self.mostLevels else { return }
    for (index, cell) in list.enumerated() where cells.count < Self.mostCells {
      let first = cells.count
      var look = EmitterCellLook(
        end: first + 1, index: index, identity: Int(bitPattern: ObjectIdentifier(cell)), sprite: sprite(cell))
      look.isEnabled = cell.isEnabled
      look.isPlane = cell.value(forKey: "particleType") as? String == "plane"
      look.timing = CellTiming(cell.timing)
      look.numbers = CellNumbers(cell)
      cells.append(look)
      names.append(cell.name)
      append(cell.emitterCells ?? [], level: level + 1, &names, sprite)
      cells[first].end = cells.count
    }
  }

  /// Returns the cell of a key path like `emitterCells.NAME.emitterCells.NAME.property`, and the property.
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

  /// The properties of the layer from which its numbers are made.
  static let animatedKeys = Set(
    EmitterProperties.table.added.filter { $0.animation == .implicit }.map(\.managedKey))
}

extension EmitterNumbers {
  /// The numbers of a layer's values, animated or not.
  init(_ values: LayerValues) {
    let (managed, rows) = (values.managed, EmitterProperties.all)
    func number(_ property: LayerProperty) -> Double { sane(managed.number(property)) }
    let middle = managed[rows.emitterPosition].point ?? .zero
    let size = managed[rows.emitterSize].size ?? .zero
    position = SpaceVector(sane(Double(middle.x)), sane(Double(middle.y)), number(rows.emitterZPosition))
    width = sane(Double(size.width))
    height = sane(Double(size.height))
    depth = number(rows.emitterDepth)
    birthRate = number(rows.birthRate)
    lifetime = number(rows.lifetime)
    velocity = number(rows.velocity)
    scale = number(rows.scale)
    spin = number(rows.spin)
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

/// An animated property of a cell, resolved to a value of ``CellNumbers``.
enum CellProperty: Sendable {
  case color
  case number(any WritableKeyPath<CellNumbers, Double> & Sendable)
}

extension CellNumbers {
  /// A number: its field here, the cell's property by key, and by its accessor.
  private typealias Row = (
    field: any WritableKeyPath<CellNumbers, Double> & Sendable, key: String, read: @Sendable (CAEmitterCell) -> Double
  )

  /// Returns a number that only key-value coding knows; 0 if it is not set.
  private static func undocumented(
    _ field: any WritableKeyPath<CellNumbers, Double> & Sendable, _ key: String
  ) -> Row { (field, key, { AnimatableValue($0.value(forKey: key))?.number ?? 0 }) }

  private static let rows: [Row] = [
    (\.birthRate, "birthRate", { Double($0.birthRate) }),
    (\.lifetime, "lifetime", { Double($0.lifetime) }),
    (\.lifetimeRange, "lifetimeRange", { Double($0.lifetimeRange) }),
    (\.emissionLongitude, "emissionLongitude", { Double($0.emissionLongitude) }),
    (\.emissionLatitude, "emissionLatitude", { Double($0.emissionLatitude) }),
    (\.emissionRange, "emissionRange", { Double($0.emissionRange) }),
    (\.velocity, "velocity", { Double($0.velocity) }),
    (\.velocityRange, "velocityRange", { Double($0.velocityRange) }),
    (\.acceleration.x, "xAcceleration", { Double($0.xAcceleration) }),
    (\.acceleration.y, "yAcceleration", { Double($0.yAcceleration) }),
    (\.acceleration.z, "zAcceleration", { Double($0.zAcceleration) }),
    (\.scale, "scale", { Double($0.scale) }),
    (\.scaleRange, "scaleRange", { Double($0.scaleRange) }),
    (\.scaleSpeed, "scaleSpeed", { Double($0.scaleSpeed) }),
    undocumented(\.rotation, "rotation"),
    undocumented(\.rotationRange, "rotationRange"),
    undocumented(\.orientationLongitude, "orientationLongitude"),
    undocumented(\.orientationLatitude, "orientationLatitude"),
    undocumented(\.orientationRange, "orientationRange"),
    (\.spin, "spin", { Double($0.spin) }),
    (\.spinRange, "spinRange", { Double($0.spinRange) }),
    (\.colorRange.red, "redRange", { Double($0.redRange) }),
    (\.colorRange.green, "greenRange", { Double($0.greenRange) }),
    (\.colorRange.blue, "blueRange", { Double($0.blueRange) }),
    (\.colorRange.alpha, "alphaRange", { Double($0.alphaRange) }),
    (\.colorSpeed.red, "redSpeed", { Double($0.redSpeed) }),
    (\.colorSpeed.green, "greenSpeed", { Double($0.greenSpeed) }),
    (\.colorSpeed.blue, "blueSpeed", { Double($0.blueSpeed) }),
    (\.colorSpeed.alpha, "alphaSpeed", { Double($0.alphaSpeed) }),
  ]

  private static let properties: [String: CellProperty] = rows.reduce(into: ["color": .color]) {
    $0[$1.key] = .number($1.field)
  }

  init(_ cell: CAEmitterCell) {
    self.init()
    for row in Self.rows { self[keyPath: row.field] = sane(row.read(cell)) }
    color = cell.color.map { ParticleColor($0) } ?? .white
  }

  /// Returns the property of a cell with this name; nil if it is not a number of its particles.
  static func property(_ key: String) -> CellProperty? { properties[key] }

  /// Sets an animated property; ignores a value of the wrong kind.
  mutating func set(_ property: CellProperty, _ value: AnimatableValue) {
    switch property {
    case .color: if case .color(let color) = value { self.color = ParticleColor(color) }
    case .number(let field): if let number = value.number { self[keyPath: field] = sane(number) }
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

/// The motion of an emitter by its layer's compiled animations, sampled for the times of births.
struct EmitterAnimation: EmitterMotion {
  let span: ClosedRange<Double>
  let animatedCells: [Int]
  private let model: LayerValues
  private let animations: [RunningAnimation]
  private let cells: [EmitterCellLook]
  /// Animated properties of cells: the key, the row in ``animatedCells``, the property.
  private let cellKeys: [(key: ManagedKey, row: Int, property: CellProperty)]

  /// The motion by the animations that ``concerns(_:_:_:)`` picks; nil if none concerns the emitter.
  init?(_ model: LayerValues, _ animations: [RunningAnimation], of look: EmitterLook, names: [String?]) {
    guard !animations.isEmpty else { return nil }
    (self.model, self.animations) = (model, animations)
    cells = look.cells
    var begin = Double.infinity
    var end = -Double.infinity
    var found: [(key: ManagedKey, cell: Int, property: String)] = []
    for animation in animations {
      let timing = animation.program.timing
      begin = min(begin, timing.beginTime)
      end = max(end, timing.endInParentTime)
      for path in animation.program.keyPaths {
        guard case .managed(let key) = path.root, let target = look.cell(at: key.name, names) else { continue }
        found.append((key, target.index, target.property))
      }
    }
    guard begin <= end else { return nil }
    span = begin...end
    let cells = Set(found.map(\.cell)).sorted()
    animatedCells = cells
    cellKeys = found.compactMap { found in
      CellNumbers.property(found.property).map { (found.key, cells.firstIndex(of: found.cell)!, $0) }
    }
  }

  static func concerns(_ animation: RunningAnimation, _ look: EmitterLook, _ names: [String?]) -> Bool {
    animation.program.keyPaths.contains { path in
      guard case .managed(let key) = path.root else { return false }
      return EmitterLook.animatedKeys.contains(key) || look.cell(at: key.name, names) != nil
    }
  }

  func sample(at time: Double) -> (numbers: EmitterNumbers, cells: [CellNumbers]) {
    var values = model
    for animation in animations {
      if animation.isRemovedAtEnd && animation.program.isFinished(atLocalTime: time) { continue }
      animation.program.apply(atLocalTime: time, to: &values)
    }
    var numbers = animatedCells.map { cells[$0].numbers }
    for (key, row, property) in cellKeys {
      if let value = values.managed[key] { numbers[row].set(property, value) }
    }
    return (EmitterNumbers(values), numbers)
  }
}

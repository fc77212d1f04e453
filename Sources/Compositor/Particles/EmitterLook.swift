// Tested by EmitterTests, EmitterRandomTests and EmitterHistoryTests.

import QuartzCore

/// The numbers of an emitter layer, which animate.
struct EmitterNumbers: Equatable, Sendable {
  /// The middle of the shape, in points of the layer.
  var position = SpaceVector.zero
  var width = 0.0
  var height = 0.0
  var depth = 0.0
  /// Multiplies the birth rate of the layer's own cells.
  var birthRate = 1.0
  /// Multiplies the lifetime of all cells.
  var lifetime = 1.0
  /// Multiplies the velocity of all cells.
  var velocity = 1.0
  /// Multiplies the scale of the layer's own cells, and with it that of their cells.
  var scale = 1.0
  /// Multiplies the spin of all cells.
  var spin = 1.0

  init() {}

  /// Interpolates linearly to other numbers.
  func mixed(with b: EmitterNumbers, _ t: Double) -> EmitterNumbers {
    func mix(_ x: Double, _ y: Double) -> Double { x + (y - x) * t }
    var result = self
    result.position = SpaceVector(
      mix(position.x, b.position.x), mix(position.y, b.position.y), mix(position.z, b.position.z))
    result.width = mix(width, b.width)
    result.height = mix(height, b.height)
    result.depth = mix(depth, b.depth)
    result.birthRate = mix(birthRate, b.birthRate)
    result.lifetime = mix(lifetime, b.lifetime)
    result.velocity = mix(velocity, b.velocity)
    result.scale = mix(scale, b.scale)
    result.spin = mix(spin, b.spin)
    return result
  }
}

/// The cells of an emitter layer, and the shape and order in which it emits them.
struct EmitterLook: Equatable, Sendable {
  enum Shape: UInt8, Sendable { case point, line, rectangle, cuboid, circle, sphere }
  enum Mode: UInt8, Sendable { case points, outline, surface, volume }
  enum Order: UInt8, Sendable { case unordered, oldestFirst, oldestLast, backToFront, additive }

  var numbers = EmitterNumbers()
  var shape = Shape.point
  var mode = Mode.volume
  var order = Order.unordered
  var preservesDepth = false
  var seed: UInt32 = 0
  /// The cells, each followed by its own cells.
  var cells: [EmitterCellLook] = []

  init() {}

  /// Gives every cell's picture another index.
  mutating func mapSprites(_ map: (Int32) -> Int32) {
    for index in cells.indices { cells[index].sprite = map(cells[index].sprite) }
  }
}

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

/// The numbers of a CAEmitterCell, in its units, made at the commit. Means stand before their ranges.
struct CellNumbers: Equatable, Sendable {
  /// Particles a second of the cell's time.
  var birthRate = 0.0
  var lifetime = 0.0
  var lifetimeRange = 0.0
  var emissionLongitude = 0.0
  var emissionLatitude = 0.0
  var emissionRange = 0.0
  var velocity = 0.0
  var velocityRange = 0.0
  var acceleration = SpaceVector.zero
  var scale = 1.0
  var scaleRange = 0.0
  var scaleSpeed = 0.0
  /// The angle of a new particle, in radians.
  var rotation = 0.0
  var rotationRange = 0.0
  var spin = 0.0
  var spinRange = 0.0
  /// The axis that a plane turns about: its projection's angle in the xy plane, its angle from z, its cone's opening.
  var orientationLongitude = 0.0
  var orientationLatitude = 0.0
  var orientationRange = 0.0
  /// The colour, not premultiplied.
  var color = ParticleColor(1, 1, 1, 1)
  var colorRange = ParticleColor(0, 0, 0, 0)
  var colorSpeed = ParticleColor(0, 0, 0, 0)

  init() {}

  /// The longest that a particle lives, in seconds of the cell's time, before the layer multiplies it.
  var longestLife: Double { max(0, lifetime + abs(lifetimeRange) / 2) }
}

/// The colour of a particle, or its change: components may lie outside 0...1 until they are shown.
struct ParticleColor: Equatable, Sendable {
  var red: Double, green: Double, blue: Double, alpha: Double

  init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  static let white = ParticleColor(1, 1, 1, 1)

  static func + (a: ParticleColor, b: ParticleColor) -> ParticleColor {
    ParticleColor(a.red + b.red, a.green + b.green, a.blue + b.blue, a.alpha + b.alpha)
  }

  static func * (a: ParticleColor, b: ParticleColor) -> ParticleColor {
    ParticleColor(a.red * b.red, a.green * b.green, a.blue * b.blue, a.alpha * b.alpha)
  }

  static func * (a: ParticleColor, k: Double) -> ParticleColor {
    ParticleColor(a.red * k, a.green * k, a.blue * k, a.alpha * k)
  }

  var clamped: ParticleColor {
    ParticleColor(min(max(red, 0), 1), min(max(green, 0), 1), min(max(blue, 0), 1), min(max(alpha, 0), 1))
  }
}

/// The times at which a cell emits, in the time of its emitter: the layer, or the particle.
struct CellTiming: Equatable, Sendable {
  var begin = 0.0
  /// Seconds of the cell's time to one of the emitter's.
  var speed = 1.0
  /// The cell's time at the beginning.
  var offset = 0.0
  /// The duration of its emission, in seconds of the cell's time.
  var active = Double.infinity

  init() {}

  func time(atEmitterTime time: Double) -> Double { (time - begin) * speed + offset }

  func emitterTime(at time: Double) -> Double { begin + (time - offset) / speed }
}

/// A cell as a frame reads it. The cells of a layer stand in one array, each followed by its own cells.
struct EmitterCellLook: Equatable, Sendable {
  /// The index after the last of the cell's own cells.
  var end: Int
  /// The cell's index among its siblings: the start of its random numbers.
  var index: Int
  /// The identity of its CAEmitterCell: births go on counting while a commit keeps the object.
  var identity: Int
  /// The picture of its particles, an index into the emitter's sprites; -1 for particles that emit and are not drawn.
  var sprite: Int32
  var isEnabled = true
  /// Whether its particles are planes, which turn about an axis in space; others turn in the layer's plane.
  var isPlane = false
  var timing = CellTiming()
  var numbers = CellNumbers()

  init(end: Int, index: Int, identity: Int = 0, sprite: Int32 = -1) {
    (self.end, self.index, self.identity, self.sprite) = (end, index, identity, sprite)
  }
}

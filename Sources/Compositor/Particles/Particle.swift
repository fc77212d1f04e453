import QuartzCore

package struct Particle: Equatable, Sendable {
  /// The middle of its picture, in points of the emitter layer.
  var position: SpaceVector
  /// The angle in radians about the axis, from x towards y.
  package var rotation: Double
  /// The axis that the picture turns about, a direction; the z axis for all but planes.
  var axis = SpaceVector.towardsViewer
  /// A multiple of the picture's size; negative ones mirror it in both directions.
  package var scale: Double
  /// The colour that multiplies the picture: premultiplied, within 0...1.
  package var tint: SIMD4<Float>
  /// The picture, an index into the emitter's sprites.
  package var sprite: Int32
  package var birth: Double
}

extension Particle {
  /// The picture's axes in the layer's plane: the vectors that one point of the picture in x and in y becomes, seen
  /// from afar. A plane that is seen edge-on has both on one line.
  var axes: (x: (Double, Double), y: (Double, Double)) {
    let (c, s) = (cosine(rotation), sine(rotation))
    let rest = 1 - c
    // The turn about the axis, without its depth.
    let x = (c + rest * axis.x * axis.x, rest * axis.x * axis.y + s * axis.z)
    let y = (rest * axis.x * axis.y - s * axis.z, c + rest * axis.y * axis.y)
    return ((x.0 * scale, x.1 * scale), (y.0 * scale, y.1 * scale))
  }
}

struct ParticleSprite: Equatable, Sendable {
  var image: Int32
  /// The size of a particle of scale 1, in points.
  var width: Double
  var height: Double
  /// The part of the image that is shown, in its fractions, y from the first row.
  var source: Box
  var magnified: TextureFilter
  var minified: TextureFilter

  init(
    image: Int32, width: Double, height: Double, source: Box = Box(0, 0, 1, 1), magnified: TextureFilter = .linear,
    minified: TextureFilter = .linear
  ) {
    self.image = image
    self.width = width
    self.height = height
    self.source = source
    self.magnified = magnified
    self.minified = minified
  }

  /// From the middle to a corner, in points.
  var reach: Double { (width * width + height * height).squareRoot() / 2 }
}

/// The particles of one emitter at one time. Reused from frame to frame, it keeps its buffer.
struct ParticleField: Sendable {
  var particles: [Particle] = []
  /// The box around all pictures as they lie in the layer's plane, in points.
  var bounds = Box.empty
  /// The number of births that were examined, those of dead particles included.
  var visitedCount = 0

  init() {}

  mutating func removeAll() {
    particles.removeAll(keepingCapacity: true)
    bounds = .empty
    visitedCount = 0
  }

  /// Sorts the particles into the order of drawing. They come cell by cell, the oldest first; equals keep that order.
  mutating func sort(_ order: EmitterLook.Order) {
    switch order {
    case .unordered, .additive: break
    case .oldestFirst: sort { $0.birth < $1.birth }
    case .oldestLast: sort { $0.birth > $1.birth }
    case .backToFront: sort { $0.position.z < $1.position.z }
    }
  }

  private mutating func sort(by precedes: (Particle, Particle) -> Bool) {
    var isSorted = true
    for index in particles.indices.dropFirst() where precedes(particles[index], particles[index - 1]) {
      isSorted = false
      break
    }
    guard !isSorted else { return }
    let order = particles.indices.sorted { a, b in
      precedes(particles[a], particles[b]) || (!precedes(particles[b], particles[a]) && a < b)
    }
    particles = order.map { particles[$0] }
  }
}

/// A point, or a direction, in an emitter's space, as three named numbers: SIMD vectors are slow in debug builds.
package struct SpaceVector: Equatable, Sendable {
  package var x: Double, y: Double, z: Double

  package init(_ x: Double, _ y: Double, _ z: Double = 0) { (self.x, self.y, self.z) = (x, y, z) }

  package static let zero = SpaceVector(0, 0, 0)
  static let towardsViewer = SpaceVector(0, 0, 1)

  /// The direction whose projection onto the xy plane is `longitude` from x, and which itself is `latitude` from z.
  init(longitude: Double, latitude: Double) {
    self.init(sine(latitude) * cosine(longitude), sine(latitude) * sine(longitude), cosine(latitude))
  }

  static func + (a: SpaceVector, b: SpaceVector) -> SpaceVector { SpaceVector(a.x + b.x, a.y + b.y, a.z + b.z) }
  static func * (a: SpaceVector, k: Double) -> SpaceVector { SpaceVector(a.x * k, a.y * k, a.z * k) }

  package var length: Double { (x * x + y * y + z * z).squareRoot() }

  /// The unit vector of the same direction; nil for a length of 0, infinity or NaN.
  var direction: SpaceVector? {
    let length = length
    return length > 1e-9 && length.isFinite ? self * (1 / length) : nil
  }

  func cross(_ b: SpaceVector) -> SpaceVector { SpaceVector(y * b.z - z * b.y, z * b.x - x * b.z, x * b.y - y * b.x) }

  /// A direction at right angles to this one that lies in the xy plane, a quarter turn from x towards y.
  var acrossInPlane: SpaceVector {
    let flat = (x * x + y * y).squareRoot()
    return flat > 1e-9 ? SpaceVector(-y / flat, x / flat, 0) : SpaceVector(0, 1, 0)
  }

  /// Returns a direction turned by `longitude` in the plane of this direction and ``acrossInPlane``, then tilted by
  /// `latitude` out of that plane. For the direction of x that is the xy plane; the latitude is added to the angle from
  /// the z axis, so that a positive one leads away from positive z.
  func turned(longitude: Double, latitude: Double) -> SpaceVector {
    guard longitude != 0 || latitude != 0 else { return self }
    let across = acrossInPlane
    let turned = self * cosine(longitude) + across * sine(longitude)
    guard latitude != 0 else { return turned }
    return turned * cosine(latitude) + cross(across) * -sine(latitude)
  }

  /// Returns a direction inside the cone of the opening angle `range` about this one, all solid angles alike.
  func inCone(_ range: Double, _ cone: Double, _ turn: Double) -> SpaceVector {
    guard range > 0 else { return self }
    let height = 1 - cone * (1 - cosine(min(range, 2 * .pi) / 2))
    let radius = max(0, 1 - height * height).squareRoot()
    let across = acrossInPlane
    let angle = 2 * .pi * turn
    return self * height + across * (radius * cosine(angle)) + cross(across) * (radius * sine(angle))
  }
}

/// The random numbers of one particle, or of one cell, by address: the n-th number is a hash of the layer's seed, the
/// path to the cell, the particle's index and n. So a frame may visit any particles in any order.
struct ParticleRandom: Equatable, Sendable {
  /// The key that the numbers are hashed from.
  let key: UInt64

  init(seed: UInt32) { key = SplitMix64.mixed(UInt64(seed)) }

  private init(key: UInt64) { self.key = key }

  /// Returns the numbers of the `index`-th child: a cell of a layer or of a particle, a particle of a cell.
  func child(_ index: Int) -> ParticleRandom {
    // The factor keeps cell 1 of seed 0 apart from cell 0 of seed 1.
    ParticleRandom(
      key: SplitMix64.mixed(
        SplitMix64.mixed(UInt64(bitPattern: Int64(index)) &+ SplitMix64.step) &+ key &* 0xD6E8_FEB8_6659_FD93))
  }

  /// The index of a random number: one for each choice, so that a range added to a cell leaves other choices alone.
  enum Draw: UInt64 {
    case lifetime, velocity, scale, spin, red, green, blue, alpha, cone, turn, along, across, depth
    case rotation, axisCone, axisTurn
  }

  /// Returns a number uniform in 0..<1.
  func uniform(_ draw: Draw) -> Double {
    Double(SplitMix64.mixed(key &+ (draw.rawValue &+ 1) &* SplitMix64.step) >> 11) * 0x1p-53
  }

  /// Returns a number uniform about a mean, from half the range below it to half above.
  func about(_ mean: Double, range: Double, _ draw: Draw) -> Double {
    range == 0 ? mean : mean + (uniform(draw) - 0.5) * range
  }
}

/// SplitMix64 (Steele, Lea, Flood, 2014: Fast splittable pseudorandom number generators), the same on every machine.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= Self.step
    return Self.mixed(state)
  }

  /// The golden ratio's bits: steps that fill the ring of 64-bit numbers evenly.
  static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The finaliser: every bit of the result depends on every bit of `value`.
  static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

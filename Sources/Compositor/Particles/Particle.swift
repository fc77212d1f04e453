import QuartzCore

/// A living particle.
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
  /// The image, in the tree's table.
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
  /// The particles in the order of drawing.
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

// The particles of an emitter layer, found when the layer is known to be visible, and where they show.

import QuartzCore

/// The particles of a frame's emitters; keeps its buffers from frame to frame.
struct ParticleFields: Sendable {
  private var fields: [ParticleField] = []
  private var placements: [ParticlePlacement] = []
  private(set) var count = 0
  private var used = ParticleLimits(births: 0, particles: 0)

  /// The limits of the next emitter.
  var limits: ParticleLimits { .frame.forEmitter(after: used) }

  subscript(index: Int32) -> ParticleField { fields[Int(index)] }

  func placement(_ index: Int32) -> ParticlePlacement { placements[Int(index)] }

  mutating func removeAll() {
    count = 0
    used = ParticleLimits(births: 0, particles: 0)
  }

  /// Appends a field that `fill` fills, and returns its index.
  mutating func append(_ placement: ParticlePlacement, _ fill: (inout ParticleField) -> Void) -> Int32 {
    if count == fields.count {
      fields.append(ParticleField())
      placements.append(placement)
    }
    placements[count] = placement
    fill(&fields[count])
    used.births += fields[count].visitedCount
    used.particles += fields[count].particles.count
    count += 1
    return Int32(count - 1)
  }

  /// Removes the last field, whose particles do not show, so that other emitters may have as many. Its births stay
  /// counted, since simulating them took its time.
  mutating func removeLast() {
    count -= 1
    used.particles -= fields[count].particles.count
  }
}

/// The projection of particles to pixels.
struct ParticlePlacement: Equatable, Sendable {
  /// From the layer's plane.
  var toPixels: Homography
  /// The vector that a unit of z adds to the third row of the unnormalised `toPixels`; nil for particles in the plane.
  var depth: SpaceVector?
  /// Whether particles are added up.
  var isAdditive: Bool

  /// From a plane that lies at a depth of the layer's space.
  func toPixels(atDepth z: Double) -> Homography {
    guard let depth, z != 0 else { return toPixels }
    var map = toPixels
    map.m31 += z * depth.x
    map.m32 += z * depth.y
    map.m33 += z * depth.z
    return map.normalized
  }
}

extension Flattener {
  /// Finds a layer's particles, and the pixels that they touch.
  mutating func resolveParticles(of look: LayerLook, _ index: Int, _ tree: RenderTree, _ context: Context) {
    let layer = scene.layers[index]
    scene.layers[index].draws.remove(.drawsParticles)
    guard let emitter = tree.emitters[layer.slot] else { return }
    let clip = scene.clip(inside: layer, look)
    guard !clip.box.isEmpty else { return }
    let emitterLook = emitter.track.look
    var placement = ParticlePlacement(
      toPixels: layer.toPixels, depth: nil, isAdditive: emitterLook.order == .additive)
    if emitterLook.preservesDepth, layer.raster < 0 {
      var spatial = tree.spatialPlacements[Int(layer.slot)]
      if let outer = context.sublayerPlacement { spatial = CATransform3DConcat(spatial, outer) }
      placement.toPixels = Homography(flattening: spatial) * context.toPixels
      placement.depth = context.toPixels.row(Double(spatial.m31), Double(spatial.m32), Double(spatial.m34))
    }
    let time = tree.localTime(ofSlot: layer.slot)
    let limits = scene.fields.limits
    let rows = EmitterEpoch.rows(ofEmitters: tree.emitters.values.count)
    let fields = scene.fields.append(placement) {
      emitter.track.simulate(at: time, into: &$0, most: limits, rows: rows)
    }
    let box = seen(fields, emitter.track).intersection(clip.box)
    guard !box.isEmpty else {
      scene.fields.removeLast()
      return
    }
    scene.layers[index].particles = fields
    scene.layers[index].draws.insert(.drawsParticles)
    scene.layers[index].bounds = layer.bounds.union(box)
  }

  /// The pixels around the particles of a field.
  private func seen(_ index: Int32, _ track: EmitterTrack) -> Box {
    let field = scene.fields[index]
    let placement = scene.fields.placement(index)
    guard !field.particles.isEmpty else { return .empty }
    guard placement.depth != nil else { return placement.toPixels.visibleBounds(field.bounds)?.outset ?? .empty }
    var box = Box.empty
    for particle in field.particles {
      let reach = track.sprites[Int(particle.sprite)].reach * abs(particle.scale)
      let (x, y) = (particle.position.x, particle.position.y)
      let around = Box(x - reach, y - reach, x + reach, y + reach)
      if let seen = placement.toPixels(atDepth: particle.position.z).visibleBounds(around) { box = box.union(seen) }
    }
    return box.isEmpty ? .empty : box.outset
  }
}

extension Homography {
  /// Returns the row vector `(x, y, w)` times the matrix.
  fileprivate func row(_ x: Double, _ y: Double, _ w: Double) -> SpaceVector {
    SpaceVector(x * m11 + y * m21 + w * m31, x * m12 + y * m22 + w * m32, x * m13 + y * m23 + w * m33)
  }
}

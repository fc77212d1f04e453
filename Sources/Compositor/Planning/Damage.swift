import QuartzCore

/// The part of a frame that differs from the one before, found by comparing the layers' draws and their positions.
package struct Damage {
  private struct Drawn: Equatable {
    var bounds: Box
    var toPixels: Homography
    var look: LayerLook
    var shadow: ShadowLook?
    var effects: EffectsLook?
    var clip: Clip
    var shape: ShapeLook?
    /// Its place in paint order, among the layers of the frame.
    var rank: Int
    /// Its place in a 3D space, which can change without moving a pixel.
    var map: DepthMap?
    /// The layer's own opacity times that of the transform layers around.
    var opacity: Float
    var progress = 0.0
    var tint: SIMD4<Float>
    /// The time of an emitter, whose particles always move.
    var time: Double
  }

  private struct Key: Hashable {
    var slot: Int32
    var copy: Int32
  }

  private var drawn: [Key: Drawn] = [:]

  package init() {}

  /// Returns the smallest box, in pixels, around all changes since the last call, at first all draws; nil for none.
  mutating func update(_ scene: FlatScene, _ tree: RenderTree) -> Box? {
    var now: [Key: Drawn] = [:]
    now.reserveCapacity(scene.layers.count)
    var damage = Box.empty
    var rank = 0
    var members = scene.spaces.members[...]
    // The indices in the scene of layers whose effects spread changes below them.
    var spreading: [Int] = []
    for (index, layer) in scene.layers.enumerated() {
      while let last = spreading.last, Int(scene.layers[last].end) <= index { spreading.removeLast() }
      // A group's opacity shows in everything below it.
      var bounds = layer.draws.isEmpty ? layer.subtreeBounds : layer.bounds.union(layer.subtreeBounds)
      let spreads = !layer.reasons.isDisjoint(with: [.shadowOfAlpha, .filters])
      if spreads { bounds = bounds.union(layer.compositedBounds) }
      var entry = Drawn(
        bounds: bounds, toPixels: layer.toPixels, look: tree.looks[Int(layer.slot)],
        shadow: tree.shadows.isEmpty ? nil : tree.shadows[layer.slot],
        effects: tree.effects.isEmpty ? nil : tree.effects[layer.slot], clip: scene.clips[Int(layer.clip)],
        shape: layer.draws.isDisjoint(with: .shape) ? nil : tree.shapes[layer.slot], rank: rank, map: nil,
        opacity: layer.opacity, tint: layer.tint < 0 ? .one : scene.tints[Int(layer.tint)],
        time: layer.particles < 0 ? 0 : tree.sampledTime)
      defer { if spreads { spreading.append(index) } }
      // Members stand in the order of the layers, so the first one is next.
      if let member = members.first, Int(member.layer) == rank {
        entry.map = member.map
        entry.opacity *= member.opacity
        members.removeFirst()
      }
      rank += 1
      var key = Key(slot: layer.slot, copy: layer.copy)
      if layer.transition >= 0 {
        // The layer's look in the transition has the same slot, so the transition has another key.
        key.slot = ~key.slot
        entry.bounds = layer.compositedBounds
        entry.progress = scene.transitions[Int(layer.transition)].progress
      }
      now[key] = entry
      let old = drawn[key]
      guard old != entry else { continue }
      damage = damage.union(entry.bounds)
      if let old { damage = damage.union(old.bounds) }
      for index in spreading { damage = damage.union(scene.layers[index].compositedBounds) }
    }
    var isOneGone = false
    for (key, old) in drawn where now[key] == nil {
      damage = damage.union(old.bounds)
      isOneGone = true
    }
    // The part of a layer that left in shadows and filtered pictures around it is not known any more.
    if isOneGone {
      for layer in scene.layers where !layer.reasons.isDisjoint(with: [.shadowOfAlpha, .filters]) {
        damage = damage.union(layer.compositedBounds)
      }
    }
    drawn = now
    if scene.readsBackdrops { spreadThroughBackdrops(&damage, scene, tree) }
    return damage.isEmpty ? nil : damage.outset
  }

  /// Spreads damage near a layer with a filtered backdrop to all of the layer, from back to front.
  private func spreadThroughBackdrops(_ damage: inout Box, _ scene: FlatScene, _ tree: RenderTree) {
    for layer in scene.layers where layer.draws.contains(.backdropFilters) {
      guard let chain = tree.effects[layer.slot]?.backdrop else { continue }
      let reach = FilterPlan.reach(chain, layer.toPixels, at: tree.looks[Int(layer.slot)].bounds)
      if damage.intersects(layer.bounds.insetBy(x: -reach.x, y: -reach.y)) { damage = damage.union(layer.bounds) }
    }
  }
}

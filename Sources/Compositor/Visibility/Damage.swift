// Damage: the part of a frame that differs from the one before, found by comparing what the layers draw and where.

import QuartzCore

/// Compares each frame with the one before.
package struct Damage {
  /// What a layer drew.
  private struct Drawn: Equatable {
    var bounds: Box
    var toPixels: Homography
    var look: LayerLook
    var clip: Clip
    /// Its place in paint order, among the layers of the frame.
    var rank: Int
  }

  private var drawn: [Int32: Drawn] = [:]

  package init() {}

  /// The smallest box, in pixels, around what changed since the last call; of the first frame, all that it draws. Nil
  /// where nothing changed.
  package mutating func update(_ scene: FlatScene, _ looks: [LayerLook]) -> Box? {
    var now: [Int32: Drawn] = [:]
    now.reserveCapacity(scene.layers.count)
    var damage = Box.empty
    var rank = 0
    for layer in scene.layers {
      // A group's opacity shows in everything below it.
      let bounds = layer.draws.isEmpty ? layer.subtreeBounds : layer.bounds.union(layer.subtreeBounds)
      let entry = Drawn(
        bounds: bounds, toPixels: layer.toPixels, look: looks[Int(layer.slot)], clip: scene.clips[Int(layer.clip)],
        rank: rank)
      rank += 1
      now[layer.slot] = entry
      let old = drawn[layer.slot]
      guard old != entry else { continue }
      damage = damage.union(entry.bounds)
      if let old { damage = damage.union(old.bounds) }
    }
    for (slot, old) in drawn where now[slot] == nil { damage = damage.union(old.bounds) }
    drawn = now
    return damage.isEmpty ? nil : damage.outset
  }
}

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
    /// Its place in a 3D space, which can change without moving a pixel.
    var map: DepthMap?
    var opacity: Float
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
    var members = scene.spaces.members[...]
    for layer in scene.layers {
      // A group's opacity shows in everything below it.
      let bounds = layer.draws.isEmpty ? layer.subtreeBounds : layer.bounds.union(layer.subtreeBounds)
      var entry = Drawn(
        bounds: bounds, toPixels: layer.toPixels, look: looks[Int(layer.slot)], clip: scene.clips[Int(layer.clip)],
        rank: rank, map: nil, opacity: 1)
      // Members stand in the order of the layers.
      if let member = members.first, Int(member.layer) == rank {
        entry.map = member.map
        entry.opacity = member.opacity
        members.removeFirst()
      }
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

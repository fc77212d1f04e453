// What a frame reads of tiled layers.

import QuartzCore

extension RenderTree {
  /// Derives what a frame reads of a tiled layer.
  func deriveTiles(_ slot: Int, from values: LayerValues) {
    var look: TileLook?
    if let source = tileSources[Int32(slot)], values.contents == nil, !looks[slot].bounds.isEmpty {
      look = TileLook(source, values)
      looks[slot].flags.insert(.drawsTiles)
    }
    if tiles[Int32(slot)] != look {
      tiles[Int32(slot)] = look
      looks[slot].detail &+= 1
    }
  }
}

// Surfaces that are kept from frame to frame: while nothing in a subtree changes, the target that it was drawn to is
// shown again, whatever happens around it.
//
//   FrameBuilder:  are the parts of the subtree, as flattened, the same as before?
//                    yes --> a pass with the old stamp
//                    no  --> a pass with a new one
//   renderer:      is the pass's stamp known?
//                    yes --> its target as it is; the passes that it is made of are left out
//                    no  --> drawn, and kept under the stamp
//
// A stamp is globally unique to one picture: a draw list stays whole, with the passes of kept surfaces in it, and
// another renderer, or one that has forgotten, draws them. Contents are compared, not hashed: each layer's content
// version, map, clips and opacity, in the pixels of the surface. Rasterized layers are kept, as their pixels do not
// depend on their position; a surface in the frame's pixels is kept while it does not move.

import QuartzCore
import Synchronization

struct SurfaceCache {
  /// The values of a layer that show in a surface.
  private struct ShownLayer: Equatable {
    var slot: Int32
    var version: UInt64
    var toPixels: Homography
    var draws: LayerLook.Flags
    var firstRowAtMinY: Bool
    var clip: Clip
    var innerClip: Clip
    var bounds: Box
    var reasons: SurfaceReasons
    /// The opacity of the layers inside; the surface's own does not show in it.
    var opacity: Float
    var outerClip: Clip?
    var outwards: Homography?
    /// The position in a 3D space, and its opacity.
    var map: DepthMap?
    var spaceOpacity: Float
  }

  private struct Entry {
    var layers: [ShownLayer]
    var box: Box
    var stamp: UInt64
  }

  private static let stamps = Atomic<UInt64>(0)
  /// The entries by the slots of their layers.
  private var entries = FrameCache<Int32, Entry>()
  /// The serial number of the tree: a new tree can have the address of an old one.
  private var tree: UInt64?

  /// Starts a frame of a tree; forgets the surfaces of another tree.
  mutating func beginFrame(_ tree: RenderTree) {
    if self.tree != tree.serial { entries.removeAll() }
    self.tree = tree.serial
  }

  mutating func endFrame() { entries.endFrame() }

  /// Returns the picture of a layer's surface over `box`; nil if something in it changes with every frame.
  mutating func retention(of index: Int, _ box: Box, _ scene: FlatScene, _ tree: RenderTree) -> Retention? {
    guard let layers = layers(of: index, scene, tree) else { return nil }
    let slot = scene.layers[index].slot
    if let entry = entries.value(of: slot), entry.box == box, entry.layers == layers {
      return Retention(stamp: entry.stamp, isKept: true)
    }
    let stamp = Self.stamps.add(1, ordering: .relaxed).newValue
    entries.keep(Entry(layers: layers, box: box, stamp: stamp), under: slot)
    return Retention(stamp: stamp, isKept: false)
  }

  private func layers(of index: Int, _ scene: FlatScene, _ tree: RenderTree) -> [ShownLayer]? {
    var layers: [ShownLayer] = []
    let end = Int(scene.layers[index].end)
    layers.reserveCapacity(end - index)
    // Members stand in the order of the layers.
    let members = scene.spaces.members
    var member = members.firstIndex { Int($0.layer) > index } ?? members.count
    for inner in index..<end {
      let layer = scene.layers[inner]
      // Each of a replicator's copies has its own time.
      guard layer.transition < 0, layer.copy == 0, !tree.changesByItself(layer.slot) else { return nil }
      let isInside = inner > index
      var shown = ShownLayer(
        slot: layer.slot, version: tree.contentVersion(of: layer.slot), toPixels: layer.toPixels, draws: layer.draws,
        firstRowAtMinY: layer.firstRowAtMinY, clip: scene.clips[Int(layer.clip)],
        innerClip: scene.clips[Int(layer.innerClip)], bounds: layer.bounds,
        reasons: layer.reasons,
        opacity: isInside ? layer.opacity : 1, spaceOpacity: 1)
      if isInside {
        shown.outerClip = scene.clips[Int(layer.outerClip)]
        if layer.raster >= 0 { shown.outwards = scene.rasters[Int(layer.raster)] }
        if member < members.count, Int(members[member].layer) == inner {
          shown.map = members[member].map
          shown.spaceOpacity = members[member].opacity
          member += 1
        }
      }
      layers.append(shown)
    }
    return layers
  }
}

extension RenderTree {
  /// Whether a layer's picture can change though its values do not.
  fileprivate func changesByItself(_ slot: Int32) -> Bool {
    switch kinds[Int(slot)] {
    case .emitter, .replicator, .tiled: true
    default: false
    }
  }
}

// A layer's filters and blend mode: their demands on its surface, its clips and its bounds.

import QuartzCore

extension FlatScene {
  /// Returns the bounds of a layer's parts, widened by its own filters.
  func filteredBounds(_ bounds: Box, _ layer: FlatLayer, _ tree: RenderTree) -> Box {
    guard !bounds.isEmpty, let chain = tree.effects[layer.slot]?.filters else { return bounds }
    let look = tree.looks[Int(layer.slot)]
    let reach = FilterPlan.reach(chain, layer.toPixels, at: look.bounds)
    return bounds.insetBy(x: -reach.x, y: -reach.y)
  }
}

extension Flattener {
  /// Plans a layer's filters and blend mode. Filters reach beyond the visible part, so the clip of the parts is
  /// widened, and the clip around is left to the compositing of the surface.
  mutating func resolveEffects(of look: LayerLook, _ index: Int, isMask: Bool, _ tree: RenderTree) {
    guard let effects = tree.effects[scene.layers[index].slot] else { return }
    if effects.blend != nil && !isMask {
      scene.layers[index].reasons.insert(.blendMode)
      scene.readsBackdrops = true
      // The edges of the clip around fade the blended result, not the parts.
      setClips(of: index, append(Clip(scene.clips[Int(scene.layers[index].clip)].box.outset)))
    }
    guard let chain = effects.filters else { return }
    scene.layers[index].reasons.insert(.filters)
    let reach = FilterPlan.reach(chain, scene.layers[index].toPixels, at: look.bounds)
    let around = scene.clips[Int(scene.layers[index].clip)].box
    setClips(of: index, append(Clip(around.outset.insetBy(x: -reach.x, y: -reach.y))))
  }

  /// Limits the layer's changes to its backdrop: a root or a mask does not filter it, and a blend mode that acts on the
  /// backdrop of transparent parts counts for all of the layer.
  mutating func limitEffects(of look: LayerLook, _ index: Int, isRootOrMask: Bool, _ clip: Clip, _ tree: RenderTree) {
    if look.flags.contains(.backdropFilters), scene.layers[index].draws.contains(.backdropFilters) {
      if isRootOrMask {
        scene.layers[index].draws.remove(.backdropFilters)
      } else {
        scene.readsBackdrops = true
      }
    }
    if scene.layers[index].reasons.contains(.blendMode),
      tree.effects[scene.layers[index].slot]?.blend?.isBounded == false,
      let bounds = scene.layers[index].toPixels.visibleBounds(look.bounds)?.insetBy(-1).intersection(clip.box),
      !bounds.isEmpty
    {
      scene.layers[index].bounds = scene.layers[index].bounds.union(bounds)
    }
  }
}

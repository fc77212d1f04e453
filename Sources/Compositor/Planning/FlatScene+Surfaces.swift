// The surface plan: from back to front over the flat scene, finds the subtrees that cannot be drawn straight into their
// target.
//
// A translucent group needs a surface only if parts of it overlap; otherwise its opacity multiplies into each part and
// the picture is the same. Clips were judged while flattening.
//
// Tested by SurfaceTests, CompositorSurfaceFreeTests and RetentionTests.

extension FlatScene {
  /// Sets every layer's `subtreeBounds` and `compositedBounds`, and completes its reasons.
  mutating func planSurfaces(_ tree: RenderTree) {
    let looks = tree.looks
    // Layers that are shown as before were planned then.
    for index in layers.indices.reversed() where layers[index].keptDraws < 0 {
      var bounds = layers[index].bounds
      var child = Int(layers[index].sublayers)
      while child < Int(layers[index].end) {
        bounds = bounds.union(layers[child].compositedBounds)
        child = Int(layers[child].end)
      }
      layers[index].subtreeBounds = bounds
      // Most layers touch just their and their sublayers' drawing; the call would copy the scene's tables for each.
      let touched = layers[index].touchesJustWhatItDraws ? bounds : composited(index, tree)
      layers[index].compositedBounds = touched
      // A transition's opacities are those of its looks.
      if layers[index].transition >= 0 { continue }
      if layers[index].opacity < 1 { planGroups(index, looks) }
    }
    // The opacity of a transform layer is that of each layer in it.
    for member in spaces.members where member.opacity < 1 { planGroups(Int(member.layer), looks) }
  }

  /// Plans a translucent layer: with a surface, if it is to be one group and has parts that overlap. Otherwise each of
  /// its sublayers is translucent.
  private mutating func planGroups(_ index: Int, _ looks: [LayerLook]) {
    // A bitmap is a group already.
    if layers[index].reasons.contains(.rasterized) { return }
    guard !looks[Int(layers[index].slot)].flags.contains(.groupOpacity) else {
      if isGroup(index, looks) { layers[index].reasons.insert(.groupOpacity) }
      return
    }
    var part = Int(layers[index].sublayers)
    while part < Int(layers[index].end) {
      if looks[Int(layers[part].slot)].flags.contains(.groupOpacity) {
        if isGroup(part, looks) { layers[part].reasons.insert(.groupOpacity) }
        part = Int(layers[part].end)
      } else {
        part = Int(layers[part].sublayers)
      }
    }
  }

  /// Returns the box that a layer touches of the pixels around it.
  private func composited(_ index: Int, _ tree: RenderTree) -> Box {
    let layer = layers[index]
    if layer.transition >= 0, let reach = transitions[Int(layer.transition)].reach { return reach }
    var bounds = effectBounds(of: index, tree)
    if layer.raster >= 0 {
      bounds = bounds.isEmpty ? .empty : rasters[Int(layer.raster)].visibleBounds(bounds) ?? .empty
    }
    if layer.outerClip != layer.clip { bounds = bounds.intersection(clips[Int(layer.outerClip)].box) }
    return bounds
  }

  /// Returns the box that a layer with its sublayers, effects and mask touches, in the space that it is drawn in.
  func effectBounds(of index: Int, _ tree: RenderTree) -> Box {
    let layer = layers[index]
    var bounds = layer.subtreeBounds
    if layer.reasons.contains(.filters) { bounds = filteredBounds(bounds, layer, tree) }
    if layer.reasons.contains(.shadowOfAlpha) { bounds = withShadow(bounds, layer, tree) }
    if let mask = maskIndex(of: index) { bounds = bounds.intersection(layers[mask].compositedBounds) }
    return bounds
  }

  /// Whether a translucent layer's parts, each translucent, would give another picture than the whole.
  private func isGroup(_ index: Int, _ looks: [LayerLook]) -> Bool {
    partsOverlap(index, looks) || (readsBackdrops && looksBehind(index))
  }

  /// Whether a layer below reads its backdrop: that is the group's drawing so far, so the group must be one.
  private func looksBehind(_ index: Int) -> Bool {
    var part = Int(layers[index].sublayers)
    while part < Int(layers[index].end) {
      let layer = layers[part]
      if layer.reasons.contains(.blendMode) || layer.draws.contains(.backdropFilters) { return true }
      // A backdrop ends at the surface around it.
      part = layer.reasons.isDisjoint(with: .wholeLayer) ? part + 1 : Int(layer.end)
    }
    return false
  }

  /// Whether any two drawn parts of a subtree overlap, by bounding boxes. Subtrees of many parts count as overlapping:
  /// comparing all pairs would cost more than it could save.
  func partsOverlap(_ index: Int, _ looks: [LayerLook]) -> Bool {
    let limit = 16
    var parts: InlineArray<16, Box> = .init(repeating: .empty)
    var count = 0
    var part = index
    while part < Int(layers[index].end) {
      let layer = layers[part]
      // Another surface counts only as a whole.
      let isSurface = part > index && !layer.fadesByParts(looks[Int(layer.slot)].flags)
      let bounds = isSurface ? layer.compositedBounds : layer.bounds
      defer { part = isSurface ? Int(layer.end) : part == index ? Int(layer.sublayers) : part + 1 }
      guard isSurface || !layer.draws.isEmpty else { continue }
      // The parts of one layer lie over each other.
      if !isSurface && layer.draws.rawValue.nonzeroBitCount > 1 { return true }
      // Particles overlap, too; but sums of faded particles are faded sums.
      if !isSurface && layer.particles >= 0 && !fields.placement(layer.particles).isAdditive { return true }
      for other in 0..<count where parts[other].intersects(bounds) { return true }
      guard count < limit else { return true }
      parts[count] = bounds
      count += 1
    }
    return false
  }
}

extension FlatLayer {
  /// Whether opacity goes into each of the layer's parts: it has no surface, or one only for its position, and is no
  /// group.
  func fadesByParts(_ flags: LayerLook.Flags) -> Bool {
    let whole = reasons.intersection(.wholeLayer)
    return whole.isEmpty || (whole.isSubset(of: [.nestedClip, .planeSplit]) && !flags.contains(.groupOpacity))
  }

  /// Whether no mask, effect, clip or motion changes what the layer with its sublayers touches.
  fileprivate var touchesJustWhatItDraws: Bool {
    raster < 0 && transition < 0 && outerClip == clip && reasons.isDisjoint(with: [.filters, .shadowOfAlpha, .mask])
  }
}

// Filters of a layer with its sublayers: parts are drawn to a surface as far as the filters reach, which pass after
// pass makes another one of.
//
// A layer that masks to its bounds is cut there after its filters, too: what a blur spreads beyond them goes, as its
// shadow does. (Apple's headers have the mask and the bounds' clip multiply, and the mask comes after the filters.)

import QuartzCore

extension FrameBuilder {
  /// Draws a layer that has filters to a surface that shows `box`.
  ///
  /// - Returns: the surface; it may be larger or smaller than the box.
  func drawFiltered(
    _ index: Int, _ layer: FlatLayer, _ look: LayerLook, over box: Box, _ tree: RenderTree
  ) -> Surface? {
    let content = layer.subtreeBounds.intersection(scene.clips[Int(layer.clip)].box)
    guard let chain = tree.effects[layer.slot]?.filters, !content.isEmpty,
      let plan = FilterPlan(chain, layer.toPixels, at: look.bounds, content: content, shown: box)
    else { return nil }
    builder.beginPass(plan.boxes[0], reasons: layer.reasons, slot: layer.slot)
    drawParts(index, layer, look, opacity: 1, tree)
    let parts = Surface(target: builder.endPass(), box: plan.boxes[0])
    guard let filtered = builder.filter(parts, plan, reasons: .filters, slot: layer.slot) else { return nil }
    // What the layer clips is clipped already; only what a filter spread beyond the bounds is left to cut.
    guard look.flags.contains(.clips), FilterPlan.reach(chain, layer.toPixels, at: look.bounds) != (0, 0) else {
      return filtered
    }
    builder.beginPass(box, reasons: .filters, slot: layer.slot)
    let shape = look.rectangle(layer.toPixels)
    builder.fill(shape, Paint(filtered, .nearest, through: shape, opacity: 1), Clip(box))
    return Surface(target: builder.endPass(), box: box)
  }

  /// Draws the parts of a layer, filtered where it has filters, to a surface of just `box`, for stages that go on with
  /// it.
  func drawPicture(
    _ index: Int, _ layer: FlatLayer, _ look: LayerLook, over box: Box, _ tree: RenderTree
  ) -> Surface? {
    guard layer.reasons.contains(.filters) else {
      builder.beginPass(box, reasons: layer.reasons, slot: layer.slot)
      drawParts(index, layer, look, opacity: 1, tree)
      return Surface(target: builder.endPass(), box: box)
    }
    guard let filtered = drawFiltered(index, layer, look, over: box, tree) else { return nil }
    let castsShadow = layer.draws.contains(.castsShadow)
    if filtered.box == box && !castsShadow { return filtered }
    builder.beginPass(box, reasons: .filters, slot: layer.slot)
    if castsShadow { drawShadow(layer, look, opacity: 1, tree) }
    builder.draw(filtered, clippedTo: box)
    return Surface(target: builder.endPass(), box: box)
  }

  /// ``drawSurface(_:_:_:opacity:_:)`` of a layer that has filters.
  func drawFilteredSurface(
    _ index: Int, _ layer: FlatLayer, _ look: LayerLook, over box: Box, opacity: Float, _ tree: RenderTree
  ) {
    guard let filtered = drawFiltered(index, layer, look, over: box, tree) else { return }
    let castsShadow = layer.draws.contains(.castsShadow)
    let mask = scene.maskIndex(of: index)
    if mask == nil && !castsShadow { return composite(filtered, layer, opacity: opacity, tree) }
    builder.beginPass(box, reasons: layer.reasons, slot: layer.slot)
    if castsShadow { drawShadow(layer, look, opacity: 1, tree) }
    builder.draw(filtered, clippedTo: box)
    if let mask { drawMask(mask, box, tree) }
    composite(Surface(target: builder.endPass(), box: box), layer, opacity: opacity, tree)
  }
}

extension DrawListBuilder {
  /// Draws a surface at its place over what the open pass holds.
  fileprivate mutating func draw(_ surface: Surface, clippedTo box: Box) {
    fill(
      Rectangle(box: surface.box, toPixels: .identity, edges: []), Paint(surface, .nearest, opacity: 1), Clip(box))
  }
}

extension FlatScene {
  /// What a layer's own filters make of the bounds of its parts.
  func filteredBounds(_ bounds: Box, _ layer: FlatLayer, _ tree: RenderTree) -> Box {
    guard !bounds.isEmpty, let chain = tree.effects[layer.slot]?.filters else { return bounds }
    let look = tree.looks[Int(layer.slot)]
    let reach = FilterPlan.reach(chain, layer.toPixels, at: look.bounds)
    return bounds.insetBy(x: -reach.x, y: -reach.y)
  }
}

extension Flattener {
  /// Decides what a layer's filters and its blend mode need. Filters reach beyond what is seen, so the clip of the
  /// parts is widened, and the clip around is left to the compositing of the surface.
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

  /// Where the layer may change what lies behind, or not: a root or a mask may not, and a mode that acts on what lies
  /// behind transparent parts counts for all of the layer.
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

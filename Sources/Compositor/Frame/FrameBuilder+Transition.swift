// Drawing of transitions: the two looks straight into the open pass where that gives the same picture, else by way of
// surfaces.

import QuartzCore

extension FrameBuilder {
  /// Draws a layer that is in a transition.
  func drawTransition(_ layer: FlatLayer, opacity: Float, _ tree: RenderTree) {
    let transition = scene.transitions[Int(layer.transition)]
    guard transition.isClippedAsWhole else {
      drawTransition(layer, transition, opacity: opacity, tree)
      return
    }
    let box = layer.compositedBounds.outset
    guard !box.isEmpty else { return }
    builder.beginPass(box, reasons: .transition, slot: layer.slot)
    drawTransition(layer, transition, opacity: 1, tree)
    var paint = Paint(Surface(target: builder.endPass(), box: box), .nearest, opacity: opacity)
    paint.isScreenTexture = true
    builder.fill(
      Rectangle(
        box: transition.bounds, toPixels: transition.toPixels, radii: transition.radii,
        smoothing: transition.smoothing), paint,
      scene.clips[Int(layer.clip)])
  }

  private func drawTransition(
    _ layer: FlatLayer, _ transition: FlatTransition, opacity: Float, _ tree: RenderTree
  ) {
    switch transition.effect {
    case .fade, .swipe: drawFade(layer, transition, opacity, tree)
    case .push: drawPush(layer, transition, opacity, tree)
    case .moveIn: drawStack(layer, transition.old, transition.new, opacity, tree)
    case .reveal: drawStack(layer, transition.new, transition.old, opacity, tree)
    case .flip: drawGroup(transition.old >= 0 ? transition.old : transition.new, opacity, tree)
    case .pageCurl: drawPage(layer, transition, transition.old, transition.new, opacity, tree)
    case .pageUncurl: drawPage(layer, transition, transition.new, transition.old, opacity, tree)
    }
  }

  /// Draws a layer with its sublayers at an opacity as one.
  private func drawGroup(_ index: Int32, _ opacity: Float, _ tree: RenderTree) {
    guard index >= 0 else { return }
    let index = Int(index)
    let layer = scene.layers[index]
    if opacity >= 1 || !layer.reasons.isDisjoint(with: .wholeLayer) || !scene.partsOverlap(index, tree.looks) {
      draw(index, opacity: opacity, tree)
    } else if let surface = surface(Int32(index), nil, layer.slot, tree) {
      builder.fill(surface, .sourceOver, opacity: opacity)
    }
  }

  /// Draws a look to a surface of its own, with the given pixels or those that it touches.
  private func surface(_ index: Int32, _ box: Box?, _ slot: Int32, _ tree: RenderTree) -> Surface? {
    guard index >= 0 else { return nil }
    let box = (box ?? scene.layers[Int(index)].compositedBounds).outset
    guard !box.isEmpty else { return nil }
    builder.beginPass(box, reasons: .transition, slot: slot)
    draw(Int(index), opacity: 1, tree)
    return Surface(target: builder.endPass(), box: box)
  }

  /// Draws one look over the other.
  private func drawStack(
    _ layer: FlatLayer, _ below: Int32, _ above: Int32, _ opacity: Float, _ tree: RenderTree
  ) {
    guard opacity < 1, below >= 0, above >= 0,
      scene.layers[Int(below)].compositedBounds.intersects(scene.layers[Int(above)].compositedBounds)
    else {
      drawGroup(below, opacity, tree)
      drawGroup(above, opacity, tree)
      return
    }
    let box = layer.compositedBounds.outset
    builder.beginPass(box, reasons: .transition, slot: layer.slot)
    draw(Int(below), opacity: 1, tree)
    draw(Int(above), opacity: 1, tree)
    builder.fill(Surface(target: builder.endPass(), box: box), .sourceOver, opacity: opacity)
  }

  /// Draws looks side by side. Where they meet between pixels, both are antialiased there, and what lies behind would
  /// shine through; added up in a surface, their coverages make a whole.
  private func drawPush(_ layer: FlatLayer, _ transition: FlatTransition, _ opacity: Float, _ tree: RenderTree) {
    guard transition.hasSeam, transition.old >= 0, transition.new >= 0, meetsAtBounds(transition),
      let old = surface(transition.old, nil, layer.slot, tree),
      let new = surface(transition.new, nil, layer.slot, tree)
    else {
      drawStack(layer, transition.old, transition.new, opacity, tree)
      return
    }
    let box = old.box.union(new.box)
    builder.beginPass(box, reasons: .transition, slot: layer.slot)
    builder.fill(old, .plusLighter, opacity: 1)
    builder.fill(new, .plusLighter, opacity: 1)
    builder.fill(Surface(target: builder.endPass(), box: box), .sourceOver, opacity: opacity)
  }

  /// Whether neither look sticks out of its bounds, so that they lie over each other at the seam alone.
  private func meetsAtBounds(_ transition: FlatTransition) -> Bool {
    for look in [transition.old, transition.new] {
      let layer = scene.layers[Int(look)]
      let toPixels = layer.raster < 0 ? layer.toPixels : layer.toPixels * scene.rasters[Int(layer.raster)]
      guard let bounds = toPixels.visibleBounds(transition.bounds),
        bounds.outset.contains(layer.compositedBounds)
      else { return false }
    }
    return true
  }

  /// The looks' average, weighted by progress: what is in both does not change, and neither does its alpha.
  private func drawFade(_ layer: FlatLayer, _ transition: FlatTransition, _ opacity: Float, _ tree: RenderTree) {
    let progress = Float(transition.progress)
    if let ramp = transition.ramp {
      drawSwipe(layer, transition, ramp, opacity, tree)
      return
    }
    guard transition.old >= 0, transition.new >= 0 else {
      drawGroup(transition.old, opacity * (1 - progress), tree)
      drawGroup(transition.new, opacity * progress, tree)
      return
    }
    if opacity >= 1, let box = opaqueBox(transition.old, tree), box == opaqueBox(transition.new, tree) {
      drawGroup(transition.old, 1, tree)
      drawGroup(transition.new, progress, tree)
      return
    }
    let box = layer.compositedBounds
    guard let old = surface(transition.old, box, layer.slot, tree),
      let new = surface(transition.new, box, layer.slot, tree)
    else { return }
    builder.crossFade(old, new, progress: progress, opacity: opacity)
  }

  private func drawSwipe(
    _ layer: FlatLayer, _ transition: FlatTransition, _ ramp: SwipeRamp, _ opacity: Float, _ tree: RenderTree
  ) {
    let box = layer.compositedBounds.outset
    guard !box.isEmpty else { return }
    let old = surface(transition.old, box, layer.slot, tree) ?? emptySurface(box, layer.slot)
    let new = surface(transition.new, box, layer.slot, tree) ?? emptySurface(box, layer.slot)
    builder.swipe(old, new, ramp, opacity: opacity)
  }

  /// A look of which nothing is seen.
  private func emptySurface(_ box: Box, _ slot: Int32) -> Surface {
    builder.beginPass(box, reasons: .transition, slot: slot)
    return Surface(target: builder.endPass(), box: box)
  }

  /// The whole pixels of a look, where it is opaque in all of them.
  private func opaqueBox(_ index: Int32, _ tree: RenderTree) -> Box? {
    let box = scene.layers[Int(index)].compositedBounds
    guard box.isIntegral else { return nil }
    // One of its first layers may cover it.
    var part = Int(index)
    for _ in 0..<8 where part < Int(scene.layers[Int(index)].end) {
      let layer = scene.layers[part]
      let look = tree.looks[Int(layer.slot)]
      guard layer.reasons.isEmpty, layer.transition < 0, look.opacity >= 1 else { return nil }
      if covers(box, layer, look, tree) { return box }
      part = Int(layer.sublayers)
    }
    return nil
  }

  /// Whether a layer's own background or contents are opaque in all of a box.
  private func covers(_ box: Box, _ layer: FlatLayer, _ look: LayerLook, _ tree: RenderTree) -> Bool {
    guard layer.toPixels.isScaleAndTranslation, look.radii == .zero,
      scene.clips[Int(layer.clip)].shape.map({ $0.contains(box) }) ?? true
    else { return false }
    if layer.draws.contains(.drawsBackground), look.background.w >= 1,
      let area = layer.toPixels.visibleBounds(look.bounds), area.contains(box)
    {
      return true
    }
    guard layer.draws.contains(.drawsContents), let image = tree.images[look.image], image.isOpaque,
      look.contents.center == ContentsPlacement.unit,
      let area = layer.toPixels.visibleBounds(look.contents.destination)
    else { return false }
    return area.contains(box)
  }
}

extension DrawListBuilder {
  /// Draws a surface at its place.
  mutating func fill(_ surface: Surface, _ blend: BlendState, opacity: Float) {
    var paint = Paint(surface, .nearest, opacity: opacity)
    paint.blend = blend
    fill(Rectangle(box: surface.box, toPixels: .identity, edges: []), paint, Clip(surface.box))
  }
}

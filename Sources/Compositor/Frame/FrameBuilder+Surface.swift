// A layer that is drawn to a surface of its own first, and the stages before the surface joins its backdrop:
//
//   parts (background ... border)  ->  filters  ->  mask  ->  opacity, clips around, blend mode
//
// A layer may have a raster space of its own: its parts are then drawn in that space's pixels, and the surface is drawn
// as an image through the map from there to the pixels around.

import QuartzCore

extension FrameBuilder {
  /// Draws a layer with its sublayers to a surface and composites that.
  func drawSurface(of drawn: LayerDraw) {
    guard var box = surfaceBox(of: drawn) else { return }
    if drawn.layer.reasons.contains(.filters) { return drawFilteredSurface(of: drawn, over: box) }
    let mask = scene.maskIndex(of: drawn.index)
    let picture = mask.flatMap { self.picture(ofMask: $0, drawn.tree) }
    if let picture {
      box = box.intersection(picture.box)
      if box.isEmpty { return }
    }
    let fadesByParts = drawn.layer.fadesByParts(drawn.look.flags)
    builder.beginPass(box, reasons: drawn.layer.reasons, slot: drawn.layer.slot)
    drawParts(of: fadesByParts ? drawn : drawn.with(opacity: 1))
    if let mask {
      if let picture { draw(picture, slot: scene.layers[mask].slot, in: box) } else { drawMask(mask, box, drawn.tree) }
    }
    let surface = Surface(target: builder.endPass(), box: box)
    composite(surface, as: fadesByParts ? drawn.with(opacity: 1) : drawn)
  }

  /// Returns the pixels that a layer's surface must hold, in the space that it is drawn in; nil for none.
  private func surfaceBox(of drawn: LayerDraw) -> Box? {
    let layer = drawn.layer
    guard !layer.compositedBounds.isEmpty else { return nil }
    var box = layer.subtreeBounds.intersection(scene.clips[Int(layer.clip)].box)
    if layer.reasons.contains(.filters) { box = scene.filteredBounds(box, layer, drawn.tree) }
    if let mask = scene.maskIndex(of: drawn.index) { box = box.intersection(scene.layers[mask].compositedBounds) }
    if layer.raster < 0 { box = box.intersection(scene.clips[Int(layer.outerClip)].box) }
    box = box.outset
    return box.isEmpty ? nil : box
  }
}

extension FrameBuilder {
  /// Draws a rasterized layer: the layer with its sublayers, mask, filters and shadow goes to a surface in a raster
  /// space, which is kept while none of that changes; the surface is then drawn in the layer's place, with its opacity.
  func drawRasterized(_ drawn: LayerDraw) {
    let (index, layer, tree) = (drawn.index, drawn.layer, drawn.tree)
    // In the raster space's pixels, with room for effects.
    let clip = scene.clips[Int(layer.clip)].box
    let box = scene.effectBounds(of: index, tree).intersection(clip).outset
    guard !box.isEmpty, !layer.compositedBounds.isEmpty else { return }
    let retention = builder.options.has(.retention) ? surfaces.retention(of: index, box, scene, tree) : nil
    builder.beginPass(box, reasons: layer.reasons, slot: layer.slot, retention: retention)
    // Inside the space, the layer is an ordinary one.
    scene.layers[index].raster = -1
    scene.layers[index].reasons.remove([.rasterized, .groupOpacity])
    scene.layers[index].outerClip = layer.clip
    drawLayer(index, opacity: 1, tree)
    scene.layers[index] = layer
    composite(Surface(target: builder.endPass(), box: box), as: drawn)
  }
}

// A layer that is drawn to a surface of its own first, and what is done to that before it joins what lies behind:
//
//   parts (background ... border)  ->  mask  ->  opacity, clips around
//
// A layer may have a raster space of its own: its parts are then drawn in that space's pixels, and the surface is drawn
// as an image through the map from there to the pixels around.

import QuartzCore

extension FrameBuilder {
  /// Draws a layer with its sublayers to a surface and composites that.
  func drawSurface(_ index: Int, _ layer: FlatLayer, _ look: LayerLook, opacity: Float, _ tree: RenderTree) {
    guard let box = surfaceBox(index, layer) else { return }
    builder.beginPass(box, reasons: layer.reasons, slot: layer.slot)
    drawParts(index, layer, look, opacity: 1, tree)
    if let mask = scene.maskIndex(of: index) { drawMask(mask, box, tree) }
    composite(Surface(target: builder.endPass(), box: box), layer, opacity: opacity, tree)
  }

  /// The pixels that a layer's surface must hold, in the space that it is drawn in; nil for none.
  private func surfaceBox(_ index: Int, _ layer: FlatLayer) -> Box? {
    guard !layer.compositedBounds.isEmpty else { return nil }
    var box = layer.subtreeBounds.intersection(scene.clips[Int(layer.clip)].box)
    if let mask = scene.maskIndex(of: index) { box = box.intersection(scene.layers[mask].compositedBounds) }
    if layer.raster < 0 { box = box.intersection(scene.clips[Int(layer.outerClip)].box) }
    box = box.outset
    return box.isEmpty ? nil : box
  }

  /// Takes from the open pass what a mask does not cover.
  func drawMask(_ mask: Int, _ box: Box, _ tree: RenderTree) {
    builder.beginPass(box, reasons: .mask, slot: scene.layers[mask].slot)
    draw(mask, opacity: 1, tree)
    var paint = Paint(Surface(target: builder.endPass(), box: box), .nearest, opacity: 1)
    paint.blend = .destinationIn
    builder.fill(Rectangle(box: box, toPixels: .identity, edges: []), paint, Clip(box))
  }

  /// Draws a surface into the open pass.
  func composite(_ surface: Surface, _ layer: FlatLayer, opacity: Float, _ tree: RenderTree) {
    // Where the parts were clipped already, clipping the surface again would fade their edges twice.
    let isClipped = layer.outerClip == layer.clip
    if layer.raster >= 0 {
      let outwards = scene.rasters[Int(layer.raster)]
      let paint = Paint(surface, tree.rasters[layer.slot]?.filter(outwards) ?? .linear, opacity: opacity)
      let edges = tree.looks[Int(layer.slot)].edgeMask
      builder.fill(
        Rectangle(box: surface.box, toPixels: outwards, edges: edges), paint, scene.clips[Int(layer.outerClip)])
    } else {
      let paint = Paint(surface, .nearest, opacity: opacity)
      builder.fill(
        Rectangle(box: surface.box, toPixels: .identity, edges: []), paint,
        isClipped ? Clip(surface.box) : scene.clips[Int(layer.outerClip)])
    }
  }
}

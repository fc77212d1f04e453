// A rasterized layer: what it is with its sublayers, mask, filters and shadow goes to a surface in a raster space,
// which is kept while nothing of that changes; the surface is then drawn in the layer's place, with its opacity.

import QuartzCore

extension FrameBuilder {
  func drawRasterized(_ drawn: LayerDraw) {
    let (index, layer, tree) = (drawn.index, drawn.layer, drawn.tree)
    // In its own pixels, with room for what effects add.
    let clip = scene.clips[Int(layer.clip)].box
    let box = scene.effectBounds(of: index, tree).intersection(clip).outset
    guard !box.isEmpty, !layer.compositedBounds.isEmpty else { return }
    let retention = builder.options.has(.retention) ? surfaces.retention(of: index, box, scene, tree) : nil
    builder.beginPass(box, reasons: layer.reasons, slot: layer.slot, retention: retention)
    // Inside, the layer is one like any other.
    scene.layers[index].raster = -1
    scene.layers[index].reasons.remove([.rasterized, .groupOpacity])
    scene.layers[index].outerClip = layer.clip
    drawLayer(index, opacity: 1, tree)
    scene.layers[index] = layer
    composite(Surface(target: builder.endPass(), box: box), as: drawn)
  }
}

// Blend modes. The backdrop is the drawing of the open pass so far: the parts of the enclosing group below the layer,
// or the frame's.

import QuartzCore

extension FrameBuilder {
  /// Draws a surface into the open pass, by the layer's blend mode if it has one.
  func composite(_ surface: Surface, as drawn: LayerDraw) {
    let (layer, look) = (drawn.layer, drawn.look)
    // If the parts were clipped already, clipping the surface again would fade their edges twice.
    let isClipped = layer.outerClip == layer.clip && layer.raster < 0
    let clip = isClipped ? Clip(surface.box) : scene.clips[Int(layer.outerClip)]
    let map = layer.raster >= 0 ? scene.rasters[Int(layer.raster)] : .identity
    let isRaster = layer.raster >= 0
    let filter = isRaster ? drawn.tree.rasters[layer.slot]?.filter(map) ?? .linear : .nearest
    var paint = Paint(surface, filter, opacity: drawn.opacity)
    if layer.reasons.contains(.blendMode), let mode = drawn.tree.effects[layer.slot]?.blend {
      let seen = map.visibleBounds(surface.box)?.intersection(clip.box).outset ?? .empty
      guard let state = mode.state(overOpaque: builder.isOpaque(in: seen)) else {
        blend(surface, as: drawn, by: mode, clip, map)
        return
      }
      paint.blend = state
      if mode.cutsHoles { builder.noteHole() }
    }
    let edges = isRaster ? look.edgeMask : []
    builder.fill(Rectangle(box: surface.box, toPixels: map, edges: edges), paint, clip)
  }

  private func blend(
    _ picture: Surface, as drawn: LayerDraw, by mode: BlendMode, _ clip: Clip, _ map: Homography
  ) {
    let layer = drawn.layer
    guard let seen = map.visibleBounds(picture.box)?.outset else { return }
    let box = seen.intersection(clip.box.outset).intersection(builder.openBox)
    guard !box.isEmpty else { return }
    var surface = picture
    if layer.raster >= 0 {
      builder.beginPass(box, reasons: .blendMode, slot: layer.slot)
      builder.fill(
        Rectangle(box: surface.box, toPixels: map, edges: []), Paint(surface, .linear, opacity: 1), Clip(box))
      surface = Surface(target: builder.endPass(), box: box)
    }
    let area =
      mode.isBounded
      ? Rectangle(box: box.intersection(surface.box), toPixels: .identity, edges: [])
      : drawn.look.rectangle(layer.toPixels * map)
    builder.blend(surface, mode, over: area, clip, opacity: drawn.opacity, slot: layer.slot)
  }
}

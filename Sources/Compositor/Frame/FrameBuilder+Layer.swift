// The parts of a layer, in Core Animation's order: shadow, background, gradient, text, contents, shape, sublayers,
// border, particles. Each part is drawn by its primitive.

import QuartzCore

extension FrameBuilder {
  /// Draws a layer with its sublayers. `opacity` is that of the layers around it, as far as it was not left to a
  /// surface.
  func draw(_ index: Int, opacity: Float, _ tree: RenderTree) {
    if scene.layers[index].transition >= 0 {
      let slot = builder.exchangeSlot(scene.layers[index].slot)
      drawTransition(scene.layers[index], opacity: opacity, tree)
      _ = builder.exchangeSlot(slot)
      return
    }
    drawLayer(index, opacity: opacity * scene.layers[index].opacity, tree)
  }

  /// Draws a layer with its sublayers with the given opacity, its own included.
  func drawLayer(_ index: Int, opacity: Float, _ tree: RenderTree) {
    let layer = scene.layers[index]
    let look = tree.looks[Int(layer.slot)]
    let tint = builder.tint
    builder.tint = layer.tint < 0 ? .one : scene.tints[Int(layer.tint)]
    let slot = builder.exchangeSlot(layer.slot)
    defer {
      builder.tint = tint
      _ = builder.exchangeSlot(slot)
    }
    if layer.draws.contains(.backdropFilters) && layer.raster < 0 {
      drawBackdrop(index, layer, look, opacity: opacity, tree)
    }
    if layer.reasons.isDisjoint(with: .wholeLayer) {
      drawParts(index, layer, look, opacity: opacity, tree)
    } else if layer.reasons.contains(.rasterized) {
      drawRasterized(index, layer, opacity: opacity, tree)
    } else if layer.reasons.contains(.shadowOfAlpha) {
      drawWithShadowOfAlpha(index, layer, look, opacity: opacity, tree)
    } else {
      drawSurface(index, layer, look, opacity: opacity, tree)
    }
  }

  /// Draws background, contents, sublayers and border.
  func drawParts(_ index: Int, _ layer: FlatLayer, _ look: LayerLook, opacity: Float, _ tree: RenderTree) {
    let clip = scene.clips[Int(layer.clip)]
    let rectangle = look.rectangle(layer.toPixels)
    if layer.draws.contains(.backdropFilters) { drawKeptBackdrop(layer, look, opacity: opacity) }
    if layer.draws.contains(.castsShadow), !layer.reasons.contains(.filters) {
      drawShadow(layer, look, opacity: opacity, tree)
    }
    if !layer.draws.isDisjoint(with: [.drawsBackground, .drawsGradient]) {
      let under = look.hasOpaqueBorder(opacity) ? rectangle.underBorder(look.borderWidth) : rectangle
      let hiding = opacity < 1 ? nil : hidingPart(index, layer, look, tree)
      if layer.draws.contains(.drawsBackground), hiding == nil {
        builder.fill(under, Paint(color: look.background * opacity), clip)
      }
      if layer.draws.contains(.drawsGradient), let gradient = tree.gradients[layer.slot],
        hiding ?? .gradient == .gradient
      {
        builder.draw(gradient, under, bounds: look.bounds, opacity: opacity, clip, &gradients)
      }
    }
    if layer.reasons.contains(.perspectiveClip) {
      drawClippedInPerspective(index, layer, look, rectangle, opacity: opacity, tree)
    } else {
      drawInside(index, layer, look, opacity: opacity, tree)
    }
    if layer.draws.contains(.drawsBorder) {
      builder.stroke(rectangle, width: look.borderWidth, color: look.borderColor * opacity, clip)
    }
    if layer.draws.contains(.drawsParticles) { drawParticles(layer, look, opacity: opacity, tree) }
  }

  /// Draws contents and sublayers: what the layer clips if it does.
  private func drawInside(
    _ index: Int, _ layer: FlatLayer, _ look: LayerLook, opacity: Float, _ tree: RenderTree
  ) {
    if layer.draws.contains(.drawsText) {
      drawText(index, layer, look, opacity: opacity, scene.clip(inside: layer, look), tree)
    }
    if layer.draws.contains(.drawsContents), let image = tree.images[look.image] {
      builder.draw(
        look.contents,
        ContentsImage(
          index: look.image, width: Double(image.width), height: Double(image.height), isOpaque: image.isOpaque),
        image, firstRowAtMinY: layer.firstRowAtMinY, toPixels: layer.toPixels,
        area: look.flags.contains(.clips) ? look.bounds : nil,
        edges: look.edgeMask, opacity: opacity, scene.clip(inside: layer, look), &ladders)
    }
    if layer.draws.contains(.drawsTiles) { drawTiles(layer, look, opacity: opacity, tree) }
    if !layer.draws.isDisjoint(with: .shape), let shape = tree.shapes[layer.slot] {
      drawShape(index, shape, opacity: opacity, scene.clip(inside: layer, look))
    }
    if layer.space >= 0 {
      drawSpace(Int(layer.space), opacity: opacity, tree)
      return
    }
    var child = Int(layer.sublayers)
    while child < Int(layer.end) {
      draw(child, opacity: opacity, tree)
      child = Int(scene.layers[child].end)
    }
  }

  /// A clip seen in perspective: what is inside goes to a surface, and the layer's own rectangle, in perspective, shows
  /// it.
  private func drawClippedInPerspective(
    _ index: Int, _ layer: FlatLayer, _ look: LayerLook, _ rectangle: Rectangle, opacity: Float, _ tree: RenderTree
  ) {
    let box = scene.clips[Int(layer.innerClip)].box.outset
    guard !box.isEmpty, !layer.draws.isDisjoint(with: .inside) || layer.end > layer.sublayers else { return }
    builder.beginPass(box, reasons: .perspectiveClip, slot: layer.slot)
    drawInside(index, layer, look, opacity: 1, tree)
    let inside = Surface(target: builder.endPass(), box: box)
    var paint = Paint(inside, .nearest, opacity: opacity)
    paint.isScreenTexture = true
    builder.fill(rectangle, paint, scene.clips[Int(layer.clip)])
  }
}

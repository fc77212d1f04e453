// Filters of a layer with its sublayers: parts are drawn to a surface as far as the filters reach, and pass after pass
// filters it.
//
// A layer that masks to its bounds is cut there after its filters, too: a blur beyond them goes, as its shadow does.
// (Apple's headers have the mask and the bounds' clip multiply, and the mask comes after the filters.)

import QuartzCore

extension FrameBuilder {
  /// Draws a layer that has filters to a surface that shows `box`.
  ///
  /// - Returns: the surface; it may be larger or smaller than the box.
  func drawFiltered(_ drawn: LayerDraw, over box: Box) -> Surface? {
    let (layer, look) = (drawn.layer, drawn.look)
    let content = layer.subtreeBounds.intersection(scene.clips[Int(layer.clip)].box)
    guard let chain = drawn.tree.effects[layer.slot]?.filters, !content.isEmpty,
      let plan = FilterPlan(chain, layer.toPixels, at: look.bounds, content: content, shown: box)
    else { return nil }
    builder.beginPass(plan.boxes[0], reasons: layer.reasons, slot: layer.slot)
    drawParts(of: drawn.with(opacity: 1))
    let parts = Surface(target: builder.endPass(), box: plan.boxes[0])
    guard let filtered = builder.filter(parts, plan, reasons: .filters, slot: layer.slot) else { return nil }
    // The layer's clipped parts are clipped already; only a filter's spread beyond the bounds is left to cut.
    guard look.flags.contains(.clips), FilterPlan.reach(chain, layer.toPixels, at: look.bounds) != (0, 0) else {
      return filtered
    }
    builder.beginPass(box, reasons: .filters, slot: layer.slot)
    let shape = look.rectangle(layer.toPixels)
    builder.fill(shape, Paint(filtered, .nearest, through: shape, opacity: 1), Clip(box))
    return Surface(target: builder.endPass(), box: box)
  }

  /// Draws the parts of a layer, filtered if it has filters, to a surface of just `box`, for further stages.
  func drawPicture(of drawn: LayerDraw, over box: Box) -> Surface? {
    let layer = drawn.layer
    guard layer.reasons.contains(.filters) else {
      builder.beginPass(box, reasons: layer.reasons, slot: layer.slot)
      drawParts(of: drawn.with(opacity: 1))
      return Surface(target: builder.endPass(), box: box)
    }
    guard let filtered = drawFiltered(drawn, over: box) else { return nil }
    let castsShadow = layer.draws.contains(.castsShadow)
    if filtered.box == box && !castsShadow { return filtered }
    builder.beginPass(box, reasons: .filters, slot: layer.slot)
    if castsShadow { drawShadow(of: drawn.with(opacity: 1)) }
    builder.draw(filtered, clippedTo: box)
    return Surface(target: builder.endPass(), box: box)
  }

  /// Does the work of ``drawSurface(of:)`` for a layer that has filters.
  func drawFilteredSurface(of drawn: LayerDraw, over box: Box) {
    guard let filtered = drawFiltered(drawn, over: box) else { return }
    let castsShadow = drawn.layer.draws.contains(.castsShadow)
    let mask = scene.maskIndex(of: drawn.index)
    if mask == nil && !castsShadow { return composite(filtered, as: drawn) }
    builder.beginPass(box, reasons: drawn.layer.reasons, slot: drawn.layer.slot)
    if castsShadow { drawShadow(of: drawn.with(opacity: 1)) }
    builder.draw(filtered, clippedTo: box)
    if let mask { drawMask(mask, box, drawn.tree) }
    composite(Surface(target: builder.endPass(), box: box), as: drawn)
  }
}

extension DrawListBuilder {
  /// Draws a surface at its place over the open pass.
  fileprivate mutating func draw(_ surface: Surface, clippedTo box: Box) {
    fill(
      Rectangle(box: surface.box, toPixels: .identity, edges: []), Paint(surface, .nearest, opacity: 1), Clip(box))
  }
}

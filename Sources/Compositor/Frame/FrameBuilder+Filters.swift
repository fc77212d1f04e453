// Filters of a layer with its sublayers: parts are drawn to a surface as far as the filters reach, and pass after pass
// filters it.
//
// A layer that masks to its bounds is cut there after its filters, too: a blur beyond them goes, as its shadow does.
// (Apple's headers have the mask and the bounds' clip multiply, and the mask comes after the filters.)

import QuartzCore

extension FrameBuilder {
  /// Draws a layer that has filters to a surface that shows `box`, and may be larger or smaller than it.
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

// Backdrop filters, as under frosted glass: the pass is split, what it drew so far is filtered around the layer, and
// the result replaces the backdrop within the layer's bounds and their corners.
//
// Over something opaque the filtered picture is simply drawn, and it can go to the layer's own surface as its first
// part if the layer needs one for its opacity or mask. Otherwise the backdrop is cut out first:
//
//     D (1 - coverage) + F coverage
//
// and a translucent or masked layer's backdrop is faded apart from the rest of it. Beyond the edge of the pass's
// drawing, that drawing's last pixels are repeated.

extension FrameBuilder {
  /// Draws the filtered backdrop of a layer below its parts, or leaves it for the layer's surface.
  func drawBackdrop(of drawn: LayerDraw) {
    let (layer, look) = (drawn.layer, drawn.look)
    guard let chain = drawn.tree.effects[layer.slot]?.backdrop else { return }
    let toPixels = layer.raster >= 0 ? layer.toPixels * scene.rasters[Int(layer.raster)] : layer.toPixels
    let clip = scene.clips[Int(layer.outerClip)]
    let shape = look.rectangle(toPixels)
    guard let seen = toPixels.visibleBounds(shape.antialiasedBox) else { return }
    let open = builder.openBox
    var visible = seen.intersection(clip.box.outset).intersection(open)
    let mask = scene.maskIndex(of: drawn.index)
    if let mask { visible = visible.intersection(scene.layers[mask].compositedBounds) }
    visible = visible.outset
    guard !visible.isEmpty,
      let plan = FilterPlan(
        chain, toPixels, at: look.bounds, content: visible.insetBy(-Self.endless), shown: visible)
    else { return }
    let isOpaque = builder.isOpaque(in: plan.boxes[0].intersection(open))
    let (target, box) = builder.splitPass()
    builder.beginPass(plan.boxes[0], reasons: .backdropFilters, slot: layer.slot)
    var copy = Paint(Surface(target: target, box: box), .nearest, opacity: 1)
    copy.textureIsOpaque = true
    builder.fill(Rectangle(box: plan.boxes[0], toPixels: .identity, edges: []), copy, Clip(plan.boxes[0]))
    let source = Surface(target: builder.endPass(), box: plan.boxes[0])
    guard let filtered = builder.filter(source, plan, reasons: .backdropFilters, slot: layer.slot) else { return }
    if isOpaque && layer.raster < 0 && !layer.reasons.isDisjoint(with: .wholeLayer) {
      backdrops[layer.slot] = filtered
    } else if let mask {
      drawMasked(filtered, in: shape, over: visible, clip, mask: mask, of: drawn)
    } else {
      draw(filtered, over: shape, clip, isOpaque: isOpaque, opacity: drawn.opacity)
    }
  }

  /// A distance, in pixels, that is farther than any filter reaches.
  private static let endless = 65536.0

  /// Draws the backdrop that ``drawBackdrop(of:)`` has left, as the first part of the layer.
  func drawWaitingBackdrop(of drawn: LayerDraw) {
    guard let filtered = backdrops.removeValue(forKey: drawn.layer.slot) else { return }
    let shape = drawn.look.rectangle(drawn.layer.toPixels)
    draw(filtered, over: shape, scene.clips[Int(drawn.layer.clip)], isOpaque: true, opacity: drawn.opacity)
  }

  private func draw(
    _ filtered: Surface, over shape: Rectangle, _ clip: Clip, isOpaque: Bool, opacity: Float
  ) {
    var paint = Paint(filtered, .nearest, through: shape, opacity: opacity)
    paint.textureIsOpaque = isOpaque
    if !isOpaque {
      cutOut(shape, clip, opacity: opacity)
      paint.blend = builder.sum
    }
    builder.fill(shape, paint, clip)
  }

  private func cutOut(_ shape: Rectangle, _ clip: Clip, opacity: Float) {
    var hole = Paint(color: SIMD4(repeating: opacity))
    hole.blend = .destinationOut
    builder.fill(shape, hole, clip)
  }

  /// Draws the backdrop through a mask: the shape and the picture in it are each masked first.
  private func drawMasked(
    _ filtered: Surface, in shape: Rectangle, over box: Box, _ clip: Clip, mask: Int, of drawn: LayerDraw
  ) {
    func masked(_ paint: Paint) -> Surface {
      builder.beginPass(box, reasons: [.backdropFilters, .mask], slot: scene.layers[mask].slot)
      builder.fill(shape, paint, Clip(box))
      drawMask(mask, box, drawn.tree)
      return Surface(target: builder.endPass(), box: box)
    }
    let hole = masked(Paint(color: .one))
    let picture = masked(Paint(filtered, .nearest, through: shape, opacity: 1))
    let area = Rectangle(box: box, toPixels: .identity, edges: [])
    var paint = Paint(hole, .nearest, opacity: drawn.opacity)
    paint.blend = .destinationOut
    builder.fill(area, paint, clip)
    paint = Paint(picture, .nearest, opacity: drawn.opacity)
    paint.blend = builder.sum
    builder.fill(area, paint, clip)
  }
}

// Blend modes. The backdrop is the open pass so far: the parts of the group below the layer, or the frame's.

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

// Backdrop filters, as under frosted glass: the pass is split, what it drew so far is filtered around the layer, and
// the result replaces the backdrop within the layer's bounds and their corners.
//
// Over something opaque the filtered picture is simply drawn, and it can go to the layer's own surface as its first
// part if the layer needs one for its opacity or mask. Otherwise the backdrop is cut out first:
//
//     D (1 - coverage) + F coverage
//
// and a translucent or masked layer's backdrop is faded apart from the rest of it. Beyond the edge of the drawing its
// last pixels are repeated.

import QuartzCore

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

  /// Farther than any filter reaches, in pixels.
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
      paint.blend = .plusLighter
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
    paint.blend = .plusLighter
    builder.fill(area, paint, clip)
  }
}

// Transitions: both looks go straight into the open pass if that gives the same picture, else by way of surfaces.

import QuartzCore

extension FrameBuilder {
  func drawTransition(_ layer: FlatLayer, opacity: Float, _ tree: RenderTree) {
    let transition = scene.transitions[Int(layer.transition)]
    guard transition.isClippedAsWhole else {
      draw(TransitionDraw(layer: layer, transition: transition, opacity: opacity, tree: tree))
      return
    }
    let box = layer.compositedBounds.outset
    guard !box.isEmpty else { return }
    builder.beginPass(box, reasons: .transition, slot: layer.slot)
    draw(TransitionDraw(layer: layer, transition: transition, opacity: 1, tree: tree))
    var paint = Paint(Surface(target: builder.endPass(), box: box), .nearest, opacity: opacity)
    paint.isScreenTexture = true
    builder.fill(
      Rectangle(
        box: transition.bounds, toPixels: transition.toPixels, radii: transition.radii,
        smoothing: transition.smoothing), paint,
      scene.clips[Int(layer.clip)])
  }

  private func draw(_ drawn: TransitionDraw) {
    let (old, new) = (drawn.transition.old, drawn.transition.new)
    switch drawn.transition.effect {
    case .fade, .swipe: drawFade(drawn)
    case .push: drawPush(drawn)
    case .moveIn: drawStack(drawn, below: old, above: new)
    case .reveal: drawStack(drawn, below: new, above: old)
    case .flip: drawGroup(old >= 0 ? old : new, opacity: drawn.opacity, drawn.tree)
    case .pageCurl: drawPage(drawn, page: old, below: new)
    case .pageUncurl: drawPage(drawn, page: new, below: old)
    }
  }

  private func drawGroup(_ index: Int32, opacity: Float, _ tree: RenderTree) {
    guard index >= 0 else { return }
    let index = Int(index)
    let layer = scene.layers[index]
    if opacity >= 1 || !layer.reasons.isDisjoint(with: .wholeLayer) || !scene.partsOverlap(index, tree.looks) {
      draw(index, opacity: opacity, tree)
    } else if let surface = surface(of: Int32(index), slot: layer.slot, tree) {
      builder.fill(surface, .sourceOver, opacity: opacity)
    }
  }

  /// Draws a look to a surface of its own, with the given pixels or those that it touches.
  private func surface(of index: Int32, over box: Box? = nil, slot: Int32, _ tree: RenderTree) -> Surface? {
    guard index >= 0 else { return nil }
    let box = (box ?? scene.layers[Int(index)].compositedBounds).outset
    guard !box.isEmpty else { return nil }
    builder.beginPass(box, reasons: .transition, slot: slot)
    draw(Int(index), opacity: 1, tree)
    return Surface(target: builder.endPass(), box: box)
  }

  private func drawStack(_ drawn: TransitionDraw, below: Int32, above: Int32) {
    let (opacity, tree) = (drawn.opacity, drawn.tree)
    guard opacity < 1, below >= 0, above >= 0,
      scene.layers[Int(below)].compositedBounds.intersects(scene.layers[Int(above)].compositedBounds)
    else {
      drawGroup(below, opacity: opacity, tree)
      drawGroup(above, opacity: opacity, tree)
      return
    }
    let box = drawn.layer.compositedBounds.outset
    builder.beginPass(box, reasons: .transition, slot: drawn.layer.slot)
    draw(Int(below), opacity: 1, tree)
    draw(Int(above), opacity: 1, tree)
    builder.fill(Surface(target: builder.endPass(), box: box), .sourceOver, opacity: opacity)
  }

  /// Draws looks side by side. If they meet between pixels, both are antialiased there, and the backdrop would shine
  /// through; added up in a surface, their coverages make a whole.
  private func drawPush(_ drawn: TransitionDraw) {
    let (transition, slot) = (drawn.transition, drawn.layer.slot)
    guard transition.hasSeam, transition.old >= 0, transition.new >= 0, meetsAtBounds(transition),
      let old = surface(of: transition.old, slot: slot, drawn.tree),
      let new = surface(of: transition.new, slot: slot, drawn.tree)
    else {
      drawStack(drawn, below: transition.old, above: transition.new)
      return
    }
    let box = old.box.union(new.box)
    builder.beginPass(box, reasons: .transition, slot: slot)
    builder.fill(old, builder.sum, opacity: 1)
    builder.fill(new, builder.sum, opacity: 1)
    builder.fill(Surface(target: builder.endPass(), box: box), .sourceOver, opacity: drawn.opacity)
  }

  /// Whether neither look extends beyond its bounds, so that they overlap at the seam alone.
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

  /// Draws the looks' average, weighted by progress: pixels in which both agree do not change, alpha included.
  private func drawFade(_ drawn: TransitionDraw) {
    let (transition, slot, opacity, tree) = (drawn.transition, drawn.layer.slot, drawn.opacity, drawn.tree)
    let progress = Float(transition.progress)
    if let ramp = transition.ramp {
      drawSwipe(drawn, ramp)
      return
    }
    guard transition.old >= 0, transition.new >= 0 else {
      drawGroup(transition.old, opacity: opacity * (1 - progress), tree)
      drawGroup(transition.new, opacity: opacity * progress, tree)
      return
    }
    if opacity >= 1, let box = opaqueBox(transition.old, tree), box == opaqueBox(transition.new, tree) {
      drawGroup(transition.old, opacity: 1, tree)
      drawGroup(transition.new, opacity: progress, tree)
      return
    }
    let box = drawn.layer.compositedBounds
    guard let old = surface(of: transition.old, over: box, slot: slot, tree),
      let new = surface(of: transition.new, over: box, slot: slot, tree)
    else { return }
    builder.crossFade(old, new, progress: progress, opacity: opacity)
  }

  private func drawSwipe(_ drawn: TransitionDraw, _ ramp: SwipeRamp) {
    let (slot, tree) = (drawn.layer.slot, drawn.tree)
    let box = drawn.layer.compositedBounds.outset
    guard !box.isEmpty else { return }
    let old = surface(of: drawn.transition.old, over: box, slot: slot, tree) ?? emptySurface(box, slot)
    let new = surface(of: drawn.transition.new, over: box, slot: slot, tree) ?? emptySurface(box, slot)
    builder.swipe(old, new, ramp, opacity: drawn.opacity)
  }

  /// Returns the surface of an invisible look.
  private func emptySurface(_ box: Box, _ slot: Int32) -> Surface {
    builder.beginPass(box, reasons: .transition, slot: slot)
    return Surface(target: builder.endPass(), box: box)
  }

  /// Returns the whole pixels of a look if it is opaque in all of them.
  private func opaqueBox(_ index: Int32, _ tree: RenderTree) -> Box? {
    let box = scene.layers[Int(index)].compositedBounds
    guard box.isIntegral else { return nil }
    // A sublayer near the beginning of the look may cover it.
    var part = Int(index)
    for _ in 0..<8 where part < Int(scene.layers[Int(index)].end) {
      let layer = scene.layers[part]
      let look = tree.looks[Int(layer.slot)]
      guard layer.reasons.isEmpty, layer.transition < 0, look.opacity >= 1 else { return nil }
      if covers(box, layer, tree) { return box }
      part = Int(layer.sublayers)
    }
    return nil
  }

  /// Whether a layer's own background or contents are opaque in all of a box.
  private func covers(_ box: Box, _ layer: FlatLayer, _ tree: RenderTree) -> Bool {
    let look = tree.looks[Int(layer.slot)]
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
  mutating func fill(_ surface: Surface, _ blend: BlendState, opacity: Float) {
    var paint = Paint(surface, .nearest, opacity: opacity)
    paint.blend = blend
    fill(Rectangle(box: surface.box, toPixels: .identity, edges: []), paint, Clip(surface.box))
  }
}

extension FrameBuilder {
  /// Draws a page that curls over a look: the look, the page's shadow on it, then the page strip by strip.
  func drawPage(_ drawn: TransitionDraw, page: Int32, below: Int32) {
    let (layer, transition, opacity) = (drawn.layer, drawn.transition, drawn.opacity)
    let toPixels = transition.toPixels
    guard opacity < 1 || !toPixels.isAffine else {
      drawOpaquePage(drawn, page: page, below: below)
      return
    }
    guard let box = transition.reach?.outset, !box.isEmpty else { return }
    builder.beginPass(box, reasons: .transition, slot: layer.slot)
    drawOpaquePage(drawn, page: page, below: below)
    let surface = Surface(target: builder.endPass(), box: box)
    guard !toPixels.isAffine else {
      builder.fill(surface, .sourceOver, opacity: opacity)
      return
    }
    // No clip is as large as a rectangle in perspective.
    var paint = Paint(surface, .nearest, opacity: opacity)
    paint.isScreenTexture = true
    builder.fill(
      Rectangle(box: transition.bounds.insetBy(-transition.pixel), toPixels: toPixels), paint,
      scene.clips[Int(layer.outerClip)])
  }

  private func drawOpaquePage(_ drawn: TransitionDraw, page: Int32, below: Int32) {
    let (layer, transition, tree) = (drawn.layer, drawn.transition, drawn.tree)
    if below >= 0 { draw(Int(below), opacity: 1, tree) }
    guard page >= 0, let raster = transition.page else { return }
    let box = scene.layers[Int(page)].compositedBounds.outset
    guard !box.isEmpty else { return }
    // A rim of clear pixels, which the texture repeats outside.
    let surface = Box(box.minX - 1, box.minY - 1, box.maxX + 1, box.maxY + 1)
    builder.beginPass(surface, reasons: .transition, slot: layer.slot)
    draw(Int(page), opacity: 1, tree)
    let sheet = Surface(target: builder.endPass(), box: surface)
    let progress = transition.effect == .pageCurl ? transition.progress : 1 - transition.progress
    let curl = PageCurl(transition.bounds, progress: progress)
    let around = scene.clips[Int(layer.outerClip)]
    let clip = bendClip(transition, margin: 0, around)
    if below >= 0 { drawShadow(of: curl, transition.toPixels, clip) }
    // A pixel more than the bounds: the flat part is antialiased itself.
    let flatClip = bendClip(transition, margin: transition.pixel, around)
    let texture = TextureMap(curl.toPage * raster, in: sheet.box)
    let margin = 0.3 * transition.pixel
    curl.strips { strip in
      // The strip begins under the one before it, which it continues, so that no gap opens between them.
      let from = strip.from > 0 ? strip.from - margin : strip.from
      let rectangle = Rectangle(
        box: Box(from, curl.range.low, strip.to, curl.range.high), toPixels: curl.map(strip) * transition.toPixels,
        edges: strip.isAtFold ? [.layerLeftEdge, .layerRightEdge] : [])
      builder.bend(
        rectangle, PageLight(angle: strip.angle), of: .pass(sheet.target, .linear), through: texture,
        strip.to > 0 ? clip : flatClip)
    }
  }

  private func bendClip(_ transition: FlatTransition, margin: Double, _ clip: Clip) -> Clip {
    let toPixels = transition.toPixels
    guard toPixels.isAffine, !toPixels.isScaleAndTranslation else {
      return Clip(clip.box.intersection(PageCurl.reach(transition.bounds, toPixels)), shape: clip.shape)
    }
    return clip.restricted(to: transition.bounds.insetBy(-margin), radii: .zero, toPixels: toPixels) ?? clip
  }

  /// Draws the shadow of the cylinder on the look below: darkest below it, and gone a little beyond.
  private func drawShadow(of curl: PageCurl, _ toPixels: Homography, _ clip: Clip) {
    let count = 48
    let (dark, clear) = (curl.contact, curl.contact - 3 * curl.radius)
    // A page that has not lifted yet, or is gone, casts no shadow.
    let strength = 0.45 * min(curl.contact / curl.radius, 1)
    let map = curl.plane * toPixels
    for index in 0..<count {
      let (from, to) = (Double(index) / Double(count), Double(index + 1) / Double(count))
      let part = Box(
        clear + (dark - clear) * from, curl.range.low, clear + (dark - clear) * to, curl.range.high)
      let depth = (from + to) / 2
      builder.fill(
        Rectangle(box: part, toPixels: map, edges: []), Paint(color: SIMD4(0, 0, 0, Float(strength * depth * depth))),
        clip)
    }
  }
}

extension PageCurl.Strip {
  /// Whether the strip stands about upright: there the page ends as seen from above.
  fileprivate var isAtFold: Bool { abs(angle - .pi / 2) < 0.15 }
}

extension FlatTransition {
  /// The approximate size of a pixel in the layer's middle, in its coordinates.
  fileprivate var pixel: Double {
    let (x, y) = ((bounds.minX + bounds.maxX) / 2, (bounds.minY + bounds.maxY) / 2)
    let weight = max(abs(toPixels.weight(x, y)), Homography.nearWeight)
    return 1 / max(abs(toPixels.determinant / (weight * weight * weight)).squareRoot(), 1e-6)
  }
}

import QuartzCore

extension FrameBuilder {
  /// Draws a page that curls over the look that it uncovers: that look, the page's shadow on it, then the page strip by
  /// strip.
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

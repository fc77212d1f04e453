// The parts of a layer with its sublayers, in Core Animation's order (``LayerPart``), each drawn by its primitive.

import QuartzCore

extension FrameBuilder {
  /// Draws a layer with its sublayers. `opacity` is that of the layers around it that no surface is drawn with.
  func draw(_ index: Int, opacity: Float, _ tree: RenderTree) {
    let first = builder.openDrawCount
    if scene.layers[index].keptDraws >= 0 {
      builder.addKept(scene.keptDraws[Int(scene.layers[index].keptDraws)])
      flattener.kept.noteKept(scene.layers[index].slot, firstDraw: first - firstDrawAround)
      return
    }
    work.recorded += 1
    guard scene.layers[index].noting != .none else { return drawAnew(index, opacity: opacity, tree) }
    let (unkept, around) = (builder.unkeptCount, firstDrawAround)
    firstDrawAround = first
    drawAnew(index, opacity: opacity, tree)
    firstDrawAround = around
    // A split has closed the draws so far, perhaps those before the layer; the next frame will not ask for any.
    guard !builder.isSplit else { return }
    flattener.kept.note(
      scene.layers[index], draws: first..<builder.openDrawCount, from: around,
      isWhole: scene.layers[index].noting == .whole && builder.unkeptCount == unkept)
  }

  private func drawAnew(_ index: Int, opacity: Float, _ tree: RenderTree) {
    if scene.layers[index].transition >= 0 {
      let slot = builder.exchangeSlot(scene.layers[index].slot)
      drawTransition(scene.layers[index], opacity: opacity, tree)
      _ = builder.exchangeSlot(slot)
      return
    }
    let opacity = opacity * scene.layers[index].opacity
    if !drawPlain(index, opacity: opacity, tree) { drawLayer(index, opacity: opacity, tree) }
  }

  /// Draws the most frequent layers of large trees without a copy of their rare values: a layer that only holds others,
  /// or is one colour and holds none. Returns false for other layers.
  private func drawPlain(_ index: Int, opacity: Float, _ tree: RenderTree) -> Bool {
    let (draws, slot) = (scene.layers[index].draws, scene.layers[index].slot)
    guard scene.layers[index].reasons.isEmpty, scene.layers[index].space < 0, scene.layers[index].tint < 0 else {
      return false
    }
    if draws.isEmpty {
      var child = Int(scene.layers[index].sublayers)
      let end = Int(scene.layers[index].end)
      while child < end {
        draw(child, opacity: opacity, tree)
        child = Int(scene.layers[child].end)
      }
      return true
    }
    guard draws == .drawsBackground, scene.layers[index].end == scene.layers[index].sublayers,
      !tree.looks[Int(slot)].flags.contains(.drawsBorder)
    else { return false }
    let around = builder.exchangeSlot(slot)
    builder.fill(
      tree.looks[Int(slot)].rectangle(scene.layers[index].toPixels),
      Paint(color: builder.limited(tree.looks[Int(slot)].background * opacity)),
      scene.clips[Int(scene.layers[index].clip)])
    _ = builder.exchangeSlot(around)
    return true
  }

  /// Draws a layer with its sublayers with the given opacity, its own included.
  func drawLayer(_ index: Int, opacity: Float, _ tree: RenderTree) {
    let drawn = LayerDraw(index, of: scene, opacity: opacity, in: tree)
    let tint = builder.tint
    builder.tint = drawn.layer.tint < 0 ? .one : scene.tints[Int(drawn.layer.tint)]
    let slot = builder.exchangeSlot(drawn.layer.slot)
    defer {
      builder.tint = tint
      _ = builder.exchangeSlot(slot)
    }
    if drawn.layer.draws.contains(.backdropFilters) && drawn.layer.raster < 0 { drawBackdrop(of: drawn) }
    if drawn.layer.reasons.isDisjoint(with: .wholeLayer) {
      drawParts(of: drawn)
    } else if drawn.layer.reasons.contains(.rasterized) {
      drawRasterized(drawn)
    } else if drawn.layer.reasons.contains(.shadowOfAlpha) {
      drawWithShadowOfAlpha(drawn)
    } else {
      drawSurface(of: drawn)
    }
  }

  private struct Ground {
    var rectangle: Rectangle
    var clip: Clip
    /// The part that hides the background, if any does.
    var hiding: HidingPart?
  }

  func drawParts(of drawn: LayerDraw) {
    let draws = drawn.layer.draws
    let showsGround = drawn.opacity >= 1 && !draws.isDisjoint(with: [.drawsBackground, .drawsGradient])
    let ground = Ground(
      rectangle: drawn.look.rectangle(drawn.layer.toPixels), clip: scene.clips[Int(drawn.layer.clip)],
      hiding: showsGround ? hidingPart(of: drawn) : nil)
    draws.intersection(.under).forEachPart { draw($0, of: drawn, ground) }
    if drawn.layer.reasons.contains(.perspectiveClip) {
      drawClippedInPerspective(drawn, ground)
    } else {
      drawInside(of: drawn, ground)
    }
    draws.intersection(.over).forEachPart { draw($0, of: drawn, ground) }
  }

  /// Draws contents and sublayers, the part of a layer that is clipped.
  private func drawInside(of drawn: LayerDraw, _ ground: Ground) {
    drawn.layer.draws.intersection(.inside).forEachPart { draw($0, of: drawn, ground) }
    if drawn.layer.space >= 0 {
      drawSpace(Int(drawn.layer.space), opacity: drawn.opacity, drawn.tree)
      return
    }
    var child = Int(drawn.layer.sublayers)
    while child < Int(drawn.layer.end) {
      draw(child, opacity: drawn.opacity, drawn.tree)
      child = Int(scene.layers[child].end)
    }
  }

  private func draw(_ part: LayerPart, of drawn: LayerDraw, _ ground: Ground) {
    switch part {
    case .backdrop: drawWaitingBackdrop(of: drawn)
    case .shadow: if !drawn.layer.reasons.contains(.filters) { drawShadow(of: drawn) }
    case .background: if ground.hiding == nil { drawBackground(of: drawn, ground) }
    case .gradient: if ground.hiding ?? .gradient == .gradient { drawGradient(of: drawn, ground) }
    case .text: drawText(of: drawn)
    case .contents: drawContents(of: drawn)
    case .tiles: drawTiles(of: drawn)
    case .shape: drawShape(of: drawn)
    // With the fill, if a fill is visible.
    case .strokeOverFill: if !drawn.layer.draws.contains(.drawsShape) { drawShape(of: drawn) }
    case .border:
      let color = builder.limited(drawn.look.borderColor * drawn.opacity)
      builder.stroke(ground.rectangle, width: drawn.look.borderWidth, color: color, ground.clip)
    case .particles: drawParticles(of: drawn)
    }
  }

  private func drawBackground(of drawn: LayerDraw, _ ground: Ground) {
    let color = builder.limited(drawn.look.background * drawn.opacity)
    builder.fill(drawn.underBorder(ground.rectangle), Paint(color: color), ground.clip)
  }

  private func drawGradient(of drawn: LayerDraw, _ ground: Ground) {
    guard let gradient = drawn.tree.gradients[drawn.layer.slot] else { return }
    builder.draw(
      gradient, in: drawn.underBorder(ground.rectangle), bounds: drawn.look.bounds, opacity: drawn.opacity, ground.clip,
      &pictures.gradients)
  }

  private func drawContents(of drawn: LayerDraw) {
    guard let image = drawn.tree.images[drawn.look.image] else { return }
    builder.draw(
      drawn.look.contents, of: ContentsImage(image, index: drawn.look.image),
      firstRowAtMinY: drawn.layer.firstRowAtMinY, toPixels: drawn.layer.toPixels,
      area: drawn.look.flags.contains(.clips) ? drawn.look.bounds : nil,
      edges: drawn.look.edgeMask, opacity: drawn.opacity, scene.clip(inside: drawn.layer, drawn.look), &pictures.ladders
    )
  }

  /// Draws contents and sublayers in a clip seen in perspective: to a surface, which the layer's rectangle shows.
  private func drawClippedInPerspective(_ drawn: LayerDraw, _ ground: Ground) {
    let layer = drawn.layer
    let box = scene.clips[Int(layer.innerClip)].box.outset
    guard !box.isEmpty, !layer.draws.isDisjoint(with: .inside) || layer.end > layer.sublayers else { return }
    builder.beginPass(box, reasons: .perspectiveClip, slot: layer.slot)
    drawInside(of: drawn.with(opacity: 1), ground)
    let inside = Surface(target: builder.endPass(), box: box)
    var paint = Paint(inside, .nearest, opacity: drawn.opacity)
    paint.isScreenTexture = true
    builder.fill(ground.rectangle, paint, ground.clip)
  }
}

extension LayerDraw {
  /// Returns the part of the layer's rectangle that the background fills: without an edge that an opaque border hides.
  fileprivate func underBorder(_ rectangle: Rectangle) -> Rectangle {
    look.hasOpaqueBorder(opacity) ? rectangle.underBorder(look.borderWidth) : rectangle
  }
}

struct LayerDraw {
  let index: Int
  let layer: FlatLayer
  let look: LayerLook
  /// The factor of its parts: the layer's own opacity times that of the layers around that no surface is drawn with.
  private(set) var opacity: Float
  let tree: RenderTree

  init(_ index: Int, of scene: FlatScene, opacity: Float, in tree: RenderTree) {
    self.index = index
    layer = scene.layers[index]
    look = tree.looks[Int(layer.slot)]
    (self.opacity, self.tree) = (opacity, tree)
  }

  func with(opacity: Float) -> LayerDraw {
    var copy = self
    copy.opacity = opacity
    return copy
  }
}

struct TransitionDraw {
  let layer: FlatLayer
  let transition: FlatTransition
  /// The factor of the looks: the opacity of the layers around.
  let opacity: Float
  let tree: RenderTree
}

// Parts of a layer that hide its background wholly. The background is then left out: it would shine through along
// common antialiased edges, a rounded clip's above all, because the coverage of a pixel does not say which part is
// covered. Only parts that cover all of the bounds count: under a sublayer that runs over a part of a rounded edge the
// background still shows a little there.

extension FrameBuilder {
  /// A part of a layer that lies over its background.
  enum HidingPart { case gradient, contents, sublayer }

  /// The number of sublayers that are examined; a card's picture is among the first.
  private static let mostSublayers = 8

  /// Returns the uppermost part that is opaque and covers the bounds of a layer drawn at full opacity.
  func hidingPart(of drawn: LayerDraw) -> HidingPart? {
    let layer = drawn.layer
    if layer.space < 0 {
      var child = Int(layer.sublayers)
      var count = 0
      while child < Int(layer.end) && count < Self.mostSublayers {
        if covers(scene.layers[child], drawn) { return .sublayer }
        child = Int(scene.layers[child].end)
        count += 1
      }
    }
    if layer.draws.contains(.drawsContents), hasOpaqueContents(drawn.look, drawn.tree) { return .contents }
    return layer.draws.contains(.drawsGradient) && drawn.tree.gradients[layer.slot]?.isOpaque ?? false ? .gradient : nil
  }

  /// Whether an image covers its layer's bounds.
  private func hasOpaqueContents(_ look: LayerLook, _ tree: RenderTree) -> Bool {
    look.contents.destination.contains(look.bounds) && tree.images[look.image]?.isOpaque ?? false
  }

  /// Whether a sublayer covers its superlayer's bounds.
  private func covers(_ child: FlatLayer, _ drawn: LayerDraw) -> Bool {
    let (layer, bounds, tree) = (drawn.layer, drawn.look.bounds, drawn.tree)
    guard !child.draws.isDisjoint(with: [.drawsBackground, .drawsContents, .drawsGradient]),
      child.reasons.isDisjoint(with: .wholeLayer), child.clip == layer.innerClip
    else { return false }
    let inner = tree.looks[Int(child.slot)]
    guard inner.opacity >= 1, inner.radii == .zero, !inner.flags.contains(.inTransition), child.toPixels.isAffine,
      layer.toPixels.isAffine,
      (child.draws.contains(.drawsBackground) && inner.background.w >= 1)
        || (child.draws.contains(.drawsContents) && hasOpaqueContents(inner, tree))
        || (child.draws.contains(.drawsGradient) && tree.gradients[child.slot]?.isOpaque ?? false),
      let fromPixels = child.toPixels.inverted
    else { return false }
    // The corners of the bounds, in the sublayer's plane.
    let map = layer.toPixels * fromPixels
    let box = inner.bounds.insetBy(-1e-6 * max(inner.bounds.width, inner.bounds.height))
    for corner in 0..<4 {
      let point = map.map(
        corner & 1 == 0 ? bounds.minX : bounds.maxX, corner & 2 == 0 ? bounds.minY : bounds.maxY)
      guard point.x >= box.minX && point.x <= box.maxX && point.y >= box.minY && point.y <= box.maxY else {
        return false
      }
    }
    return true
  }
}

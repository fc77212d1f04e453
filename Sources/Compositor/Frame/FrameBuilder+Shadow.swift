// Shadows: straight into the target if the shape is known, else from the alpha of a surface.

import CoreGraphics
import Coverage
import QuartzCore

extension FrameBuilder {
  /// The longest side of a target that every device can draw, in pixels; larger shadows are left out.
  private static let longestSource = 16_384.0

  /// Draws the shadow of a layer whose caster is a known shape, below the layer's parts.
  func drawShadow(of drawn: LayerDraw) {
    let (layer, look) = (drawn.layer, drawn.look)
    guard let shadow = drawn.tree.shadows[layer.slot] else { return }
    let clip = scene.clip(inside: layer, look)
    var draw = ShadowDraw(
      color: builder.limited(shadow.color * drawn.opacity), sigma: shadow.sigma, toPixels: layer.toPixels, clip: clip)
    draw.hidden = hiddenByBackground(of: drawn)
    switch shadow.caster {
    case .shape(let box, let radii):
      builder.drawShadow(of: shadow.moved(box), radii: radii, draw, &pictures.shadows)
    case .own(let box, let radii, let alpha):
      draw.color *= alpha
      let snapped = Rectangle(box: box, toPixels: layer.toPixels, radii: radii, edges: look.edgeMask).withSnappedEdges
      builder.drawShadow(of: shadow.moved(snapped), radii: radii, draw, &pictures.shadows)
    case .path(let path): drawShadow(of: path, shadow, draw)
    case .alpha: break
    }
  }

  private func drawShadow(of path: CGPath, _ shadow: ShadowLook, _ draw: ShadowDraw) {
    let moved =
      Homography(
        scaleX: 1, scaleY: 1, translateX: shadow.offsetX, translateY: shadow.offsetY) * draw.toPixels
    let box = Box(path.boundingBoxOfPath)
    let pixel = moved.pixelSize(at: box)
    guard pixel.width > 0, pixel.height > 0, pixel.width.isFinite, pixel.height.isFinite else { return }
    let isSharp = shadow.sigma < PathShadow.sharp * max(pixel.width, pixel.height)
    var request = PathShadow.Request(
      sigmaX: shadow.sigma, sigmaY: shadow.sigma, map: .identity, pixelWidth: pixel.width, pixelHeight: pixel.height,
      visible: PathShadow.Request.whole)
    if isSharp {
      request = PathShadow.Request(
        sigmaX: shadow.sigma / pixel.width, sigmaY: shadow.sigma / pixel.height, map: PixelMap(moved), pixelWidth: 1,
        pixelHeight: 1, visible: PixelBox(draw.clip.box.outset))
    } else if let visible = moved.coarseArea(of: draw.clip.box, of: box, finest: shadow.sigma / 4) {
      request.visible = visible
    }
    guard let picture = pictures.shadow(of: path, request) else { return }
    builder.drawShadow(picture, toPixels: isSharp ? .identity : moved, isSharp: isSharp, draw)
  }

  /// Returns the part of the layer's shadow that its own opaque background covers, in whole pixels.
  private func hiddenByBackground(of drawn: LayerDraw) -> Box {
    let (layer, look) = (drawn.layer, drawn.look)
    guard builder.options.has(.occlusion), layer.draws.contains(.drawsBackground),
      look.background.w * drawn.opacity >= 1,
      layer.toPixels.isScaleAndTranslation,
      let shape = ClipShape(
        look.bounds, radii: look.radii, smoothing: look.smoothing, toPixels: layer.toPixels)
    else { return .empty }
    // A pixel less: the background may end a little before the bounds, under an opaque border.
    let inside = shape.interior.inset.insetBy(1)
    return inside.isEmpty ? .empty : inside
  }

  /// Draws a layer with the shadow of its composited alpha; first to a surface if it has a mask or opacity as a whole.
  func drawWithShadowOfAlpha(_ drawn: LayerDraw) {
    let (layer, look) = (drawn.layer, drawn.look)
    guard let shadow = drawn.tree.shadows[layer.slot],
      let placement = ShadowPlacement(shadow, layer.toPixels, at: look.bounds)
    else { return }
    let parts = layer.subtreeBounds.intersection(scene.clips[Int(layer.clip)].box)
    let content = (layer.reasons.contains(.filters) ? scene.filteredBounds(parts, layer, drawn.tree) : parts).outset
    var visible = scene.visibleBox(of: drawn.index).outset
    guard !visible.isEmpty, !content.isEmpty else { return }
    let around = visible.moved(byX: -placement.offsetX, y: -placement.offsetY)
    // The visible part of the layer itself, and the part that its shadow needs.
    let shown = content.intersection(visible)
    let needed = placement.plan.source(content: content, visible: around)
    let box = placement.plan.aligned(shown.isEmpty ? needed : needed.isEmpty ? shown : shown.union(needed))
    guard !box.isEmpty, max(box.width, box.height) <= Self.longestSource else { return }
    guard let surface = drawPicture(of: drawn, over: box) else { return }
    let blurred = builder.blur(
      surface, content: content, visible: around.outset, placement.plan, alphaOnly: true, reasons: .shadowOfAlpha,
      slot: layer.slot)

    let mask = scene.maskIndex(of: drawn.index)
    // A layer that clips has its shadow under its own clip, which leaves the clip around to the compositing.
    let isClippedTwice = look.flags.contains(.clips) && scene.clips[Int(layer.outerClip)].shape != nil
    let isGroup =
      mask != nil || drawn.opacity < 1 || layer.raster >= 0 || isClippedTwice || layer.reasons.contains(.blendMode)
    let clip = isGroup ? Clip(visible) : scene.clips[Int(layer.outerClip)]
    if isGroup {
      visible = visible.intersection(content.union(placement.bounds(of: content).outset))
      guard !visible.isEmpty else { return }
      builder.beginPass(visible, reasons: layer.reasons, slot: layer.slot)
    }
    if let blurred {
      let moved = blurred.box.moved(byX: placement.offsetX, y: placement.offsetY)
      var paint = Paint(blurred, color: builder.limited(shadow.color))
      paint.textureMap = TextureMap(moved, to: ContentsPlacement.unit)
      if blurred.isFullSize && moved.isIntegral {
        paint.texture = .pass(blurred.target, .nearest)
      } else {
        paint.filtersExactly = true
      }
      let pixels = moved.outset.intersection(visible)
      let own = look.flags.contains(.clips) ? scene.clips[Int(layer.innerClip)] : clip
      if !pixels.isEmpty { builder.fill(Rectangle(box: pixels, toPixels: .identity, edges: []), paint, own) }
    }
    let paint = Paint(surface, .nearest, opacity: 1)
    let shownBox = shown.isEmpty ? box : shown
    builder.fill(Rectangle(box: shownBox, toPixels: .identity, edges: []), paint, clip)
    guard isGroup else { return }
    if let mask { drawMask(mask, visible, drawn.tree) }
    composite(Surface(target: builder.endPass(), box: visible), as: drawn)
  }
}

extension PixelMap {
  init(_ h: Homography) { self.init(x: (h.m11, h.m12, h.m13), y: (h.m21, h.m22, h.m23), t: (h.m31, h.m32, h.m33)) }
}

extension PixelBox {
  /// Rounds a box to whole pixels, and brings far ones near.
  init(_ box: Box) {
    func whole(_ value: Double) -> Int { Int(bounded: min(max(value, -1e6), 1e6)) }
    self.init(whole(box.minX), whole(box.minY), whole(box.maxX), whole(box.maxY))
  }
}

extension Homography {
  /// Returns the visible part of the plane, for a shape too large for a whole picture at the finest step: in units of
  /// the plane, on a coarse grid, so that it stays the same for a while as the layer moves. Nil if all fits.
  fileprivate func coarseArea(of clip: Box, of box: Box, finest: Double) -> PixelBox? {
    let largest = PathShadow.longest * max(finest, 1e-6)
    guard max(box.width, box.height) > largest, isAffine, let inverse = inverted,
      let seen = inverse.visibleBounds(clip)
    else { return nil }
    let grid = max(64, (max(seen.width, seen.height) / 8).rounded(.up))
    return PixelBox(
      Box(
        ((seen.minX / grid).rounded(.down) - 1) * grid, ((seen.minY / grid).rounded(.down) - 1) * grid,
        ((seen.maxX / grid).rounded(.up) + 1) * grid, ((seen.maxY / grid).rounded(.up) + 1) * grid))
  }
}

extension Rectangle {
  /// The box as it is drawn, with the edges that are not antialiased on whole pixels.
  fileprivate var withSnappedEdges: Box {
    guard edges != .all, radii == .zero, toPixels.isScaleAndTranslation, let visible = toPixels.visibleBounds(box)
    else { return box }
    return plane(snappedEdges(visible))
  }
}

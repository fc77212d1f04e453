// Images are upright where y points up, whatever the order of the bitmap's rows.

import CCairo
public import Foundation

extension CGContext {
  /// Draws an image that fills `rect` of user space, its first row at maximum y; a stencil takes the fill's paint. With
  /// `byTiling`, the image fills the whole clip, repeated as tiles of the size and position of `rect`.
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    let rect = rect.standardized
    guard !rect.isEmpty, rect.width.isFinite, rect.height.isFinite else { return }
    let area = CGMutablePath()
    let seen = clipBox
    guard !byTiling || !seen.isNull else { return }
    area.addRect(byTiling ? seen : rect, transform: byTiling ? .identity : state.ctm)
    draw(image, image.transform(into: rect), over: area, extend: byTiling ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD)
  }

  /// Draws a part of an image so that it fills `rect` of user space. `part` is in the image's pixels, y down; outside
  /// the image, its outermost pixels are repeated. `firstRowAtMinY` puts the first row at the rectangle's minimum y.
  package func draw(_ image: CGImage, part: CGRect, in rect: CGRect, firstRowAtMinY: Bool) {
    guard part.width > 0, part.height > 0, rect.width > 0, rect.height > 0 else { return }
    let (sx, sy) = (rect.width / part.width, rect.height / part.height)
    let toUser =
      firstRowAtMinY
      ? CGAffineTransform(a: sx, b: 0, c: 0, d: sy, tx: rect.minX - part.minX * sx, ty: rect.minY - part.minY * sy)
      : CGAffineTransform(a: sx, b: 0, c: 0, d: -sy, tx: rect.minX - part.minX * sx, ty: rect.maxY + part.minY * sy)
    let area = CGMutablePath()
    area.addRect(rect, transform: state.ctm)
    draw(image, toUser, over: area, extend: CAIRO_EXTEND_PAD)
  }

  /// Draws an image, which `toUser` maps to user space, inside an area of base space.
  private func draw(_ image: CGImage, _ toUser: CGAffineTransform, over area: CGPath, extend: cairo_extend_t) {
    let filter = filter(for: image)
    let repeats = extend == CAIRO_EXTEND_REPEAT
    var (image, place) = drawable(image, toBase: toUser.concatenating(state.ctm), repeats: repeats)
    var toBase = repeats ? movedByTiles(place, width: image.width, height: image.height) : place
    if filter == CAIRO_FILTER_NEAREST { (image, toBase) = sampled(image, toBase, over: area, repeats: repeats) }
    if image.isMask {
      drawStencil(image, toBase: toBase, filter: filter, extend: extend, in: area)
      return
    }
    store.withSurface(of: image) { surface in
      let setSource = {
        guard self.setMatrix(toBase) else { return }
        cairo_set_source_surface(self.cairo, surface, 0, 0)
        let pattern = cairo_get_source(self.cairo)
        cairo_pattern_set_filter(pattern, filter)
        // The image continues beyond the rectangle's edge, which the rectangle's own coverage antialiases.
        cairo_pattern_set_extend(pattern, extend)
      }
      let clip = { self.clipDrawing(to: area, .winding) }
      guard toBase.isFinite, toBase.isInvertible else { return }
      compose(
        Drawing(
          draw: { alpha in
            cairo_save(self.cairo)
            clip()
            setSource()
            cairo_paint_with_alpha(self.cairo, alpha)
            cairo_restore(self.cairo)
          },
          clipToShape: clip, extent: { area.boundingBox }))
    }
  }

  /// Paints with the fill colour or pattern through a stencil, inside an area of base space.
  private func drawStencil(
    _ image: CGImage, toBase: CGAffineTransform, filter: cairo_filter_t, extend: cairo_extend_t, in area: CGPath
  ) {
    let stencil = GraphicsMask(alpha: image.coverage, width: image.width, height: image.height, toBase: toBase)
    let paint = state.fill
    let draw = { (paint: GraphicsPaint, alpha: Double) in
      cairo_save(self.cairo)
      defer { cairo_restore(self.cairo) }
      self.clipDrawing(to: area, .winding)
      guard self.setSource(paint, alpha: alpha) else { return }
      // A mask is placed by cairo's matrix and its own, which is the one from pixels.
      cairo_identity_matrix(self.cairo)
      stencil.withPattern(self.baseToPixels, filter: filter, extend: extend) { cairo_mask(self.cairo, $0) }
    }
    compose(Drawing(draw: { draw(paint, $0) }, extent: { area.boundingBox }, drawShape: { draw(.black, 1) }))
  }

  /// Returns an image and its map to base space; of one over 32,767 pixels a side its clip, perhaps reduced.
  func drawable(
    _ image: CGImage, toBase: CGAffineTransform, repeats: Bool = false
  ) -> (CGImage, toBase: CGAffineTransform) {
    let most = 32_767
    guard max(image.width, image.height) > most, toBase.isFinite, toBase.isInvertible else { return (image, toBase) }
    var (image, toBase) = (image, toBase)
    let seen = clipBox
    if !repeats, !seen.isNull {
      // With the neighbours that a filter reads. Beyond the image its outermost pixels are repeated.
      let box = seen.insetBy(dx: -4, dy: -4).applying(toBase.inverted()).insetBy(dx: -2, dy: -2)
      let (width, height) = (CGFloat(image.width), CGFloat(image.height))
      let (x0, y0) = (min(max(box.minX.rounded(.down), 0), width - 1), min(max(box.minY.rounded(.down), 0), height - 1))
      let (x1, y1) = (min(max(box.maxX.rounded(.up), x0 + 1), width), min(max(box.maxY.rounded(.up), y0 + 1), height))
      let part = CGRect(x: x0, y: y0, width: x1 - x0, height: y1 - y0)
      if let cropped = image.cropping(to: part) {
        (image, toBase) = (cropped, CGAffineTransform(translationX: x0, y: y0).concatenating(toBase))
      }
    }
    let (width, height) = (min(image.width, most), min(image.height, most))
    guard (width, height) != (image.width, image.height) else { return (image, toBase) }
    let scale = CGAffineTransform(
      scaleX: CGFloat(image.width) / CGFloat(width), y: CGFloat(image.height) / CGFloat(height))
    return (image.resampled(width: width, height: height), scale.concatenating(toBase))
  }

  /// Returns a tile's map to base space, moved by whole tiles close to the drawing, as cairo counts pixels in 16 bits.
  func movedByTiles(_ toBase: CGAffineTransform, width: Int, height: Int) -> CGAffineTransform {
    guard toBase.isFinite, toBase.isInvertible else { return toBase }
    let (drawn, inverse) = (drawnBox, toBase.inverted())
    let place = CGPoint(x: drawn.midX, y: drawn.midY).applying(inverse)
    guard max(abs(place.x), abs(place.y)) > 16_000 else { return toBase }
    let (w, h) = (CGFloat(width), CGFloat(height))
    return CGAffineTransform(translationX: (place.x / w).rounded() * w, y: (place.y / h).rounded() * h)
      .concatenating(toBase)
  }

  /// Returns the pixels of the bitmap that an image covers, each sampled from the image. cairo rounds a map to
  /// 65,536ths, which over hundreds of pixels visibly moves the edges between an image's enlarged pixels.
  private func sampled(
    _ image: CGImage, _ toBase: CGAffineTransform, over area: CGPath, repeats: Bool
  ) -> (CGImage, toBase: CGAffineTransform) {
    let box = clipBox.overlap(area.boundingBox)
    guard toBase.isFinite, toBase.isInvertible, !box.isEmpty,
      toBase.largestScale * (box.width + box.height) > 16_384
    else {
      return (image, toBase)
    }
    let region = pixelRegion(box)
    let (x0, y1) = (CGFloat(region.x), CGFloat(height - region.y))
    func index(_ place: CGFloat, _ count: Int) -> Int {
      let place = place.rounded(.down)
      guard repeats else { return Int(min(max(place, 0), CGFloat(count - 1))) }
      let rest = place.truncatingRemainder(dividingBy: CGFloat(count))
      return Int(rest < 0 ? rest + CGFloat(count) : rest)
    }
    let inverse = toBase.inverted()
    var pixels: [UInt8] = []
    pixels.reserveCapacity(region.width * region.height * 4)
    for row in 0..<region.height {
      for column in 0..<region.width {
        let place = CGPoint(x: x0 + CGFloat(column) + 0.5, y: y1 - CGFloat(row) - 0.5).applying(inverse)
        let start = (index(place.y, image.height) * image.width + index(place.x, image.width)) * 4
        pixels += image.pixels[start..<start + 4]
      }
    }
    return (
      CGImage(width: region.width, height: region.height, premultipliedRGBA: pixels, isMask: image.isMask),
      CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: x0, ty: y1)
    )
  }

  private func filter(for image: CGImage) -> cairo_filter_t {
    guard image.shouldInterpolate else { return CAIRO_FILTER_NEAREST }
    return switch state.interpolation {
    case .none: CAIRO_FILTER_NEAREST
    case .low: CAIRO_FILTER_BILINEAR
    case .default, .medium: CAIRO_FILTER_GOOD
    case .high: CAIRO_FILTER_BEST
    }
  }
}

extension PixelStore {
  /// Lends an image as a cairo surface in this store's order of components.
  func withSurface(of image: CGImage, _ body: (OpaquePointer) -> Void) {
    func lend(_ pixels: UnsafePointer<UInt8>) {
      guard
        // cairo does not write to a surface that is only a source.
        let surface = cairo_image_surface_create_for_data(
          UnsafeMutablePointer(mutating: pixels), CAIRO_FORMAT_ARGB32, Int32(image.width), Int32(image.height),
          Int32(image.width * 4))
      else { return }
      body(surface)
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
    if isSwapped {
      image.pixels.withUnsafeBufferPointer { lend($0.baseAddress!) }
      return
    }
    var pixels = image.pixels
    for pixel in stride(from: 0, to: pixels.count, by: 4) { pixels.swapAt(pixel, pixel + 2) }
    pixels.withUnsafeBufferPointer { lend($0.baseAddress!) }
  }
}

// Images: upright where y points up, whatever the bitmap's rows do.

import CCairo
public import Foundation

extension CGContext {
  /// Draws an image so that it fills `rect` of user space, its first row at maximum y. A stencil is drawn with the fill
  /// colour or pattern.
  ///
  /// - Parameters:
  ///   - image: the image.
  ///   - rect: in user space.
  ///   - byTiling: repeats the image over all that the clip leaves, `rect` being one tile.
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    let rect = rect.standardized
    guard !rect.isEmpty, rect.width.isFinite, rect.height.isFinite else { return }
    let area = CGMutablePath()
    area.addRect(byTiling ? clipBox : rect, transform: byTiling ? .identity : state.ctm)
    draw(image, image.transform(into: rect), over: area, extend: byTiling ? CAIRO_EXTEND_REPEAT : CAIRO_EXTEND_PAD)
  }

  /// Draws a part of an image so that it fills `rect` of user space.
  ///
  /// - Parameters:
  ///   - part: in the image's pixels, y from its first row; beyond the image its outermost pixels go on.
  ///   - firstRowAtMinY: whether rows run with y, from minimum to maximum.
  package func draw(_ image: CGImage, part: CGRect, in rect: CGRect, firstRowAtMinY: Bool) {
    guard part.width > 0, part.height > 0, rect.width > 0, rect.height > 0 else { return }
    let (sx, sy) = (rect.width / part.width, rect.height / part.height)
    let toUser =
      firstRowAtMinY
      ? CGAffineTransform(
        a: sx, b: 0, c: 0, d: sy, tx: rect.minX - part.minX * sx, ty: rect.minY - part.minY * sy)
      : CGAffineTransform(
        a: sx, b: 0, c: 0, d: -sy, tx: rect.minX - part.minX * sx, ty: rect.maxY + part.minY * sy)
    let area = CGMutablePath()
    area.addRect(rect, transform: state.ctm)
    draw(image, toUser, over: area, extend: CAIRO_EXTEND_PAD)
  }

  /// Draws an image within an area of base space.
  private func draw(_ image: CGImage, _ toUser: CGAffineTransform, over area: CGPath, extend: cairo_extend_t) {
    let toBase = toUser.concatenating(state.ctm)
    let filter = filter(for: image)
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
        // At the edge of the rectangle the image goes on: the rectangle's own coverage fades it.
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

  /// Paints with the fill colour or pattern where a stencil lets it through, inside an area of base space.
  private func drawStencil(
    _ image: CGImage, toBase: CGAffineTransform, filter: cairo_filter_t, extend: cairo_extend_t, in area: CGPath
  ) {
    let stencil = GraphicsMask(alpha: image.coverage, width: image.width, height: image.height, toBase: toBase)
    let paint = state.fill
    // Lets a paint through.
    let draw = { (paint: GraphicsPaint, alpha: Double) in
      cairo_save(self.cairo)
      defer { cairo_restore(self.cairo) }
      self.clipDrawing(to: area, .winding)
      guard self.setSource(paint, alpha: alpha) else { return }
      // The pattern's matrix goes from pixels: it is cairo's own space that the mask is laid in.
      cairo_identity_matrix(self.cairo)
      stencil.withPattern(self.baseToPixels, filter: filter, extend: extend) { cairo_mask(self.cairo, $0) }
    }
    compose(
      Drawing(draw: { draw(paint, $0) }, extent: { area.boundingBox }, drawShape: { draw(.black, 1) }))
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
  /// Lends an image as a surface of cairo's in this store's order of components.
  func withSurface(of image: CGImage, _ body: (OpaquePointer) -> Void) {
    func lend(_ pixels: UnsafePointer<UInt8>) {
      guard
        // cairo does not write to what it only reads from.
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

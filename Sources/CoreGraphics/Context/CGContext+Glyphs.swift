// Glyphs. Small ones are drawn through kept masks, as one mask for a run, so that shadow, pattern and blend mode see
// the run as one shape; large ones, strokes and clips are paths; colour glyphs are images.

import CCairo
package import Foundation

extension CGContext {
  /// From this size of an em in pixels on, a glyph is drawn as a path.
  static let largestMask = 200.0
  /// Beyond this glyphs are not drawn: nothing of a font has a meaning there.
  private static let farthest = 1e7

  /// Draws glyphs by the state's text drawing mode.
  ///
  /// - Parameters:
  ///   - positions: of the glyphs' origins, before `matrix`.
  ///   - size: of an em, before `matrix`.
  ///   - matrix: to user space, with y up in glyphs.
  package func show(
    _ glyphs: [CGGlyph], at positions: [CGPoint], of face: FontFace, size: CGFloat, matrix: CGAffineTransform
  ) {
    let toBase = matrix.concatenating(state.ctm)
    guard size.isFinite, size != 0, toBase.isFinite, toBase.isInvertible, state.textMode != .invisible else { return }
    let placed = zip(glyphs, positions).filter { $1.x.isFinite && $1.y.isFinite && abs($1.x) < Self.farthest }
    guard !placed.isEmpty else { return }
    if face.hasPictures {
      if state.textMode.fills { drawPictures(placed, of: face, size: size, matrix: matrix) }
      return
    }
    let scale = size / CGFloat(face.unitsPerEm)
    let outlineToBase = CGAffineTransform(scaleX: scale, y: scale).concatenating(
      CGAffineTransform(a: toBase.a, b: toBase.b, c: toBase.c, d: toBase.d, tx: 0, ty: 0))
    let em = face.unitsPerEm * outlineToBase.largestScale
    let origins = placed.map { $1.applying(toBase) }
    if state.textMode == .fill, em <= Self.largestMask, allowsAntialiasing && state.shouldAntialias {
      fillMasks(placed.map { $0.0 }, at: origins, of: face, toBase: outlineToBase)
      return
    }
    guard em < Self.farthest else { return }
    let path = CGMutablePath()
    FontLibrary.withLock { _ in
      for (glyph, origin) in zip(placed.map({ $0.0 }), origins) {
        var move = outlineToBase
        (move.tx, move.ty) = (origin.x, origin.y)
        path.addPath(face.outline(of: UInt32(glyph)), transform: move)
      }
    }
    if state.textMode.fills { fill(path, .winding) }
    if state.textMode.strokes { stroke(path) }
    if state.textMode.clips { clip(to: path, .winding) }
  }

  /// The number of positions in a pixel, in each direction, at which a glyph may begin: 1, 4 or 16.
  private var glyphSteps: Int {
    guard allowsSubpixelPositioning && state.subpixelPositions else { return 1 }
    return allowsSubpixelQuantization && state.subpixelQuantization ? 4 : 16
  }

  private func fillMasks(
    _ glyphs: [CGGlyph], at origins: [CGPoint], of face: FontFace, toBase: CGAffineTransform
  ) {
    let box = groupBox
    guard !box.isNull, !box.isEmpty,
      let run = glyphRunMask(glyphs, at: origins, of: face, toBase: toBase, inside: box)
    else { return }
    let paint = state.fill
    run.withSurface { surface in
      // Lets a paint through.
      let draw = { (paint: GraphicsPaint, alpha: Double) in
        guard self.setSource(paint, alpha: alpha) else { return }
        cairo_identity_matrix(self.cairo)
        cairo_mask_surface(self.cairo, surface, Double(run.x), Double(run.y))
      }
      compose(
        Drawing(
          draw: { draw(paint, $0) },
          extent: {
            CGRect(x: run.x, y: self.height - run.y - run.height, width: run.width, height: run.height)
          },
          drawShape: { draw(.black, 1) }))
    }
  }

  /// The coverage of a run of glyphs; nil where nothing of it lies in a box of base space.
  private func glyphRunMask(
    _ glyphs: [CGGlyph], at origins: [CGPoint], of face: FontFace, toBase: CGAffineTransform, inside box: CGRect
  ) -> GlyphRunMask? {
    let (minX, maxX) = (Int(box.minX.rounded(.down)), Int(box.maxX.rounded(.up)))
    let (minY, maxY) = (height - Int(box.maxY.rounded(.up)), height - Int(box.minY.rounded(.down)))
    let inside = PixelRegion(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
    return GlyphRunMask(
      glyphs, at: origins, of: face, toBase: toBase, steps: glyphSteps, bottom: height, inside: inside)
  }

  /// Draws colour glyphs; of the fill colour its alpha counts.
  private func drawPictures(
    _ placed: [(CGGlyph, CGPoint)], of face: FontFace, size: CGFloat, matrix: CGAffineTransform
  ) {
    saveGState()
    defer { restoreGState() }
    if case .color(let color) = state.fill { setAlpha(state.alpha * CGFloat(color.w)) }
    concatenate(matrix)
    for (glyph, position) in placed {
      guard let picture = FontLibrary.withLock({ _ in face.picture(of: UInt32(glyph)) }) else { continue }
      let box = picture.box
      draw(
        picture.image,
        in: CGRect(
          x: position.x + box.minX * size, y: position.y + box.minY * size, width: box.width * size,
          height: box.height * size))
    }
  }
}

// Glyphs. Small ones are drawn through kept masks, as one mask for a run, so that shadow, pattern and blend mode see
// the run as one shape; large ones, strokes and clips are paths; colour glyphs are images.

import CCairo
package import Foundation

extension CGContext {
  /// From this size of an em in pixels on, a glyph is drawn as a path.
  private static let largestMask = 200.0
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
    let em = face.unitsPerEm * max(hypot(outlineToBase.a, outlineToBase.b), hypot(outlineToBase.c, outlineToBase.d))
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

  /// Where glyphs may begin in a pixel: its whole, quarters of it, or sixteenths.
  private var glyphSteps: CGFloat {
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
    let fixed = 64.0 * 65536
    func part(_ value: CGFloat) -> Int32 { Int32(max(min((value * fixed).rounded(), 2e9), -2e9)) }
    let (xx, xy, yx, yy) = (part(toBase.a), part(toBase.c), part(toBase.b), part(toBase.d))
    let steps = glyphSteps
    let (minX, maxX) = (Int(box.minX.rounded(.down)), Int(box.maxX.rounded(.up)))
    let (minY, maxY) = (height - Int(box.maxY.rounded(.up)), height - Int(box.minY.rounded(.down)))
    return FontLibrary.withLock { library in
      var parts: [GlyphRunMask.Part] = []
      parts.reserveCapacity(glyphs.count)
      for (glyph, origin) in zip(glyphs, origins) {
        guard abs(origin.x) < 1e6, abs(origin.y) < 1e6 else { continue }
        let (x, y) = ((origin.x * steps).rounded() / steps, (origin.y * steps).rounded() / steps)
        let (column, row) = (x.rounded(.down), y.rounded(.down))
        let key = GlyphMaskKey(
          face: face.serial, glyph: UInt32(glyph), xx: xx, xy: xy, yx: yx, yy: yy, phaseX: UInt8((x - column) * 64),
          phaseY: UInt8((y - row) * 64))
        guard let mask = library.masks.mask(key, of: face, library.freeType) else { continue }
        let (left, top) = (Int(column) + mask.x, height - Int(row) + mask.y)
        guard left < maxX, left + mask.width > minX, top < maxY, top + mask.height > minY else { continue }
        parts.append(.init(x: left, y: top, mask: mask))
      }
      return GlyphRunMask(parts, minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    }
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

/// The coverage of a run of glyphs.
struct GlyphRunMask {
  struct Part {
    /// In pixels, y down.
    var x: Int
    var y: Int
    var mask: GlyphMask
  }

  /// The first pixel, y down.
  let x: Int
  let y: Int
  let width: Int
  let height: Int
  private let stride: Int
  private let bytes: [UInt8]

  /// Lays masks over each other, as far as they lie in a box of pixels: each covers what the others leave, as if they
  /// were painted one after another.
  init?(_ parts: [Part], minX: Int, minY: Int, maxX: Int, maxY: Int) {
    guard let first = parts.first else { return nil }
    var (x0, y0, x1, y1) = (first.x, first.y, first.x + first.mask.width, first.y + first.mask.height)
    for part in parts {
      (x0, y0) = (min(x0, part.x), min(y0, part.y))
      (x1, y1) = (max(x1, part.x + part.mask.width), max(y1, part.y + part.mask.height))
    }
    (x0, y0, x1, y1) = (max(x0, minX), max(y0, minY), min(x1, maxX), min(y1, maxY))
    guard x1 > x0, y1 > y0 else { return nil }
    (x, y, width, height) = (x0, y0, x1 - x0, y1 - y0)
    let stride = (x1 - x0 + 3) / 4 * 4
    self.stride = stride
    bytes = [UInt8](unsafeUninitializedCapacity: stride * (y1 - y0)) { result, count in
      count = stride * (y1 - y0)
      result.initialize(repeating: 0)
      for part in parts {
        let (left, right) = (max(part.x, x0), min(part.x + part.mask.width, x1))
        let (top, bottom) = (max(part.y, y0), min(part.y + part.mask.height, y1))
        guard left < right, top < bottom else { continue }
        part.mask.bytes.withUnsafeBufferPointer { source in
          for row in top..<bottom {
            let from = source.baseAddress! + (row - part.y) * part.mask.width + (left - part.x)
            let to = result.baseAddress! + (row - y0) * stride + (left - x0)
            for column in 0..<(right - left) where from[column] != 0 {
              let (old, new) = (UInt32(to[column]), UInt32(from[column]))
              to[column] = UInt8(old + new - (old * new + 127) / 255)
            }
          }
        }
      }
    }
  }

  /// Lends the coverage as a surface of cairo's.
  func withSurface(_ body: (OpaquePointer) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      // cairo does not write to what it only reads from.
      guard
        let surface = cairo_image_surface_create_for_data(
          UnsafeMutablePointer(mutating: bytes.baseAddress), CAIRO_FORMAT_A8, Int32(width), Int32(height),
          Int32(stride))
      else { return }
      body(surface)
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
  }
}

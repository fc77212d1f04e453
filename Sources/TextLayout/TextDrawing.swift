// Drawing of lines and frames into a context.

package import CoreGraphics
package import Foundation

extension TextLine {
  /// Draws the line.
  ///
  /// - Parameters:
  ///   - origin: the left end of the baseline, before `matrix`.
  ///   - matrix: to the context's user space, from a space with y up.
  ///   - color: of all text, in place of the runs' own.
  package func draw(
    in context: CGContext, at origin: CGPoint, matrix: CGAffineTransform = .identity, color: CGColor? = nil
  ) {
    for run in runs { run.draw(in: context, at: origin, matrix: matrix, of: self, color: color) }
  }
}

extension TextFrame {
  /// Draws the lines.
  ///
  /// - Parameters:
  ///   - origin: the top left corner of the room, in user space.
  ///   - isFlipped: whether y points down in user space, so that glyphs stand upright there. Where it does not, lines
  ///     go down from `origin` towards smaller y.
  ///   - color: of all text, in place of the runs' own.
  package func draw(in context: CGContext, at origin: CGPoint, isFlipped: Bool, color: CGColor? = nil) {
    let matrix = CGAffineTransform(a: 1, b: 0, c: 0, d: isFlipped ? -1 : 1, tx: origin.x, ty: origin.y)
    for placed in lines {
      placed.line.draw(
        in: context, at: CGPoint(x: placed.origin.x, y: -placed.origin.y), matrix: matrix, color: color)
    }
  }
}

extension TextFrame {
  /// Adds the glyphs of all lines to a bitmap of coverage. Returns false where there is more to draw than glyphs in one
  /// colour, or glyphs that are no masks; the bitmap is then partly drawn.
  ///
  /// - Parameter matrix: to pixels, y up from the bitmap's lower edge; from the top left corner of the room, y up.
  package func draw(onto bitmap: inout GlyphBitmap, matrix: CGAffineTransform) -> Bool {
    for placed in lines {
      for run in placed.line.runs where run.size > 0 {
        guard run.style.isPlain else { return false }
        guard
          bitmap.show(
            run.glyphs, at: run.positions, from: CGPoint(x: placed.origin.x, y: -placed.origin.y), of: run.font.face,
            size: run.size, matrix: matrix)
        else { return false }
      }
    }
    return true
  }
}

extension TextStyle {
  /// Whether only the filled glyphs are drawn.
  fileprivate var isPlain: Bool {
    background == nil && shadow == nil && strokeWidth == 0 && underline.thickness == 0 && strikethrough.thickness == 0
  }
}

extension GlyphRun {
  /// Draws the run's background, its glyphs, and the lines under and through them.
  package func draw(
    in context: CGContext, at origin: CGPoint, matrix: CGAffineTransform, of line: TextLine, color: CGColor? = nil
  ) {
    context.saveGState()
    defer { context.restoreGState() }
    if let background = style.background {
      context.setFillColor(background)
      context.fillText(
        CGRect(
          x: origin.x + minX, y: origin.y - line.descent, width: maxX - minX, height: line.ascent + line.descent),
        matrix)
    }
    if let shadow = style.shadow {
      // Shadows are in base space: the run's offset goes through the transform, the blur by its scale.
      let ctm = context.ctm
      let toBase = matrix.concatenating(ctm)
      let offset = CGSize(width: shadow.offset.width, height: -shadow.offset.height).applying(
        CGAffineTransform(a: toBase.a, b: toBase.b, c: toBase.c, d: toBase.d, tx: 0, ty: 0))
      let scale = toBase.meanScale
      context.setShadow(offset: offset, blur: shadow.blur * scale, color: shadow.color)
    }
    if let color = color ?? style.color {
      context.setFillColor(color)
      context.setStrokeColor(color)
    }
    drawLine(
      style.underline, at: measures.underlinePosition, thickness: measures.underlineThickness, in: context,
      origin: origin, matrix: matrix)
    drawGlyphs(in: context, at: origin, matrix: matrix)
    drawLine(
      style.strikethrough, at: measures.strikePosition, thickness: measures.strikeThickness, in: context,
      origin: origin, matrix: matrix)
  }

  /// Draws the glyphs alone.
  package func drawGlyphs(in context: CGContext, at origin: CGPoint, matrix: CGAffineTransform) {
    guard size > 0 else { return }
    let places = positions.map { CGPoint(x: origin.x + $0.x, y: origin.y + $0.y) }
    if style.strokeWidth != 0, style.strokeWidth.isFinite {
      context.saveGState()
      defer { context.restoreGState() }
      if let color = style.strokeColor { context.setStrokeColor(color) }
      context.setLineWidth(abs(style.strokeWidth) / 100 * size)
      context.setLineJoin(.miter)
      context.setTextDrawingMode(style.strokeWidth > 0 ? .stroke : .fillStroke)
      context.show(glyphs, at: places, of: font.face, size: size, matrix: matrix)
    } else {
      context.show(glyphs, at: places, of: font.face, size: size, matrix: matrix)
    }
  }

  private func drawLine(
    _ look: TextLineStyle, at position: CGFloat, thickness: CGFloat, in context: CGContext, origin: CGPoint,
    matrix: CGAffineTransform
  ) {
    guard look.thickness > 0, maxX > minX else { return }
    context.saveGState()
    defer { context.restoreGState() }
    if let color = look.color { context.setFillColor(color) }
    let height = thickness * scale * look.thickness
    let y = origin.y + style.baselineOffset + position * scale - height / 2
    let tops = look.isDouble ? [y, y - 2 * height] : [y]
    for top in tops {
      for part in look.parts(from: minX, to: maxX, unit: height) {
        context.fillText(
          CGRect(x: origin.x + part.lowerBound, y: top, width: part.upperBound - part.lowerBound, height: height),
          matrix)
      }
    }
  }
}

extension TextLineStyle {
  /// The dashes of a line.
  fileprivate func parts(from start: CGFloat, to end: CGFloat, unit: CGFloat) -> [Range<CGFloat>] {
    // Dashes thinner than can be seen are a solid line.
    guard !dashes.isEmpty, unit > 0, (end - start) / unit < 100_000 else { return [start..<end] }
    var parts: [Range<CGFloat>] = []
    var x = start
    var index = 0
    while x < end {
      let next = x + dashes[index % dashes.count] * unit
      if index % 2 == 0 { parts.append(x..<min(next, end)) }
      (x, index) = (next, index + 1)
    }
    return parts
  }
}

extension CGContext {
  /// Fills a rectangle of text space.
  fileprivate func fillText(_ rect: CGRect, _ matrix: CGAffineTransform) {
    saveGState()
    concatenate(matrix)
    fill(rect)
    restoreGState()
  }
}

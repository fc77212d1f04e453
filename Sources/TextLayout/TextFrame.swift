// y grows downwards from the top of the room; lines themselves have y up from their baseline.

package import CoreGraphics
package import Foundation

/// The room for text, in points, and the treatment of text that is too long for it.
package struct TextRoom: Hashable, Sendable {
  /// Nil for no limit.
  package var width: CGFloat?
  /// Nil for no limit.
  package var height: CGFloat?
  /// 0 for no limit.
  package var lineLimit = 0
  /// The alignment of paragraphs that do not set their own.
  package var alignment = TextAlignment.natural
  /// The line break mode of paragraphs that do not set their own.
  package var lineBreak = TextLineBreak.words
  /// The truncation of text beyond the last line; nil leaves out lines that do not fit, or leaves them to the renderer.
  package var truncation: TextTruncation?
  /// Whether all text is one line, in which ends of lines are spaces.
  package var isSingleLine = false
  /// Whether lines that do not fit completely are left out, except the first; else only lines that begin below.
  package var dropsPartialLines = false

  package init(width: CGFloat? = nil, height: CGFloat? = nil) {
    // NaN and infinity mean no limit.
    self.width = width.flatMap { $0.isNaN || $0 == .infinity ? nil : max($0, 0) }
    self.height = height.flatMap { $0.isNaN || $0 == .infinity ? nil : max($0, 0) }
  }
}

package struct PlacedLine: Sendable {
  package let line: TextLine
  /// The left end of the baseline, from the top left corner of the room, y down.
  package let origin: CGPoint
  /// The distance from the top of the room to the top of the line.
  package let top: CGFloat
  /// The height of the line, with the spacing that the paragraph adds.
  package let height: CGFloat
}

package struct TextFrame: Sendable {
  package let lines: [PlacedLine]
  /// The width of the longest line, and the distance down to the bottom of the last one, in points.
  package let size: CGSize
  /// The number of UTF-16 units of the text that the lines show.
  package let shownLength: Int
  /// The number of UTF-16 units before the next line: ``shownLength`` with the end of the last line's paragraph.
  package let usedLength: Int

  package init(_ text: StyledText, in room: TextRoom) {
    self = FontLibrary.withLock { library in
      var setter = LineSetter(room: room, shaper: Shaper.shared(library), library: library)
      return setter.frame(text)
    }
  }

  package static let empty = TextFrame(lines: [], size: .zero, shownLength: 0, usedLength: 0)

  init(lines: [PlacedLine], size: CGSize, shownLength: Int, usedLength: Int) {
    (self.lines, self.size, self.shownLength, self.usedLength) = (lines, size, shownLength, usedLength)
  }
}

extension TextLine {
  /// Creates a line of text, unbroken, in which paragraph breaks are spaces.
  package init(_ text: StyledText) {
    var room = TextRoom()
    room.isSingleLine = true
    room.lineBreak = .clip
    self =
      TextFrame(text, in: room).lines.first?.line
      ?? TextLine(
        runs: [], range: 0..<0, width: 0, trailingSpace: 0, ascent: 0, descent: 0, leading: 0, isRightToLeft: false,
        isTruncated: false, carets: [])
  }

  /// Draws the line with its baseline's left end at `origin`. `matrix` maps a space with y up, that of `origin`, to the
  /// context's user space; `color` replaces the runs' own colours.
  package func draw(
    in context: CGContext, at origin: CGPoint, matrix: CGAffineTransform = .identity, color: CGColor? = nil
  ) {
    for run in runs { run.draw(in: context, at: origin, matrix: matrix, of: self, color: color) }
  }
}

extension TextFrame {
  /// Draws the lines from `origin`, the top left corner of the room in user space. `isFlipped` says whether y points
  /// down there, so that glyphs are upright; otherwise lines go toward smaller y. `color` replaces the runs' own
  /// colours.
  package func draw(in context: CGContext, at origin: CGPoint, isFlipped: Bool, color: CGColor? = nil) {
    let matrix = CGAffineTransform(a: 1, b: 0, c: 0, d: isFlipped ? -1 : 1, tx: origin.x, ty: origin.y)
    for placed in lines {
      placed.line.draw(
        in: context, at: CGPoint(x: placed.origin.x, y: -placed.origin.y), matrix: matrix, color: color)
    }
  }

  /// Adds the glyphs of all lines to a bitmap of coverage. `matrix` maps the room, from its top left corner, y up, to
  /// pixels, y up from the bitmap's lower edge. Returns false, with the bitmap partly drawn, if there is more to draw
  /// than glyphs in one colour, or if a glyph is not a mask.
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
      // Shadows are in base space: the transform applies to the run's offset, its scale to the blur.
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
  fileprivate func parts(from start: CGFloat, to end: CGFloat, unit: CGFloat) -> [Range<CGFloat>] {
    // Invisibly thin dashes are a solid line.
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
  fileprivate func fillText(_ rect: CGRect, _ matrix: CGAffineTransform) {
    saveGState()
    concatenate(matrix)
    fill(rect)
    restoreGState()
  }
}

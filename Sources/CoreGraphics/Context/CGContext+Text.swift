// The text state, and the calls that take glyph numbers. CoreText lays out strings.

import CCairo
public import Foundation

/// The mode in which glyphs are drawn.
public enum CGTextDrawingMode: Int32, Sendable {
  /// Glyphs are filled.
  case fill = 0
  /// The outlines of glyphs are stroked.
  case stroke = 1
  /// Glyphs are filled, then their outlines are stroked.
  case fillStroke = 2
  /// Nothing is drawn; the text position moves.
  case invisible = 3
  /// Glyphs are filled and added to the clip.
  case fillClip = 4
  /// Glyphs are stroked and added to the clip.
  case strokeClip = 5
  /// Glyphs are filled, stroked and added to the clip.
  case fillStrokeClip = 6
  /// Glyphs are added to the clip.
  case clip = 7

  var fills: Bool { [.fill, .fillStroke, .fillClip, .fillStrokeClip].contains(self) }
  var strokes: Bool { [.stroke, .fillStroke, .strokeClip, .fillStrokeClip].contains(self) }
  var clips: Bool { rawValue >= 4 }
}

/// The mapping from the bytes of a string to glyphs.
public enum CGTextEncoding: Int32, Sendable {
  /// Bytes are the font's glyph numbers.
  case encodingFontSpecific = 0
  /// Bytes are characters of Mac Roman.
  case encodingMacRoman = 1
}

extension CGContext {
  /// Sets the font of the glyphs.
  public func setFont(_ font: CGFont) { state.font = font }

  /// Sets the size of an em, in text space.
  public func setFontSize(_ size: CGFloat) { state.fontSize = size.isFinite ? size : 0 }

  /// Sets the amount, in text space, that is added to each glyph's advance by the calls that move the text position.
  public func setCharacterSpacing(_ spacing: CGFloat) { state.characterSpacing = spacing.isFinite ? spacing : 0 }

  /// Sets the mode in which glyphs are drawn. Default: `.fill`.
  public func setTextDrawingMode(_ mode: CGTextDrawingMode) { state.textMode = mode }

  /// Sets whether glyphs may start at fractions of a pixel, for all graphics states. Default: true.
  public func setAllowsFontSubpixelPositioning(_ allowsFontSubpixelPositioning: Bool) {
    allowsSubpixelPositioning = allowsFontSubpixelPositioning
  }

  /// Sets whether glyphs start at fractions of a pixel, for this state; if not, at whole pixels. Default: true.
  public func setShouldSubpixelPositionFonts(_ shouldSubpixelPositionFonts: Bool) {
    state.subpixelPositions = shouldSubpixelPositionFonts
  }

  /// Sets whether the fractions may be rounded, for all graphics states. Default: true.
  public func setAllowsFontSubpixelQuantization(_ allowsFontSubpixelQuantization: Bool) {
    allowsSubpixelQuantization = allowsFontSubpixelQuantization
  }

  /// Sets whether glyphs start at quarters of a pixel, for this state; if not, at sixteenths. Default: true.
  public func setShouldSubpixelQuantizeFonts(_ shouldSubpixelQuantizeFonts: Bool) {
    state.subpixelQuantization = shouldSubpixelQuantizeFonts
  }

  /// Without effect: glyphs are never smoothed by a screen's subpixels.
  public func setAllowsFontSmoothing(_ allowsFontSmoothing: Bool) { allowsSmoothing = allowsFontSmoothing }

  /// Without effect: glyphs are never smoothed by a screen's subpixels.
  public func setShouldSmoothFonts(_ shouldSmoothFonts: Bool) { state.smoothFonts = shouldSmoothFonts }

  /// The transform from text space to user space. Saving and restoring the graphics state do not change it.
  public var textMatrix: CGAffineTransform {
    get { textTransform }
    set { textTransform = newValue.isFinite ? newValue : .identity }
  }

  /// The position of the next glyph, in user space: the translation of the text matrix.
  public var textPosition: CGPoint {
    get { CGPoint(x: textTransform.tx, y: textTransform.ty) }
    set { (textTransform.tx, textTransform.ty) = (newValue.x, newValue.y) }
  }

  /// Draws glyphs of the font at positions of text space. The text position stays.
  public func showGlyphs(_ glyphs: [CGGlyph], at positions: [CGPoint]) {
    guard let font = state.font else { return }
    show(glyphs, at: positions, of: font.face, size: state.fontSize, matrix: textTransform)
  }

  /// Draws glyphs one after another from the text position, which moves to their end.
  public func showGlyphs(g: UnsafePointer<CGGlyph>?, count: Int) {
    guard let g, let font = state.font else { return }
    let glyphs = Array(UnsafeBufferPointer(start: g, count: max(count, 0)))
    let scale = state.fontSize / CGFloat(font.face.unitsPerEm)
    let advances = FontLibrary.withLock { _ in
      glyphs.map { CGSize(width: font.face.advance(of: UInt32($0)) * scale + state.characterSpacing, height: 0) }
    }
    show(glyphs, advances)
  }

  /// Draws glyphs one after another from a point of user space.
  public func showGlyphsAtPoint(x: CGFloat, y: CGFloat, glyphs: UnsafePointer<CGGlyph>?, count: Int) {
    textPosition = CGPoint(x: x, y: y)
    showGlyphs(g: glyphs, count: count)
  }

  /// Draws glyphs from the text position; each moves it by its advance in text space.
  public func showGlyphsWithAdvances(glyphs: UnsafePointer<CGGlyph>?, advances: UnsafePointer<CGSize>?, count: Int) {
    guard let glyphs, let advances, state.font != nil else { return }
    let count = max(count, 0)
    show(
      Array(UnsafeBufferPointer(start: glyphs, count: count)),
      Array(UnsafeBufferPointer(start: advances, count: count)))
  }

  private func show(_ glyphs: [CGGlyph], _ advances: [CGSize]) {
    guard let font = state.font else { return }
    var pen = CGPoint.zero
    var positions: [CGPoint] = []
    positions.reserveCapacity(glyphs.count)
    for advance in advances {
      positions.append(pen)
      pen.x += advance.width
      pen.y += advance.height
    }
    show(glyphs, at: positions, of: font.face, size: state.fontSize, matrix: textTransform)
    textMatrix = CGAffineTransform(translationX: pen.x, y: pen.y).concatenating(textTransform)
  }

  /// Sets font, size and the encoding of the bytes of ``showText(string:length:)``. An unknown name changes nothing.
  public func selectFont(name: UnsafePointer<CChar>, size: CGFloat, textEncoding: CGTextEncoding) {
    guard let font = CGFont(String(cString: name)) else { return }
    setFont(font)
    setFontSize(size)
    state.textEncoding = textEncoding
  }

  /// Draws bytes as characters, by the encoding of ``selectFont(name:size:textEncoding:)``, one glyph each.
  public func showText(string: UnsafePointer<CChar>, length: Int) {
    guard let font = state.font else { return }
    let bytes = UnsafeBufferPointer(start: string, count: max(length, 0)).map { UInt8(bitPattern: $0) }
    let glyphs: [CGGlyph]
    if state.textEncoding == .encodingFontSpecific {
      glyphs = bytes.map { CGGlyph($0) }
    } else {
      let text = String(bytes: bytes, encoding: .macOSRoman) ?? ""
      glyphs = text.unicodeScalars.map { font.glyph(for: $0) }
    }
    glyphs.withUnsafeBufferPointer { showGlyphs(g: $0.baseAddress, count: $0.count) }
  }

  /// Draws bytes as characters from a point of user space.
  public func showTextAtPoint(x: CGFloat, y: CGFloat, string: UnsafePointer<CChar>, length: Int) {
    textPosition = CGPoint(x: x, y: y)
    showText(string: string, length: length)
  }

  // Glyphs. The cached masks of the small glyphs of a run make one mask, so that shadow, pattern and blend mode apply
  // to the run as one shape. Large glyphs, strokes and clips are paths; colour glyphs are images.

  /// The size of an em, in pixels, from which on a glyph is drawn as a path.
  static let largestMask = 200.0
  /// The limit of coordinates, beyond which glyphs are not drawn.
  private static let farthest = 1e7

  /// Draws glyphs in the state's text drawing mode. The positions of origins, and `size`, that of an em, are in the
  /// space that `matrix` maps to user space; y of glyphs points up in it.
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

  /// The number of positions, within a pixel and in each direction, at which a glyph may start: 1, 4 or 16.
  private var glyphSteps: Int {
    guard allowsSubpixelPositioning && state.subpixelPositions else { return 1 }
    return allowsSubpixelQuantization && state.subpixelQuantization ? 4 : 16
  }

  private func fillMasks(_ glyphs: [CGGlyph], at origins: [CGPoint], of face: FontFace, toBase: CGAffineTransform) {
    let box = groupBox
    guard !box.isNull, !box.isEmpty,
      let run = glyphRunMask(glyphs, at: origins, of: face, toBase: toBase, inside: box)
    else { return }
    let paint = state.fill
    run.withSurface { surface in
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

  /// Returns the coverage of a run of glyphs; nil if none of it lies in a box of base space.
  private func glyphRunMask(
    _ glyphs: [CGGlyph], at origins: [CGPoint], of face: FontFace, toBase: CGAffineTransform, inside box: CGRect
  ) -> GlyphRunMask? {
    let (minX, maxX) = (Int(box.minX.rounded(.down)), Int(box.maxX.rounded(.up)))
    let (minY, maxY) = (height - Int(box.maxY.rounded(.up)), height - Int(box.minY.rounded(.down)))
    let inside = PixelRegion(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
    return GlyphRunMask(
      glyphs, at: origins, of: face, toBase: toBase, steps: glyphSteps, bottom: height, inside: inside)
  }

  /// Draws colour glyphs with the alpha of the fill colour.
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

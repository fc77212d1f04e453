// Tested by FontTests.

import CFreeType
public import Foundation

/// The number of a glyph in its font; 0 is the box that stands for missing characters.
public typealias CGGlyph = UInt16
/// The number of a glyph in its font.
public typealias CGFontIndex = UInt16

/// The outlines of a font's glyphs and their measures, in units of the em, without a size.
public final class CGFont: Sendable {
  package let face: FontFace

  package init(face: FontFace) { self.face = face }

  /// Creates the font of a name: Apple's, which maps to an installed font (see FontStyle.swift), or an installed
  /// family's, with or without a face (`Noto Sans Bold`). Returns nil for other names.
  public convenience init?(_ name: CFString) {
    let style = FontStyle(named: name)
    guard let face = FontLibrary.withLock({ $0.hasFamily(style.family) ? $0.face(style) : nil }) else { return nil }
    self.init(face: face)
  }

  /// Creates a font from the bytes of its file; returns nil if they are not a font.
  public convenience init?(_ provider: CGDataProvider) {
    guard let bytes = provider.data, let face = FontLibrary.withLock({ FontFace(bytes: bytes, in: $0) }) else {
      return nil
    }
    self.init(face: face)
  }

  package convenience init(_ style: FontStyle) { self.init(face: FontLibrary.withLock { $0.face(style) }) }

  /// The number of units of glyph space in an em.
  public var unitsPerEm: Int32 { Int32(face.unitsPerEm) }
  /// The number of glyphs in the font.
  public var numberOfGlyphs: Int { face.glyphCount }
  /// The distance from the baseline to the top of a line, in the font's units.
  public var ascent: Int32 { measures.ascent }
  /// The distance from the baseline to the bottom of a line, in the font's units; negative below the baseline.
  public var descent: Int32 { measures.descent }
  /// The leading, the space between two lines, in the font's units.
  public var leading: Int32 { measures.leading }
  /// The height of capital letters above the baseline, in the font's units.
  public var capHeight: Int32 { measures.capHeight }
  /// The height of lowercase letters without ascenders, in the font's units.
  public var xHeight: Int32 { measures.xHeight }
  /// The union of the boxes of all glyphs, in the font's units.
  public var fontBBox: CGRect { measures.box }
  /// The angle from the vertical in degrees, counterclockwise: negative for letters that lean to the right.
  public var italicAngle: CGFloat { measures.italicAngle }
  /// The width of upright stems, in the font's units; always 0, as today's fonts do not contain it.
  public var stemV: CGFloat { 0 }
  /// The PostScript name of the face, as in `LiberationSans-Bold`.
  public var postScriptName: CFString? {
    FontLibrary.withLock { _ in FT_Get_Postscript_Name(face.handle).map { String(cString: $0) } }
  }
  /// The names of family and face, for display.
  public var fullName: CFString? {
    FontLibrary.withLock { _ in
      guard let family = face.handle.pointee.family_name.map({ String(cString: $0) }) else { return nil }
      guard let style = face.handle.pointee.style_name.map({ String(cString: $0) }), style != "Regular" else {
        return family
      }
      return "\(family) \(style)"
    }
  }

  /// The face's measures, which FreeType read when the face was opened.
  package var measures: FontMeasures { FontLibrary.withLock { _ in face.measures } }

  /// Reads glyphs' advances, in the font's units. Returns false, and writes 0, for a missing glyph.
  public func getGlyphAdvances(
    glyphs: UnsafePointer<CGGlyph>, count: Int, advances: UnsafeMutablePointer<Int32>
  ) -> Bool {
    FontLibrary.withLock { _ in
      var isComplete = true
      for index in 0..<max(count, 0) {
        advances[index] = Int32(face.advance(of: UInt32(glyphs[index])))
        if Int(glyphs[index]) >= face.glyphCount { isComplete = false }
      }
      return isComplete
    }
  }

  /// Reads glyphs' boxes, in the font's units; empty without an outline. Returns false, and writes null, if one is
  /// missing.
  public func getGlyphBBoxes(glyphs: UnsafePointer<CGGlyph>, count: Int, bboxes: UnsafeMutablePointer<CGRect>) -> Bool {
    var isComplete = true
    for index in 0..<max(count, 0) {
      bboxes[index] = box(of: glyphs[index]) ?? .null
      if Int(glyphs[index]) >= face.glyphCount { isComplete = false }
    }
    return isComplete
  }

  /// Returns the box of a glyph in the font's units; nil for a missing glyph.
  package func box(of glyph: CGGlyph) -> CGRect? { FontLibrary.withLock { _ in lockedBox(of: glyph) } }

  /// Calls `visit` with the boxes, in the font's units, of the glyphs whose box is not empty.
  package func forEachBox(of glyphs: [CGGlyph], _ visit: (_ index: Int, _ box: CGRect) -> Void) {
    FontLibrary.withLock { _ in
      for index in glyphs.indices { if let box = lockedBox(of: glyphs[index]), !box.isEmpty { visit(index, box) } }
    }
  }

  private func lockedBox(of glyph: CGGlyph) -> CGRect? {
    guard Int(glyph) < face.glyphCount else { return nil }
    guard face.hasPictures else { return face.outlineBox(of: UInt32(glyph)) }
    guard let box = face.picture(of: UInt32(glyph))?.box else { return .zero }
    let units = CGFloat(face.unitsPerEm)
    return CGRect(x: box.minX * units, y: box.minY * units, width: box.width * units, height: box.height * units)
  }

  /// Returns a glyph's outline in the font's units, y up; nil for a glyph without one.
  package func outline(of glyph: CGGlyph) -> CGPath? {
    let outline = FontLibrary.withLock { _ in face.outline(of: UInt32(glyph)) }
    return outline.isEmpty ? nil : outline
  }

  /// Returns the glyph of a name, as in `A` or `ampersand`; 0 for an unknown name.
  public func getGlyphWithGlyphName(name: CFString) -> CGGlyph {
    FontLibrary.withLock { _ in CGGlyph(truncatingIfNeeded: FT_Get_Name_Index(face.handle, name)) }
  }

  /// Returns the name of a glyph; nil if the font has no names, or no such glyph.
  public func name(for glyph: CGGlyph) -> CFString? {
    FontLibrary.withLock { _ in
      var bytes = [CChar](repeating: 0, count: 128)
      guard Int(glyph) < face.glyphCount, FT_Get_Glyph_Name(face.handle, FT_UInt(glyph), &bytes, 128) == 0,
        bytes[0] != 0
      else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  /// Returns the glyph of a character; 0 if the font lacks it.
  package func glyph(for scalar: Unicode.Scalar) -> CGGlyph {
    FontLibrary.withLock { _ in CGGlyph(truncatingIfNeeded: face.glyph(for: scalar)) }
  }

  /// The tags of the file's tables, as integers.
  public var tableTags: CFArray? {
    FontLibrary.withLock { _ in
      var count: FT_ULong = 0
      guard FT_Sfnt_Table_Info(face.handle, 0, nil, &count) == 0 else { return nil }
      return (0..<FT_UInt(count)).compactMap { index in
        var (tag, length) = (FT_ULong(0), FT_ULong(0))
        return FT_Sfnt_Table_Info(face.handle, index, &tag, &length) == 0 ? UInt32(tag) : nil
      }
    }
  }

  /// Returns the bytes of one of the file's tables; nil if it is missing.
  public func table(for tag: UInt32) -> CFData? {
    FontLibrary.withLock { _ in
      var length: FT_ULong = 0
      // FreeType takes the tag 0 for the whole file.
      guard tag != 0, FT_Load_Sfnt_Table(face.handle, FT_ULong(tag), 0, nil, &length) == 0, length > 0 else {
        return nil
      }
      var bytes = [UInt8](repeating: 0, count: Int(length))
      guard FT_Load_Sfnt_Table(face.handle, FT_ULong(tag), 0, &bytes, &length) == 0 else { return nil }
      return Data(bytes)
    }
  }
}

extension CGFont: Hashable {
  /// Whether the fonts are the same face.
  public static func == (a: CGFont, b: CGFont) -> Bool { a.face === b.face }

  /// Hashes the face's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(face)) }
}

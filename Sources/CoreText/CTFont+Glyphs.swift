// Glyphs of a font: from characters, their advances, boxes, outlines, and drawing.

public import CoreGraphics
public import Foundation

/// Whether glyphs are measured for text in rows or in columns.
public enum CTFontOrientation: UInt32, Sendable {
  /// The orientation of the font itself: rows.
  case `default` = 0
  /// Text runs in rows.
  case horizontal = 1
  /// In columns; glyphs are measured as in rows here.
  case vertical = 2
}

/// Reads the glyphs of UTF-16 units, one for each: of a pair of surrogates the first has the glyph, the second 0.
/// Returns false where the font lacks one, whose glyph is then 0.
public func CTFontGetGlyphsForCharacters(
  _ font: CTFont, _ characters: UnsafePointer<UniChar>, _ glyphs: UnsafeMutablePointer<CGGlyph>, _ count: CFIndex
) -> Bool {
  var isComplete = true
  var index = 0
  while index < count {
    let unit = characters[index]
    var scalar = Unicode.Scalar(unit)
    var width = 1
    if UTF16.isLeadSurrogate(unit), index + 1 < count, UTF16.isTrailSurrogate(characters[index + 1]) {
      scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(characters[index + 1]) - 0xDC00))
      glyphs[index + 1] = 0
      width = 2
    }
    glyphs[index] = scalar.map { font.font.glyph(for: $0) } ?? 0
    if glyphs[index] == 0 { isComplete = false }
    index += width
  }
  return isComplete
}

/// Reads how far glyphs move the pen, in points. Returns the sum.
@discardableResult
public func CTFontGetAdvancesForGlyphs(
  _ font: CTFont, _ orientation: CTFontOrientation, _ glyphs: UnsafePointer<CGGlyph>,
  _ advances: UnsafeMutablePointer<CGSize>?, _ count: CFIndex
) -> Double {
  var units = [Int32](repeating: 0, count: max(count, 0))
  _ = font.font.getGlyphAdvances(glyphs: glyphs, count: count, advances: &units)
  var sum: CGFloat = 0
  for (index, unit) in units.enumerated() {
    let size = CGSize(width: CGFloat(unit) * font.scale, height: 0).applying(font.matrix)
    advances?[index] = size
    sum += size.width
  }
  return Double(sum)
}

/// Reads the boxes of glyphs, in points. Returns their union.
@discardableResult
public func CTFontGetBoundingRectsForGlyphs(
  _ font: CTFont, _ orientation: CTFontOrientation, _ glyphs: UnsafePointer<CGGlyph>,
  _ boundingRects: UnsafeMutablePointer<CGRect>?, _ count: CFIndex
) -> CGRect {
  let toPoints = CGAffineTransform(scaleX: font.scale, y: font.scale).concatenating(font.matrix)
  var union = CGRect.null
  for index in 0..<max(count, 0) {
    let box = font.font.box(of: glyphs[index])?.applying(toPoints) ?? .null
    boundingRects?[index] = box
    union = union.union(box)
  }
  return union
}

/// A glyph's outline in points, y up, its origin at the origin; nil for a glyph without one.
public func CTFontCreatePathForGlyph(
  _ font: CTFont, _ glyph: CGGlyph, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CGPath? {
  var toPoints = CGAffineTransform(scaleX: font.scale, y: font.scale).concatenating(font.matrix)
  if let matrix { toPoints = toPoints.concatenating(matrix.pointee) }
  return font.font.outline(of: glyph)?.copy(using: &toPoints)
}

/// The picture of a glyph that is one, as of emoji, and where it lies: in points, y up, from the glyph's origin,
/// without the font's matrix. Nil for a glyph with an outline.
package func CTFontCopyPictureForGlyph(_ font: CTFont, _ glyph: CGGlyph) -> (image: CGImage, box: CGRect)? {
  guard let picture = FontLibrary.withLock({ _ in font.font.face.picture(of: UInt32(glyph)) }) else { return nil }
  let toPoints = CGAffineTransform(scaleX: font.size, y: font.size)
  return (picture.image, picture.box.applying(toPoints))
}

/// Draws glyphs at positions of the context's text space.
public func CTFontDrawGlyphs(
  _ font: CTFont, _ glyphs: UnsafePointer<CGGlyph>, _ positions: UnsafePointer<CGPoint>, _ count: Int,
  _ context: CGContext
) {
  let count = max(count, 0)
  // The font's matrix turns glyphs, not the places they stand at.
  let inverse = font.matrix.inverted()
  context.show(
    Array(UnsafeBufferPointer(start: glyphs, count: count)),
    at: UnsafeBufferPointer(start: positions, count: count).map { $0.applying(inverse) }, of: font.font.face,
    size: font.size, matrix: font.matrix.concatenating(context.textMatrix))
}

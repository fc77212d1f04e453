// Measures of a face, in its units, from the tables that the field reads them from: lines by `hhea`, heights of letters
// and strokes through text by `OS/2`, underlines and slant by `post`.

import CFreeType
package import Foundation

/// Measures of a face, in its own units.
package struct FontMeasures: Equatable, Sendable {
  package var ascent: Int32
  /// Negative below the baseline.
  package var descent: Int32
  package var leading: Int32
  package var capHeight: Int32 = 0
  package var xHeight: Int32 = 0
  package var box: CGRect
  /// Degrees, counterclockwise.
  package var italicAngle: CGFloat = 0
  /// The middle of the underline, negative below the baseline.
  package var underlinePosition: CGFloat
  package var underlineThickness: CGFloat
  /// The middle of the stroke through text.
  package var strikePosition: CGFloat
  package var strikeThickness: CGFloat
  package var unitsPerEm: CGFloat

  init(_ face: FontFace) {
    let record = face.handle.pointee
    unitsPerEm = CGFloat(face.unitsPerEm)
    ascent = Int32(record.ascender)
    descent = Int32(record.descender)
    leading = max(Int32(record.height) - ascent + descent, 0)
    box = CGRect(
      x: Double(record.bbox.xMin), y: Double(record.bbox.yMin), width: Double(record.bbox.xMax - record.bbox.xMin),
      height: Double(record.bbox.yMax - record.bbox.yMin))
    underlinePosition = CGFloat(record.underline_position)
    underlineThickness = CGFloat(record.underline_thickness)
    if underlineThickness <= 0 { underlineThickness = unitsPerEm / 20 }
    if underlinePosition == 0 { underlinePosition = -unitsPerEm / 10 }
    strikeThickness = underlineThickness
    strikePosition = unitsPerEm * 0.25
    if let table = FT_Get_Sfnt_Table(face.handle, FT_SFNT_OS2)?.assumingMemoryBound(to: TT_OS2.self).pointee,
      table.version != 0xFFFF
    {
      (xHeight, capHeight) = (Int32(table.sxHeight), Int32(table.sCapHeight))
      if table.yStrikeoutSize > 0 {
        strikeThickness = CGFloat(table.yStrikeoutSize)
        strikePosition = CGFloat(table.yStrikeoutPosition) - strikeThickness / 2
      }
    }
    if capHeight <= 0 { capHeight = Self.height(of: "H", face) ?? ascent * 7 / 10 }
    if xHeight <= 0 { xHeight = Self.height(of: "x", face) ?? ascent / 2 }
    if let table = FT_Get_Sfnt_Table(face.handle, FT_SFNT_POST)?.assumingMemoryBound(to: TT_Postscript.self).pointee {
      italicAngle = CGFloat(table.italicAngle) / 65536
    }
  }

  private static func height(of letter: Unicode.Scalar, _ face: FontFace) -> Int32? {
    let outline = face.outline(of: face.glyph(for: letter))
    return outline.isEmpty ? nil : Int32(outline.boundingBoxOfPath.maxY)
  }
}

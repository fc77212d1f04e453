// Coverage of glyphs at the places of a pixel that they are drawn at, kept: text draws the same few glyphs over and
// over.
//
// A mask depends on the outline, on the linear part of the map to pixels, and on where in a pixel the glyph's origin
// lies, which is rounded to a fraction of a pixel (see `GlyphPlacement.steps`).

import CFreeType
import Foundation

/// A glyph's coverage.
struct GlyphMask {
  /// The pixels it covers, y down, from the pixel that the origin lies in.
  var x: Int
  var y: Int
  var width: Int
  var height: Int
  /// First row first.
  var bytes: [UInt8]
}

/// What a mask depends on.
struct GlyphMaskKey: Hashable {
  var face: UInt32
  var glyph: UInt32
  /// From the font's units to 1/64 of a pixel, y up, in 16.16.
  var xx: Int32
  var xy: Int32
  var yx: Int32
  var yy: Int32
  /// Where the origin lies in its pixel, in 1/64, y up from the pixel's lower edge.
  var phaseX: UInt8
  var phaseY: UInt8
}

/// Masks by what they depend on.
struct GlyphMaskCache {
  private var masks: [GlyphMaskKey: GlyphMask] = [:]
  private var size = 0
  /// Bytes that are kept at most.
  private static let budget = 16 << 20
  /// How many masks were made.
  private(set) var madeCount = 0

  /// The coverage of a glyph; nil for one without an outline.
  mutating func mask(_ key: GlyphMaskKey, of face: FontFace, _ library: FT_Library) -> GlyphMask? {
    if let mask = masks[key] { return mask.bytes.isEmpty ? nil : mask }
    let mask = Self.draw(key, face, library) ?? GlyphMask(x: 0, y: 0, width: 0, height: 0, bytes: [])
    if size > Self.budget {
      masks.removeAll(keepingCapacity: true)
      size = 0
    }
    // The entry itself is about 100 bytes.
    size += mask.bytes.count + 100
    madeCount += 1
    masks[key] = mask
    return mask.bytes.isEmpty ? nil : mask
  }

  private static func draw(_ key: GlyphMaskKey, _ face: FontFace, _ library: FT_Library) -> GlyphMask? {
    guard Int(key.glyph) < face.glyphCount, cfreetype_load_units(face.handle, key.glyph) == 0 else { return nil }
    let slot = face.handle.pointee.glyph!
    guard slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE, slot.pointee.outline.n_points > 0 else { return nil }
    var matrix = FT_Matrix(
      xx: FT_Fixed(key.xx), xy: FT_Fixed(key.xy), yx: FT_Fixed(key.yx), yy: FT_Fixed(key.yy))
    FT_Outline_Transform(&slot.pointee.outline, &matrix)
    FT_Outline_Translate(&slot.pointee.outline, FT_Pos(key.phaseX), FT_Pos(key.phaseY))
    var box = FT_BBox()
    FT_Outline_Get_CBox(&slot.pointee.outline, &box)
    let (x0, x1) = (Int(box.xMin >> 6), Int((box.xMax + 63) >> 6))
    let (y0, y1) = (Int(box.yMin >> 6), Int((box.yMax + 63) >> 6))
    let (width, height) = (x1 - x0, y1 - y0)
    guard width > 0, height > 0, width <= 2048, height <= 2048 else { return nil }
    FT_Outline_Translate(&slot.pointee.outline, FT_Pos(-x0 * 64), FT_Pos(-y0 * 64))
    var bytes = [UInt8](repeating: 0, count: width * height)
    let status = bytes.withUnsafeMutableBufferPointer {
      cfreetype_draw_outline(library, face.handle, $0.baseAddress, Int32(width), Int32(height), Int32(width))
    }
    return status == 0 ? GlyphMask(x: x0, y: -y1, width: width, height: height, bytes: bytes) : nil
  }
}

import CFreeType
package import Foundation

/// One face of a font file, open in FreeType. Its methods are called under the library's lock.
package final class FontFace: @unchecked Sendable {
  // Unchecked Sendable: FreeType's face is used under FontLibrary's lock, the rest never changes.

  /// The style by fontconfig; for a font from memory, by the font itself.
  package let style: FontStyle
  /// The number that distinguishes the face from others.
  package let serial: UInt32
  let handle: FT_Face
  /// The units in an em; at least 1.
  package let unitsPerEm: Double
  /// The bytes of a font from memory, which FreeType reads.
  private let memory: NSData?
  /// The path of the face's file; nil for a font from memory.
  let file: String?
  private var outlines: [UInt32: CGPath] = [:]
  private var boxes: [UInt32: CGRect] = [:]
  private(set) lazy var measures = FontMeasures(self)
  private var pictures: [UInt32: GlyphPicture] = [:]
  nonisolated(unsafe) private static var serials: UInt32 = 0

  convenience init?(file: String, index: Int32, style: FontStyle, in library: FontLibrary) {
    var handle: FT_Face?
    // The upper half of the index is the instance of a variable font.
    guard FT_New_Face(library.freeType, file, FT_Long(index), &handle) == 0, let handle else { return nil }
    self.init(handle, style: style, memory: nil, file: file)
  }

  convenience init?(bytes: Data, in library: FontLibrary) {
    var handle: FT_Face?
    // FreeType reads the bytes as long as the face exists, so that they must not move.
    let copy = bytes.withUnsafeBytes { NSData(bytes: $0.baseAddress, length: $0.count) }
    let start = copy.bytes.assumingMemoryBound(to: UInt8.self)
    guard FT_New_Memory_Face(library.freeType, start, FT_Long(copy.length), 0, &handle) == 0, let handle else {
      return nil
    }
    let family = handle.pointee.family_name.map { String(cString: $0) } ?? FontNames.standard
    let flags = Int(handle.pointee.style_flags)
    let style = FontStyle(family: family, weight: flags & 2 != 0 ? 700 : 400, isItalic: flags & 1 != 0)
    self.init(handle, style: style, memory: copy, file: nil)
  }

  private init(_ handle: FT_Face, style: FontStyle, memory: NSData?, file: String?) {
    (self.handle, self.style, self.memory, self.file) = (handle, style, memory, file)
    unitsPerEm = max(Double(handle.pointee.units_per_EM), 1)
    Self.serials += 1
    serial = Self.serials
  }

  deinit { FontLibrary.withLock { _ in _ = FT_Done_Face(handle) } }

  var bytes: Data? { memory.map { Data(referencing: $0) } }

  package var glyphCount: Int { Int(handle.pointee.num_glyphs) }

  /// Whether glyphs are pictures instead of outlines.
  package var hasPictures: Bool { cfreetype_is_scalable(handle) == 0 && cfreetype_has_color(handle) != 0 }

  /// Returns the glyph of a character; 0 if the face lacks it.
  package func glyph(for scalar: Unicode.Scalar) -> UInt32 { FT_Get_Char_Index(handle, FT_ULong(scalar.value)) }

  /// Returns the advance of a glyph, in the font's units; 0 for a missing glyph.
  package func advance(of glyph: UInt32) -> Double {
    var advance: FT_Fixed = 0
    guard Int(glyph) < glyphCount, cfreetype_advance(handle, glyph, &advance) == 0 else { return 0 }
    return Double(advance)
  }

  /// Returns a glyph's outline, in the font's units with y up; empty for a picture or a missing glyph.
  package func outline(of glyph: UInt32) -> CGPath {
    if let outline = outlines[glyph] { return outline }
    let path = CGMutablePath()
    if Int(glyph) < glyphCount, cfreetype_load_units(handle, glyph) == 0,
      handle.pointee.glyph.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    {
      path.append(&handle.pointee.glyph.pointee.outline)
    }
    let outline = path.copy() ?? path
    // A few thousand outlines are a few megabytes; more empty the cache.
    if outlines.count > 4096 { outlines.removeAll() }
    outlines[glyph] = outline
    return outline
  }

  /// Returns the box of a glyph's outline, in the font's units; empty without an outline.
  func outlineBox(of glyph: UInt32) -> CGRect {
    if let box = boxes[glyph] { return box }
    let outline = outline(of: glyph)
    let box = outline.isEmpty ? .zero : outline.boundingBoxOfPath
    if boxes.count > 16_384 { boxes.removeAll() }
    boxes[glyph] = box
    return box
  }

  package func picture(of glyph: UInt32) -> GlyphPicture? {
    guard hasPictures, handle.pointee.num_fixed_sizes > 0 else { return nil }
    if let picture = pictures[glyph] { return picture }
    let strikes = UnsafeBufferPointer(start: handle.pointee.available_sizes, count: Int(handle.pointee.num_fixed_sizes))
    let largest = strikes.indices.max { strikes[$0].y_ppem < strikes[$1].y_ppem } ?? 0
    guard Int(glyph) < glyphCount, FT_Select_Size(handle, FT_Int(largest)) == 0,
      cfreetype_load_picture(handle, glyph) == 0, cfreetype_picture_is_color(handle) != 0,
      let picture = GlyphPicture(handle.pointee.glyph.pointee, pixelsPerEm: Double(strikes[largest].y_ppem) / 64)
    else { return nil }
    if pictures.count > 256 { pictures.removeAll() }
    pictures[glyph] = picture
    return picture
  }
}

package struct GlyphPicture: Sendable {
  package let image: CGImage
  /// The picture's box relative to the glyph's origin, in ems, y up.
  package let box: CGRect

  init?(_ slot: FT_GlyphSlotRec_, pixelsPerEm: Double) {
    let bitmap = slot.bitmap
    let (width, height, pitch) = (Int(bitmap.width), Int(bitmap.rows), Int(bitmap.pitch))
    guard width > 0, height > 0, width <= 1024, height <= 1024, pitch >= width * 4, let bytes = bitmap.buffer,
      pixelsPerEm > 0
    else { return nil }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let pixel = bytes + y * pitch + x * 4
        pixels += [pixel[2], pixel[1], pixel[0], pixel[3]]
      }
    }
    image = CGImage(width: width, height: height, premultipliedRGBA: pixels)
    box = CGRect(
      x: Double(slot.bitmap_left) / pixelsPerEm, y: (Double(slot.bitmap_top) - Double(height)) / pixelsPerEm,
      width: Double(width) / pixelsPerEm, height: Double(height) / pixelsPerEm)
  }
}

extension CGMutablePath {
  /// Appends an outline of FreeType's in its own coordinates.
  fileprivate func append(_ outline: UnsafeMutablePointer<FT_Outline>) {
    var functions = FT_Outline_Funcs()
    functions.move_to = { to, user in
      let path = CGMutablePath.from(user)
      if !path.isEmpty { path.closeSubpath() }
      path.move(to: CGPoint(to))
      return 0
    }
    functions.line_to = { to, user in
      CGMutablePath.from(user).addLine(to: CGPoint(to))
      return 0
    }
    functions.conic_to = { control, to, user in
      CGMutablePath.from(user).addQuadCurve(to: CGPoint(to), control: CGPoint(control))
      return 0
    }
    functions.cubic_to = { control1, control2, to, user in
      CGMutablePath.from(user).addCurve(to: CGPoint(to), control1: CGPoint(control1), control2: CGPoint(control2))
      return 0
    }
    FT_Outline_Decompose(outline, &functions, Unmanaged.passUnretained(self).toOpaque())
    if !isEmpty { closeSubpath() }
  }

  private static func from(_ user: UnsafeMutableRawPointer?) -> CGMutablePath {
    Unmanaged<CGMutablePath>.fromOpaque(user!).takeUnretainedValue()
  }
}

extension CGPoint {
  fileprivate init(_ vector: UnsafePointer<FT_Vector>?) {
    self.init(x: Double(vector!.pointee.x), y: Double(vector!.pointee.y))
  }
}

/// The measures of a face, in its own units. As is common, lines are read from the table `hhea`, heights of letters and
/// strikethrough from `OS/2`, underline and slant from `post`.
package struct FontMeasures: Equatable, Sendable {
  package var ascent: Int32
  /// Negative below the baseline.
  package var descent: Int32
  package var leading: Int32
  package var capHeight: Int32 = 0
  package var xHeight: Int32 = 0
  package var box: CGRect
  /// The angle in degrees, counterclockwise.
  package var italicAngle: CGFloat = 0
  /// The middle of the underline; negative below the baseline.
  package var underlinePosition: CGFloat
  package var underlineThickness: CGFloat
  /// The middle of the strikethrough.
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

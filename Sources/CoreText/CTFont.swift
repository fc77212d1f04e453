public import CoreGraphics
public import Foundation
package import TextLayout

/// A font at a size in points, with a transform of its glyphs.
public final class CTFont: Sendable {
  let font: CGFont
  /// The requested style; `font` is the nearest installed face.
  let style: FontStyle
  let name: String?
  let size: CGFloat
  let matrix: CGAffineTransform

  init(_ font: CGFont, style: FontStyle, name: String? = nil, size: CGFloat, matrix: CGAffineTransform = .identity) {
    (self.font, self.style, self.name) = (font, style, name)
    self.matrix = matrix
    // Core Text's default size.
    self.size = size.isFinite && size > 0 ? size : 12
  }

  convenience init(style: FontStyle, name: String? = nil, size: CGFloat, matrix: CGAffineTransform = .identity) {
    self.init(CGFont(style), style: style, name: name, size: size, matrix: matrix)
  }

  var measures: FontMeasures { font.measures }
  var scale: CGFloat { size / CGFloat(font.unitsPerEm) }
}

extension CTFont: TextFontValue {
  package var textFont: TextFont { TextFont(style, size: size) }
}

extension CTFont: Hashable {
  /// Equal when face, size and matrix are.
  public static func == (a: CTFont, b: CTFont) -> Bool {
    a.font == b.font && a.style == b.style && a.size == b.size && a.matrix == b.matrix
  }

  /// Hashes the components that equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(font)
    hasher.combine(size)
  }
}

// MARK: Making fonts

/// Creates the font of a name at a size, in points; 0 means 12. Liberation Sans replaces a font that is not installed.
public func CTFontCreateWithName(
  _ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
  CTFont(style: FontStyle(named: name), name: name, size: size, matrix: matrix?.pointee ?? .identity)
}

/// Creates the font of a graphics font at a size, in points; 0 means 12.
public func CTFontCreateWithGraphicsFont(
  _ graphicsFont: CGFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?,
  _ attributes: CTFontDescriptor?
) -> CTFont {
  CTFont(graphicsFont, style: graphicsFont.face.style, size: size, matrix: matrix?.pointee ?? .identity)
}

/// Creates the font that a descriptor describes, at a size, in points; 0 means the descriptor's.
public func CTFontCreateWithFontDescriptor(
  _ descriptor: CTFontDescriptor, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
  CTFont(
    style: descriptor.style, name: descriptor.name, size: size > 0 ? size : descriptor.size ?? 12,
    matrix: matrix?.pointee ?? .identity)
}

/// The use of a font in a program's interface.
public enum CTFontUIFontType: UInt32, Sendable {
  /// The font of documents that people write.
  case user = 0
  /// The font of documents with letters of one width.
  case userFixedPitch = 1
  /// The font of the system's texts.
  case system = 2
  /// The font of the system's texts, emphasised.
  case emphasizedSystem = 3
  /// The font of the system's texts, in a small size.
  case smallSystem = 4
  /// The font of the system's texts, small and emphasised.
  case smallEmphasizedSystem = 5
  /// The font of labels.
  case label = 10
}

/// Creates a font of the system's interface; at size 0, its own size. The language makes no difference.
public func CTFontCreateUIFontForLanguage(
  _ uiType: CTFontUIFontType, _ size: CGFloat, _ language: CFString?
) -> CTFont? {
  let isBold = uiType == .emphasizedSystem || uiType == .smallEmphasizedSystem
  let isSmall = uiType == .smallSystem || uiType == .smallEmphasizedSystem
  let name =
    switch uiType {
    case .user: "Helvetica"
    case .userFixedPitch: "Menlo"
    default: "System"
    }
  var style = FontStyle(named: name)
  if isBold { style.weight = 700 }
  return CTFont(style: style, size: size > 0 ? size : isSmall ? 11 : uiType == .label ? 10 : 13)
}

/// Creates a copy of a font at another size, or with a descriptor's attributes; 0 keeps the size.
public func CTFontCreateCopyWithAttributes(
  _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ attributes: CTFontDescriptor?
) -> CTFont {
  let size = size > 0 ? size : attributes?.size ?? font.size
  let matrix = matrix?.pointee ?? font.matrix
  guard let attributes, attributes.namesFont else {
    return CTFont(font.font, style: font.style, name: font.name, size: size, matrix: matrix)
  }
  return CTFont(style: attributes.style, name: attributes.name, size: size, matrix: matrix)
}

/// Creates a copy with other traits (bold, italic) of those in the mask; nil if the family has no such face.
public func CTFontCreateCopyWithSymbolicTraits(
  _ font: CTFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?, _ symTraitValue: CTFontSymbolicTraits,
  _ symTraitMask: CTFontSymbolicTraits
) -> CTFont? {
  var style = font.style
  if symTraitMask.contains(.traitBold) { style.weight = symTraitValue.contains(.traitBold) ? 700 : 400 }
  if symTraitMask.contains(.traitItalic) { style.isItalic = symTraitValue.contains(.traitItalic) }
  let copy = CTFont(style: style, size: size > 0 ? size : font.size, matrix: matrix?.pointee ?? font.matrix)
  let found = copy.font.face.style
  return found.isItalic == style.isItalic && found.isBold == style.isBold ? copy : nil
}

/// Returns the graphics font of a font; writes its name and size, not its other attributes.
public func CTFontCopyGraphicsFont(
  _ font: CTFont, _ attributes: UnsafeMutablePointer<CTFontDescriptor?>?
) -> CGFont {
  attributes?.pointee = CTFontDescriptor(style: font.style, name: font.name, size: font.size)
  return font.font
}

// MARK: Names and measures

/// Returns the PostScript name of the font; the family's name for a face without a PostScript name.
public func CTFontCopyPostScriptName(_ font: CTFont) -> CFString { font.font.postScriptName ?? font.style.family }
/// Returns the name of the font's family, such as "Helvetica".
public func CTFontCopyFamilyName(_ font: CTFont) -> CFString { font.font.face.style.family }
/// Returns the name of the font's family and face, such as "Helvetica Bold".
public func CTFontCopyFullName(_ font: CTFont) -> CFString { font.font.fullName ?? font.style.family }
/// Returns the name to show to people; the same as the full name here.
public func CTFontCopyDisplayName(_ font: CTFont) -> CFString { CTFontCopyFullName(font) }
/// Returns the font's size, in points.
public func CTFontGetSize(_ font: CTFont) -> CGFloat { font.size }
/// Returns the transform of the font's glyphs, in addition to its size. Default: the identity.
public func CTFontGetMatrix(_ font: CTFont) -> CGAffineTransform { font.matrix }
/// Returns the distance from the baseline to the top of a line, in points.
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { CGFloat(font.measures.ascent) * font.scale }
/// Returns the distance from the baseline down to the bottom of a line, in points; positive.
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { -CGFloat(font.measures.descent) * font.scale }
/// Returns the leading, the space between two lines, in points.
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { CGFloat(font.measures.leading) * font.scale }
/// Returns the height of capital letters, in points.
public func CTFontGetCapHeight(_ font: CTFont) -> CGFloat { CGFloat(font.measures.capHeight) * font.scale }
/// Returns the height of small letters without ascenders, in points.
public func CTFontGetXHeight(_ font: CTFont) -> CGFloat { CGFloat(font.measures.xHeight) * font.scale }
/// Returns the slant angle, in degrees from the vertical, counterclockwise.
public func CTFontGetSlantAngle(_ font: CTFont) -> CGFloat { font.measures.italicAngle }
/// Returns the position of the middle of the underline, in points; negative below the baseline.
public func CTFontGetUnderlinePosition(_ font: CTFont) -> CGFloat { font.measures.underlinePosition * font.scale }
/// Returns the thickness of the underline, in points.
public func CTFontGetUnderlineThickness(_ font: CTFont) -> CGFloat { font.measures.underlineThickness * font.scale }
/// Returns the number of units of glyph space in an em.
public func CTFontGetUnitsPerEm(_ font: CTFont) -> UInt32 { UInt32(font.font.unitsPerEm) }
/// Returns the number of glyphs in the font.
public func CTFontGetGlyphCount(_ font: CTFont) -> CFIndex { font.font.numberOfGlyphs }
/// Returns the box of all glyphs laid over each other, in points.
public func CTFontGetBoundingBox(_ font: CTFont) -> CGRect {
  font.measures.box.applying(CGAffineTransform(scaleX: font.scale, y: font.scale))
}

/// Returns whether the face is bold, and whether it is italic.
public func CTFontGetSymbolicTraits(_ font: CTFont) -> CTFontSymbolicTraits {
  let style = font.font.face.style
  var traits: CTFontSymbolicTraits = []
  if style.isItalic { traits.insert(.traitItalic) }
  if style.isBold { traits.insert(.traitBold) }
  if style.width < 90 { traits.insert(.traitCondensed) }
  if style.family.contains("Mono") { traits.insert(.traitMonoSpace) }
  if font.font.face.hasPictures { traits.insert(.traitColorGlyphs) }
  return traits
}

/// The stylistic traits of a font.
public struct CTFontSymbolicTraits: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Creates options by their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The letters are slanted.
  public static let traitItalic = Self(rawValue: 1 << 0)
  /// The strokes are heavy.
  public static let traitBold = Self(rawValue: 1 << 1)
  /// The letters are wider than the family's regular ones.
  public static let traitExpanded = Self(rawValue: 1 << 5)
  /// The letters are narrower than the family's regular ones.
  public static let traitCondensed = Self(rawValue: 1 << 6)
  /// All letters have the same advance.
  public static let traitMonoSpace = Self(rawValue: 1 << 10)
  /// The glyphs are colour pictures, as of emoji.
  public static let traitColorGlyphs = Self(rawValue: 1 << 13)
}

/// The direction of text for which glyphs are measured: rows or columns.
public enum CTFontOrientation: UInt32, Sendable {
  /// The orientation of the font itself: rows.
  case `default` = 0
  /// Text runs in rows.
  case horizontal = 1
  /// Text runs in columns; glyphs are measured as in rows here.
  case vertical = 2
}

/// Writes the glyph of each UTF-16 unit: the first unit of a surrogate pair has the glyph, the second 0. Returns false
/// if the font lacks a character, whose glyph is then 0.
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

/// Writes the advances of glyphs, in points. Returns their sum.
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

/// Writes the bounding boxes of glyphs, in points. Returns their union.
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

/// Returns a glyph's outline in points, y up, from the glyph's origin; nil for a glyph without one.
public func CTFontCreatePathForGlyph(
  _ font: CTFont, _ glyph: CGGlyph, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CGPath? {
  var toPoints = CGAffineTransform(scaleX: font.scale, y: font.scale).concatenating(font.matrix)
  if let matrix { toPoints = toPoints.concatenating(matrix.pointee) }
  return font.font.outline(of: glyph)?.copy(using: &toPoints)
}

/// Returns the picture of a colour glyph, as of emoji, and its box: in points, y up, from the glyph's origin, without
/// the font's matrix. Nil for a glyph with an outline.
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
  // The font's matrix transforms glyphs, not their positions.
  let inverse = font.matrix.inverted()
  context.show(
    Array(UnsafeBufferPointer(start: glyphs, count: count)),
    at: UnsafeBufferPointer(start: positions, count: count).map { $0.applying(inverse) }, of: font.font.face,
    size: font.size, matrix: font.matrix.concatenating(context.textMatrix))
}

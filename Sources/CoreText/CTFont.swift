// A font at a size: CTFont and what it is asked for.

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
    // Core Text's own size where none is given.
    self.size = size.isFinite && size > 0 ? size : 12
  }

  convenience init(style: FontStyle, name: String? = nil, size: CGFloat, matrix: CGAffineTransform = .identity) {
    self.init(CGFont(style), style: style, name: name, size: size, matrix: matrix)
  }

  var measures: FontMeasures { font.measures }
  /// Points to a unit of the font.
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

  /// Adds what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(font)
    hasher.combine(size)
  }
}

// MARK: Making fonts

/// Creates the font of a name at a size, in points; 0 means 12. A name that maps to no installed font gives the
/// fallback font, Liberation Sans.
public func CTFontCreateWithName(
  _ name: CFString, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?
) -> CTFont {
  CTFont(style: FontStyle(named: name), name: name, size: size, matrix: matrix?.pointee ?? .identity)
}

/// The font of a graphics font at a size, in points; 0 means 12.
public func CTFontCreateWithGraphicsFont(
  _ graphicsFont: CGFont, _ size: CGFloat, _ matrix: UnsafePointer<CGAffineTransform>?,
  _ attributes: CTFontDescriptor?
) -> CTFont {
  CTFont(graphicsFont, style: graphicsFont.face.style, size: size, matrix: matrix?.pointee ?? .identity)
}

/// The font that a descriptor describes, at a size, in points; 0 means the descriptor's.
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
  /// The font of documents whose letters are all as wide.
  case userFixedPitch = 1
  /// The font of the system's own texts.
  case system = 2
  /// The system's own texts, emphasised.
  case emphasizedSystem = 3
  /// The font of the system's own texts, in a small size.
  case smallSystem = 4
  /// The system's own texts, small and emphasised.
  case smallEmphasizedSystem = 5
  /// The font of labels.
  case label = 10
}

/// A font of the system's interface; at size 0, its own size. Languages make no difference.
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

/// The same font at another size, or by a descriptor's attributes; 0 keeps the size.
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

/// The same font with other traits, of those in the mask: bold, italic. Nil where its family has no such face.
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

/// The graphics font of a font. Its attributes are not told.
public func CTFontCopyGraphicsFont(
  _ font: CTFont, _ attributes: UnsafeMutablePointer<CTFontDescriptor?>?
) -> CGFont {
  attributes?.pointee = CTFontDescriptor(style: font.style, name: font.name, size: font.size)
  return font.font
}

// MARK: Names and measures

/// The name that programs know the face by.
public func CTFontCopyPostScriptName(_ font: CTFont) -> CFString { font.font.postScriptName ?? font.style.family }
/// The name of the font's family, such as "Helvetica".
public func CTFontCopyFamilyName(_ font: CTFont) -> CFString { font.font.face.style.family }
/// The name of the font's family and face, such as "Helvetica Bold".
public func CTFontCopyFullName(_ font: CTFont) -> CFString { font.font.fullName ?? font.style.family }
/// The name to show to people; the same as the full name here.
public func CTFontCopyDisplayName(_ font: CTFont) -> CFString { CTFontCopyFullName(font) }
/// The font's size, in points.
public func CTFontGetSize(_ font: CTFont) -> CGFloat { font.size }
/// Returns the transform of the font's glyphs, in addition to its size. Default: the identity.
public func CTFontGetMatrix(_ font: CTFont) -> CGAffineTransform { font.matrix }
/// From the baseline to the top of a line, in points.
public func CTFontGetAscent(_ font: CTFont) -> CGFloat { CGFloat(font.measures.ascent) * font.scale }
/// From the baseline down to the bottom of a line, in points; positive.
public func CTFontGetDescent(_ font: CTFont) -> CGFloat { -CGFloat(font.measures.descent) * font.scale }
/// Returns the leading, the space between two lines, in points.
public func CTFontGetLeading(_ font: CTFont) -> CGFloat { CGFloat(font.measures.leading) * font.scale }
/// Returns the height of capital letters, in points.
public func CTFontGetCapHeight(_ font: CTFont) -> CGFloat { CGFloat(font.measures.capHeight) * font.scale }
/// Returns the height of small letters without ascenders, in points.
public func CTFontGetXHeight(_ font: CTFont) -> CGFloat { CGFloat(font.measures.xHeight) * font.scale }
/// Degrees from the vertical, counterclockwise.
public func CTFontGetSlantAngle(_ font: CTFont) -> CGFloat { font.measures.italicAngle }
/// The middle of the underline, in points; negative below the baseline.
public func CTFontGetUnderlinePosition(_ font: CTFont) -> CGFloat { font.measures.underlinePosition * font.scale }
/// The thickness of the underline, in points.
public func CTFontGetUnderlineThickness(_ font: CTFont) -> CGFloat { font.measures.underlineThickness * font.scale }
/// Returns the number of units of glyph space in an em.
public func CTFontGetUnitsPerEm(_ font: CTFont) -> UInt32 { UInt32(font.font.unitsPerEm) }
/// Returns the number of glyphs in the font.
public func CTFontGetGlyphCount(_ font: CTFont) -> CFIndex { font.font.numberOfGlyphs }
/// Returns the box of all glyphs laid over each other, in points.
public func CTFontGetBoundingBox(_ font: CTFont) -> CGRect {
  font.measures.box.applying(CGAffineTransform(scaleX: font.scale, y: font.scale))
}

/// Whether the face is bold, or leans.
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

/// The properties of the look of a font's letters.
public struct CTFontSymbolicTraits: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Options by their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The letters lean.
  public static let traitItalic = Self(rawValue: 1 << 0)
  /// The strokes are heavy.
  public static let traitBold = Self(rawValue: 1 << 1)
  /// The letters are wider than the family's regular ones.
  public static let traitExpanded = Self(rawValue: 1 << 5)
  /// The letters are narrower than the family's regular ones.
  public static let traitCondensed = Self(rawValue: 1 << 6)
  /// All letters have the same advance.
  public static let traitMonoSpace = Self(rawValue: 1 << 10)
  /// The glyphs are pictures in colours of their own, as of emoji.
  public static let traitColorGlyphs = Self(rawValue: 1 << 13)
}

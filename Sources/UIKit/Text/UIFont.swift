// Names are Apple's or those of installed families (see CoreGraphics/Fonts/FontStyle.swift); the system font is Inter.
//
// Tested by UITextTests and LabelTests.

import CoreGraphics
import CoreText
public import Foundation
package import TextLayout

/// A font at a size in points.
open class UIFont: NSObject, @unchecked Sendable {
  // Unchecked Sendable: stored properties do not change; subclasses have to keep to that.
  private let font: CTFont
  package let textFont: TextFont

  init(_ textFont: TextFont) {
    let size = textFont.size
    font = CTFontCreateWithGraphicsFont(CGFont(textFont.style), size > 0 && size.isFinite ? size : 0.001, nil, nil)
    self.textFont = textFont.withSize(CTFontGetSize(font))
    super.init()
  }

  /// Creates the font of a name; nil if no installed font has the name.
  public convenience init?(name fontName: String, size fontSize: CGFloat) {
    guard CGFont(fontName) != nil else { return nil }
    self.init(TextFont(FontStyle(named: fontName), size: fontSize))
  }

  /// The weight of letters, from -1 to 1.
  public struct Weight: Hashable, Sendable, RawRepresentable {
    /// Apple's number for it.
    public let rawValue: CGFloat
    /// Creates a weight by its number.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    /// Creates a weight by its number.
    public init(_ rawValue: CGFloat) { self.rawValue = rawValue }
    /// As 100 of CSS.
    public static let ultraLight = Weight(-0.8)
    /// As 200 of CSS.
    public static let thin = Weight(-0.6)
    /// As 300 of CSS.
    public static let light = Weight(-0.4)
    /// As 400 of CSS.
    public static let regular = Weight(0)
    /// As 500 of CSS.
    public static let medium = Weight(0.23)
    /// As 600 of CSS.
    public static let semibold = Weight(0.3)
    /// As 700 of CSS.
    public static let bold = Weight(0.4)
    /// As 800 of CSS.
    public static let heavy = Weight(0.56)
    /// As 900 of CSS.
    public static let black = Weight(0.62)

    var number: Int { FontStyle.weight(trait: rawValue) }
  }

  /// The purpose of a text. On Apple's systems people's settings size it; here it has the standard size.
  public struct TextStyle: Hashable, Sendable, RawRepresentable {
    /// Apple's string for it.
    public let rawValue: String
    /// Creates a constant by its string.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The style of the largest title.
    public static let largeTitle = TextStyle(rawValue: "UICTFontTextStyleTitle0")
    /// The style of titles of the first order.
    public static let title1 = TextStyle(rawValue: "UICTFontTextStyleTitle1")
    /// The style of titles of the second order.
    public static let title2 = TextStyle(rawValue: "UICTFontTextStyleTitle2")
    /// The style of titles of the third order.
    public static let title3 = TextStyle(rawValue: "UICTFontTextStyleTitle3")
    /// The style of headlines.
    public static let headline = TextStyle(rawValue: "UICTFontTextStyleHeadline")
    /// The style of subheadlines.
    public static let subheadline = TextStyle(rawValue: "UICTFontTextStyleSubhead")
    /// The style of running text.
    public static let body = TextStyle(rawValue: "UICTFontTextStyleBody")
    /// The style of callouts.
    public static let callout = TextStyle(rawValue: "UICTFontTextStyleCallout")
    /// The style of footnotes.
    public static let footnote = TextStyle(rawValue: "UICTFontTextStyleFootnote")
    /// The style of captions.
    public static let caption1 = TextStyle(rawValue: "UICTFontTextStyleCaption1")
    /// The style of small captions.
    public static let caption2 = TextStyle(rawValue: "UICTFontTextStyleCaption2")
  }

  private class func systemFont(_ size: CGFloat, _ weight: Weight) -> TextFont {
    TextFont(FontStyle(family: "Inter", weight: weight.number), size: size)
  }

  /// Returns the system font at a size in points, in the regular weight.
  open class func systemFont(ofSize fontSize: CGFloat) -> UIFont { systemFont(ofSize: fontSize, weight: .regular) }

  /// Returns the system font at a size in points, in a weight.
  open class func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(systemFont(fontSize, weight))
  }

  /// Returns the bold system font at a size in points.
  open class func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { systemFont(ofSize: fontSize, weight: .bold) }

  /// Returns the italic system font at a size in points.
  open class func italicSystemFont(ofSize fontSize: CGFloat) -> UIFont {
    var font = systemFont(fontSize, .regular)
    font.style.isItalic = true
    return UIFont(font)
  }

  /// Returns the system font whose letters all have one width.
  open class func monospacedSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    UIFont(TextFont(FontStyle(family: "DejaVu Sans Mono", weight: weight.number), size: fontSize))
  }

  /// Returns the system font in a weight, with digits of one width: numbers that change stay in place.
  open class func monospacedDigitSystemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
    var font = systemFont(fontSize, weight)
    font.hasTabularDigits = true
    return UIFont(font)
  }

  /// Returns the font of a text style, at its standard size.
  open class func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    let sizes: [TextStyle: CGFloat] = [
      .largeTitle: 34, .title1: 28, .title2: 22, .title3: 20, .headline: 17, .subheadline: 15, .callout: 16,
      .footnote: 13, .caption1: 12, .caption2: 11,
    ]
    return systemFont(ofSize: sizes[style] ?? 17, weight: style == .headline ? .semibold : .regular)
  }

  /// The size of text in labels, in points: 17.
  open class var labelFontSize: CGFloat { 17 }
  /// The size of text in buttons, in points: 18.
  open class var buttonFontSize: CGFloat { 18 }
  /// The size of the system's own text, in points: 14.
  open class var systemFontSize: CGFloat { 14 }
  /// The size of the system's small text.
  open class var smallSystemFontSize: CGFloat { 12 }

  /// The names of all installed families, sorted.
  open class var familyNames: [String] { FontLibrary.withLock { $0.families } }

  /// Returns the PostScript names of a family's faces, sorted.
  open class func fontNames(forFamilyName familyName: String) -> [String] {
    FontLibrary.withLock { $0.faceNames(ofFamily: familyName) }
  }

  /// The font's PostScript name; the family's name for a font without a PostScript name.
  open var fontName: String { CTFontCopyPostScriptName(font) }
  /// The name of the font's family, such as "Helvetica".
  open var familyName: String { CTFontCopyFamilyName(font) }
  /// The font's size, in points.
  open var pointSize: CGFloat { CTFontGetSize(font) }
  /// The distance from the baseline to the top of a line, in points.
  open var ascender: CGFloat { CTFontGetAscent(font) }
  /// The distance from the baseline to the bottom of a line, in points; negative below it.
  open var descender: CGFloat { -CTFontGetDescent(font) }
  /// The space between two lines, in points.
  open var leading: CGFloat { CTFontGetLeading(font) }
  /// The height of a line, in points, leading included.
  open var lineHeight: CGFloat { ascender - descender + leading }
  /// The height of capital letters, in points.
  open var capHeight: CGFloat { CTFontGetCapHeight(font) }
  /// The height of small letters without ascenders, in points.
  open var xHeight: CGFloat { CTFontGetXHeight(font) }

  /// Returns the same font at another size, in points.
  open func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(textFont.withSize(fontSize)) }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UIFont)?.textFont == textFont }
  open override var hash: Int { textFont.hashValue }
}

extension UIFont: TextFontValue {}

extension UIColor: TextColorValue {
  package var textColor: CGColor { cgColor }
}

/// The description of a font: a name, traits, a size.
open class UIFontDescriptor: NSObject, @unchecked Sendable {
  // Unchecked Sendable: stored properties do not change; subclasses keep to that. Without a size the font's is 0.
  let textFont: TextFont
  /// The size in points; 0 if none is given.
  open var pointSize: CGFloat { textFont.size }

  init(_ textFont: TextFont) { self.textFont = textFont }

  /// Creates the description of a font by its name.
  public convenience init(name fontName: String, size: CGFloat) {
    self.init(TextFont(FontStyle(named: fontName), size: size))
  }

  /// The traits of a font's letters.
  public struct SymbolicTraits: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Creates options by their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The letters are slanted.
    public static let traitItalic = Self(rawValue: 1 << 0)
    /// The letters have heavy strokes.
    public static let traitBold = Self(rawValue: 1 << 1)
    /// The letters are wide.
    public static let traitExpanded = Self(rawValue: 1 << 5)
    /// The letters are narrow.
    public static let traitCondensed = Self(rawValue: 1 << 6)
  }

  /// The traits of the font's letters.
  open var symbolicTraits: SymbolicTraits {
    let style = textFont.style
    var traits: SymbolicTraits = []
    if style.isItalic { traits.insert(.traitItalic) }
    if style.isBold { traits.insert(.traitBold) }
    if style.width > 100 { traits.insert(.traitExpanded) }
    if style.width < 100 { traits.insert(.traitCondensed) }
    return traits
  }

  /// Returns the description with these traits and no others. Never nil here: the nearest installed face is used.
  open func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
    var font = textFont
    font.style.isItalic = symbolicTraits.contains(.traitItalic)
    let isBold = symbolicTraits.contains(.traitBold)
    if isBold != font.style.isBold { font.style.weight = isBold ? 700 : 400 }
    font.style.width =
      symbolicTraits.contains(.traitCondensed) ? 75 : symbolicTraits.contains(.traitExpanded) ? 125 : 100
    return UIFontDescriptor(font)
  }

  /// Returns the description of the same font at another size, in points.
  open func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor { UIFontDescriptor(textFont.withSize(newPointSize)) }

  /// Returns the description of the same face of another family.
  open func withFamily(_ newFamily: String) -> UIFontDescriptor {
    var font = textFont
    font.style.family = FontStyle(named: newFamily).family
    return UIFontDescriptor(font)
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UIFontDescriptor)?.textFont == textFont }

  open override var hash: Int { textFont.hashValue }
}

extension UIFont {
  /// The description of the font.
  public var fontDescriptor: UIFontDescriptor { UIFontDescriptor(textFont) }

  /// Creates the nearest installed font; a size of 0 means the descriptor's, or else 12.
  public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
    let size = pointSize > 0 ? pointSize : descriptor.pointSize
    self.init(descriptor.textFont.withSize(size > 0 ? size : 12))
  }
}

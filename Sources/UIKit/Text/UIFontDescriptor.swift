// What a font is asked for by, so that a bold or italic one can be made of it.

import CoreGraphics
public import Foundation
import TextLayout

/// The description of a font that a program asks for: a name, traits, a size.
open class UIFontDescriptor: NSObject, @unchecked Sendable {
  // Unchecked Sendable: stored properties do not change; it is a subclass's duty to keep it so.
  /// At size 0 where none is asked for.
  let textFont: TextFont
  /// The size in points; 0 where none is asked for.
  open var pointSize: CGFloat { textFont.size }

  init(_ textFont: TextFont) { self.textFont = textFont }

  /// The description of a font by its name.
  public convenience init(name fontName: String, size: CGFloat) {
    self.init(TextFont(FontStyle(named: fontName), size: size))
  }

  /// The traits of a font's letters.
  public struct SymbolicTraits: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Options by their bits.
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

  /// The same family with these traits, and without the others. Never nil here: the nearest installed face is taken.
  open func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
    var font = textFont
    font.style.isItalic = symbolicTraits.contains(.traitItalic)
    let isBold = symbolicTraits.contains(.traitBold)
    if isBold != font.style.isBold { font.style.weight = isBold ? 700 : 400 }
    font.style.width =
      symbolicTraits.contains(.traitCondensed) ? 75 : symbolicTraits.contains(.traitExpanded) ? 125 : 100
    return UIFontDescriptor(font)
  }

  /// The description of the same font at another size, in points.
  open func withSize(_ newPointSize: CGFloat) -> UIFontDescriptor { UIFontDescriptor(textFont.withSize(newPointSize)) }

  /// The same face of another family.
  open func withFamily(_ newFamily: String) -> UIFontDescriptor {
    var font = textFont
    font.style.family = FontStyle(named: newFamily).family
    return UIFontDescriptor(font)
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UIFontDescriptor)?.textFont == textFont }

  open override var hash: Int { textFont.hashValue }
}

extension UIFont {
  /// The description that the font was asked for by.
  public var fontDescriptor: UIFontDescriptor { UIFontDescriptor(textFont) }

  /// The nearest installed font; a size of 0 takes the descriptor's, or 12 where that has none.
  public convenience init(descriptor: UIFontDescriptor, size pointSize: CGFloat) {
    let size = pointSize > 0 ? pointSize : descriptor.pointSize
    self.init(descriptor.textFont.withSize(size > 0 ? size : 12))
  }
}

// What a font is looked for by.

public import CoreGraphics
public import Foundation

/// The name of a font, or of a family, with a size.
public final class CTFontDescriptor: Sendable {
  let style: FontStyle
  let name: String?
  let size: CGFloat?
  /// Whether it says more than a size.
  let namesFont: Bool

  init(style: FontStyle, name: String?, size: CGFloat?, namesFont: Bool = true) {
    (self.style, self.name, self.size, self.namesFont) = (style, name, size, namesFont)
  }
}

/// The key of the font's PostScript name, a string.
public let kCTFontNameAttribute: CFString = "NSFontNameAttribute"
/// The name of the family, a string.
public let kCTFontFamilyNameAttribute: CFString = "NSFontFamilyAttribute"
/// The name of the face, as `Bold Italic`, a string.
public let kCTFontStyleNameAttribute: CFString = "NSFontFaceAttribute"
/// The key of the size in points, a number.
public let kCTFontSizeAttribute: CFString = "NSFontSizeAttribute"
/// The key of the traits, a dictionary with the `kCTFont…Trait` keys.
public let kCTFontTraitsAttribute: CFString = "NSCTFontTraitsAttribute"
/// Among traits: the bits of ``CTFontSymbolicTraits``, a number.
public let kCTFontSymbolicTrait: CFString = "NSCTFontSymbolicTrait"
/// Among traits: from -1 to 1, 0 is regular and 0.4 bold, a number.
public let kCTFontWeightTrait: CFString = "NSCTFontWeightTrait"

/// A descriptor of a name and a size, in points.
public func CTFontDescriptorCreateWithNameAndSize(_ name: CFString, _ size: CGFloat) -> CTFontDescriptor {
  CTFontDescriptor(style: FontStyle(named: name), name: name, size: size > 0 ? size : nil)
}

/// A descriptor by attributes: name, or family and face; size; traits. Others make no difference.
public func CTFontDescriptorCreateWithAttributes(_ attributes: CFDictionary) -> CTFontDescriptor {
  func number(_ value: Any?) -> CGFloat? {
    (value as? CGFloat) ?? (value as? Double).map { CGFloat($0) } ?? (value as? Int).map { CGFloat($0) }
      ?? (value as? UInt32).map { CGFloat($0) } ?? (value as? NSNumber).map { CGFloat($0.doubleValue) }
  }
  let name = attributes[kCTFontNameAttribute] as? String
  let family = attributes[kCTFontFamilyNameAttribute] as? String
  let face = attributes[kCTFontStyleNameAttribute] as? String
  var style = FontStyle(named: name ?? [family ?? "Helvetica", face].compactMap { $0 }.joined(separator: " "))
  if let traits = attributes[kCTFontTraitsAttribute] as? CFDictionary {
    if let bits = number(traits[kCTFontSymbolicTrait]), bits >= 0, bits <= CGFloat(UInt32.max) {
      let traits = CTFontSymbolicTraits(rawValue: UInt32(bits))
      if traits.contains(.traitBold) { style.weight = 700 }
      if traits.contains(.traitItalic) { style.isItalic = true }
      if traits.contains(.traitMonoSpace) { style.family = FontStyle(named: "Menlo").family }
    }
    if let weight = number(traits[kCTFontWeightTrait]) { style.weight = FontStyle.weight(trait: weight) }
  }
  let size = number(attributes[kCTFontSizeAttribute]).flatMap { $0 > 0 ? $0 : nil }
  return CTFontDescriptor(style: style, name: name, size: size, namesFont: name != nil || family != nil)
}

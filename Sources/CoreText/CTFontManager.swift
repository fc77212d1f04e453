public import CoreGraphics
public import Foundation

/// Core Foundation's name of an error.
public typealias CFError = NSError

/// The scope in which registered fonts are visible. Every scope means the process here.
public enum CTFontManagerScope: UInt32, Sendable {
  case none = 0
  case process = 1
  case persistent = 2
  case session = 3
  /// Another name of ``persistent``.
  public static let user = Self.persistent
}

/// Codes of errors in ``kCTFontManagerErrorDomain``.
public enum CTFontManagerError: CFIndex, Sendable {
  /// The file does not exist or cannot be read.
  case fileNotFound = 101
  /// The file does not hold a font.
  case unrecognizedFormat = 103
  /// The bytes are not those of a font.
  case invalidFontData = 104
  case alreadyRegistered = 105
  case notRegistered = 201
}

/// The domain of the font manager's errors.
public let kCTFontManagerErrorDomain = "com.apple.CoreText.CTFontManagerErrorDomain"

/// Registers the fonts of a file: from then on their names come before those of installed fonts. Existing layouts do
/// not change. The scope is ignored: fonts are the process's. If this fails, `error` receives the error, retained.
@discardableResult
public func CTFontManagerRegisterFontsForURL(
  _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  change(error) { library throws(FontRegistrationError) in try library.register(file: fontURL.path) }
}

/// Unregisters the fonts of a file.
@discardableResult
public func CTFontManagerUnregisterFontsForURL(
  _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  change(error) { library throws(FontRegistrationError) in try library.unregister(file: fontURL.path) }
}

/// Registers a graphics font that was made from the bytes of its file.
@discardableResult
public func CTFontManagerRegisterGraphicsFont(
  _ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  change(error) { library throws(FontRegistrationError) in try library.register(font.face) }
}

/// Unregisters a graphics font that was made from the bytes of its file.
@discardableResult
public func CTFontManagerUnregisterGraphicsFont(
  _ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  change(error) { library throws(FontRegistrationError) in try library.unregister(font.face) }
}

/// Returns the names of all families, installed and registered, sorted.
public func CTFontManagerCopyAvailableFontFamilyNames() -> CFArray { FontLibrary.withLock { $0.families } }

/// Changes the library's fonts. Returns false, and writes the error, if that fails.
private func change(
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ body: (FontLibrary) throws(FontRegistrationError) -> Void
) -> Bool {
  do {
    try FontLibrary.withLock(body)
    return true
  } catch let problem {
    let code: CTFontManagerError =
      switch problem {
      case .unreadable: .fileNotFound
      case .noFont: .unrecognizedFormat
      case .alreadyRegistered: .alreadyRegistered
      case .notRegistered: .notRegistered
      }
    error?.pointee = Unmanaged.passRetained(
      NSError(
        domain: kCTFontManagerErrorDomain, code: code.rawValue,
        userInfo: [NSLocalizedDescriptionKey: problem.description]))
    return false
  }
}

/// The name of a font, or of a family, with a size.
public final class CTFontDescriptor: Sendable {
  let style: FontStyle
  let name: String?
  let size: CGFloat?
  /// Whether the descriptor has more than a size.
  let namesFont: Bool

  init(style: FontStyle, name: String?, size: CGFloat?, namesFont: Bool = true) {
    (self.style, self.name, self.size, self.namesFont) = (style, name, size, namesFont)
  }
}

/// The key of the font's PostScript name, a string.
public let kCTFontNameAttribute: CFString = "NSFontNameAttribute"
/// The key of the name of the family, a string.
public let kCTFontFamilyNameAttribute: CFString = "NSFontFamilyAttribute"
/// The key of the name of the face, such as `Bold Italic`, a string.
public let kCTFontStyleNameAttribute: CFString = "NSFontFaceAttribute"
/// The key of the size in points, a number.
public let kCTFontSizeAttribute: CFString = "NSFontSizeAttribute"
/// The key of the traits, a dictionary with the `kCTFont…Trait` keys.
public let kCTFontTraitsAttribute: CFString = "NSCTFontTraitsAttribute"
/// The key, among traits, of the bits of ``CTFontSymbolicTraits``, a number.
public let kCTFontSymbolicTrait: CFString = "NSCTFontSymbolicTrait"
/// The key, among traits, of the weight from -1 to 1, a number: 0 is regular and 0.4 bold.
public let kCTFontWeightTrait: CFString = "NSCTFontWeightTrait"

/// Creates a descriptor of a name and a size, in points.
public func CTFontDescriptorCreateWithNameAndSize(_ name: CFString, _ size: CGFloat) -> CTFontDescriptor {
  CTFontDescriptor(style: FontStyle(named: name), name: name, size: size > 0 ? size : nil)
}

/// Creates a descriptor of attributes: name, or family and face; size; traits. Others make no difference.
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

// The font manager: fonts that a program brings along.

public import CoreGraphics
public import Foundation

/// The name that Core Foundation has for an error.
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
  /// There is no such file, or it cannot be read.
  case fileNotFound = 101
  /// The file is there, and holds no font.
  case unrecognizedFormat = 103
  /// The bytes are those of no font.
  case invalidFontData = 104
  case alreadyRegistered = 105
  case notRegistered = 201
}

/// The domain of the font manager's errors.
public let kCTFontManagerErrorDomain = "com.apple.CoreText.CTFontManagerErrorDomain"

/// Registers the fonts of a file: from then on their names come before those of installed fonts. Text that was laid out
/// before stays as it is.
///
/// - Parameters:
///   - fontURL: of a font file.
///   - scope: is not looked at: fonts are the process's.
///   - error: where the error goes, retained, if the result is false.
@discardableResult
public func CTFontManagerRegisterFontsForURL(
  _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  change(error) { library throws(FontRegistrationError) in try library.register(file: fontURL.path) }
}

/// Takes the fonts of a file away again.
@discardableResult
public func CTFontManagerUnregisterFontsForURL(
  _ fontURL: CFURL, _ scope: CTFontManagerScope, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  change(error) { library throws(FontRegistrationError) in try library.unregister(file: fontURL.path) }
}

/// Registers a font that was made from the bytes of its file.
@discardableResult
public func CTFontManagerRegisterGraphicsFont(
  _ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  change(error) { library throws(FontRegistrationError) in try library.register(font.face) }
}

/// Takes a font in memory away again.
@discardableResult
public func CTFontManagerUnregisterGraphicsFont(
  _ font: CGFont, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  change(error) { library throws(FontRegistrationError) in try library.unregister(font.face) }
}

/// The names of all families, installed and registered, sorted.
public func CTFontManagerCopyAvailableFontFamilyNames() -> CFArray { FontLibrary.withLock { $0.families } }

/// Changes the library's fonts. Says whether that was possible, and hands out the error where it was not.
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

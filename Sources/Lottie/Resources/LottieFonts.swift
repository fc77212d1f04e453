// Fonts of a document: the outlines that it brings along, else the font of that name, the user's or an installed one,
// else the nearest installed one, which is said.

import CoreGraphics
import CoreText
import Documents
import Foundation

/// The fonts of a document, by its names for them.
final class LottieFonts {
  private let fonts: [String: LottieFont]
  private let reading: LottieReading
  private var found: [String: Found] = [:]

  private struct Found {
    let font: CTFont
    /// What is to be said where the font draws anything: another stands for it.
    var note: String?
  }

  init(_ fonts: [String: LottieFont], reading: LottieReading) { (self.fonts, self.reading) = (fonts, reading) }

  /// What the document says of a font.
  subscript(name: String) -> LottieFont? { fonts[name] }

  /// The font of a text, in its size.
  ///
  /// - Parameter isSeen: whether it draws anything, which is said where it is not the one that was asked for.
  func font(of document: TextDocument, isSeen: Bool, at path: LottiePath) -> CTFont {
    let result = found[document.font] ?? find(document.font)
    found[document.font] = result
    if isSeen, let note = result.note { reading.note(note, at: path, topic: .font) }
    return CTFontCreateCopyWithAttributes(result.font, max(document.size, 0.01), nil, nil)
  }

  private func find(_ name: String) -> Found {
    let asked = fonts[name]
    var names = [name]
    if let asked { names += ["\(asked.family)-\(asked.style)", "\(asked.family) \(asked.style)", asked.family] }
    let wanted = Set(([name, asked?.family].compactMap { $0 }).map(Self.plain))
    for candidate in names {
      let font = CTFontCreateWithName(candidate, 12, nil)
      let (family, postScript) = (Self.plain(CTFontCopyFamilyName(font)), Self.plain(CTFontCopyPostScriptName(font)))
      if Self.plain(candidate) == postScript || wanted.contains(family) { return Found(font: font) }
    }
    let nearest = CTFontCreateWithFontDescriptor(
      CTFontDescriptorCreateWithAttributes([
        kCTFontFamilyNameAttribute: asked?.family ?? name, kCTFontStyleNameAttribute: asked?.style ?? "Regular",
      ]), 12, nil)
    return Found(
      font: nearest,
      note: "the font '\(name.excerpt)' is not installed; \(CTFontCopyFullName(nearest)) stands for it "
        + "(`CTFontManagerRegisterFontsForURL` brings one)")
  }

  /// A name without what writers differ in.
  private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
}

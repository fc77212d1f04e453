// The fonts of a document, in this order: the glyph outlines in the document, the font file that it names in its
// archive or folder, the user's or an installed font of that name, and the nearest installed font, with a note.
//
// Text layout finds fonts by family, so a font file is registered while the document's texts are laid out. Their glyphs
// are drawn as outlines, which need no registered font.

import CoreGraphics
import CoreText
import Documents
import Foundation

/// The fonts of a document, by its names for them.
final class LottieFonts {
  private let fonts: [String: LottieFont]
  private let resources: any LottieResources
  private let reading: LottieReading
  private var registered: [CGFont] = []
  private var found: [String: Found] = [:]

  private struct Found {
    let font: CTFont
    /// The note that another font is used instead, for texts that draw anything with it.
    var note: String?
  }

  init(_ fonts: [String: LottieFont], in resources: any LottieResources, reading: LottieReading) {
    (self.fonts, self.resources, self.reading) = (fonts, resources, reading)
  }

  deinit {
    for font in registered { CTFontManagerUnregisterGraphicsFont(font, nil) }
  }

  /// Returns the document's description of a font.
  subscript(name: String) -> LottieFont? { fonts[name] }

  /// Returns the font of a text, in its size.
  ///
  /// - Parameter isSeen: whether the text draws anything. Only then is the use of another font noted.
  func font(of document: TextDocument, isSeen: Bool, at path: LottiePath) -> CTFont {
    let result = found[document.font] ?? find(document.font)
    found[document.font] = result
    if isSeen, let note = result.note { reading.note(note, at: path, topic: .font) }
    return CTFontCreateCopyWithAttributes(result.font, max(document.size, 0.01), nil, nil)
  }

  private func find(_ name: String) -> Found {
    let asked = fonts[name]
    if let file = asked?.file, let font = own(file) { return Found(font: font) }
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

  /// Returns the font of a file that the document names; nil without such a file, as at an address of the web, and with
  /// a note for a file that is not a font.
  private func own(_ file: LottieFile) -> CTFont? {
    let place = SourceLocation(file: reading.file)
    guard let resource = try? resources.resource(.font, name: file.name, from: place) else { return nil }
    guard let font = CGDataProvider(data: Data(resource.bytes) as CFData).flatMap({ CGFont($0) }),
      CTFontManagerRegisterGraphicsFont(font, nil)
    else {
      reading.note("the file '\(file.name.excerpt)' is no font that can be read", at: file.path, topic: .font)
      return nil
    }
    registered.append(font)
    return CTFontCreateWithGraphicsFont(font, 12, nil, nil)
  }

  /// A name without what writers differ in.
  private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
}

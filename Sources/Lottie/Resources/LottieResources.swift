import CoreGraphics
import CoreText
import Documents
import Foundation
import QuartzCore

/// The kind of a file, which determines its folders in an archive.
enum LottieResourceKind {
  case image, font, sound

  /// The folders of an archive, version 2's first.
  var folders: [String] {
    switch self {
    case .image: ["i", "images", "v", "videos"]
    case .font: ["f", "fonts"]
    case .sound: ["u", "audio", "sounds"]
    }
  }
}

struct LottieResource {
  let name: String
  let bytes: [UInt8]
  /// The source of the film's bytes if the file is a film, else nil.
  private(set) var film: SceneClip.Source?

  init(name: String, bytes: [UInt8]) {
    (self.name, self.bytes) = (name, bytes)
    if FilmSignature.isFilm(bytes) { film = .data(Data(bytes)) }
  }

  /// Creates the file of a user's film, which may be long.
  init(film url: URL) { (name, bytes, film) = (url.path, [], .file(url)) }
}

/// The source of the files that a document names.
protocol LottieResources {
  /// Returns a file of a written folder, which may be empty; nil if none has that name. The name is no `data:` address.
  /// Throws `malformed` for a name that leads out of the document's folder, `tooLarge`, and errors of reading.
  func file(
    _ kind: LottieResourceKind, folder: String, name: String, from location: SourceLocation
  ) throws(SceneFileError) -> LottieResource?
}

extension LottieResources {
  /// Returns a file that a document names or embeds by an asset's `u` and `p`: a folder, and a name or `data:` address.
  func resource(
    _ kind: LottieResourceKind, folder: String = "", name: String, from location: SourceLocation
  ) throws(SceneFileError) -> LottieResource? {
    guard DataURI.isOne(name) else { return try file(kind, folder: folder, name: name, from: location) }
    return LottieResource(name: "data:", bytes: try DataURI.bytes(of: name, at: location))
  }
}

extension LottieArchive: LottieResources {
  func file(
    _ kind: LottieResourceKind, folder: String, name: String, from location: SourceLocation
  ) throws(SceneFileError) -> LottieResource? {
    try file(in: kind.folders, folder: folder, name: name, from: location).map { LottieResource(name: $0, bytes: $1) }
  }
}

/// The folder of a document that is a file of its own, with subfolders.
struct LottieFolder: LottieResources {
  let package: ScenePackage

  func file(
    _ kind: LottieResourceKind, folder: String, name: String, from location: SourceLocation
  ) throws(SceneFileError) -> LottieResource? {
    let separator = folder.isEmpty || folder.hasSuffix("/") ? "" : "/"
    let path = try package.path(of: folder + separator + name, from: location)
    guard path != .root, try package.contains(path) else { return nil }
    return LottieResource(name: package.displayName(of: path), bytes: try package.read(path))
  }
}

/// The fonts of a document by its names for them. In this order, a font is made of glyph outlines in the document, the
/// font file that it names, the user's or an installed font of that name, or, with a note, the nearest installed font.
///
/// Text layout finds fonts by family, so that a font file is registered while the document's texts are laid out.
/// Drawing takes the outlines, which need no registered font.
final class LottieFonts {
  private let fonts: [String: LottieFont]
  private let resources: any LottieResources
  private let reading: LottieReading
  private var registered: [CGFont] = []
  private var found: [String: Found] = [:]

  private struct Found {
    let font: CTFont
    /// The note that another font is used, for texts that draw with it.
    var note: String?
  }

  init(_ fonts: [String: LottieFont], in resources: any LottieResources, reading: LottieReading) {
    (self.fonts, self.resources, self.reading) = (fonts, resources, reading)
  }

  deinit { for font in registered { CTFontManagerUnregisterGraphicsFont(font, nil) } }

  subscript(name: String) -> LottieFont? { fonts[name] }

  /// Returns the font of a text at its size. Notes the use of another font if the text draws anything (`isSeen`).
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

  /// Returns the font of a file that the document names; nil without a file, and, with a note, if it is no font.
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

  /// Returns a name without the characters in which writers differ.
  private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }
}

/// The content of an image that a document names.
enum LottiePicture: Equatable {
  case image(CGImage)
  case film(name: String, SceneClip.Source)
}

/// Decodes the images of a document once each, and caches them by name for layers and scenes.
final class LottieImages {
  private struct Key: Hashable { let folder, name: String }

  private let decoder: SceneImageDecoder
  /// The pictures; nil for a missing file.
  private var pictures: [Key: LottiePicture?] = [:]
  private var glyphs: [ObjectIdentifier: CGImage] = [:]
  private let budget: ImageBudget

  /// Creates the decoder; `cache` has images of other scenes of the same file.
  init(budget: ImageBudget, notes: NoteCollector, cache: ImageCache? = nil) {
    self.budget = budget
    decoder = SceneImageDecoder(budget: budget, notes: notes, cache: cache)
  }

  /// Returns the image or the film of an asset's `u` and `p`, a folder, and a name or a `data:` address; nil if no such
  /// file exists. All resources passed in must have the same file under the same name.
  func picture(
    folder: String, name: String, in resources: any LottieResources, from location: SourceLocation
  ) throws(SceneFileError) -> LottiePicture? {
    let key = Key(folder: folder, name: name)
    if let known = pictures[key] { return known }
    guard let file = try resources.resource(.image, folder: folder, name: name, from: location) else {
      pictures[key] = .some(nil)
      return nil
    }
    let picture: LottiePicture
    if let film = file.film {
      try budget.take(file.bytes.count, for: file.name, at: location)
      picture = .film(name: file.name, film)
    } else {
      picture = .image(try decoder.decode(file.bytes, as: file.name, from: location))
    }
    pictures[key] = picture
    return picture
  }

  /// Counts the picture of a glyph, once for all its users, among the images.
  func keep(glyph: CGImage, from location: SourceLocation) throws(SceneFileError) {
    guard glyphs[ObjectIdentifier(glyph)] == nil else { return }
    try budget.take(glyph.width * glyph.height * 4, for: "a glyph in colour", at: location)
    glyphs[ObjectIdentifier(glyph)] = glyph
  }
}

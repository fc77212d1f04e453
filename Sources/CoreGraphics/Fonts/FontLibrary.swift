// The only user of fontconfig and FreeType. One lock guards faces and Pango's font map, which are not thread-safe. So
// that frames do not depend on the user's account, the configuration is ours; glyphs are neither hinted nor drawn in
// subpixels.

import CFontconfig
import CFreeType
import CLastResort
import Foundation
import Synchronization

package final class FontLibrary: @unchecked Sendable {
  // Unchecked Sendable: everything is reached through `withLock`.

  private static let shared = FontLibrary()
  private let lock = NSRecursiveLock()

  package let config: OpaquePointer
  let freeType: FT_Library
  /// The masks of recently drawn glyphs.
  var masks = GlyphMaskCache()
  private var faces: [FaceKey: FontFace] = [:]
  private var styles: [FontStyle: FontFace] = [:]
  /// The styles of the names looked up so far: text layers look a name up at each change of their string.
  private var names: [String: FontStyle] = [:]
  private static let mostNames = 1024
  var registry = FontRegistry()
  /// The file of the font of last resort; nil if an installed font has letters.
  let lastResortFile: MemoryFile?
  /// The face of last resort, for when fontconfig finds no font that can be opened.
  private lazy var lastResort = FontFace.lastResort(in: self)
  /// Whether text was set in the font of last resort.
  package private(set) var usesLastResort = false
  /// A number that changes with the set of available fonts.
  package internal(set) var generation = 0

  private struct FaceKey: Hashable {
    var file: String
    var index: Int32
  }

  /// Lends the library to one thread at a time; calls may be nested.
  package static func withLock<Result, Failure: Error>(
    _ body: (FontLibrary) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    shared.lock.lock()
    defer { shared.lock.unlock() }
    return try body(shared)
  }

  /// The folders of the only available fonts; nil for the installed fonts.
  private static let onlyFolders = Mutex<[String]?>(nil)

  /// Restricts the process, which has not requested a font yet, to some folders' fonts, to set text as on another
  /// machine.
  package static func useOnly(folders: [String]) { onlyFolders.withLock { $0 = folders } }

  /// The sorted paths of the fonts opened so far, without those in memory.
  package var usedFiles: [String] {
    Set(faces.keys.map(\.file)).subtracting(registry.files + [lastResortFile?.path].compactMap { $0 }).sorted()
  }

  private init() {
    let folders = Self.onlyFolders.withLock { $0 } ?? ["/usr/share/fonts", "/usr/local/share/fonts"]
    let configuration = Self.configuration(folders: folders)
    guard let config = FcConfigCreate(), FcConfigParseAndLoadFromMemory(config, configuration, FcBool(1)) != 0,
      FcConfigBuildFonts(config) != 0
    else { fatalError("CoreGraphics: fontconfig cannot be set up; tools/setup installs what it needs") }
    var library: FT_Library?
    guard FT_Init_FreeType(&library) == 0, let library else { fatalError("CoreGraphics: FreeType cannot be set up") }
    (self.config, freeType) = (config, library)
    lastResortFile = Self.hasLetters(config) ? nil : MemoryFile(FontFace.lastResortBytes)
    addApplicationFonts()
  }

  /// Returns a configuration of fontconfig: the folders of the fonts, the options of drawing, the family for Pango's
  /// name for emoji, and the scaling of a font of pictures to the requested size.
  private static func configuration(folders: [String]) -> String {
    let folders = folders.map { folder in
      "<dir>\(folder.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))</dir>"
    }
    return """
      <?xml version="1.0"?>
      <!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig>
        \(folders.joined())
        <cachedir>/var/cache/fontconfig</cachedir>
        <cachedir prefix="xdg">fontconfig</cachedir>
        <match target="pattern">
          <test name="family"><string>emoji</string></test>
          <edit name="family" mode="assign" binding="same"><string>Noto Color Emoji</string></edit>
        </match>
        <match target="font">
          <edit name="hinting" mode="assign"><bool>false</bool></edit>
          <edit name="hintstyle" mode="assign"><const>hintnone</const></edit>
          <edit name="autohint" mode="assign"><bool>false</bool></edit>
          <edit name="antialias" mode="assign"><bool>true</bool></edit>
          <edit name="rgba" mode="assign"><const>none</const></edit>
          <edit name="lcdfilter" mode="assign"><const>lcdnone</const></edit>
        </match>
        <match target="font">
          <test name="outline"><bool>false</bool></test>
          <edit name="pixelsizefixupfactor" mode="assign">
            <divide><name target="pattern">pixelsize</name><name target="font">pixelsize</name></divide>
          </edit>
          <edit name="matrix" mode="assign">
            <times>
              <name>matrix</name>
              <matrix>
                <name>pixelsizefixupfactor</name> <double>0</double>
                <double>0</double> <name>pixelsizefixupfactor</name>
              </matrix>
            </times>
          </edit>
        </match>
      </fontconfig>
      """
  }

  /// Returns the face nearest to a style; the font of last resort if none can be opened.
  package func face(_ style: FontStyle) -> FontFace {
    if let face = styles[style] { return face }
    let face = nearestFace(style) ?? lastResort
    if face.isLastResort(lastResortFile) { usesLastResort = true }
    styles[style] = face
    return face
  }

  private func nearestFace(_ style: FontStyle) -> FontFace? {
    guard let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    for family in [style.family] + FontNames.fallbacks { FcPatternAddString(pattern, FC_FAMILY, family) }
    FcPatternAddInteger(pattern, FC_WEIGHT, FcWeightFromOpenType(Int32(clamping: min(max(style.weight, 1), 1000))))
    FcPatternAddInteger(pattern, FC_SLANT, style.isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
    FcPatternAddInteger(pattern, FC_WIDTH, Int32(clamping: min(max(style.width, 50), 200)))
    FcConfigSubstitute(config, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    guard let match = FcFontMatch(config, pattern, &result) else { return nil }
    defer { FcPatternDestroy(match) }
    return face(of: match)
  }

  func style(named name: String) -> FontStyle {
    if let style = names[name] { return style }
    let style = FontStyle(named: name, registry)
    if names.count >= Self.mostNames { names.removeAll() }
    names[name] = style
    return style
  }

  package func face(of pattern: OpaquePointer) -> FontFace? {
    var file: UnsafeMutablePointer<FcChar8>?
    var index: Int32 = 0
    guard FcPatternGetString(pattern, FC_FILE, 0, &file) == FcResultMatch, let file else { return nil }
    if FcPatternGetInteger(pattern, FC_INDEX, 0, &index) != FcResultMatch { index = 0 }
    let key = FaceKey(file: String(cString: file), index: index)
    if let face = faces[key] { return face }
    guard let face = FontFace(file: key.file, index: index, style: style(of: pattern), in: self) else { return nil }
    faces[key] = face
    if face.isLastResort(lastResortFile) { usesLastResort = true }
    return face
  }

  package func hasFamily(_ family: String) -> Bool {
    guard let pattern = FcPatternCreate() else { return false }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, FC_FAMILY, family)
    guard let found = FcFontList(config, pattern, nil) else { return false }
    defer { FcFontSetDestroy(found) }
    return found.pointee.nfont > 0
  }

  /// The names of all families, sorted.
  package var families: [String] { names { Self.string($0, FC_FAMILY) } }

  /// The PostScript names of a family's faces, sorted.
  package func faceNames(ofFamily family: String) -> [String] {
    let family = FontStyle(named: family).family
    return names { Self.string($0, FC_FAMILY) == family ? Self.string($0, FC_POSTSCRIPT_NAME) : nil }
  }

  /// Returns a name of each installed or registered font, without repetitions, sorted.
  private func names(_ name: (OpaquePointer) -> String?) -> [String] {
    var names: Set<String> = []
    for set in [FcSetSystem, FcSetApplication] {
      guard let all = FcConfigGetFonts(config, set) else { continue }
      for index in 0..<Int(all.pointee.nfont) {
        if let pattern = all.pointee.fonts[index], let name = name(pattern) { names.insert(name) }
      }
    }
    return names.sorted()
  }

  /// Clears the caches of styles by name, faces by style, and faces by file.
  func forgetFaces() { (faces, styles, names) = ([:], [:], [:]) }

  func style(of pattern: OpaquePointer) -> FontStyle {
    var style = FontStyle(family: Self.string(pattern, FC_FAMILY) ?? FontNames.standard)
    var number: Int32 = 0
    if FcPatternGetInteger(pattern, FC_WEIGHT, 0, &number) == FcResultMatch {
      style.weight = Int(FcWeightToOpenType(number))
    }
    if FcPatternGetInteger(pattern, FC_SLANT, 0, &number) == FcResultMatch { style.isItalic = number != 0 }
    if FcPatternGetInteger(pattern, FC_WIDTH, 0, &number) == FcResultMatch { style.width = Int(number) }
    return style
  }

  static func string(_ pattern: OpaquePointer, _ key: String) -> String? {
    var text: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, key, 0, &text) == FcResultMatch, let text else { return nil }
    return String(cString: text)
  }

  /// The families in which missing glyphs are looked for, in order.
  package static var fallbackFamilies: [String] { FontNames.fallbacks }
}

// The font for machines without fonts, for example small containers, on which text could not be set at all. It has the
// letters of Latin, Greek and Cyrillic languages and is a part of Liberation Sans (see Sources/CLastResort), whose
// widths it keeps for the same line breaks. It is not available where an installed font has letters.
extension FontFace {
  static var lastResortBytes: Data { Data(bytes: clastresort_font_start, count: clastresort_font_size) }

  package static func lastResort(in library: FontLibrary) -> FontFace {
    guard let face = FontFace(bytes: lastResortBytes, in: library) else {
      preconditionFailure("FreeType does not open the font that the program brings along")
    }
    return face
  }

  /// Whether this is the font of last resort; `file` is the one that fontconfig reads it from, if any.
  func isLastResort(_ file: MemoryFile?) -> Bool {
    self.file == nil ? style.family == "Multiplane Sans" : self.file == file?.path
  }
}

extension FontLibrary {
  /// The message for text that was set in the font of last resort.
  package static let lastResortIssue =
    "no font is installed: text is set in one that is built in and has Latin, Greek and Cyrillic letters alone; a "
    + "registered font (`CTFontManagerRegisterFontsForURL`) comes before it"

  /// Whether any installed font has outlines of letters, which fonts of emoji lack.
  static func hasLetters(_ config: OpaquePointer) -> Bool {
    guard let fonts = FcConfigGetFonts(config, FcSetSystem) else { return false }
    return (0..<Int(fonts.pointee.nfont)).contains { index in
      var (characters, hasOutlines): (OpaquePointer?, FcBool) = (nil, 0)
      guard let pattern = fonts.pointee.fonts[index],
        FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch,
        FcPatternGetBool(pattern, FC_OUTLINE, 0, &hasOutlines) == FcResultMatch
      else { return false }
      return hasOutlines != 0 && FcCharSetHasChar(characters, 0x41) != 0
    }
  }

  /// Passes the process's fonts to fontconfig, that of last resort last: it prefers the first of equally suited ones.
  func addApplicationFonts() {
    for file in registry.files + [lastResortFile?.path].compactMap({ $0 }) { _ = FcConfigAppFontAddFile(config, file) }
  }
}

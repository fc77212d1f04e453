// The font of machines without fonts, as small containers are: without it text could not be set at all. It has the
// letters of Latin, Greek and Cyrillic languages and the widths of Liberation Sans, which it is a part of (see
// Sources/CLastResort), so that lines break as where that is installed. Where letters are installed it is not there.

import CFontconfig
import CLastResort
import Foundation

extension FontFace {
  /// The file of the font.
  static var lastResortBytes: Data {
    Data(bytes: clastresort_font_start, count: clastresort_font_size)
  }

  /// The font, opened without fontconfig.
  package static func lastResort(in library: FontLibrary) -> FontFace {
    guard let face = FontFace(bytes: lastResortBytes, in: library) else {
      preconditionFailure("FreeType does not open the font that the program brings along")
    }
    return face
  }

  /// Whether it is that font.
  ///
  /// - Parameter file: the one that fontconfig has it from, if any.
  func isLastResort(_ file: MemoryFile?) -> Bool {
    self.file == nil ? style.family == "Multiplane Sans" : self.file == file?.path
  }
}

extension FontLibrary {
  /// The message for text that was set in the font of last resort.
  package static let lastResortIssue =
    "no font is installed: text is set in one that is built in and has Latin, Greek and Cyrillic letters alone; a "
    + "registered font (`CTFontManagerRegisterFontsForURL`) comes before it"

  /// Whether any installed font has outlines of letters: one of emoji has not.
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

  /// Gives fontconfig the fonts of the process: of fonts that suit as well as each other it takes the first, so that
  /// the font of last resort is the last.
  func addApplicationFonts() {
    for file in registry.files + [lastResortFile?.path].compactMap({ $0 }) { _ = FcConfigAppFontAddFile(config, file) }
  }
}

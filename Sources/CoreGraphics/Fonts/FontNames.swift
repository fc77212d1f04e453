// Which installed family each of Apple's stands for. Liberation's faces have the advance widths of Helvetica, Times and
// Courier New, so that lines break as on Apple's systems; DejaVu Sans Mono and Menlo have one origin, and so do
// Verdana, Lucida Grande and DejaVu Sans in their proportions; Inter is drawn after San Francisco.
//
//   Helvetica, Helvetica Neue, Arial            Liberation Sans        widths are the same as Helvetica's
//   Times, Times New Roman, Georgia, New York,  Liberation Serif       widths are the same as Times'
//     Palatino, Baskerville, Didot, Cochin
//   Courier, Courier New, American Typewriter   Liberation Mono        widths are the same as Courier New's
//   San Francisco, the system font              Inter, Inter Display
//   Avenir, Avenir Next, Gill Sans, Futura      Inter
//   Menlo, Monaco, SF Mono                      DejaVu Sans Mono
//   Verdana, Lucida Grande, Geneva              DejaVu Sans
//   Geeza Pro, Damascus, Baghdad                Noto Sans Arabic
//   Arial Hebrew                                Noto Sans Hebrew
//   Kohinoor and Devanagari Sangam MN           Noto Sans Devanagari
//   Thonburi                                    Noto Sans Thai
//   Hiragino, PingFang                          VL PGothic
//   Apple Color Emoji                           Noto Color Emoji
//   Apple Symbols, Zapf Dingbats                DejaVu Sans

enum FontNames {
  /// The family that replaces every unknown name.
  static let standard = "Liberation Sans"

  /// The families in which to look for glyphs that a font lacks, in order. A font of emoji among them would draw
  /// digits: emoji find theirs by the family `emoji` (see FontLibrary.swift).
  static let fallbacks = [
    standard, "Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "DejaVu Sans", "VL PGothic",
  ]

  private static let families: [(installed: String, apple: [String])] = [
    (standard, ["helvetica", "helveticaneue", "arial", "arialrounded", "arialnarrow"]),
    (
      "Liberation Serif",
      [
        "times", "timesnewroman", "georgia", "newyork", "palatino", "baskerville", "didot", "cochin", "hoeflertext",
        "bodoni72", "charter", "iowanoldstyle",
      ]
    ),
    ("Liberation Mono", ["courier", "couriernew", "americantypewriter"]),
    (
      "Inter",
      [
        "sf", "sfpro", "sfprotext", "sfuitext", "sfui", "sfnstext", "sfns", "sfcompact", "sfprorounded", "sfrounded",
        "sanfrancisco", "applesystemuifont", "applesystem", "system", "systemfont", "avenir", "avenirnext", "gillsans",
        "futura", "optima", "trebuchet", "seravek",
      ]
    ),
    ("Inter Display", ["sfprodisplay", "sfuidisplay", "sfnsdisplay"]),
    ("DejaVu Sans Mono", ["menlo", "monaco", "sfmono", "sfnsmono", "andalemono"]),
    ("DejaVu Sans", ["verdana", "lucidagrande", "geneva", "applesymbols", "zapfdingbats", "tahoma"]),
    ("Noto Sans Arabic", ["geezapro", "damascus", "baghdad", "alnile"]),
    ("Noto Sans Hebrew", ["arialhebrew"]),
    ("Noto Sans Devanagari", ["kohinoordevanagari", "devanagarisangammn", "devanagari"]),
    ("Noto Sans Thai", ["thonburi"]),
    (
      "VL PGothic",
      [
        "hiraginosans", "hirakakupron", "hirakakupro", "hiraginokakugothicpron", "pingfangsc", "pingfangtc",
        "pingfanghk",
      ]
    ),
    ("Noto Color Emoji", ["applecoloremoji"]),
  ]

  private static let byName: [String: String] = {
    var result: [String: String] = [:]
    for (installed, names) in families {
      for name in names { result[name] = installed }
    }
    return result
  }()

  /// Returns the installed family for one of Apple's; nil for a name that is not in the table.
  static func family(for parts: FontNameParts) -> String? { byName[parts.key] }
}

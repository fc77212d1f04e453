package import Foundation

/// A request for a font: installed family, weight, slant and width. `FontNames` maps Apple's names to families.
package struct FontStyle: Hashable, Sendable {
  /// The name of a family. One that is not installed is replaced by Liberation Sans.
  package var family: String
  /// The weight of CSS, from 1 to 1000: 400 is regular, 700 bold.
  package var weight: Int
  package var isItalic: Bool
  /// The width in percent of the normal one.
  package var width: Int

  package var isBold: Bool { weight >= 600 }

  package init(family: String, weight: Int = 400, isItalic: Bool = false, width: Int = 100) {
    (self.family, self.weight, self.isItalic, self.width) = (family, weight, isItalic, width)
  }

  /// Creates the style of a font's or family's name: a registered font's, else one of Apple's from the table, else an
  /// installed family's, without words for weight and slant at its end (`HelveticaNeue-BoldItalic`, `Noto Sans Light`).
  /// Case, spaces, and Apple's `PS`, `MT` and `Pro` are ignored.
  package init(named name: String) { self = FontLibrary.withLock { $0.style(named: name) } }

  init(named name: String, _ registry: FontRegistry) {
    let parts = FontNameParts(name)
    if let style = registry.style(named: name, parts) {
      self = style
      return
    }
    self.init(
      family: FontNames.family(for: parts) ?? parts.familyName, weight: parts.weight ?? 400,
      isItalic: parts.isItalic, width: parts.width ?? 100)
  }
}

struct FontNameParts {
  /// The family as written, without the words for the face.
  var familyName: String
  /// The letters and digits of the family, lowercase.
  var key = ""
  var weight: Int?
  var isItalic = false
  var width: Int?

  private static let weights: [(String, Int)] = [
    ("ultralight", 200), ("extralight", 200), ("thin", 100), ("semibold", 600), ("demibold", 600), ("extrabold", 800),
    ("ultrabold", 800), ("heavy", 800), ("black", 900), ("bold", 700), ("light", 300), ("medium", 500),
    ("regular", 400), ("roman", 400), ("book", 400), ("demi", 600), ("w3", 300), ("w6", 600),
  ]
  private static let ignored = ["psmt", "mt", "ps", "std"]

  init(_ name: String) {
    // The part after a hyphen names the face; without a hyphen, words at the end do.
    let hyphen = name.lastIndex(of: "-")
    familyName = hyphen.map { String(name[..<$0]) } ?? name
    if let hyphen {
      var face = Self.letters(name[name.index(after: hyphen)...])
      while take(&face) {}
    } else {
      var words = name.split(separator: " ")
      while words.count > 1, let last = words.last {
        var face = Self.letters(last)
        guard take(&face), face.isEmpty else { break }
        words.removeLast()
      }
      if words.count < name.split(separator: " ").count { familyName = words.joined(separator: " ") }
    }
    key = Self.letters(Substring(familyName))
    for ending in Self.ignored where key.hasSuffix(ending) && key.count > ending.count + 2 {
      key.removeLast(ending.count)
      break
    }
  }

  /// Removes one word from the front of a face's name. Returns whether there was one.
  private mutating func take(_ face: inout String) -> Bool {
    for (word, value) in Self.weights where face.hasPrefix(word) {
      weight = weight ?? value
      face.removeFirst(word.count)
      return true
    }
    for word in ["italic", "oblique", "it"] where face.hasPrefix(word) {
      isItalic = true
      face.removeFirst(word.count)
      return true
    }
    for (word, value) in [("condensed", 75), ("cond", 75), ("expanded", 125)] where face.hasPrefix(word) {
      width = value
      face.removeFirst(word.count)
      return true
    }
    for word in Self.ignored where face.hasPrefix(word) {
      face.removeFirst(word.count)
      return true
    }
    return false
  }

  static func letters(_ text: Substring) -> String {
    String(text.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) })
  }
}

extension FontStyle {
  /// Returns the weight of one of Apple's traits, from -1 to 1: the nine named ones exactly, others interpolated.
  package static func weight(trait: CGFloat) -> Int {
    let named: [(CGFloat, CGFloat)] = [
      (-1, 1), (-0.8, 100), (-0.6, 200), (-0.4, 300), (0, 400), (0.23, 500), (0.3, 600), (0.4, 700), (0.56, 800),
      (0.62, 900), (1, 1000),
    ]
    guard let upper = named.firstIndex(where: { $0.0 >= trait }), upper > 0 else { return trait > 0 ? 1000 : 100 }
    let (low, high) = (named[upper - 1], named[upper])
    return Int((low.1 + (trait - low.0) / (high.0 - low.0) * (high.1 - low.1)).rounded())
  }
}

/// The installed families that replace Apple's. Liberation's faces have the advance widths of Helvetica, Times and
/// Courier New, so that lines break as on Apple's systems; DejaVu Sans Mono and Menlo have one origin; DejaVu Sans has
/// the proportions of Verdana and Lucida Grande; Inter is modelled on San Francisco.
///
///   Helvetica, Helvetica Neue, Arial            Liberation Sans        widths are the same as Helvetica's
///   Times, Times New Roman, Georgia, New York,  Liberation Serif       widths are the same as Times'
///     Palatino, Baskerville, Didot, Cochin
///   Courier, Courier New, American Typewriter   Liberation Mono        widths are the same as Courier New's
///   San Francisco, the system font              Inter, Inter Display
///   Avenir, Avenir Next, Gill Sans, Futura      Inter
///   Menlo, Monaco, SF Mono                      DejaVu Sans Mono
///   Verdana, Lucida Grande, Geneva              DejaVu Sans
///   Geeza Pro, Damascus, Baghdad                Noto Sans Arabic
///   Arial Hebrew                                Noto Sans Hebrew
///   Kohinoor and Devanagari Sangam MN           Noto Sans Devanagari
///   Thonburi                                    Noto Sans Thai
///   Hiragino, PingFang                          VL PGothic
///   Apple Color Emoji                           Noto Color Emoji
///   Apple Symbols, Zapf Dingbats                DejaVu Sans
enum FontNames {
  /// The family that replaces every unknown name.
  static let standard = "Liberation Sans"

  /// The families in which missing glyphs are looked for, in order. A font of emoji among them would draw digits: emoji
  /// use the family `emoji` instead (see FontLibrary.swift).
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
    for (installed, names) in families { for name in names { result[name] = installed } }
    return result
  }()

  /// Returns the installed family for one of Apple's; nil for a name outside the table.
  static func family(for parts: FontNameParts) -> String? { byName[parts.key] }
}

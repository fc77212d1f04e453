// SubStation Alpha (`.ass`, `.ssa`): sections of lines. [Script Info] has the size that lengths refer to, the styles'
// section styles by name, and [Events] the dialogue. Of dialogue, times, margins and style are read; of a style the
// font, its size, bold, italic, underlined, the colours of letters and outline, the outline's width or the box, the
// place and the margins. Notes name ignored features. Tests compare with libass, which players use.
//
// Tested by SubStationTests and CaptionTruthTests.

import CoreGraphics
import Documents
import Foundation

struct SubStationReader {
  private let text: CaptionText
  private let notes: NoteCollector

  init(_ text: CaptionText, _ notes: NoteCollector) { (self.text, self.notes) = (text, notes) }

  /// Returns whether a file's first line is one of this format.
  static func isMeant(_ line: Substring) -> Bool { Section(line) != nil }

  private enum Section: Equatable {
    case info
    case styles(isOld: Bool)
    case events
    /// Fonts, pictures, and sections of editors.
    case other

    /// Parses the beginning of a section; returns nil for other lines.
    init?(_ line: Substring) {
      let line = line.trimmingCharacters(in: .whitespaces).lowercased()
      guard line.hasPrefix("["), line.hasSuffix("]") else { return nil }
      switch line {
      case "[script info]": self = .info
      case "[v4+ styles]": self = .styles(isOld: false)
      case "[v4 styles]": self = .styles(isOld: true)
      case "[events]": self = .events
      case "[fonts]", "[graphics]", "[aegisub project garbage]", "[aegisub extradata]": self = .other
      default: return nil
      }
    }
  }

  private static let mostStyles = 2000

  func cues() throws(SceneFileError) -> [CaptionTrack.Cue] {
    var script = SubStationScript()
    var cues: [CaptionTrack.Cue] = []
    var section = Section.info
    var hasEvents = false
    // The default fields of lines, until the file names them.
    var styleFields = SubStationFields.ofStyles
    var eventFields = SubStationFields.ofEvents
    for (index, line) in text.lines.enumerated() {
      if let next = Section(line) {
        section = next
        if section == .events { hasEvents = true }
        if section == .other { noteOther(line, at: index) }
        continue
      }
      guard section != .other, let (name, rest) = Self.parts(line) else { continue }
      let place = text.place(index)
      switch (section, name) {
      case (.info, _): script.read(name, rest)
      case (.styles, "format"): styleFields = SubStationFields(rest)
      case (.styles(let isOld), "style"):
        guard script.styles.count < Self.mostStyles else {
          throw SceneFileError(.tooLarge, at: place, "more than \(Self.mostStyles) styles")
        }
        let style = SubStationStyle(styleFields.values(of: rest), isOld: isOld, at: place, notes)
        script.add(style)
      case (.events, "format"): eventFields = SubStationFields(rest)
      case (.events, "dialogue"):
        try CaptionLimits.check(cues.count, at: place)
        try CaptionLimits.check(String(rest), at: place)
        if let cue = try cue(eventFields.values(of: rest), script, at: index) { cues.append(cue) }
      case (.events, "comment"): break
      case (.events, _): notes.add("'\(name.excerpt)' in [Events] is not shown", at: place)
      default: break
      }
    }
    guard hasEvents else {
      throw SceneFileError(.malformed, at: text.place(0), "no [Events] in the file; expected lines of dialogue there")
    }
    return cues
  }

  private func noteOther(_ line: Substring, at index: Int) {
    let name = line.trimmingCharacters(in: .whitespaces)
    guard ["[fonts]", "[graphics]"].contains(name.lowercased()) else { return }
    notes.add("\(name) is not read; text has fonts that are installed or registered", at: text.place(index))
  }

  /// Splits a line `Name: rest`; returns nil for other lines, and for comments.
  private static func parts(_ line: Substring) -> (name: String, rest: Substring)? {
    guard line.first != ";", let colon = line.firstIndex(of: ":") else { return nil }
    let name = line[..<colon].trimmingCharacters(in: .whitespaces).lowercased()
    return (name, line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
  }

  private func cue(
    _ values: [String: Substring], _ script: SubStationScript, at index: Int
  ) throws(SceneFileError) -> CaptionTrack.Cue? {
    let place = text.place(index)
    func time(_ key: String) throws(SceneFileError) -> Double {
      var reader = CaptionTimeReader((values[key] ?? "")[...])
      reader.skipSpace()
      guard let time = reader.time() else {
        throw SceneFileError(
          .malformed, at: place, "\(key) '\(String(values[key] ?? "").excerpt)'; expected a time such as 0:00:01.50")
      }
      return time
    }
    let (start, end) = (try time("start"), try time("end"))
    guard end > start else {
      notes.add("a caption that ends before it begins is not shown", at: place)
      return nil
    }
    let name = String(values["style"] ?? "").trimmingCharacters(in: .whitespaces)
    let named = script.style(named: name)
    if named == nil, !name.isEmpty {
      notes.add("no style is called '\(name.excerpt)'; the first one is used", at: place)
    }
    if let effect = values["effect"], !effect.allSatisfy(\.isWhitespace), !effect.lowercased().hasPrefix("fx") {
      notes.add("the effect '\(String(effect).excerpt)' is not shown", at: place)
    }
    var own = named ?? script.standardStyle
    for (key, path) in [("marginl", \SubStationStyle.marginL), ("marginr", \.marginR), ("marginv", \.marginV)] {
      if let margin = values[key].flatMap({ Double($0) }), margin != 0 { own[keyPath: path] = margin }
    }
    var markup = SubStationMarkup(own, script, start: start, end: end, at: place, notes)
    let spans = markup.spans(values["text"] ?? "")
    try CaptionLimits.check(spans, at: place)
    var cue = CaptionTrack.Cue(start: start, end: end, spans: spans, place: markup.place)
    guard !cue.text.allSatisfy(\.isWhitespace) else { return nil }
    cue.look = markup.look
    cue.line = index + 1
    return cue
  }
}

/// The names of the fields of lines, in order.
struct SubStationFields {
  private let names: [String]

  static let ofStyles = SubStationFields(
    "name, fontname, fontsize, primarycolour, secondarycolour, outlinecolour, backcolour, bold, italic, underline, "
      + "strikeout, scalex, scaley, spacing, angle, borderstyle, outline, shadow, alignment, marginl, marginr, "
      + "marginv, encoding")
  static let ofEvents = SubStationFields("layer, start, end, style, name, marginl, marginr, marginv, effect, text")
  /// The greatest number of fields.
  private static let most = 64

  init(_ line: some StringProtocol) {
    names = line.split(separator: ",", maxSplits: Self.most).map {
      $0.trimmingCharacters(in: .whitespaces).lowercased()
    }
  }

  /// Returns a line's values by name; the last one takes the rest, with commas.
  func values(of line: Substring) -> [String: Substring] {
    let parts = line.split(separator: ",", maxSplits: max(names.count - 1, 0), omittingEmptySubsequences: false)
    return Dictionary(zip(names, parts)) { first, _ in first }
  }
}

/// The part of a file that applies to all its dialogue.
struct SubStationScript {
  private(set) var styles: [String: SubStationStyle] = [:]
  /// The style of dialogue without a known style: "Default", else the first one by name.
  private(set) var standardStyle = SubStationStyle()
  private var width: Double?
  private var height: Double?

  /// The size that lengths refer to. As in libass, 384 by 288 by default; one side follows from the other by 4:3.
  var size: CGSize {
    switch (width, height) {
    case (let width?, let height?): CGSize(width: width, height: height)
    case (let width?, nil): CGSize(width: width, height: width * 3 / 4)
    case (nil, let height?): CGSize(width: height * 4 / 3, height: height)
    default: CGSize(width: 384, height: 288)
    }
  }

  mutating func read(_ name: String, _ value: Substring) {
    guard ["playresx", "playresy"].contains(name), let number = Double(value.trimmingCharacters(in: .whitespaces)),
      1...100_000 ~= number
    else { return }
    if name == "playresx" { width = number } else { height = number }
  }

  /// Adds a style, replacing an earlier one of its name.
  mutating func add(_ style: SubStationStyle) {
    let isFirst = styles.isEmpty || style.name <= standardStyle.name
    if style.name == "Default" || (isFirst && styles["Default"] == nil) { standardStyle = style }
    styles[style.name] = style
  }

  /// Returns the style of a name, which may begin with stars.
  func style(named name: String) -> SubStationStyle? { styles[name] ?? styles[String(name.drop { $0 == "*" })] }
}

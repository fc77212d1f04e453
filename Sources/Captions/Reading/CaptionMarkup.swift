// The markup of a cue's text: tags of SubRip and of WebVTT, entities, and overrides in braces, which SubRip files have
// from SubStation Alpha (`{\an8}`).

import CoreGraphics
import Documents
import Foundation

struct CaptionMarkup {
  enum Language { case subRip, webVTT }

  private let language: Language
  private let location: SourceLocation
  private let notes: NoteCollector
  /// The cue's place from overrides.
  private(set) var place: CaptionPlace?

  private var found: [CaptionTrack.Span] = []
  private var current = CaptionTrack.Span("")
  private var openTags: [(name: String, outside: CaptionTrack.Span)] = []
  /// Whether the current text is a ruby annotation.
  private var isAnnotation = false
  /// The depth of open tags beyond which further tags count as closed.
  private static let deepest = 64

  init(_ language: Language, at place: SourceLocation, _ notes: NoteCollector) {
    (self.language, location, self.notes) = (language, place, notes)
  }

  mutating func spans(_ text: String) -> [CaptionTrack.Span] {
    var rest = text[...]
    while let index = rest.firstIndex(where: { $0 == "<" || $0 == "{" || $0 == "&" }) {
      append(rest[..<index])
      rest = rest[index...]
      if let end = readMarkup(rest) {
        rest = rest[end...]
      } else {
        append(rest.prefix(1))
        rest = rest.dropFirst()
      }
    }
    append(rest)
    finishSpan()
    return found
  }

  /// Reads markup, and returns its end; nil for text.
  private mutating func readMarkup(_ text: Substring) -> String.Index? {
    switch text.first {
    case "<": readTag(text)
    case "{": readOverride(text)
    default: readEntity(text)
    }
  }

  private mutating func append(_ text: Substring) {
    // The base is shown without its ruby annotation.
    if !isAnnotation { current.text += text }
  }

  private mutating func finishSpan() {
    if !current.text.isEmpty || current.start != nil { found.append(current) }
    (current.text, current.start) = ("", nil)
  }

  // MARK: Tags

  /// Reads a tag, and returns its end; nil for none.
  private mutating func readTag(_ text: Substring) -> String.Index? {
    guard text.first == "<", let close = text.prefix(512).firstIndex(of: ">") else { return nil }
    let content = text[text.index(after: text.startIndex)..<close]
    guard read(tag: content) else { return nil }
    return text.index(after: close)
  }

  private mutating func read(tag content: Substring) -> Bool {
    if language == .webVTT {
      var reader = CaptionTimeReader(content)
      if let time = reader.time(), reader.rest.isEmpty {
        finishSpan()
        current.start = time
        return true
      }
    }
    let isClosing = content.hasPrefix("/")
    let body = isClosing ? content.dropFirst() : content
    let name = body.prefix { $0.isLetter }.lowercased()
    let known = language == .subRip ? ["b", "i", "u", "s", "font"] : ["b", "i", "u", "c", "v", "lang", "ruby", "rt"]
    guard known.contains(name) else {
      // WebVTT hides unknown tags, SubRip shows them as text.
      return language == .webVTT && (isClosing || body.first?.isLetter == true)
    }
    if isClosing { close(name) } else { open(name, body.dropFirst(name.count)) }
    return true
  }

  private mutating func open(_ name: String, _ attributes: Substring) {
    finishSpan()
    guard openTags.count < Self.deepest else { return }
    openTags.append((name, current))
    switch name {
    case "b": current.isBold = true
    case "i": current.isItalic = true
    case "u": current.isUnderlined = true
    case "rt":
      isAnnotation = true
      notes.add("small text above other text is not shown", at: location)
    case "font":
      if let color = Self.color(ofFont: attributes) { current.color = color }
      if attributes.lowercased().contains("size") || attributes.lowercased().contains("face") {
        notes.add("sizes and faces of fonts are the style's", at: location)
      }
    case "c":
      let classes = attributes.prefix { !$0.isWhitespace }.split(separator: ".")
      // The standard's classes with colours.
      let names = ["white", "lime", "cyan", "red", "yellow", "magenta", "blue", "black"]
      for text in classes where names.contains(text.lowercased()) { current.color = CSSColor(String(text))?.cgColor }
    default: break
    }
  }

  private mutating func close(_ name: String) {
    finishSpan()
    if name == "rt" || name == "ruby" { isAnnotation = false }
    guard let index = openTags.lastIndex(where: { $0.name == name }) else { return }
    // The tags inside are closed, too.
    let outside = openTags[index].outside
    openTags.removeSubrange(index...)
    (current.isBold, current.isItalic, current.isUnderlined) = (outside.isBold, outside.isItalic, outside.isUnderlined)
    current.color = outside.color
  }

  /// Reads `color="#ff8000"`, `color=red`.
  private static func color(ofFont attributes: Substring) -> CGColor? {
    guard let key = attributes.range(of: "color", options: .caseInsensitive) else { return nil }
    let value = attributes[key.upperBound...].drop { $0.isWhitespace || $0 == "=" || $0 == "\"" || $0 == "'" }
      .prefix { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
    return (CSSColor(String(value)) ?? CSSColor("#\(value)"))?.cgColor
  }

  // MARK: Overrides and entities

  /// Reads an override such as `{\an8}`, and returns its end; nil for none.
  private mutating func readOverride(_ text: Substring) -> String.Index? {
    guard language == .subRip, text.hasPrefix("{\\"), let close = text.prefix(512).firstIndex(of: "}") else {
      return nil
    }
    for override in text[..<close].split(separator: "\\").dropFirst() {
      switch override.trimmingCharacters(in: .whitespaces) {
      case "b1", "i1", "u1", "b0", "i0", "u0":
        finishSpan()
        let isOn = override.hasPrefix("b1") || override.hasPrefix("i1") || override.hasPrefix("u1")
        if override.hasPrefix("b") { current.isBold = isOn }
        if override.hasPrefix("i") { current.isItalic = isOn }
        if override.hasPrefix("u") { current.isUnderlined = isOn }
      case let name where name.hasPrefix("an"):
        // The keys of a number pad.
        guard let key = Int(name.dropFirst(2)), 1...9 ~= key else { continue }
        let (column, row) = ((key - 1) % 3, (key - 1) / 3)
        place = CaptionPlace(x: Double(column) / 2, y: 1 - Double(row) / 2, lines: [.left, .center, .right][column])
      default: notes.add("'{\\\(String(override).excerpt)}' is not used", at: location)
      }
    }
    return text.index(after: close)
  }

  /// Reads an entity such as `&amp;`, and returns its end; nil for none.
  private mutating func readEntity(_ text: Substring) -> String.Index? {
    guard text.first == "&", let close = text.prefix(8).firstIndex(of: ";") else { return nil }
    let name = text[text.index(after: text.startIndex)..<close]
    let known: [Substring: Substring] = [
      "amp": "&", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "lrm": "\u{200E}", "rlm": "\u{200F}", "quot": "\"",
      "apos": "'",
    ]
    guard let character = known[name] else { return nil }
    append(character)
    return text.index(after: close)
  }
}

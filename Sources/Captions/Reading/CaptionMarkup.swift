// The markup in a cue's text: tags of SubRip and of WebVTT, entities, and the overrides in braces that SubRip files
// have from another format (`{\an8}`).

import CoreGraphics
import Documents
import Foundation

/// Reads the text of one cue.
struct CaptionMarkup {
  enum Language { case subRip, webVTT }

  private let language: Language
  private let location: SourceLocation
  private let notes: NoteCollector
  /// The place that overrides give the cue.
  private(set) var place: CaptionPlace?

  private var found: [CaptionTrack.Span] = []
  private var current = CaptionTrack.Span("")
  /// The looks outside of the tags that are open.
  private var openTags: [(name: String, outside: CaptionTrack.Span)] = []
  /// Whether what is read is the small text above another.
  private var isAnnotation = false
  /// Tags that are open within each other: more are read as if they were closed.
  private static let deepest = 64

  init(_ language: Language, at place: SourceLocation, _ notes: NoteCollector) {
    (self.language, location, self.notes) = (language, place, notes)
  }

  /// The text in stretches of one look.
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

  /// Reads what is no text; where it ends, nil for text.
  private mutating func readMarkup(_ text: Substring) -> String.Index? {
    switch text.first {
    case "<": readTag(text)
    case "{": readOverride(text)
    default: readEntity(text)
    }
  }

  private mutating func append(_ text: Substring) {
    // Of small text the base is shown alone.
    if !isAnnotation { current.text += text }
  }

  private mutating func finishSpan() {
    if !current.text.isEmpty || current.start != nil { found.append(current) }
    (current.text, current.start) = ("", nil)
  }

  // MARK: Tags

  /// Reads a tag; where it ends, nil for none.
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
      // In WebVTT unknown tags are not shown, in SubRip they are text.
      return language == .webVTT && (isClosing || body.first?.isLetter == true)
    }
    if isClosing {
      close(name)
    } else {
      open(name, body.dropFirst(name.count))
    }
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
      // The classes that the standard gives colours to.
      let names = ["white", "lime", "cyan", "red", "yellow", "magenta", "blue", "black"]
      for text in classes where names.contains(text.lowercased()) {
        current.color = CSSColor(String(text))?.cgColor
      }
    default: break
    }
  }

  private mutating func close(_ name: String) {
    finishSpan()
    if name == "rt" || name == "ruby" { isAnnotation = false }
    guard let index = openTags.lastIndex(where: { $0.name == name }) else { return }
    // What was opened within is closed with it.
    let outside = openTags[index].outside
    openTags.removeSubrange(index...)
    (current.isBold, current.isItalic, current.isUnderlined) = (outside.isBold, outside.isItalic, outside.isUnderlined)
    current.color = outside.color
  }

  /// `color="#ff8000"`, `color=red`.
  private static func color(ofFont attributes: Substring) -> CGColor? {
    guard let key = attributes.range(of: "color", options: .caseInsensitive) else { return nil }
    let value = attributes[key.upperBound...].drop { $0.isWhitespace || $0 == "=" || $0 == "\"" || $0 == "'" }
      .prefix { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
    return (CSSColor(String(value)) ?? CSSColor("#\(value)"))?.cgColor
  }

  // MARK: Overrides and entities

  /// Reads `{\an8}` and its like; where it ends, nil for none.
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
        // As on the keys of a number pad.
        guard let key = Int(name.dropFirst(2)), 1...9 ~= key else { continue }
        let (column, row) = ((key - 1) % 3, (key - 1) / 3)
        place = CaptionPlace(
          x: Double(column) / 2, y: 1 - Double(row) / 2, lines: [.left, .center, .right][column])
      default: notes.add("'{\\\(String(override).excerpt)}' is not used", at: location)
      }
    }
    return text.index(after: close)
  }

  /// Reads `&amp;` and its like; where it ends, nil for none.
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

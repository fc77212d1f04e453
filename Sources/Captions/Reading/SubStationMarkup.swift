// The text of a line of dialogue: `\N` breaks it, and overrides in braces change what follows them, `{\i1\c&H0000FF&}`.

import CoreGraphics
import Documents
import Foundation

/// Reads the text of one line.
struct SubStationMarkup {
  private let script: SubStationScript
  /// The style at the beginning, and the one that holds here.
  private let base: SubStationStyle
  private var style: SubStationStyle
  private let location: SourceLocation
  private let notes: NoteCollector
  private let start: Double
  private let end: Double

  private var found: [CaptionTrack.Span] = []
  private var current = ""
  /// The time in which the following text is sung; nil without karaoke.
  private var time: (start: Double, end: Double)?
  private var alignment: Int?
  private var point: CGPoint?
  /// Whether the following text is the outline of a drawing.
  private var isDrawing = false

  init(
    _ style: SubStationStyle, _ script: SubStationScript, start: Double, end: Double, at place: SourceLocation,
    _ notes: NoteCollector
  ) {
    (base, self.style, self.script) = (style, style, script)
    (self.start, self.end, location, self.notes) = (start, end, place, notes)
  }

  /// The place of the line.
  var place: CaptionPlace { base.place(alignment ?? base.alignment, at: point, in: script.size) }

  /// The outline or the box, of the last override.
  var look: CaptionTrack.Look {
    let color = style.outlineColor
    return CaptionTrack.Look(
      outlineColor: style.hasBox || style.outline == 0 ? nil : color,
      outlineWidth: style.outline / Double(script.size.height), boxColor: style.hasBox ? color : nil)
  }

  /// The text in stretches of one look.
  mutating func spans(_ text: Substring) -> [CaptionTrack.Span] {
    var rest = text
    while let index = rest.firstIndex(where: { $0 == "{" || $0 == "\\" }) {
      append(rest[..<index])
      rest = rest[index...]
      if rest.first == "{", let close = rest.firstIndex(of: "}") {
        read(overrides: rest[rest.index(after: index)..<close])
        rest = rest[rest.index(after: close)...]
        continue
      }
      switch rest.dropFirst().first {
      case "N" where rest.first == "\\": append("\n")
      // A break that counts only where lines are not broken by themselves.
      case "n" where rest.first == "\\": append(" ")
      case "h" where rest.first == "\\": append("\u{A0}")
      default:
        append(rest.prefix(1))
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(2)
    }
    append(rest)
    finishSpan()
    return found
  }

  private mutating func append(_ text: Substring) {
    if !isDrawing { current += text }
  }

  private mutating func finishSpan() {
    guard !current.isEmpty else { return }
    var span = CaptionTrack.Span(current)
    (span.isBold, span.isItalic, span.isUnderlined) = (style.isBold, style.isItalic, style.isUnderlined)
    (span.color, span.font) = (style.color, style.font)
    span.lineHeight = style.fontSize / Double(script.size.height)
    (span.start, span.end) = (time?.start, time?.end)
    found.append(span)
    current = ""
  }

  // MARK: Overrides

  private mutating func read(overrides text: Substring) {
    finishSpan()
    var rest = text
    while let slash = rest.firstIndex(of: "\\") {
      rest = rest[rest.index(after: slash)...]
      // A value in parentheses may hold further overrides.
      var depth = 0
      let stop = rest.firstIndex { character in
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        return character == "\\" && depth <= 0
      }
      read(override: rest[..<(stop ?? rest.endIndex)].trimmingCharacters(in: .whitespaces))
      rest = rest[(stop ?? rest.endIndex)...]
    }
  }

  /// The names of overrides that are read, longer ones before those that they begin with.
  private static let names = [
    "pos", "1c", "3c", "an", "bord", "fn", "fs", "kf", "ko", "K", "k", "a", "b", "c", "i", "p", "r", "u",
  ]
  /// The names of overrides that are not read, among them all that begin with the name of one that is.
  private static let others = [
    "be", "blur", "clip", "iclip", "alpha", "fscx", "fscy", "fsp", "fsc", "fad", "fade", "fr", "fax", "fay", "fe",
    "pbo",
    "kt", "q", "s", "t", "move", "org", "shad", "xbord", "ybord", "xshad", "yshad", "1a", "2a", "3a", "4a", "2c", "4c",
  ]

  private mutating func read(override text: String) {
    let name = Self.names.first { text.hasPrefix($0) }
    let longer = Self.others.filter { text.hasPrefix($0) }.map(\.count).max() ?? 0
    guard let name, name.count >= longer, read(name, String(text.dropFirst(name.count))) else {
      if !text.isEmpty { notes.add("'{\\\(text.excerpt)}' is not used", at: location) }
      return
    }
  }

  /// Reads an override; false where its value is not valid. Without a value the style's own holds again.
  private mutating func read(_ name: String, _ value: String) -> Bool {
    switch name {
    case "b", "i", "u":
      guard value.isEmpty || Int(value) != nil else { return false }
      let isOn = Int(value).map { $0 != 0 }
      if name == "b" { style.isBold = isOn ?? base.isBold }
      if name == "i" { style.isItalic = isOn ?? base.isItalic }
      if name == "u" { style.isUnderlined = isOn ?? base.isUnderlined }
    case "c", "1c": return set(\.color, value)
    case "3c": return set(\.outlineColor, value)
    case "fn": style.font = value.isEmpty || value == "0" ? base.font : String(value.drop { $0 == "@" })
    case "fs":
      // A sign changes the size by tenths of it.
      guard value.isEmpty || Double(value) != nil else { return false }
      let number = Double(value) ?? base.fontSize
      let isChange = value.hasPrefix("+") || value.hasPrefix("-")
      let size = isChange ? style.fontSize * (1 + number / 10) : number
      style.fontSize = size > 0 && size.isFinite ? min(size, 10_000) : base.fontSize
    case "bord":
      guard value.isEmpty || Double(value).map({ 0...1000 ~= $0 }) == true else { return false }
      style.outline = Double(value) ?? base.outline
    case "an", "a":
      guard let number = Int(value), name == "an" ? 1...9 ~= number : 1...11 ~= number else { return false }
      // The first one of a line holds.
      if alignment == nil { alignment = name == "an" ? number : SubStationStyle.key(ofOld: number) }
    case "pos":
      let numbers = value.filter { $0 != "(" && $0 != ")" }.split(separator: ",")
        .map { Double($0.trimmingCharacters(in: .whitespaces)) }
      guard numbers.count == 2, let x = numbers[0], let y = numbers[1], abs(x) < 1e6, abs(y) < 1e6 else { return false }
      if point == nil { point = CGPoint(x: x, y: y) }
    case "p":
      guard let scale = Int(value) else { return false }
      isDrawing = scale > 0
      if isDrawing { notes.add("drawings are not shown", at: location) }
    case "r":
      if let other = script.style(named: value) {
        style = other
      } else {
        style = base
        return value.isEmpty
      }
    // Karaoke: hundredths of a second until the next one.
    default:
      guard let hundredths = Double(value), 0...1e7 ~= hundredths else { return false }
      let from = time?.end ?? start
      time = (from, min(from + hundredths / 100, end))
    }
    return true
  }

  private mutating func set(_ path: WritableKeyPath<SubStationStyle, CGColor>, _ value: String) -> Bool {
    guard !value.isEmpty else {
      style[keyPath: path] = base[keyPath: path]
      return true
    }
    guard let color = SubStationStyle.color(value) else { return false }
    // An override says nothing of how transparent the colour is.
    style[keyPath: path] = color.copy(alpha: style[keyPath: path].alpha) ?? color
    return true
  }
}

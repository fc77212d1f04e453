import CoreGraphics
import Documents
import Foundation

/// A named style of SubStation Alpha for dialogue; lengths refer to the script's size.
struct SubStationStyle {
  var name = "Default"
  var font = "Arial"
  /// The height of a line.
  var fontSize = 18.0
  var color = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
  var outlineColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
  var isBold = false
  var isItalic = false
  var isUnderlined = false
  /// Whether a box in the outline's colour replaces the outline.
  var hasBox = false
  var outline = 2.0
  /// The place as a key of a number pad, 1 to 9.
  var alignment = 2
  var marginL = 10.0
  var marginR = 10.0
  var marginV = 10.0

  init() {}

  /// Reads a style from its fields; an invalid field counts as missing. `isOld`: SSA, before version 4+.
  init(_ values: [String: Substring], isOld: Bool, at place: SourceLocation, _ notes: NoteCollector) {
    func text(_ key: String) -> String? {
      values[key].map { $0.trimmingCharacters(in: .whitespaces) }.flatMap { $0.isEmpty ? nil : $0 }
    }
    func number(_ key: String, _ range: ClosedRange<Double>) -> Double? {
      guard let text = text(key) else { return nil }
      guard let number = Double(text), range ~= number else {
        notes.add("'\(text.excerpt)' as a style's \(key); not used", at: place)
        return nil
      }
      return number
    }
    name = String((text("name") ?? name).drop { $0 == "*" })
    font = String((text("fontname") ?? font).drop { $0 == "@" })
    fontSize = number("fontsize", 1...10_000) ?? fontSize
    if let read = Self.color(text("primarycolour")) { color = read }
    if let read = Self.color(text(isOld ? "tertiarycolour" : "outlinecolour")) { outlineColor = read }
    isBold = (number("bold", -1...1000) ?? 0) != 0
    isItalic = (number("italic", -1...1) ?? 0) != 0
    isUnderlined = (number("underline", -1...1) ?? 0) != 0
    hasBox = number("borderstyle", 0...10) == 3
    outline = number("outline", 0...1000) ?? outline
    if let key = number("alignment", 1...11).map({ Int(bounded: $0) }) {
      alignment = isOld ? Self.key(ofOld: key) : min(key, 9)
    }
    marginL = number("marginl", -10_000...100_000) ?? marginL
    marginR = number("marginr", -10_000...100_000) ?? marginR
    marginV = number("marginv", -10_000...100_000) ?? marginV
    for (key, plain, what) in [
      ("shadow", 0.0, "shadows"), ("scalex", 100, "widths"), ("scaley", 100, "heights"), ("spacing", 0, "spacings"),
      ("angle", 0, "angles"), ("strikeout", 0, "lines through text"),
    ] {
      if let value = number(key, -1e6...1e6), value != plain { notes.add("\(what) of styles are not shown", at: place) }
    }
  }

  /// Returns the key of SSA's number: 1 to 3 at the bottom, plus 4 at the top, plus 8 in the middle.
  static func key(ofOld number: Int) -> Int {
    let column = max(number & 3, 1)
    return number & 8 != 0 ? column + 3 : number & 4 != 0 ? column + 6 : column
  }

  /// Reads `&HAABBGGRR`, where AA is the transparency, `&HBBGGRR&`, or the same as a decimal number.
  static func color(_ text: String?) -> CGColor? {
    guard var digits = text?.drop(while: { $0 == "&" }) else { return nil }
    while digits.last == "&" { digits.removeLast() }
    let isHex = digits.first == "H" || digits.first == "h"
    if isHex { digits.removeFirst() }
    guard 1...10 ~= digits.count, let number = Int64(digits, radix: isHex ? 16 : 10) else { return nil }
    let bits = UInt32(truncatingIfNeeded: number)
    func part(_ shift: UInt32) -> CGFloat { CGFloat(bits >> shift & 255) / 255 }
    return CGColor(srgbRed: part(0), green: part(8), blue: part(16), alpha: 1 - part(24))
  }

  /// Returns a place by a key of a number pad and the margins, or at a point.
  func place(_ key: Int, at point: CGPoint?, in size: CGSize) -> CaptionPlace {
    let (column, row) = ((key - 1) % 3, (key - 1) / 3)
    let (left, right) = (marginL, Double(size.width) - marginR)
    let x = point.map { Double($0.x) } ?? [left, (left + right) / 2, right][column]
    let y = point.map { Double($0.y) } ?? [Double(size.height) - marginV, Double(size.height) / 2, marginV][row]
    var place = CaptionPlace(
      x: x / Double(size.width), y: y / Double(size.height), lines: [.left, .center, .right][column])
    (place.anchorX, place.anchorY) = (Double(column) / 2, 1 - Double(row) / 2)
    place.width = min(max((right - left) / Double(size.width), 0.05), 1)
    place.isFixed = point != nil
    return place
  }
}

/// The text of dialogue, with line breaks `\N`, and overrides in braces for the text after them: `{\i1\c&H0000FF&}`.
struct SubStationMarkup {
  private let script: SubStationScript
  /// The style at the beginning; the next is the current one.
  private let base: SubStationStyle
  private var style: SubStationStyle
  private let location: SourceLocation
  private let notes: NoteCollector
  private let start: Double
  private let end: Double

  private var found: [CaptionTrack.Span] = []
  private var current = ""
  /// The time in which the following text is sung, for karaoke.
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

  var place: CaptionPlace { base.place(alignment ?? base.alignment, at: point, in: script.size) }

  /// The outline or box after the last override.
  var look: CaptionTrack.Look {
    let color = style.outlineColor
    return CaptionTrack.Look(
      outlineColor: style.hasBox || style.outline == 0 ? nil : color,
      outlineWidth: style.outline / Double(script.size.height), boxColor: style.hasBox ? color : nil)
  }

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
      // A line break only where lines are not broken automatically.
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

  private mutating func append(_ text: Substring) { if !isDrawing { current += text } }

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
      // A value in parentheses may contain further overrides.
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

  /// The names of overrides that are read, longer ones before their prefixes.
  private static let names = [
    "pos", "1c", "3c", "an", "bord", "fn", "fs", "kf", "ko", "K", "k", "a", "b", "c", "i", "p", "r", "u",
  ]
  /// The names of ignored overrides, with all that begin with the name of one that is read.
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

  /// Reads an override; returns false for an invalid value. Without a value it restores the style's.
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
      // A sign changes the size by tenths.
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
      // The first one of a line counts.
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
    // Karaoke, in hundredths of a second until the next override.
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
    // The override has no transparency.
    style[keyPath: path] = color.copy(alpha: style[keyPath: path].alpha) ?? color
    return true
  }
}

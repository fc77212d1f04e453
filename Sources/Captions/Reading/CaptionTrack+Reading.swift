// Tested by CaptionReadingTests and CaptionTruthTests.

public import Documents
public import Foundation

extension CaptionTrack {
  /// Reads a file whose content is SubRip (`.srt`), WebVTT (`.vtt`), SubStation Alpha (`.ass`), or JSON of words with
  /// times. A file without captions gets a note. Throws faults of the file, with their line.
  public init(contentsOf url: URL) throws(SceneFileError) { try self.init(path: url.path) }

  /// Reads a file; messages name its path as given.
  package init(path: String) throws(SceneFileError) {
    try self.init(bytes: FileBytes.read(path, as: path, limit: CaptionLimits.bytes), file: path)
  }

  /// Reads the bytes of a file, which messages name.
  package init(bytes: [UInt8], file: String) throws(SceneFileError) {
    guard bytes.count <= CaptionLimits.bytes else {
      throw SceneFileError(
        .tooLarge, file: file, "a file of \(bytes.count) bytes; at most \(CaptionLimits.bytes) are read")
    }
    let text = try CaptionText(bytes, file: file)
    let first = text.lines.first { !$0.allSatisfy(\.isWhitespace) }?.drop { $0.isWhitespace }
    let notes = NoteCollector()
    let cues: [Cue]
    if text.lines.first?.hasPrefix("WEBVTT") == true {
      cues = try WebVTTReader(text, notes).cues()
    } else if let first, SubStationReader.isMeant(first) {
      cues = try SubStationReader(text, notes).cues()
    } else if first?.hasPrefix("{") == true || first?.hasPrefix("[") == true {
      cues = try CaptionWordsReader(file, notes).cues(text.utf8)
    } else {
      cues = try SubRipReader(text, notes).cues()
    }
    if cues.isEmpty { notes.add("there is no caption in the file", at: SourceLocation(file: file)) }
    self.init(cues: cues)
    (self.notes, self.file) = (notes.notes, file)
  }
}

enum CaptionLimits {
  static let bytes = 8 << 20
  static let cues = 20_000
  /// The greatest length of a cue's text, in UTF-8 bytes.
  static let text = 4096
  /// The greatest number of spans in a cue.
  static let spans = 500
  /// The greatest time, in seconds.
  static let time = 1e7

  static func check(_ count: Int, at place: SourceLocation) throws(SceneFileError) {
    guard count < cues else { throw SceneFileError(.tooLarge, at: place, "more than \(cues) captions") }
  }

  /// Throws if a cue's text with its markup is too long.
  static func check(_ text: String, at place: SourceLocation) throws(SceneFileError) {
    guard text.utf8.count <= 4 * Self.text else {
      throw SceneFileError(.tooLarge, at: place, "a caption of more than \(4 * Self.text) bytes with its markup")
    }
  }

  /// Throws if a cue's text is too long.
  static func check(_ spans: [CaptionTrack.Span], at place: SourceLocation) throws(SceneFileError) {
    guard spans.count <= Self.spans, spans.reduce(0, { $0 + $1.text.utf8.count }) <= text else {
      throw SceneFileError(
        .tooLarge, at: place, "a caption of more than \(text) bytes, or \(Self.spans) changes of look")
    }
  }
}

struct CaptionText {
  let lines: [Substring]
  let file: String
  private let whole: String

  /// The text in UTF-8, without a byte order mark.
  var utf8: [UInt8] { Array(whole.utf8) }

  /// Decodes UTF-8, or UTF-16 with a byte order mark; lines end with LF, CR LF or CR.
  init(_ bytes: [UInt8], file: String) throws(SceneFileError) {
    self.file = file
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      let (low, high) = bytes[0] == 0xFF ? (0, 1) : (1, 0)
      var units: [UInt16] = []
      for index in stride(from: 2, to: bytes.count - 1, by: 2) {
        units.append(UInt16(bytes[index + high]) << 8 + UInt16(bytes[index + low]))
      }
      whole = String(decoding: units, as: UTF16.self)
    } else {
      let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
      guard let text = String(validating: body, as: UTF8.self) else {
        let line = Self.brokenLine(body)
        throw SceneFileError(
          .malformed, at: SourceLocation(file: file, line: line, column: 1),
          "bytes that are no UTF-8; expected a file in UTF-8, which 'iconv -f WINDOWS-1252 -t UTF-8' makes of others")
      }
      whole = text
    }
    // CR LF is one character.
    lines = whole.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
  }

  /// Returns the line of the first invalid UTF-8.
  private static func brokenLine(_ bytes: ArraySlice<UInt8>) -> Int {
    var number = 1
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      guard String(validating: line, as: UTF8.self) != nil else { return number }
      number += 1
    }
    return number
  }

  func place(_ index: Int, column: Int = 1) -> SourceLocation {
    SourceLocation(file: file, line: index + 1, column: column)
  }
}

/// A line of times, `00:00:01,000 --> 00:00:02.5 and the rest`.
struct CaptionTiming {
  var start: Double
  var end: Double
  /// The text after the times.
  var rest: Substring

  static func isMeant(_ line: Substring) -> Bool {
    guard let arrow = line.range(of: "-->") else { return false }
    return line[..<arrow.lowerBound].contains(":") && line.drop { $0.isWhitespace }.first?.isNumber == true
  }

  /// Parses a line; throws at the column of the fault.
  init(_ line: Substring, at place: (_ column: Int) -> SourceLocation) throws(SceneFileError) {
    var reader = CaptionTimeReader(line)
    func problem(_ what: String) -> SceneFileError {
      SceneFileError(.malformed, at: place(reader.column), "expected \(what)")
    }
    reader.skipSpace()
    guard let start = reader.time() else { throw problem("a time such as 00:00:01,000") }
    reader.skipSpace()
    guard reader.take("-->") else { throw problem("'-->' between two times") }
    reader.skipSpace()
    guard let end = reader.time() else { throw problem("a time such as 00:00:02,000") }
    (self.start, self.end, rest) = (start, end, reader.rest)
  }
}

struct CaptionTimeReader {
  private let line: Substring
  private(set) var rest: Substring

  init(_ line: Substring) { (self.line, rest) = (line, line) }

  /// The column, from 1.
  var column: Int { line.distance(from: line.startIndex, to: rest.startIndex) + 1 }

  mutating func skipSpace() { rest = rest.drop { $0.isWhitespace } }

  mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }

  private mutating func number() -> (value: Double, digits: Int)? {
    let digits = rest.prefix { "0"..."9" ~= $0 && $0.isASCII }
    guard 1...9 ~= digits.count, let value = Double(digits) else { return nil }
    rest = rest.dropFirst(digits.count)
    return (value, digits.count)
  }

  /// `HH:MM:SS,mmm` or `MM:SS.mmm`, hours of any count of digits; in seconds. Nil, taking nothing, for all else.
  mutating func time() -> Double? {
    let before = rest
    func none() -> Double? {
      rest = before
      return nil
    }
    guard let first = number(), take(":"), let second = number() else { return none() }
    var (hours, minutes, seconds) = (0.0, first.value, second.value)
    if take(":") {
      guard let third = number() else { return none() }
      (hours, minutes, seconds) = (first.value, second.value, third.value)
    }
    guard minutes < 60 || hours == 0, seconds < 60 else { return none() }
    var whole = hours * 3600 + minutes * 60 + seconds
    if take(",") || take(".") {
      guard let part = number() else { return none() }
      var divisor = 1.0
      for _ in 0..<part.digits { divisor *= 10 }
      // One division gives the nearest number to the written time.
      whole = (whole * divisor + part.value) / divisor
    }
    // The next character must not be a part of the time.
    let isWhole = rest.first.map { $0.isWhitespace || $0 == "-" } ?? true
    guard isWhole, whole <= CaptionLimits.time else { return none() }
    return whole
  }
}

/// Reads a SubRip file: numbers, times and texts. The format has no standard; this follows players.
struct SubRipReader {
  private let text: CaptionText
  private let notes: NoteCollector

  init(_ text: CaptionText, _ notes: NoteCollector) { (self.text, self.notes) = (text, notes) }

  /// Reads the cues. Each ends before the next times, or their number, so that it may contain empty lines.
  func cues() throws(SceneFileError) -> [CaptionTrack.Cue] {
    let lines = text.lines
    let starts = lines.indices.filter { CaptionTiming.isMeant(lines[$0]) }
    guard let first = starts.first else {
      guard lines.contains(where: { !$0.allSatisfy(\.isWhitespace) }) else { return [] }
      throw SceneFileError(
        .malformed, at: text.place(0),
        "no times in the file; expected SubRip's '00:00:01,000 --> 00:00:02,000', 'WEBVTT', '[Script Info]', or words "
          + "with times as JSON"
      )
    }
    if lines[..<first].contains(where: { !$0.allSatisfy { $0.isWhitespace || $0.isNumber } }) {
      notes.add("text before the first times; not shown", at: text.place(0))
    }
    var cues: [CaptionTrack.Cue] = []
    for (position, start) in starts.enumerated() {
      var end = position + 1 < starts.count ? starts[position + 1] : lines.count
      if position + 1 < starts.count, end - 1 > start, isNumber(lines[end - 1]) { end -= 1 }
      try CaptionLimits.check(cues.count, at: text.place(start))
      if let cue = try cue(times: start, lines[start + 1..<end]) { cues.append(cue) }
    }
    return cues
  }

  private func isNumber(_ line: Substring) -> Bool {
    let digits = line.filter { !$0.isWhitespace }
    return !digits.isEmpty && digits.allSatisfy(\.isNumber)
  }

  private func cue(times index: Int, _ lines: ArraySlice<Substring>) throws(SceneFileError) -> CaptionTrack.Cue? {
    let timing = try CaptionTiming(text.lines[index]) { text.place(index, column: $0) }
    guard timing.end > timing.start else {
      notes.add("a caption that ends before it begins is not shown", at: text.place(index))
      return nil
    }
    let words = timing.rest.filter { !$0.isWhitespace }
    if !words.isEmpty {
      notes.add("'\(String(words).excerpt)' behind a caption's times is not used", at: text.place(index))
    }
    let body = lines.map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    try CaptionLimits.check(body, at: text.place(index))
    var markup = CaptionMarkup(.subRip, at: text.place(index + 1), notes)
    let spans = markup.spans(body)
    try CaptionLimits.check(spans, at: text.place(index))
    var cue = CaptionTrack.Cue(start: timing.start, end: timing.end, spans: spans, place: markup.place)
    guard !cue.text.allSatisfy(\.isWhitespace) else { return nil }
    cue.line = index + 1
    return cue
  }
}

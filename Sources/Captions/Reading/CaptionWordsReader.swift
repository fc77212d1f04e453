// Words with their times as JSON, as programs that hear speech write them:
//
//   [{"word": "Hello", "start": 0.2, "end": 0.5}, ...]
//   {"words": [...]}
//   {"segments": [{"start": 0, "end": 2.1, "text": "...", "words": [...]}, ...]}

import CoreGraphics
import Documents
import Foundation

/// Reads such a file.
struct CaptionWordsReader {
  private let file: String
  private let notes: NoteCollector

  /// Words without segments are gathered: a caption ends at the end of a sentence, at a silence, and before it is long.
  private static let silence = 0.8
  private static let longest = 64
  private static let longestTime = 6.0

  init(_ file: String, _ notes: NoteCollector) { (self.file, self.notes) = (file, notes) }

  private struct Word {
    var text: String
    var start: Double
    var end: Double
  }

  func cues(_ bytes: [UInt8]) throws(SceneFileError) -> [CaptionTrack.Cue] {
    let json = try JSON.read(bytes, file: file, limits: SceneLimits())
    if let segments = json["segments"]?.array { return try self.segments(segments) }
    guard let words = json.array ?? json["words"]?.array else {
      throw failure("", "expected an array of words, or an object with \"words\" or \"segments\"")
    }
    return try gathered(self.words(words, at: json.array == nil ? "words" : ""))
  }

  private func failure(_ path: String, _ message: String) -> SceneFileError {
    SceneFileError(.malformed, file: file, path.isEmpty ? message : "\(path): \(message)")
  }

  private func segments(_ segments: [JSON]) throws(SceneFileError) -> [CaptionTrack.Cue] {
    var cues: [CaptionTrack.Cue] = []
    for (index, segment) in segments.enumerated() {
      let path = "segments[\(index)]"
      try CaptionLimits.check(cues.count, at: SourceLocation(file: file))
      let words = try self.words(segment["words"]?.array ?? [], at: "\(path).words")
      let start = try time(segment, "start", at: path) ?? words.first?.start
      let end = try time(segment, "end", at: path) ?? words.map(\.end).max()
      guard let start, let end else { throw failure(path, "expected \"start\" and \"end\", in seconds") }
      if words.isEmpty {
        guard let text = segment["text"]?.string else { throw failure(path, "expected \"text\" or \"words\"") }
        try append([CaptionTrack.Span(text.trimmed)], start, end, to: &cues)
      } else {
        try append(spans(words), start, end, to: &cues)
      }
    }
    return cues
  }

  private func append(
    _ spans: [CaptionTrack.Span], _ start: Double, _ end: Double, to cues: inout [CaptionTrack.Cue]
  ) throws(SceneFileError) {
    guard end > start else {
      notes.add("a caption that ends before it begins is not shown", at: SourceLocation(file: file))
      return
    }
    try CaptionLimits.check(spans, at: SourceLocation(file: file))
    let cue = CaptionTrack.Cue(start: start, end: end, spans: spans)
    if !cue.text.allSatisfy(\.isWhitespace) { cues.append(cue) }
  }

  private func words(_ values: [JSON], at path: String) throws(SceneFileError) -> [Word] {
    var words: [Word] = []
    for (index, value) in values.enumerated() {
      let place = "\(path)[\(index)]"
      guard let text = value["word"]?.string ?? value["text"]?.string else {
        throw failure(place, "expected \"word\", a text")
      }
      // What could not be placed in time is said with the word before.
      let start = try time(value, "start", at: place) ?? words.last?.end
      guard let start else { throw failure(place, "expected \"start\", in seconds") }
      let end = max(try time(value, "end", at: place) ?? start, start)
      words.append(Word(text: text, start: start, end: end))
    }
    return words
  }

  private func time(_ value: JSON, _ key: String, at path: String) throws(SceneFileError) -> Double? {
    guard let member = value[key], member != .null else { return nil }
    guard let seconds = member.number, 0...CaptionLimits.time ~= seconds else {
      throw failure("\(path).\(key)", "expected seconds from 0 to \(Int(bounded: CaptionLimits.time))")
    }
    return seconds
  }

  private func gathered(_ words: [Word]) throws(SceneFileError) -> [CaptionTrack.Cue] {
    var cues: [CaptionTrack.Cue] = []
    var line: [Word] = []
    func finish() throws(SceneFileError) {
      guard let first = line.first, let last = line.map(\.end).max() else { return }
      try CaptionLimits.check(cues.count, at: SourceLocation(file: file))
      try append(spans(line), first.start, last, to: &cues)
      line = []
    }
    var length = 0
    for word in words {
      let count = word.text.trimmed.count + 1
      if let last = line.last, let first = line.first,
        word.start - last.end > Self.silence || length + count > Self.longest
          || word.end - first.start > Self.longestTime || last.text.endsSentence
      {
        try finish()
        length = 0
      }
      line.append(word)
      length += count
    }
    try finish()
    return cues
  }

  /// Words as they are written: with spaces between them, unless the file has them itself, or their script has none.
  private func spans(_ words: [Word]) -> [CaptionTrack.Span] {
    let hasSpaces = words.contains { $0.text.first?.isWhitespace == true || $0.text.last?.isWhitespace == true }
    return words.enumerated().map { index, word in
      var text = index == 0 ? String(word.text.drop { $0.isWhitespace }) : word.text
      if index > 0, !hasSpaces, !(text.isOfNoSpaces || words[index - 1].text.isOfNoSpaces) { text = " " + text }
      var span = CaptionTrack.Span(text)
      (span.start, span.end) = (word.start, word.end)
      return span
    }
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }

  fileprivate var endsSentence: Bool { trimmed.last.map { ".!?…。！？؟".contains($0) } ?? false }

  /// Whether its script has no spaces between words.
  fileprivate var isOfNoSpaces: Bool {
    unicodeScalars.contains {
      0x3040...0x30FF ~= $0.value || 0x3400...0x9FFF ~= $0.value || 0xE00...0xEFF ~= $0.value
        || 0x20000...0x3FFFF ~= $0.value
    }
  }
}

// Words with their times as JSON, from speech recognition:
//
//   [{"word": "Hello", "start": 0.2, "end": 0.5}, ...]            HyperFrames; with startMs and endMs Remotion
//   {"words": [{"text", "start", "end"}]}                         in milliseconds AssemblyAI
//   {"segments": [{"start", "end", "text", "words": [...]}]}      Whisper, WhisperX, faster-whisper
//   {"transcription": [{"offsets", "text", "tokens": [...]}]}     whisper.cpp
//   {"results": {"channels": [{"alternatives": [{"words"}]}]}}    Deepgram
//
// Tested by CaptionTranscriptTests and CaptionReadingTests.

import CoreGraphics
import Documents
import Foundation

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
    for key in ["segments", "transcription", "pages"] {
      if let segments = json[key]?.array { return try self.segments(segments, at: key) }
    }
    if let channels = json["results"]?["channels"]?.array {
      if channels.count > 1 { notes.add("channels after the first are not used", at: SourceLocation(file: file)) }
      let path = "results.channels[0].alternatives[0].words"
      guard let words = channels.first?["alternatives"]?[0]?["words"]?.array else {
        throw failure(path, "expected an array of words")
      }
      return try gathered(self.words(words, at: path, inMilliseconds: areMilliseconds(words)))
    }
    let key = ["words", "captions"].first { json[$0]?.array != nil }
    guard let words = json.array ?? key.flatMap({ json[$0]?.array }) else {
      throw failure(
        "",
        "expected an array of words, or an object with \"words\", \"segments\" (Whisper), \"transcription\" "
          + "(whisper.cpp) or \"results\" (Deepgram)")
    }
    return try gathered(self.words(words, at: key ?? "", inMilliseconds: areMilliseconds(words)))
  }

  private func failure(_ path: String, _ message: String) -> SceneFileError {
    SceneFileError(.malformed, file: file, path.isEmpty ? message : "\(path): \(message)")
  }

  /// Whether "start" and "end" are milliseconds: whole numbers, by which a usual word would take 20 s and more.
  private func areMilliseconds(_ words: [JSON]) -> Bool {
    let times = words.compactMap { word in
      word["start"]?.number.flatMap { start in word["end"]?.number.map { (start, $0) } }
    }
    let lengths = times.map { $0.1 - $0.0 }.sorted()
    guard !lengths.isEmpty, lengths[lengths.count / 2] >= 20,
      times.allSatisfy({ $0.0 == $0.0.rounded() && $0.1 == $0.1.rounded() })
    else { return false }
    notes.add("the times of words are taken as milliseconds", at: SourceLocation(file: file))
    return true
  }

  private func segments(_ segments: [JSON], at key: String) throws(SceneFileError) -> [CaptionTrack.Cue] {
    var cues: [CaptionTrack.Cue] = []
    let inMilliseconds = areMilliseconds(segments.flatMap { $0["words"]?.array ?? [] })
    for (index, segment) in segments.enumerated() {
      let path = "\(key)[\(index)]"
      try CaptionLimits.check(cues.count, at: SourceLocation(file: file))
      var words: [Word]
      if let tokens = segment["tokens"]?.array, tokens.contains(where: { $0.object != nil }) {
        words = try joined(tokens, of: segment, at: "\(path).tokens")
      } else {
        words = try self.words(segment["words"]?.array ?? [], at: "\(path).words", inMilliseconds: inMilliseconds)
      }
      let start = try time(segment, .start, at: path, inMilliseconds: inMilliseconds) ?? words.first?.start
      let end = try time(segment, .end, at: path, inMilliseconds: inMilliseconds) ?? words.map(\.end).max()
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

  /// Returns a segment's words, joined from tokens; a space begins one. Empty if the tokens differ from the text.
  private func joined(_ tokens: [JSON], of segment: JSON, at path: String) throws(SceneFileError) -> [Word] {
    let spoken = tokens.filter { token in
      // Marks such as [_BEG_] are not spoken.
      token["text"]?.string.map { !($0.hasPrefix("[_") && $0.hasSuffix("]")) } ?? true
    }
    var words: [Word] = []
    for token in try self.words(spoken, at: path, inMilliseconds: false) {
      if token.text.first?.isWhitespace == true || words.isEmpty {
        words.append(token)
      } else {
        words[words.count - 1].text += token.text
        words[words.count - 1].end = max(words[words.count - 1].end, token.end)
      }
    }
    guard let text = segment["text"]?.string else { return words }
    guard words.map(\.text).joined().trimmed == text.trimmed else {
      if !words.isEmpty {
        notes.add("the tokens of a segment are not its text: its words share its time", at: SourceLocation(file: file))
      }
      return []
    }
    return words
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

  private func words(_ values: [JSON], at path: String, inMilliseconds: Bool) throws(SceneFileError) -> [Word] {
    var words: [Word] = []
    for (index, value) in values.enumerated() {
      let place = "\(path)[\(index)]"
      guard let text = value["punctuated_word"]?.string ?? value["word"]?.string ?? value["text"]?.string else {
        throw failure(place, "expected \"word\", a text")
      }
      // A word without a time is spoken with the word before.
      let start = try time(value, .start, at: place, inMilliseconds: inMilliseconds) ?? words.last?.end
      guard let start else { throw failure(place, "expected \"start\", in seconds") }
      let end = max(try time(value, .end, at: place, inMilliseconds: inMilliseconds) ?? start, start)
      words.append(Word(text: text, start: start, end: end))
    }
    return words
  }

  /// A beginning or an end, with its names in milliseconds.
  private enum Edge: String {
    case start, end

    var milliseconds: [String] { self == .start ? ["startMs", "fromMs"] : ["endMs", "toMs"] }
    var offset: String { self == .start ? "from" : "to" }
  }

  private func time(
    _ value: JSON, _ edge: Edge, at path: String, inMilliseconds: Bool
  ) throws(SceneFileError) -> Double? {
    let named = edge.milliseconds.first { value[$0]?.number != nil }
    let offset = value["offsets"]?[edge.offset]
    let member = named.flatMap { value[$0] } ?? offset ?? value[edge.rawValue]
    guard let member, member != .null else { return nil }
    let isSeconds = named == nil && offset == nil && !inMilliseconds
    // Dividing by 1000 rounds once; multiplying by 0.001 would round twice.
    guard let number = member.number, case let seconds = isSeconds ? number : number / 1000,
      0...CaptionLimits.time ~= seconds
    else {
      let key = named ?? (offset == nil ? edge.rawValue : "offsets.\(edge.offset)")
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

  /// Returns the words as text. Puts spaces between them, unless the words contain spaces, or their script is written
  /// without spaces.
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

  /// Whether the script has no spaces between words.
  fileprivate var isOfNoSpaces: Bool {
    unicodeScalars.contains {
      0x3040...0x30FF ~= $0.value || 0x3400...0x9FFF ~= $0.value || 0xE00...0xEFF ~= $0.value
        || 0x20000...0x3FFFF ~= $0.value
    }
  }
}

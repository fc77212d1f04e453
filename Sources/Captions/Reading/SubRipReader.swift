// SubRip: numbers, times and texts. There is no standard; what is read is what players read.

import Documents
import Foundation

/// Reads a SubRip file.
struct SubRipReader {
  private let text: CaptionText
  private let notes: NoteCollector

  init(_ text: CaptionText, _ notes: NoteCollector) { (self.text, self.notes) = (text, notes) }

  /// A cue goes on to the line before the next times, or to the number in front of these: empty lines are part of it.
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

// WebVTT: the W3C's format of captions for web pages. Regions, vertical lines and style sheets are not read, and said.

import Documents
import Foundation

/// Reads a WebVTT file.
struct WebVTTReader {
  private let text: CaptionText
  private let notes: NoteCollector

  init(_ text: CaptionText, _ notes: NoteCollector) { (self.text, self.notes) = (text, notes) }

  func cues() throws(SceneFileError) -> [CaptionTrack.Cue] {
    let lines = text.lines
    guard lines[0].dropFirst(6).first.map(\.isWhitespace) ?? true else {
      throw SceneFileError(.malformed, at: text.place(0, column: 7), "expected white space behind 'WEBVTT'")
    }
    var cues: [CaptionTrack.Cue] = []
    var index = 1
    // The head goes on to the first empty line, or times.
    while index < lines.count, !lines[index].isEmpty, !lines[index].contains("-->") {
      if lines[index].hasPrefix("X-TIMESTAMP-MAP") {
        notes.add("X-TIMESTAMP-MAP is not used: times are the file's own", at: text.place(index))
      }
      index += 1
    }
    while index < lines.count {
      guard !lines[index].allSatisfy(\.isWhitespace) else {
        index += 1
        continue
      }
      let start = index
      // A block: its times are in its first line, or behind a name.
      var times: Int?
      if lines[index].contains("-->") {
        times = index
      } else if index + 1 < lines.count, lines[index + 1].contains("-->"), !isBlock(lines[index]) {
        times = index + 1
      }
      index = (times ?? index) + 1
      while index < lines.count, !lines[index].isEmpty, !lines[index].contains("-->") { index += 1 }
      guard let times else {
        tell(lines[start], at: start)
        continue
      }
      try CaptionLimits.check(cues.count, at: text.place(times))
      if let cue = try cue(times: times, lines[times + 1..<index]) { cues.append(cue) }
    }
    guard cues.contains(where: { $0.spans.contains { $0.start != nil } }) else { return cues }
    // In a file with timed words, a cue without times repeats words that were spoken before.
    for index in cues.indices where cues[index].spans.allSatisfy({ $0.start == nil }) {
      for span in cues[index].spans.indices {
        (cues[index].spans[span].start, cues[index].spans[span].end) = (cues[index].start, cues[index].start)
      }
    }
    return cues
  }

  private func isBlock(_ line: Substring) -> Bool { ["NOTE", "STYLE", "REGION"].contains { line.hasPrefix($0) } }

  private func tell(_ line: Substring, at index: Int) {
    guard !line.hasPrefix("NOTE") else { return }
    let what =
      line.hasPrefix("STYLE") ? "a style sheet" : line.hasPrefix("REGION") ? "a region" : "a text without times"
    notes.add("\(what) is not used", at: text.place(index))
  }

  private func cue(times index: Int, _ lines: ArraySlice<Substring>) throws(SceneFileError) -> CaptionTrack.Cue? {
    let timing = try CaptionTiming(text.lines[index]) { text.place(index, column: $0) }
    guard timing.end > timing.start else {
      notes.add("a caption that ends before it begins is not shown", at: text.place(index))
      return nil
    }
    let body = lines.joined(separator: "\n")
    try CaptionLimits.check(body, at: text.place(index))
    var markup = CaptionMarkup(.webVTT, at: text.place(index + 1), notes)
    let spans = markup.spans(body)
    try CaptionLimits.check(spans, at: text.place(index))
    var cue = CaptionTrack.Cue(start: timing.start, end: timing.end, spans: spans)
    cue.place = WebVTTPlace(timing.rest, text: cue.text, at: text.place(index), notes).place
    guard !cue.text.allSatisfy(\.isWhitespace) else { return nil }
    cue.line = index + 1
    return cue
  }
}

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
    var cue = CaptionTrack.Cue(
      start: timing.start, end: timing.end, spans: spans, place: place(timing.rest, at: text.place(index)))
    guard !cue.text.allSatisfy(\.isWhitespace) else { return nil }
    cue.line = index + 1
    return cue
  }

  /// The settings of a cue's place: `line`, `position`, `align` and `size`.
  private func place(_ settings: Substring, at location: SourceLocation) -> CaptionPlace? {
    var place = CaptionPlace.bottom
    var (isSet, position): (Bool, Double?) = (false, nil)
    for setting in settings.split(whereSeparator: \.isWhitespace) {
      let parts = setting.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else {
        notes.add("the setting '\(String(setting).excerpt)' is not known", at: location)
        continue
      }
      // What follows a comma says which part of the text is meant.
      let value = parts[1].split(separator: ",").first ?? ""
      let percent = value.hasSuffix("%") ? Double(value.dropLast()).flatMap { 0...100 ~= $0 ? $0 / 100 : nil } : nil
      switch (parts[0], value) {
      case ("line", _) where percent != nil: place.y = percent ?? 1
      case ("line", _) where Double(value) != nil:
        // Lines are counted from the top, from the bottom where below 0; a picture has about 15 of them.
        let line = Double(value) ?? 0
        place.y = min(max(line < 0 ? 1 + (line + 1) / 14 : line / 14, 0), 1)
      case ("position", _) where percent != nil: position = percent
      case ("size", _) where percent != nil: place.width = max(percent ?? 1, 0.05)
      case ("align", "start"), ("align", "left"): (place.x, place.lines) = (0, .left)
      case ("align", "end"), ("align", "right"): (place.x, place.lines) = (1, .right)
      case ("align", "center"), ("align", "middle"): (place.x, place.lines) = (0.5, .center)
      case ("line", "auto"), ("position", "auto"): continue
      default:
        notes.add("the setting '\(String(setting).excerpt)' is not used", at: location)
        continue
      }
      isSet = true
    }
    if let position { place.x = position }
    return isSet ? place : nil
  }
}

// Regions, vertical lines and style sheets are noted and ignored.
// Tested by CaptionPlaceTests.

import Documents
import Foundation

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
    // The header ends at the first empty line or times.
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
      // A block has its times in its first line, or after a name.
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

/// The settings of a WebVTT cue's place, `line`, `position`, `align` and `size`, by the W3C's rules of the cue's box
/// (WebVTT 7.2, "processing cue settings"). `position` is the place of the box's left edge, middle or right edge in the
/// picture, by the text's alignment unless as in `position:50%,line-left`. The box has the width `size`, but at most
/// the room between that point and the picture's edge; the text is aligned in it.
struct WebVTTPlace {
  /// The place; nil if no setting is read.
  private(set) var place: CaptionPlace?

  private var lines: CaptionPlace.Lines?
  /// The position of the box's point in the picture's width, 0 to 1; the next is the point.
  private var position: Double?
  private var positionAnchor: Double?
  private var line: Double?
  private var lineAnchor: Double?
  private var size: Double?

  /// The least width of a box that a position near the edge narrows.
  private static let leastWidth = 0.25

  /// Reads the settings; the direction of `text` determines its start.
  init(_ settings: Substring, text: String, at location: SourceLocation, _ notes: NoteCollector) {
    var isSet = false
    for setting in settings.split(whereSeparator: \.isWhitespace) {
      let parts = setting.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else {
        notes.add("the setting '\(String(setting).excerpt)' is not known", at: location)
        continue
      }
      guard read(parts[0], parts[1], text) else {
        notes.add("the setting '\(String(setting).excerpt)' is not used", at: location)
        continue
      }
      isSet = true
    }
    if isSet { place = made }
  }

  /// Reads a setting; returns false for an unknown or invalid one.
  private mutating func read(_ name: Substring, _ setting: Substring, _ text: String) -> Bool {
    let values = setting.split(separator: ",", maxSplits: 1)
    let value = values.first ?? ""
    let percent = value.hasSuffix("%") ? Double(value.dropLast()).flatMap { 0...100 ~= $0 ? $0 / 100 : nil } : nil
    let anchors: [Substring: Double] = [
      "line-left": 0, "start": 0, "center": 0.5, "middle": 0.5, "line-right": 1, "end": 1,
    ]
    let anchor = values.count > 1 ? anchors[values[1]] : nil
    if values.count > 1, anchor == nil { return false }
    switch (name, value) {
    case ("line", "auto"), ("position", "auto"): break
    case ("line", _) where percent != nil: (line, lineAnchor) = (percent, anchor ?? 0)
    case ("line", _):
      guard let number = Double(value), number.isFinite else { return false }
      // Lines count from the top, negative ones from the bottom; a picture has about 15.
      (line, lineAnchor) = (min(max(number < 0 ? 1 + (number + 1) / 14 : number / 14, 0), 1), nil)
    case ("position", _) where percent != nil: (position, positionAnchor) = (percent, anchor)
    case ("size", _) where percent != nil: size = percent
    case ("align", "left"): lines = .left
    case ("align", "right"): lines = .right
    case ("align", "start"): lines = text.beginsRightToLeft ? .right : .left
    case ("align", "end"): lines = text.beginsRightToLeft ? .left : .right
    case ("align", "center"), ("align", "middle"): lines = .center
    default: return false
    }
    return true
  }

  private var made: CaptionPlace {
    let lines = lines ?? .center
    let share = lines == .left ? 0 : lines == .right ? 1 : 0.5
    let anchor = positionAnchor ?? share
    let position = position ?? share
    let most = anchor == 0 ? 1 - position : anchor == 1 ? position : 2 * min(position, 1 - position)
    let asked = size ?? 1
    let width = max(min(asked, most), min(asked, Self.leastWidth))
    var place = CaptionPlace(x: position + (share - anchor) * width, y: line ?? 1, lines: lines)
    (place.anchorX, place.anchorY, place.width) = (share, lineAnchor, width)
    return place
  }
}

extension String {
  /// Whether the first letter belongs to a script written from right to left: Hebrew, Arabic and related ones.
  fileprivate var beginsRightToLeft: Bool {
    let first = unicodeScalars.first { $0.properties.isAlphabetic }?.value ?? 0
    return 0x590...0x8FF ~= first || 0xFB1D...0xFDFF ~= first || 0xFE70...0xFEFF ~= first
  }
}

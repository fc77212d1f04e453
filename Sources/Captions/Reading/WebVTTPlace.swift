// The settings of a WebVTT cue's place: `line`, `position`, `align` and `size`, by the W3C's rules of the cue's box
// (WebVTT 7.2, "processing cue settings").
//
// `position` says where a point of the box stands in the picture: its left edge, its middle or its right edge, as the
// text is aligned, unless `position:50%,line-left` says it. The box is as wide as `size`, and as fits between that
// point and the picture's edge; the text is aligned in it.
//
// Tested by CaptionPlaceTests.

import Documents
import Foundation

/// Reads the settings of one cue.
struct WebVTTPlace {
  /// Nil where no setting is read.
  private(set) var place: CaptionPlace?

  private var lines: CaptionPlace.Lines?
  /// The box's point in the picture's width, 0 to 1, and which point of the box it is.
  private var position: Double?
  private var positionAnchor: Double?
  private var line: Double?
  private var lineAnchor: Double?
  private var size: Double?

  /// No box is narrower for a position at the edge alone.
  private static let leastWidth = 0.25

  /// - Parameter text: the cue's, whose direction says where it starts.
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

  /// Reads a setting; false for one that is unknown or not valid.
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
      // Lines are counted from the top, from the bottom where below 0; a picture has about 15 of them.
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
  /// Whether its first letter is of a script that is written from right to left: Hebrew, Arabic and those near them.
  fileprivate var beginsRightToLeft: Bool {
    let first = unicodeScalars.first { $0.properties.isAlphabetic }?.value ?? 0
    return 0x590...0x8FF ~= first || 0xFB1D...0xFDFF ~= first || 0xFE70...0xFEFF ~= first
  }
}

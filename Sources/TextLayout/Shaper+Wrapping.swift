// Lines are broken at words, and words that are too long at characters. Pango's mode for it ends the process by a
// failed assertion for some texts of mixed scripts in a narrow width (process_line, version 1.50.12), so two other
// modes replace it: lines by words first, then by characters where a word is too long.

import CPango
import CoreGraphics
import Foundation

extension Shaper {
  /// The number of overlong words after which the rest is broken at characters, so that the work stays linear.
  private static let longWords = 64
  /// The number of UTF-16 units to break at a time: Pango finds the place of a line by counting from the first.
  private static let part = 4096

  /// Breaks a paragraph into lines no wider than asked, except for single characters. `isEnough`, called now and then,
  /// returns whether no further lines are needed.
  func wrappedLines(
    _ paragraph: Paragraph, _ breaking: LineBreaking, _ library: FontLibrary, until isEnough: ([TextLine]) -> Bool
  ) -> [TextLine] {
    var lines: [TextLine] = []
    var (rest, breaking) = (paragraph, breaking)
    var words = Self.longWords
    var length = Self.part
    while rest.start + length < rest.end {
      let broken = wrappedPart(
        rest.part(rest.start..<rest.start + length, like: nil), breaking, library, longWords: &words)
      // The last line continues after the part.
      guard broken.count > 1, let last = broken.last else {
        length *= 2
        continue
      }
      lines += broken.dropLast()
      if isEnough(lines) { return lines }
      breaking = breaking.onward(from: rest, to: last.range.lowerBound)
      rest = rest.part(last.range.lowerBound..<rest.end, like: last)
      length = Self.part
    }
    return lines + wrappedPart(rest, breaking, library, longWords: &words)
  }

  /// - Parameter longWords: the number of overlong words that may still be broken on their own.
  private func wrappedPart(
    _ paragraph: Paragraph, _ breaking: LineBreaking, _ library: FontLibrary, longWords: inout Int
  ) -> [TextLine] {
    guard !breaking.atCharacters else { return lines(paragraph, breaking, library, at: PANGO_WRAP_CHAR) }
    var lines: [TextLine] = []
    var rest = paragraph
    var breaking = breaking
    while longWords > 0 {
      longWords -= 1
      breaking.atCharacters = false
      let words = self.lines(rest, breaking, library, at: PANGO_WRAP_WORD)
      guard let long = words.firstIndex(where: { isTooWide($0, isFirst: $0.range.lowerBound == rest.start, breaking) })
      else {
        longWords += 1
        return lines + words
      }
      lines += words[..<long]
      let word = words[long]
      // The rest of a broken word is on a line with the words after it.
      let pieces = self.lines(
        rest.part(word.range, like: word), breaking.onward(from: rest, to: word.range.lowerBound), library,
        at: PANGO_WRAP_CHAR)
      let end = pieces.count > 1 ? pieces[pieces.count - 1].range.lowerBound : word.range.upperBound
      lines += pieces.count > 1 ? pieces.dropLast() : [word]
      breaking = breaking.onward(from: rest, to: end)
      guard end < rest.end, end > rest.start else { return lines }
      rest = rest.part(end..<rest.end, like: word)
    }
    return lines + self.lines(rest, breaking, library, at: PANGO_WRAP_CHAR)
  }

  private func isTooWide(_ line: TextLine, isFirst: Bool, _ breaking: LineBreaking) -> Bool {
    guard let width = breaking.width else { return false }
    // A negative indent makes the other lines narrower.
    let indent = isFirst ? max(breaking.firstIndent, 0) : max(-breaking.firstIndent, 0)
    return line.width - line.trailingSpace > max(width - indent, 0) + 0.01
  }
}

extension LineBreaking {
  /// Returns the line breaking for the rest of a paragraph from `start`: only a paragraph's first line has its indent.
  fileprivate func onward(from paragraph: Paragraph, to start: Int) -> LineBreaking {
    guard start > paragraph.start else { return self }
    var result = self
    result.width = width.map { max($0 - max(-firstIndent, 0), 0) }
    result.firstIndent = 0
    return result
  }
}

extension Paragraph {
  /// The index after the last UTF-16 unit.
  fileprivate var end: Int { start + text.utf16.count }

  /// Returns a part; it has the direction of a line of the whole, if there is one.
  fileprivate func part(_ range: Range<Int>, like line: TextLine?) -> Paragraph {
    let units = Array(text.utf16)[range.lowerBound - start..<range.upperBound - start]
    var parts = runs.filter { $0.range.overlaps(range) }
    for index in parts.indices { parts[index].range = parts[index].range.clamped(to: range) }
    if parts.isEmpty { parts = [StyledText.Run(range: range, style: runs[0].style)] }
    parts[0].style.paragraph = format
    if let line { parts[0].style.paragraph.direction = line.isRightToLeft ? .rightToLeft : .leftToRight }
    return Paragraph(text: String(decoding: units, as: UTF16.self), start: range.lowerBound, runs: parts)
  }
}

// Decisions of ours about tab stops, where sources are silent: after the last stop there are further ones, at multiples
// of the default interval, or else as far apart as the last two. Stops count from the leading edge, in every line of a
// paragraph from the start of its first one.
extension Shaper {
  /// The maximum number of tab stops.
  private static let mostTabs = 256
  /// Pango's positions are whole numbers of 32 bits.
  private static let farthest: CGFloat = 1e9

  /// Sets the tab stops of a paragraph with tab characters.
  func setTabs(_ layout: OpaquePointer, _ paragraph: Paragraph, unitsPerPoint: CGFloat) {
    guard paragraph.text.utf8.contains(9) else { return }
    let format = paragraph.format
    let start = format.firstLineHeadIndent.isFinite ? max(format.firstLineHeadIndent, 0) : 0
    var stops: [TextTab] = []
    for tab in Self.stops(of: format) {
      let place = (tab.location - start) * unitsPerPoint
      guard place >= 1, place < Self.farthest else { continue }
      stops.append(TextTab(place, tab.alignment))
    }
    guard !stops.isEmpty, let tabs = pango_tab_array_new(gint(stops.count), 0) else { return }
    for (index, stop) in stops.enumerated() {
      let kind: PangoTabAlign
      switch stop.alignment {
      case .leading: kind = PANGO_TAB_LEFT
      case .center: kind = PANGO_TAB_CENTER
      case .trailing: kind = PANGO_TAB_RIGHT
      case .character(let character):
        kind = PANGO_TAB_DECIMAL
        pango_tab_array_set_decimal_point(tabs, Int32(index), character.value)
      }
      pango_tab_array_set_tab(tabs, gint(index), kind, gint(stop.location.rounded()))
    }
    pango_layout_set_tabs(layout, tabs)
    pango_tab_array_free(tabs)
  }

  /// Returns the tab stops of a paragraph, in points, in ascending order.
  private static func stops(of format: ParagraphFormat) -> [TextTab] {
    var stops: [TextTab] = []
    for tab in (format.tabs ?? TextTab.standard).prefix(mostTabs).sorted(by: { $0.location < $1.location })
    where tab.location.isFinite && tab.location > (stops.last?.location ?? 0) {
      stops.append(tab)
    }
    let interval = format.defaultTabInterval
    if interval > 0, interval.isFinite {
      // Pango repeats the distance between the last two.
      let next = ((stops.last?.location ?? 0) / interval).rounded(.down) + 1
      stops += [TextTab(next * interval), TextTab((next + 1) * interval)]
    } else if stops.count == 1 {
      stops.append(TextTab(2 * stops[0].location))
    }
    return stops
  }
}

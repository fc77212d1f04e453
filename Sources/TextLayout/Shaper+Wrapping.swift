// Breaking at words, and words that are too long at characters. Pango has a mode for it, which ends the process by a
// failed assertion for some texts of mixed scripts in a narrow width (process_line, version 1.50.12), so it is made of
// two modes that do not: lines by words first, then by characters where a word is too long.

import CPango
import CoreGraphics

extension Shaper {
  /// More words than this that are too long: the rest of the paragraph is broken at characters, so that the work stays
  /// in proportion to the text.
  private static let longWords = 64
  /// UTF-16 units that are broken into lines at a time: to find the place of a line Pango counts from its paragraph's
  /// first.
  private static let part = 4096

  /// Lines no wider than asked, but for single characters that are.
  ///
  /// - Parameter isEnough: whether lines need no others after them; asked now and then.
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
      // The last line goes on behind the part.
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

  /// - Parameter longWords: how many words that are too long may still be broken on their own.
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
      // The rest of a word that was broken stands on a line with the words behind it.
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
    // With a negative indent it is the other lines that are narrower.
    let indent = isFirst ? max(breaking.firstIndent, 0) : max(-breaking.firstIndent, 0)
    return line.width - line.trailingSpace > max(width - indent, 0) + 0.01
  }
}

extension LineBreaking {
  /// Returns the breaking of the rest of a paragraph from `start`: only the paragraph's first line has the indent of a
  /// first line.
  fileprivate func onward(from paragraph: Paragraph, to start: Int) -> LineBreaking {
    guard start > paragraph.start else { return self }
    var result = self
    result.width = width.map { max($0 - max(-firstIndent, 0), 0) }
    result.firstIndent = 0
    return result
  }
}

extension Paragraph {
  /// Behind the last UTF-16 unit.
  fileprivate var end: Int { start + text.utf16.count }

  /// A part, running in the direction of a line of the whole, where there is one.
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

// Lines of a paragraph by the widths of its characters, which are measured once: whatever the room, no text is set
// twice to find out where it breaks. Lines break as lottie-web breaks those of a box: at the last space, and without a
// space before the character that is too much.

import CoreText
import Foundation

/// A paragraph with the widths of its characters.
struct MeasuredParagraph {
  let characters: [Character]
  /// The space that is added behind each glyph.
  private let tracking: Double
  /// The width of each character, without what is added behind its last glyph.
  private let widths: [Double]
  /// The position at which each character begins, and the last one ends, in a line without breaks.
  private let pens: [Double]

  init(_ text: String, by layouter: TextLayouter) {
    characters = Array(text)
    tracking = layouter.tracking
    var advances = [Double](repeating: 0, count: characters.count)
    let own = characters.map { layouter.outline($0)?.advance }
    if own.contains(where: { $0 != nil }) {
      var others: [Character: Double] = [:]
      for (index, character) in characters.enumerated() {
        if let advance = own[index] ?? others[character] {
          advances[index] = advance + tracking
          continue
        }
        let glyphs = layouter.fontGlyphs(of: String(character))
        advances[index] = glyphs.reduce(0) { $0 + $1.advance + layouter.tracking }
        others[character] = advances[index] - tracking
      }
    } else {
      var owners: [Int] = []
      for (index, character) in characters.enumerated() {
        for _ in 0..<character.utf16.count { owners.append(index) }
      }
      for glyph in layouter.fontGlyphs(of: text) where owners.indices.contains(glyph.unit) {
        advances[owners[glyph.unit]] += glyph.advance + tracking
      }
    }
    var pen = 0.0
    pens =
      [0]
      + advances.map { advance in
        pen += advance
        return pen
      }
    widths = advances.map { $0 == 0 ? 0 : $0 - layouter.tracking }
  }

  /// Returns the width of a line of some characters, without the spaces at its end.
  func width(of range: Range<Int>) -> Double {
    let end = trimmedEnd(of: range)
    return end > range.lowerBound ? pens[end] - pens[range.lowerBound] - tracking : 0
  }

  private func trimmedEnd(of range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, characters[end - 1].isWhitespace { end -= 1 }
    return end
  }

  /// Lines within a width.
  ///
  /// - Parameter breaksWords: whether words that are too long are broken. Otherwise lines break between ideographs,
  ///   too, as their scripts have no spaces.
  /// - Returns: nil where a word is too long and must not be broken.
  func lines(within width: Double, breaksWords: Bool) -> [Range<Int>]? {
    var lines: [Range<Int>] = []
    var start = 0
    var place: (end: Int, next: Int)?
    var index = 0
    while index < characters.count {
      let isSpace = characters[index] == " "
      let isTooWide = pens[index] - pens[start] + widths[index] > width + 0.01 && !isSpace
      if isTooWide, !breaksWords, place == nil { return nil }
      if isTooWide, index > start {
        lines.append(start..<(place?.end ?? index))
        start = place?.next ?? index
        (index, place) = (start, nil)
        continue
      }
      if isSpace {
        place = (index, index + 1)
      } else if !breaksWords, characters[index].isIdeograph {
        place = (index + 1, index + 1)
      }
      index += 1
    }
    return lines + [start..<characters.count]
  }

  /// The text of a line.
  func text(of range: Range<Int>) -> String { String(characters[range]) }

  /// As much of the text from a character on as fits with an ellipsis behind it.
  ///
  /// - Parameter ellipsis: how wide that is.
  func cut(from start: Int, within width: Double, ellipsis: Double) -> String {
    var end = trimmedEnd(of: start..<characters.count)
    while end > start, pens[end] - pens[start] + ellipsis > width + 0.01 { end = trimmedEnd(of: start..<end - 1) }
    return text(of: start..<end) + "\u{2026}"
  }
}

extension Character {
  /// Whether lines may break behind it, as behind those of Chinese and Japanese.
  fileprivate var isIdeograph: Bool {
    unicodeScalars.first.map { $0.properties.isIdeographic || (0x3040...0x30FF).contains($0.value) } ?? false
  }
}

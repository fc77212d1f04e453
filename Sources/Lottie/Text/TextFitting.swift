// The room of a text with a box is the box. As in lottie-web, the height is that of its baselines, with the ascent
// above the first one, so that descenders of the last line may lie outside. A text without a box has the width that its
// composition leaves it (see `room(of:on:in:)`), and no height.

import CoreGraphics
import CoreText
import Documents
import Foundation

/// The room of a text, in points.
struct TextSpace {
  var width: Double
  /// The height; nil for no limit.
  var height: Double?
}

struct FittedText {
  var lines: [String]
  /// The factor of the text's own size.
  var scale = 1.0
  /// The excess of the text over its room, in points; 0 and below if it fits.
  var excess = CGSize(width: -1, height: -1)
}

struct TextFitting {
  private let layouter: TextLayouter
  private let room: TextSpace
  private let paragraphs: [MeasuredParagraph]
  /// Whether the text has a box, in which lines break.
  private var isBoxed: Bool { (layouter.document.box?.width ?? 0) > 0 }

  /// The least size that text is shrunk to, in points; also lottie-web's.
  private static let smallest = 1.0
  /// The number of halvings of a size's interval: a millionth remains.
  private static let halvings = 20

  init(_ layouter: TextLayouter, in room: TextSpace) {
    (self.layouter, self.room) = (layouter, room)
    paragraphs = layouter.paragraphs.map { MeasuredParagraph($0, by: layouter) }
  }

  func fitted(_ fit: SceneTextFit) -> FittedText {
    switch fit {
    case .asWritten: isBoxed ? wrapped(scale: 1) : whole(scale: 1)
    case .wrap: wrapped(scale: 1)
    case .shrink: shrunk()
    case .ellipsis: cut()
    }
  }

  // MARK: - Ways to fit

  private func whole(scale: Double) -> FittedText {
    result(paragraphs.enumerated().map { (paragraph: $0, range: $1.characters.indices) }, scale: scale)
  }

  private func wrapped(scale: Double) -> FittedText {
    result(lines(scale: scale, breaksWords: true) ?? [], scale: scale)
  }

  /// Returns the largest size at which no word is broken.
  private func shrunk() -> FittedText {
    let least = min(Self.smallest / max(layouter.document.size, 1e-9), 1)
    guard isBoxed else {
      let widest = paragraphs.map { $0.width(of: $0.characters.indices) }.max() ?? 0
      return whole(scale: widest > room.width ? max(room.width / widest, least) : 1)
    }
    func fits(_ scale: Double) -> Bool {
      lines(scale: scale, breaksWords: false).map { height($0.count) * scale <= limit + 0.01 } ?? false
    }
    guard !fits(1) else { return result(lines(scale: 1, breaksWords: false) ?? [], scale: 1) }
    guard fits(least) else { return wrapped(scale: least) }
    var (small, large) = (least, 1.0)
    for _ in 0..<Self.halvings {
      let middle = (small + large) / 2
      if fits(middle) { small = middle } else { large = middle }
    }
    return result(lines(scale: small, breaksWords: false) ?? [], scale: small)
  }

  /// Returns the lines that fit, the last with an ellipsis.
  private func cut() -> FittedText {
    let ellipsis = MeasuredParagraph("\u{2026}", by: layouter)
    let width = ellipsis.width(of: ellipsis.characters.indices)
    guard isBoxed else {
      let lines = paragraphs.map { paragraph in
        let all = paragraph.characters.indices
        return paragraph.width(of: all) <= room.width + 0.01
          ? paragraph.text(of: all) : paragraph.cut(from: 0, within: room.width, ellipsis: width)
      }
      return FittedText(lines: lines)
    }
    let all = lines(scale: 1, breaksWords: true) ?? []
    let height = layouter.lineHeight
    let most = height > 0 ? max(Int(bounded: (limit - layouter.ascent) / height + 1.001), 1) : Int.max
    guard all.count > most else { return result(all, scale: 1) }
    let last = all[most - 1]
    var fitted = FittedText(lines: all[..<(most - 1)].map { paragraphs[$0.paragraph].text(of: $0.range) })
    fitted.lines.append(
      paragraphs[last.paragraph].cut(from: last.range.lowerBound, within: room.width, ellipsis: width))
    return fitted
  }

  // MARK: - Lines

  private typealias Line = (paragraph: Int, range: Range<Int>)

  private var limit: Double { room.height ?? .infinity }

  private func height(_ count: Int) -> Double { layouter.ascent + Double(count - 1) * layouter.lineHeight }

  /// Returns lines of the text at a scale; nil if a word is too long.
  private func lines(scale: Double, breaksWords: Bool) -> [Line]? {
    var lines: [Line] = []
    for (index, paragraph) in paragraphs.enumerated() {
      guard let broken = paragraph.lines(within: room.width / scale, breaksWords: breaksWords) else { return nil }
      lines += broken.map { (paragraph: index, range: $0) }
    }
    return lines
  }

  private func result(_ lines: [Line], scale: Double) -> FittedText {
    let widest = lines.map { paragraphs[$0.paragraph].width(of: $0.range) }.max() ?? 0
    return FittedText(
      lines: lines.map { paragraphs[$0.paragraph].text(of: $0.range) }, scale: scale,
      excess: CGSize(width: widest * scale - room.width, height: height(lines.count) * scale - limit))
  }
}

extension TextDocument {
  /// Returns the text in another size, with its line height in proportion.
  func scaled(by scale: Double) -> TextDocument {
    var document = self
    document.size *= scale
    document.lineHeight = lineHeight.map { $0 * scale }
    return document
  }
}

/// A paragraph with the widths of its characters, measured once, so that no text is laid out twice. Lines break as in
/// lottie-web's boxes: at the last space, or without one before the character that exceeds the width.
struct MeasuredParagraph {
  let characters: [Character]
  /// The space that is added after each glyph.
  private let tracking: Double
  /// The width of each character, without the space after its last glyph.
  private let widths: [Double]
  /// The positions of the characters' beginnings and of the last one's end in a line without breaks.
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
      for (index, character) in characters.enumerated() { for _ in 0..<character.utf16.count { owners.append(index) } }
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

  /// Returns the width of a line of some characters, without trailing spaces.
  func width(of range: Range<Int>) -> Double {
    let end = trimmedEnd(of: range)
    return end > range.lowerBound ? pens[end] - pens[range.lowerBound] - tracking : 0
  }

  private func trimmedEnd(of range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, characters[end - 1].isWhitespace { end -= 1 }
    return end
  }

  /// Returns lines within a width. Words that are too long are broken, or, without `breaksWords`, lines also break
  /// between ideographs, whose scripts have no spaces; nil if a word is too long then.
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

  func text(of range: Range<Int>) -> String { String(characters[range]) }

  /// Returns the text from a character on that fits with an ellipsis of a width after it.
  func cut(from start: Int, within width: Double, ellipsis: Double) -> String {
    var end = trimmedEnd(of: start..<characters.count)
    while end > start, pens[end] - pens[start] + ellipsis > width + 0.01 { end = trimmedEnd(of: start..<end - 1) }
    return text(of: start..<end) + "\u{2026}"
  }
}

extension Character {
  /// Whether lines may break after the character, as in Chinese and Japanese.
  fileprivate var isIdeograph: Bool {
    unicodeScalars.first.map { $0.properties.isIdeographic || (0x3040...0x30FF).contains($0.value) } ?? false
  }
}

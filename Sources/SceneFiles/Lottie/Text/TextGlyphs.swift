// A text as outlines of its characters, each at its place.

import CoreGraphics
import CoreText
import Foundation

/// A character of a text, or what is drawn in its place: its outline, and where it stands.
struct TextGlyph {
  /// y down, its origin on the baseline.
  var outline: CGPath
  /// From the layer's origin.
  var origin: CGPoint
  var advance: Double
  /// Which character of the text it is, which word and which line, each from 0.
  var (character, word, line): (Int, Int, Int)
  var isSpace: Bool
}

/// Lays texts out.
struct TextLayouter {
  let document: TextDocument
  let font: CTFont
  /// How far the first baseline of a box is below its top, in points.
  let ascent: Double
  /// Outlines of the document's own.
  let outline: (Character) -> (path: CGPath, advance: Double)?

  /// All glyphs of the text.
  func glyphs() -> [TextGlyph] {
    let text = document.isAllCaps ? document.text.uppercased() : document.text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { broken(String($0)) }
    let lineHeight = document.lineHeight ?? document.size * 1.2
    var result: [TextGlyph] = []
    var (character, word) = (0, 0)
    for (index, line) in lines.enumerated() {
      var glyphs = shaped(line)
      let trailing = glyphs.reversed().prefix { $0.isSpace }.reduce(0) { $0 + $1.advance }
      let width = glyphs.reduce(0) { $0 + $1.advance } - trailing - tracking
      let start = self.start(width: width)
      let baseline = (document.box.map { $0.minY + ascent } ?? 0) + Double(index) * lineHeight - document.baselineShift
      for glyph in glyphs.indices {
        glyphs[glyph].origin.x += start
        glyphs[glyph].origin.y += baseline
        glyphs[glyph].line = index
        glyphs[glyph].character = character
        glyphs[glyph].word = word
        character += 1
        if glyphs[glyph].isSpace { word += 1 }
      }
      word += 1
      result += glyphs
    }
    return result
  }

  private var tracking: Double { document.tracking / 1000 * document.size }

  /// Where a line begins.
  private func start(width: Double) -> Double {
    let free = document.box.map { $0.width - width } ?? -width
    let left = document.box?.minX ?? 0
    switch document.justification {
    case 1, 4: return left + free
    case 2, 5: return left + free / 2
    default: return left
    }
  }

  /// A paragraph in lines that fit the box.
  private func broken(_ paragraph: String) -> [String] {
    guard let box = document.box, box.width > 0 else { return [paragraph] }
    var lines: [String] = []
    var line = ""
    for word in paragraph.split(separator: " ", omittingEmptySubsequences: false) {
      let longer = line.isEmpty ? String(word) : line + " " + word
      if !line.isEmpty, shaped(longer).reduce(0, { $0 + $1.advance }) - tracking > box.width + 0.01 {
        lines.append(line)
        line = String(word)
      } else {
        line = longer
      }
    }
    return lines + [line]
  }

  /// The glyphs of a line, from 0 on.
  private func shaped(_ text: String) -> [TextGlyph] {
    let characters = Array(text)
    let own = characters.map(outline)
    guard own.contains(where: { $0 != nil }) else { return shapedByFont(text) }
    var x = 0.0
    return zip(characters, own).flatMap { character, own -> [TextGlyph] in
      guard let own else {
        var glyphs = shapedByFont(String(character))
        for index in glyphs.indices { glyphs[index].origin.x += x }
        x += glyphs.reduce(0) { $0 + $1.advance }
        return glyphs
      }
      let glyph = TextGlyph(
        outline: own.path, origin: CGPoint(x: x, y: 0), advance: own.advance + tracking, character: 0, word: 0, line: 0,
        isSpace: character.isWhitespace)
      x += glyph.advance
      return [glyph]
    }
  }

  private func shapedByFont(_ text: String) -> [TextGlyph] {
    guard !text.isEmpty else { return [] }
    let units = Array(text.utf16)
    let line = CTLineCreateWithAttributedString(
      NSAttributedString(string: text, attributes: [NSAttributedString.Key(rawValue: kCTFontAttributeName): font]))
    var glyphs: [TextGlyph] = []
    var shift = 0.0
    for run in CTLineGetGlyphRuns(line) as? [CTRun] ?? [] {
      let count = CTRunGetGlyphCount(run)
      var (ids, places) = ([CGGlyph](repeating: 0, count: count), [CGPoint](repeating: .zero, count: count))
      var (advances, indices) = ([CGSize](repeating: .zero, count: count), [CFIndex](repeating: 0, count: count))
      let all = CFRange(location: 0, length: 0)
      CTRunGetGlyphs(run, all, &ids)
      CTRunGetPositions(run, all, &places)
      CTRunGetAdvances(run, all, &advances)
      CTRunGetStringIndices(run, all, &indices)
      guard let font = CTRunGetAttributes(run)[kCTFontAttributeName] as? CTFont else { continue }
      var upsideDown = CGAffineTransform(scaleX: 1, y: -1)
      for index in 0..<count {
        let unit = units.indices.contains(indices[index]) ? units[indices[index]] : 32
        glyphs.append(
          TextGlyph(
            outline: CTFontCreatePathForGlyph(font, ids[index], &upsideDown) ?? CGMutablePath(),
            origin: CGPoint(x: places[index].x + shift, y: -places[index].y),
            advance: advances[index].width + tracking, character: 0, word: 0, line: 0,
            isSpace: unit == 32 || unit == 9 || unit == 0xA0))
        shift += tracking
      }
    }
    return glyphs
  }
}

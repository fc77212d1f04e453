// Lines of plain text, without Pango (see SimpleFont.swift).

import CPango
import CoreGraphics
import Foundation

extension Shaper {
  /// More fonts than this begin anew: sizes are shaped alike, so that few apps have a dozen.
  private static let mostFonts = 64

  /// The line that Pango would make of a paragraph; nil for one that takes Pango: with several looks, letter spacing,
  /// other characters than those of plain text, or one that is wider than its room.
  func simpleLine(_ paragraph: Paragraph, _ breaking: LineBreaking, _ library: FontLibrary) -> TextLine? {
    guard paragraph.runs.count == 1, !breaking.isJustified, breaking.firstIndent == 0,
      paragraph.format.direction != .rightToLeft
    else { return nil }
    let style = paragraph.runs[0].style
    guard let size = style.font.usableSize, style.kern == 0 else { return nil }
    let units = Array(paragraph.text.utf16)
    guard units.count <= SimpleText.longest else { return nil }
    let scale = Self.scale(paragraph.runs, Self.size / size)
    guard let font = simpleFont(style, scale, library) else { return nil }
    let unitsPerPoint = scale * Self.units
    let room = breaking.width.map { $0 * unitsPerPoint - 1 } ?? .infinity
    return font.shape(units) { infos, positions in
      var line = SimpleLine(count: infos.count, unitsPerPoint: unitsPerPoint)
      for index in infos.indices {
        let (info, position) = (infos[index], positions[index])
        // Pango turns glyphs around that go back, and has boxes for those that are missing.
        guard position.x_advance >= 0, info.codepoint > 0, info.codepoint <= 0xFFFF else { return nil }
        line.add(info, position, start: paragraph.start, raised: style.baselineOffset)
      }
      guard CGFloat(line.pen) < room else { return nil }
      return line.line(style, font, size: size, units, start: paragraph.start)
    }
  }

  private func simpleFont(_ style: TextStyle, _ scale: CGFloat, _ library: FontLibrary) -> SimpleFont? {
    lookForFonts(library)
    let key = SimpleFont.Key(style, scale: scale)
    if let font = simpleFonts[key] { return font }
    if simpleFonts.count >= Self.mostFonts { simpleFonts.removeAll() }
    let font = SimpleFont(style, scale: scale, self, library)
    simpleFonts[key] = .some(font)
    return font
  }
}

/// A line on its way.
private struct SimpleLine {
  private let unitsPerPoint: CGFloat
  private var glyphs: [CGGlyph] = []
  private var positions: [CGPoint] = []
  private var advances: [CGFloat] = []
  private var indices: [Int] = []
  private var carets: [TextLine.Caret] = []
  /// Pango's units, from the left.
  private(set) var pen = 0

  init(count: Int, unitsPerPoint: CGFloat) {
    self.unitsPerPoint = unitsPerPoint
    glyphs.reserveCapacity(count)
    positions.reserveCapacity(count)
    advances.reserveCapacity(count)
    indices.reserveCapacity(count)
    carets.reserveCapacity(count)
  }

  private func points(_ units: Int) -> CGFloat { CGFloat(units) / unitsPerPoint }

  @inline(__always)
  mutating func add(_ info: hb_glyph_info_t, _ position: hb_glyph_position_t, start: Int, raised: CGFloat) {
    let unit = start + Int(info.cluster)
    if carets.last?.index != unit { carets.append(.init(index: unit, x: points(pen))) }
    glyphs.append(CGGlyph(info.codepoint))
    positions.append(CGPoint(x: points(pen + Int(position.x_offset)), y: raised + points(Int(position.y_offset))))
    advances.append(points(Int(position.x_advance)))
    indices.append(unit)
    pen += Int(position.x_advance)
  }

  func line(_ style: TextStyle, _ font: SimpleFont, size: CGFloat, _ units: [UInt16], start: Int) -> TextLine {
    let run = GlyphRun(
      font: font.font, measures: font.measures, size: size, style: style, glyphs: glyphs, positions: positions,
      advances: advances, stringIndices: indices, isRightToLeft: false, minX: 0, maxX: points(pen))
    var heights = LineHeights()
    heights.include(run.measures, size, raised: style.baselineOffset)
    var (end, trailingSpace): (Int, CGFloat) = (units.count, 0)
    while end > 0, units[end - 1] == 0x20 { end -= 1 }
    if end < units.count {
      for (index, advance) in zip(indices, advances) where index >= start + end { trailingSpace += advance }
    }
    return TextLine(
      runs: [run], range: start..<start + units.count, width: points(pen), trailingSpace: trailingSpace,
      ascent: heights.ascent, descent: heights.descent, leading: heights.leading, isRightToLeft: false,
      isTruncated: false, carets: carets)
  }
}

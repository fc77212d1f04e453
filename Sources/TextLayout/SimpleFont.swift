// Plain text is Western letters, digits and signs of one style, from left to right. Pango has nothing to decide there,
// so HarfBuzz shapes such a line with Pango's font, script, language and features, in a third of the time. Pango's
// choice is read once, for all characters together.

import CPango
import CoreGraphics
import Foundation

/// A font at a shaped size.
final class SimpleFont {
  /// The properties that determine Pango's choice.
  struct Key: Hashable {
    var style: FontStyle
    /// In Pango's units.
    var size: Int32
    var hasLigatures: Bool
    var hasTabularDigits: Bool

    /// - Parameter scale: the ratio of shaped sizes to requested ones.
    init(_ style: TextStyle, scale: CGFloat) {
      self.style = style.font.style
      // Pango cuts the fraction off.
      size = Int32((style.font.usableSize ?? 0) * scale * Shaper.units)
      (hasLigatures, hasTabularDigits) = (style.hasLigatures, style.font.hasTabularDigits)
    }
  }

  let font: CGFont
  let measures: FontMeasures
  /// Pango's choice for text with a letter in it.
  private let letters: Choice
  private let others: Choice
  private let features: [hb_feature_t]
  /// Whether the font has letters with accents, and signs beyond ASCII.
  private let hasLatin: Bool

  /// Used under the library's lock.
  nonisolated(unsafe) private static let buffer = hb_buffer_create()

  /// Returns nil if Pango would not choose one font for all plain text.
  init?(_ style: TextStyle, scale: CGFloat, _ shaper: Shaper, _ library: FontLibrary) {
    let (ascii, latin) = (SimpleText.ascii, SimpleText.latin)
    guard let letters = shaper.choice(ascii, style, scale),
      let others = shaper.choice(ascii.filter { !SimpleText.isLetter($0) }, style, scale), others.font == letters.font,
      let pattern = cpango_font_pattern(letters.font), let face = library.face(of: pattern),
      pango_font_get_hb_font(letters.font) != nil
    else { return nil }
    hasLatin = shaper.choice(ascii + latin, style, scale)?.isSame(as: letters) ?? false
    font = CGFont(face: face)
    measures = font.measures
    features = Self.features(of: letters.font, style)
    (self.letters, self.others) = (letters, others)
  }

  /// Returns the font's features, then those of the look, as Pango collects them.
  private static func features(of font: UnsafeMutablePointer<PangoFont>, _ style: TextStyle) -> [hb_feature_t] {
    var features = [hb_feature_t](repeating: hb_feature_t(), count: 32)
    var count: guint = 0
    pango_font_get_features(font, &features, 32, &count)
    features.removeLast(features.count - Int(count))
    for name in style.featureNames {
      var feature = hb_feature_t()
      if hb_feature_from_string(name, Int32(name.utf8.count), &feature) != 0 { features.append(feature) }
    }
    return features
  }

  /// Calls a closure with the glyphs of a text. Returns nil if it is not plain.
  func shape<Result>(
    _ units: [UInt16], _ body: (UnsafeBufferPointer<hb_glyph_info_t>, UnsafePointer<hb_glyph_position_t>) -> Result?
  ) -> Result? {
    guard let kind = SimpleText.kind(of: units), hasLatin || kind != .latin, let buffer = Self.buffer else {
      return nil
    }
    let choice = kind == .signs ? others : letters
    hb_buffer_clear_contents(buffer)
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS)
    hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, choice.script)
    hb_buffer_set_language(buffer, choice.language)
    hb_buffer_set_flags(buffer, hb_buffer_flags_t(HB_BUFFER_FLAG_BOT.rawValue | HB_BUFFER_FLAG_EOT.rawValue))
    hb_buffer_add_utf16(buffer, units, Int32(units.count), 0, Int32(units.count))
    hb_shape(pango_font_get_hb_font(choice.font), buffer, features, UInt32(features.count))
    var (count, placed): (UInt32, UInt32) = (0, 0)
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &placed), count > 0, placed == count
    else { return nil }
    return body(UnsafeBufferPointer(start: infos, count: Int(count)), positions)
  }
}

private final class Choice {
  let font: UnsafeMutablePointer<PangoFont>
  let script: hb_script_t
  let language: OpaquePointer?

  init(_ font: UnsafeMutablePointer<PangoFont>, _ analysis: PangoAnalysis) {
    self.font = font
    script = cpango_hb_script(PangoScript(Int32(analysis.script)))
    language = hb_language_from_string(pango_language_to_string(analysis.language), -1)
    cpango_ref(UnsafeMutableRawPointer(font))
  }

  deinit { cpango_unref(UnsafeMutableRawPointer(font)) }

  func isSame(as other: Choice) -> Bool {
    font == other.font && script == other.script && language == other.language
  }
}

enum SimpleText {
  enum Kind { case signs, ascii, latin }

  /// The maximum length, in UTF-16 units; Pango shapes longer texts.
  static let longest = 512

  /// The visible characters, and the space.
  static let ascii = (0x20...0x7E).map { UInt16($0) }
  /// Letters with accents; dashes, quotation marks, the ellipsis, the sign of the euro.
  static let latin =
    (0xC0...0xFF).map { UInt16($0) } + [0x2013, 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026, 0x20AC]

  static func isLetter(_ unit: UInt16) -> Bool { (0x41...0x5A).contains(unit & ~0x20) }

  /// Returns the kind of a text; nil if it has other characters, none, or too many.
  static func kind(of units: [UInt16]) -> Kind? {
    guard !units.isEmpty, units.count <= longest else { return nil }
    var kind = Kind.signs
    for unit in units {
      if (0x20...0x7E).contains(unit) {
        if kind == .signs, isLetter(unit) { kind = .ascii }
      } else {
        guard (0xC0...0xFF).contains(unit) || (unit > 0xFF && latin.contains(unit)) else { return nil }
        // Signs beyond ASCII may be alone; Pango then chooses their script.
        kind = .latin
      }
    }
    return kind == .latin && !units.contains(where: isLetter) ? nil : kind
  }
}

extension Shaper {
  /// Returns Pango's choice for a text; nil if it takes more than one font, or if a character is missing.
  fileprivate func choice(_ units: [UInt16], _ style: TextStyle, _ scale: CGFloat) -> Choice? {
    let run = StyledText.Run(range: 0..<units.count, style: style)
    let paragraph = Paragraph(text: String(decoding: units, as: UTF16.self), start: 0, runs: [run])
    return withLayout(ShapedText(paragraph), paragraph, LineBreaking(), scale: scale, at: PANGO_WRAP_WORD) { layout in
      guard pango_layout_get_line_count(layout) == 1, pango_layout_get_unknown_glyphs_count(layout) == 0,
        let line = pango_layout_get_line_readonly(layout, 0), let node = line.pointee.runs, node.pointee.next == nil,
        let item = node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee.item
      else { return nil }
      let analysis = item.pointee.analysis
      guard analysis.level == 0, let font = analysis.font else { return nil }
      return Choice(font, analysis)
    }
  }

  /// The number of fonts above which the cache is cleared: all sizes are shaped alike, so few apps have a dozen.
  private static let mostFonts = 64

  /// Returns the line that Pango would make; nil for a paragraph that needs Pango: with several styles, letter spacing,
  /// characters other than those of plain text, or a width beyond its room.
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
        // Pango reverses glyphs with a negative advance, and draws boxes for missing ones.
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

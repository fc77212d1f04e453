// Pango's glyph items become runs, one for each font and look, with the gaps between characters for carets.

import CPango
import CoreGraphics
import Foundation

struct LineBuilder {
  private let text: ShapedText
  /// In UTF-16 units of the whole text.
  private let styles: [StyledText.Run]
  private let unitsPerPoint: CGFloat
  private let library: FontLibrary
  private var runs: [GlyphRun] = []
  private var carets: [TextLine.Caret] = []
  /// Pango's units, from the left.
  private var pen = 0
  /// The bytes that an ellipsis replaces.
  var hidden = 0..<0

  init(text: ShapedText, runs: [StyledText.Run], unitsPerPoint: CGFloat, library: FontLibrary) {
    (self.text, styles, self.unitsPerPoint, self.library) = (text, runs, unitsPerPoint, library)
  }

  private func style(at unit: Int) -> Int {
    // Runs are few; text is looked up in order.
    styles.firstIndex { $0.range.contains(unit) } ?? styles.count - 1
  }

  /// Adds a run that Pango shaped.
  mutating func add(_ run: PangoGlyphItem) {
    let item = run.item.pointee
    let isRightToLeft = item.analysis.level & 1 != 0
    let count = Int(run.glyphs.pointee.num_glyphs)
    guard count > 0, let infos = cpango_glyphs(run.glyphs), let clusters = run.glyphs.pointee.log_clusters else {
      return
    }
    let face = item.analysis.font.flatMap { cpango_font_pattern($0) }.flatMap { library.face(of: $0) }
    var first = 0
    while first < count {
      // The glyphs of one look.
      let look = style(at: text.unit(Int(item.offset + clusters[first])))
      var end = first + 1
      while end < count, style(at: text.unit(Int(item.offset + clusters[end]))) == look { end += 1 }
      add(
        first..<end, of: infos, clusters: clusters, offset: Int(item.offset), face: face, style: styles[look].style,
        isRightToLeft: isRightToLeft,
        isEllipsis: cpango_is_ellipsis(run.item) != 0)
      first = end
    }
  }

  private mutating func add(
    _ range: Range<Int>, of infos: UnsafeMutablePointer<PangoGlyphInfo>, clusters: UnsafeMutablePointer<gint>,
    offset: Int, face: FontFace?, style: TextStyle, isRightToLeft: Bool, isEllipsis: Bool
  ) {
    let size = style.font.usableSize ?? 0
    // The box for missing characters has no font of its own: it has the requested one.
    let font = face.map { CGFont(face: $0) } ?? CGFont(style.font.style)
    var glyphs: [CGGlyph] = []
    var positions: [CGPoint] = []
    var advances: [CGFloat] = []
    var indices: [Int] = []
    let start = pen
    for index in range where isEllipsis || !hidden.contains(offset + Int(clusters[index])) {
      var info = infos[index]
      if isEllipsis {
        // Pango widens it to fill the line.
        let advance = CGFloat(font.face.advance(of: info.glyph)) / CGFloat(font.face.unitsPerEm) * size
        info.geometry.width = PangoGlyphUnit((advance * unitsPerPoint).rounded())
        info.geometry.x_offset = 0
      }
      let unit = text.unit(isEllipsis ? hidden.lowerBound : offset + Int(clusters[index]))
      let width = Int(info.geometry.width)
      let before = isRightToLeft ? pen + width : pen
      if carets.last?.index != unit {
        carets.append(.init(index: unit, x: points(before)))
      } else if isRightToLeft {
        carets[carets.count - 1].x = points(before)
      }
      if info.glyph != cpango_glyph_empty() {
        let isMissing = info.glyph & cpango_glyph_unknown_flag() != 0
        glyphs.append(isMissing || info.glyph > 0xFFFF ? 0 : CGGlyph(info.glyph))
        positions.append(
          CGPoint(
            x: points(pen + Int(info.geometry.x_offset)),
            y: style.baselineOffset - points(Int(info.geometry.y_offset))))
        advances.append(points(width))
        indices.append(unit)
      }
      pen += width
    }
    runs.append(
      GlyphRun(
        font: font, size: size, style: style, glyphs: glyphs, positions: positions, advances: advances,
        stringIndices: indices, isRightToLeft: isRightToLeft, minX: points(start), maxX: points(pen)))
  }

  private func points(_ units: Int) -> CGFloat { CGFloat(units) / unitsPerPoint }

  func line(_ range: Range<Int>, isRightToLeft: Bool) -> TextLine {
    var heights = LineHeights()
    for run in runs { heights.include(run.measures, run.size, raised: run.style.baselineOffset) }
    if runs.isEmpty {
      let style = styles[style(at: range.lowerBound)].style
      heights.include(CGFont(style.font.style).measures, style.font.usableSize ?? 0, raised: 0)
    }
    return TextLine(
      runs: runs, range: range, width: points(pen), trailingSpace: trailingSpace(range, isRightToLeft: isRightToLeft),
      ascent: heights.ascent, descent: heights.descent, leading: heights.leading, isRightToLeft: isRightToLeft,
      isTruncated: false,
      carets: carets.sorted { $0.index < $1.index })
  }

  private func trailingSpace(_ range: Range<Int>, isRightToLeft: Bool) -> CGFloat {
    var end = range.upperBound
    while end > range.lowerBound, text.isSpace(end - 1) { end -= 1 }
    guard end < range.upperBound else { return 0 }
    var width: CGFloat = 0
    for run in runs {
      for (index, advance) in zip(run.stringIndices, run.advances) where index >= end { width += advance }
    }
    return width
  }
}

struct LineHeights {
  private(set) var ascent: CGFloat = 0
  private(set) var descent: CGFloat = 0
  private(set) var leading: CGFloat = 0

  /// Extends the line for text of a font, whose baseline is `raised` over the line's.
  mutating func include(_ measures: FontMeasures, _ size: CGFloat, raised: CGFloat) {
    let scale = size / measures.unitsPerEm
    ascent = max(ascent, CGFloat(measures.ascent) * scale + raised)
    descent = max(descent, -CGFloat(measures.descent) * scale - raised)
    leading = max(leading, CGFloat(measures.leading) * scale)
  }
}

/// The bytes of a paragraph in UTF-8, as Pango reads them, with the way back to UTF-16 units.
struct ShapedText {
  /// The bytes without terminator.
  private(set) var bytes: [UInt8]
  /// The UTF-16 unit of the whole text with which the character of each byte begins, and the end.
  private var units: [Int32]
  /// The byte with which the character of each UTF-16 unit of the paragraph begins, and the end.
  private var starts: [Int32]
  private let start: Int

  /// The maximum number of invisible characters in a row (joiners, marks of direction) that are read; HarfBuzz's time
  /// is quadratic in it. (Flags of regions have six; embeddings end at 125.)
  private static let mostHidden = 256

  init(_ paragraph: Paragraph) {
    start = paragraph.start
    bytes = []
    units = []
    starts = []
    var unit = 0
    var hidden = 0
    for scalar in paragraph.text.unicodeScalars {
      // Control characters have no glyphs, and Pango takes no text with a null character.
      let shown: Unicode.Scalar = scalar.value < 0x20 && scalar != "\t" ? "\u{200B}" : scalar
      let width = scalar.value > 0xFFFF ? 2 : 1
      for _ in 0..<width { starts.append(Int32(bytes.count)) }
      hidden = shown.value >= 0xAD && shown.properties.isDefaultIgnorableCodePoint ? hidden + 1 : 0
      if hidden <= Self.mostHidden {
        for byte in Unicode.UTF8.encode(shown)! {
          bytes.append(byte)
          units.append(Int32(start + unit))
        }
      }
      unit += width
    }
    units.append(Int32(start + unit))
    starts.append(Int32(bytes.count))
  }

  /// Returns the UTF-16 unit, in the whole text, of a byte.
  func unit(_ byte: Int) -> Int { Int(units[min(max(byte, 0), units.count - 1)]) }

  /// Returns the bytes of a range of UTF-16 units of the whole text.
  func byteRange(_ range: Range<Int>) -> Range<Int> {
    func byte(_ unit: Int) -> Int { Int(starts[min(max(unit - start, 0), starts.count - 1)]) }
    let lower = byte(range.lowerBound)
    return lower..<max(byte(range.upperBound), lower)
  }
}

extension ShapedText {
  /// Extends a range of bytes to grapheme clusters.
  func wholeCharacters(_ range: Range<Int>) -> Range<Int> {
    guard !range.isEmpty else { return range }
    var (lower, upper, byte) = (range.lowerBound, range.upperBound, 0)
    for character in String(decoding: bytes, as: UTF8.self) {
      let next = byte + character.utf8.count
      if byte < range.lowerBound, next > range.lowerBound { lower = byte }
      if byte < range.upperBound, next > range.upperBound { upper = next }
      if next >= range.upperBound { break }
      byte = next
    }
    return lower..<upper
  }

  /// Whether a UTF-16 unit of the whole text is a space or a tab.
  func isSpace(_ unit: Int) -> Bool {
    let byte = byteRange(unit..<unit + 1).lowerBound
    guard byte < bytes.count else { return false }
    // An ideographic space is three bytes.
    return bytes[byte] == 0x20 || bytes[byte] == 0x09 || bytes[byte...].starts(with: [0xE3, 0x80, 0x80])
  }
}

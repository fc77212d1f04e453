// From Pango's glyph items to our runs: one for each font and look, with the gaps between characters for carets.

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
  /// Bytes of which only an ellipsis is shown.
  var hidden = 0..<0

  init(text: ShapedText, runs: [StyledText.Run], unitsPerPoint: CGFloat, library: FontLibrary) {
    (self.text, styles, self.unitsPerPoint, self.library) = (text, runs, unitsPerPoint, library)
  }

  private func style(at unit: Int) -> Int {
    // Runs are few; text is looked up in order.
    styles.firstIndex { $0.range.contains(unit) } ?? styles.count - 1
  }

  /// Adds what Pango shaped in one go.
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
      // Glyphs of one look.
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
    // Without a font of its own, the box for missing characters has the requested font.
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

  /// The line, of a range of the text.
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

  /// Returns the width of the white space at the end of the text.
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

/// The height of a line, in points.
struct LineHeights {
  private(set) var ascent: CGFloat = 0
  private(set) var descent: CGFloat = 0
  private(set) var leading: CGFloat = 0

  /// Makes room for text of a font.
  ///
  /// - Parameter raised: of its baseline over the line's.
  mutating func include(_ measures: FontMeasures, _ size: CGFloat, raised: CGFloat) {
    let scale = size / measures.unitsPerEm
    ascent = max(ascent, CGFloat(measures.ascent) * scale + raised)
    descent = max(descent, -CGFloat(measures.descent) * scale - raised)
    leading = max(leading, CGFloat(measures.leading) * scale)
  }
}

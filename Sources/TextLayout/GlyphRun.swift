// Everything is in points with y up from the line's baseline.

package import CoreGraphics
package import Foundation

/// Glyphs of one font and one look, from left to right.
package struct GlyphRun: Sendable {
  package let font: CGFont
  package let size: CGFloat
  package let style: TextStyle
  package let glyphs: [CGGlyph]
  /// From the line's origin.
  package internal(set) var positions: [CGPoint]
  package let advances: [CGFloat]
  /// The first UTF-16 unit, in the whole text, of each glyph's cluster.
  package let stringIndices: [Int]
  package let isRightToLeft: Bool
  /// The left end of the pen's way, from the line's origin.
  package internal(set) var minX: CGFloat
  package internal(set) var maxX: CGFloat

  package var ascent: CGFloat { CGFloat(measures.ascent) * scale }
  package var descent: CGFloat { -CGFloat(measures.descent) * scale }
  package var leading: CGFloat { CGFloat(measures.leading) * scale }
  let measures: FontMeasures
  var scale: CGFloat { size / measures.unitsPerEm }

  /// - Parameter measures: the font's; nil to look them up.
  init(
    font: CGFont, measures: FontMeasures? = nil, size: CGFloat, style: TextStyle, glyphs: [CGGlyph],
    positions: [CGPoint], advances: [CGFloat],
    stringIndices: [Int], isRightToLeft: Bool, minX: CGFloat, maxX: CGFloat
  ) {
    (self.font, self.size, self.style) = (font, size, style)
    (self.glyphs, self.positions, self.advances) = (glyphs, positions, advances)
    (self.stringIndices, self.isRightToLeft) = (stringIndices, isRightToLeft)
    (self.minX, self.maxX) = (minX, maxX)
    self.measures = measures ?? font.measures
  }
}

package struct TextLine: Sendable {
  package internal(set) var runs: [GlyphRun]
  /// The range of the line in the whole text, in UTF-16 units, without the paragraph's end.
  package let range: Range<Int>
  /// The width; it includes white space at the end, but not at the end of a line that was broken.
  package let width: CGFloat
  /// The width of the white space at the end of the text.
  package let trailingSpace: CGFloat
  package let ascent: CGFloat
  /// Positive below the baseline.
  package let descent: CGFloat
  package let leading: CGFloat
  package let isRightToLeft: Bool
  /// Whether an ellipsis replaces a part.
  package internal(set) var isTruncated: Bool
  /// The first UTF-16 unit of each cluster in reading order, and the pen's position before it.
  let carets: [Caret]

  struct Caret: Sendable {
    var index: Int
    var x: CGFloat
  }

  package var height: CGFloat { ascent + descent + leading }

  /// Returns the position of the caret before a UTF-16 unit of the text.
  package func offset(of index: Int) -> CGFloat {
    if index >= range.upperBound { return isRightToLeft ? 0 : width }
    return carets.last { $0.index <= index }?.x ?? (isRightToLeft ? width : 0)
  }

  /// Returns the UTF-16 unit of the text whose caret is nearest to a position.
  package func index(at x: CGFloat) -> Int {
    let end = Caret(index: range.upperBound, x: isRightToLeft ? 0 : width)
    return (carets + [end]).min { abs($0.x - x) < abs($1.x - x) }?.index ?? range.lowerBound
  }

  /// The bounding box of the glyphs' outlines, from the line's origin; null without any.
  package var imageBounds: CGRect {
    var (low, high) = (CGPoint(x: CGFloat.infinity, y: .infinity), CGPoint(x: -CGFloat.infinity, y: -.infinity))
    for run in runs {
      let scale = run.scale
      run.font.forEachBox(of: run.glyphs) { index, units in
        let origin = run.positions[index]
        (low.x, low.y) = (min(low.x, origin.x + units.minX * scale), min(low.y, origin.y + units.minY * scale))
        (high.x, high.y) = (max(high.x, origin.x + units.maxX * scale), max(high.y, origin.y + units.maxY * scale))
      }
    }
    guard low.x <= high.x, low.y <= high.y else { return .null }
    return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// The bounding box of everything that drawing the line covers, from the line's origin; null for nothing.
  package var drawnBounds: CGRect {
    var box = imageBounds
    for run in runs {
      let style = run.style
      if style.background != nil || style.underline.thickness > 0 || style.strikethrough.thickness > 0 {
        // Underlines lie well within twice the descent, double and thick ones too.
        box = box.union(
          CGRect(
            x: run.minX, y: -2 * descent - run.size, width: run.maxX - run.minX,
            height: ascent + 2 * descent + 2 * run.size))
      }
      if style.strokeWidth != 0, !box.isNull {
        // Mitred corners have tips.
        let reach = abs(style.strokeWidth) / 100 * run.size * 5
        box = box.insetBy(dx: -reach, dy: -reach)
      }
      if let shadow = style.shadow, !box.isNull {
        let reach = max(shadow.blur, 0) * 2
        box = box.union(
          box.offsetBy(dx: shadow.offset.width, dy: -shadow.offset.height).insetBy(dx: -reach, dy: -reach))
      }
    }
    return box
  }

  /// The outlines of all glyphs but colour glyphs, from the line's origin, y up.
  package var outline: CGPath {
    let path = CGMutablePath()
    for run in runs {
      for (glyph, position) in zip(run.glyphs, run.positions) {
        guard let outline = run.font.outline(of: glyph) else { continue }
        path.addPath(
          outline,
          transform: CGAffineTransform(a: run.scale, b: 0, c: 0, d: run.scale, tx: position.x, ty: position.y))
      }
    }
    return path
  }
}

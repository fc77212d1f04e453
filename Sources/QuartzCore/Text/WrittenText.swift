// Tested by TextCheckTests and DocumentCheckTests.

import CoreGraphics
package import Foundation
import TextLayout

/// The text of a layer as people read it, its size, and the part that is lost, for checks. A text layer computes it; a
/// layer whose letters are other layers, as in Lottie files, carries it.
package struct WrittenText: Sendable {
  package struct MissingGlyph: Hashable, Sendable {
    package let character: Character
    package let font: String
  }

  package let string: String
  /// The size of the largest letters, in points.
  package let fontSize: Double
  /// The rectangle that the letters cover, from the top left corner of the layer's bounds, y down, in points, before
  /// the bounds cut it off; null if they cover nothing, nil if it is not known.
  package private(set) var ink: CGRect?
  /// The number of UTF-16 units of the text that an ellipsis replaces, or that have no room.
  package private(set) var hiddenCount = 0
  package private(set) var isShortened = false
  package private(set) var missing: [MissingGlyph] = []
  /// The font that is missing, and the family that replaces it.
  package private(set) var replacedFont: (name: String, family: String)?

  package static let key = "writtenText"

  /// Creates a text whose letters are other layers.
  package init(_ string: String, fontSize: Double) { (self.string, self.fontSize) = (string, fontSize) }

  fileprivate init?(_ layer: CATextLayer, _ values: LayerValues) {
    guard let appearance = TextAppearance(values) else { return nil }
    let content = appearance.content
    let frame = content.layout.frame
    self.init(content.text.string, fontSize: content.text.runs.map { Double($0.style.font.size) }.max() ?? 0)
    ink = Self.ink(of: frame)
    let units = string.utf16
    let end = (string.utf16.lastIndex { !Self.isBlank($0) }).map { units.distance(from: units.startIndex, to: $0) + 1 }
    hiddenCount = max((end ?? 0) - frame.shownLength, 0)
    isShortened = frame.lines.contains { $0.line.isTruncated }
    if isShortened { hiddenCount = max(hiddenCount, 1) }
    missing = Self.missing(in: frame, of: string)
    if values.text?.attributed == nil, let name = layer.font as? String {
      replacedFont = CATextLayer.family(standingFor: name).map { (name, $0) }
    }
  }

  /// Returns the rectangle that the glyphs cover, without underlines, shadows and backgrounds.
  private static func ink(of frame: TextFrame) -> CGRect {
    frame.lines.reduce(.null) { ink, placed in
      let box = placed.line.imageBounds
      guard !box.isNull else { return ink }
      return ink.union(
        CGRect(x: placed.origin.x + box.minX, y: placed.origin.y - box.maxY, width: box.width, height: box.height))
    }
  }

  private static func isBlank(_ unit: UInt16) -> Bool { unit == 0x20 || unit == 0x0A || unit == 0x0D || unit == 0x09 }

  private static func missing(in frame: TextFrame, of string: String) -> [MissingGlyph] {
    var found: [MissingGlyph] = []
    for placed in frame.lines {
      for run in placed.line.runs where run.glyphs.contains(0) {
        for (glyph, unit) in zip(run.glyphs, run.stringIndices) where glyph == 0 {
          let index = string.utf16.index(string.startIndex, offsetBy: min(unit, string.utf16.count))
          guard let at = string.rangeOfComposedCharacterSequence(index) else { continue }
          let glyph = MissingGlyph(character: string[at], font: run.style.font.style.family)
          if !glyph.character.isWhitespace, !found.contains(glyph) { found.append(glyph) }
        }
      }
    }
    return found
  }
}

extension String {
  /// Returns the index of the character that contains a UTF-16 unit; nil at the end.
  fileprivate func rangeOfComposedCharacterSequence(_ index: Index) -> Index? {
    guard index < endIndex else { return nil }
    return self.rangeOfComposedCharacterSequence(at: index).lowerBound
  }
}

extension CALayer {
  /// Returns the layer's text at a time of the clock; nil for a layer without text.
  package final func writtenText(at time: CFTimeInterval) -> WrittenText? {
    if let text = self as? CATextLayer, kind == .text { return WrittenText(text, values(at: time)) }
    return value(forKey: WrittenText.key) as? WrittenText
  }
}

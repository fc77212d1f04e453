// Tested by CoreTextTests.

public import CoreGraphics
public import Foundation
import TextLayout

/// A line of text: immutable runs of positioned glyphs. In its coordinates the baseline begins at the origin, y up.
public final class CTLine: @unchecked Sendable {
  // Unchecked Sendable: nothing changes, and the string was copied.
  let line: TextLine
  let text: NSAttributedString
  /// The index of the client's string that is the line's index 0.
  let start: Int

  init(_ line: TextLine, _ text: NSAttributedString, start: Int = 0) {
    (self.line, self.text, self.start) = (line, text, start)
  }
}

/// The part of a line that an ellipsis replaces.
public enum CTLineTruncationType: UInt32, Sendable {
  case start = 0
  case end = 1
  case middle = 2

  fileprivate var part: TextTruncation {
    switch self {
    case .start: .start
    case .end: .end
    case .middle: .middle
    }
  }
}

/// The options for the bounds of a line.
public struct CTLineBoundsOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Creates options by their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The leading does not count.
  public static let excludeTypographicLeading = Self(rawValue: 1 << 0)
  /// The font's own shifts do not count; they never do here.
  public static let excludeTypographicShifts = Self(rawValue: 1 << 1)
  /// Punctuation hangs; it does not here.
  public static let useHangingPunctuation = Self(rawValue: 1 << 2)
  /// The bounds are those of the glyphs' outlines, not of ascent and advances.
  public static let useGlyphPathBounds = Self(rawValue: 1 << 3)
  /// The bounds are optical; here they are those of the glyphs' outlines.
  public static let useOpticalBounds = Self(rawValue: 1 << 4)
}

/// Creates a line of a whole string, in which paragraph breaks are spaces.
public func CTLineCreateWithAttributedString(_ attrString: CFAttributedString) -> CTLine {
  let text = attrString.copy() as! NSAttributedString
  return CTLine(TextLine(StyledText(text, base: .coreText)), text)
}

/// Creates a line that is no wider than `width`, in points: the line itself if it fits, else with a part replaced by an
/// ellipsis, whatever the token. Returns nil if not even that fits.
public func CTLineCreateTruncatedLine(
  _ line: CTLine, _ width: Double, _ truncationType: CTLineTruncationType, _ truncationToken: CTLine?
) -> CTLine? {
  guard line.line.width - line.line.trailingSpace > width else { return line }
  guard width > 0 else { return nil }
  var room = TextRoom(width: CGFloat(width))
  room.isSingleLine = true
  room.lineBreak = .truncate(truncationType.part)
  var text = StyledText(line.part, base: .coreText)
  // A paragraph style that breaks lines does not apply here.
  for index in text.runs.indices { text.runs[index].style.paragraph.lineBreak = nil }
  guard let cut = TextFrame(text, in: room).lines.first?.line, cut.width <= CGFloat(width) + 0.01 else { return nil }
  return CTLine(cut, line.part, start: line.start + line.line.range.lowerBound)
}

extension CTLine {
  fileprivate var part: NSAttributedString {
    let range = NSRange(location: line.range.lowerBound, length: line.range.count)
    guard range.length < text.length, NSMaxRange(range) <= text.length else { return text }
    return text.attributedSubstring(from: range)
  }
}

/// Returns the number of glyphs in all runs of the line.
public func CTLineGetGlyphCount(_ line: CTLine) -> CFIndex { line.line.runs.reduce(0) { $0 + $1.glyphs.count } }

/// Returns the line's runs, each a ``CTRun``, from left to right.
public func CTLineGetGlyphRuns(_ line: CTLine) -> CFArray { line.line.runs.map { CTRun($0, line) } }

/// Returns the range of the string that the line shows, in UTF-16 units.
public func CTLineGetStringRange(_ line: CTLine) -> CFRange {
  CFRange(location: line.start + line.line.range.lowerBound, length: line.line.range.count)
}

/// Returns the offset of the line, in points, that aligns it in a width: left for 0, middle for 0.5, right for 1.
public func CTLineGetPenOffsetForFlush(_ line: CTLine, _ flushFactor: CGFloat, _ flushWidth: Double) -> Double {
  max(flushWidth - Double(line.line.width - line.line.trailingSpace), 0) * Double(min(max(flushFactor, 0), 1))
}

/// Draws the line from the context's text position, through its text matrix.
public func CTLineDraw(_ line: CTLine, _ context: CGContext) {
  line.line.draw(in: context, at: .zero, matrix: context.textMatrix)
}

/// Returns the line's width with the white space at its end; writes ascent, descent and leading; all in points.
@discardableResult
public func CTLineGetTypographicBounds(
  _ line: CTLine, _ ascent: UnsafeMutablePointer<CGFloat>?, _ descent: UnsafeMutablePointer<CGFloat>?,
  _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
  ascent?.pointee = line.line.ascent
  descent?.pointee = line.line.descent
  leading?.pointee = line.line.leading
  return Double(line.line.width)
}

/// Returns the bounds of the line in points, from its origin on the baseline, y up.
public func CTLineGetBoundsWithOptions(_ line: CTLine, _ options: CTLineBoundsOptions) -> CGRect {
  if !options.isDisjoint(with: [.useGlyphPathBounds, .useOpticalBounds]) { return line.line.imageBounds }
  let leading = options.contains(.excludeTypographicLeading) ? 0 : line.line.leading
  return CGRect(
    x: 0, y: -line.line.descent - leading, width: line.line.width,
    height: line.line.ascent + line.line.descent + leading
  )
}

/// Returns the width of the white space at the end of the line, in points.
public func CTLineGetTrailingWhitespaceWidth(_ line: CTLine) -> Double { Double(line.line.trailingSpace) }

/// Returns the bounding box of the glyphs' outlines, from the context's text position; null without any.
public func CTLineGetImageBounds(_ line: CTLine, _ context: CGContext?) -> CGRect {
  let box = line.line.imageBounds
  guard let context, !box.isNull else { return box }
  return box.offsetBy(dx: context.textPosition.x, dy: context.textPosition.y)
}

/// Returns the index of the string whose caret is nearest to a position on the line.
public func CTLineGetStringIndexForPosition(_ line: CTLine, _ position: CGPoint) -> CFIndex {
  line.start + line.line.index(at: position.x)
}

/// Returns the position of the caret before a unit of the string, in points from the line's origin. The second caret of
/// text that runs both ways has the same position here.
@discardableResult
public func CTLineGetOffsetForStringIndex(
  _ line: CTLine, _ charIndex: CFIndex, _ secondaryOffset: UnsafeMutablePointer<CGFloat>?
) -> CGFloat {
  let offset = line.line.offset(of: charIndex - line.start)
  secondaryOffset?.pointee = offset
  return offset
}

/// Glyphs of one font and one set of attributes, from left to right.
public final class CTRun: @unchecked Sendable {
  // Unchecked Sendable: nothing changes.
  let run: GlyphRun
  let line: CTLine

  init(_ run: GlyphRun, _ line: CTLine) { (self.run, self.line) = (run, line) }

  /// Returns the indices of a range's glyphs; a length of 0 means all that follow.
  fileprivate func indices(_ range: CFRange) -> Range<Int> {
    let start = min(max(range.location, 0), run.glyphs.count)
    let end = range.length == 0 ? run.glyphs.count : min(start + max(range.length, 0), run.glyphs.count)
    return start..<end
  }
}

/// The direction and order of a run's glyphs.
public struct CTRunStatus: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Creates options by their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The glyphs run from left to right, in the order of their characters.
  public static let noStatus: Self = []
  /// The glyphs run from right to left.
  public static let rightToLeft = Self(rawValue: 1)
  /// Glyphs are not in the order of their characters.
  public static let nonMonotonic = Self(rawValue: 2)
}

/// Returns the number of glyphs in the run.
public func CTRunGetGlyphCount(_ run: CTRun) -> CFIndex { run.run.glyphs.count }

/// Returns the attributes of the run's characters, with the font of its glyphs.
public func CTRunGetAttributes(_ run: CTRun) -> CFDictionary {
  var attributes: CFDictionary = [:]
  if let unit = run.run.stringIndices.first, unit < run.line.text.length {
    for (key, value) in run.line.text.attributes(at: unit, effectiveRange: nil) { attributes[key.rawValue] = value }
  }
  attributes[kCTFontAttributeName] = CTFont(run.run.font, style: run.run.font.face.style, size: run.run.size)
  return attributes
}

/// Returns the direction and order of the run's glyphs.
public func CTRunGetStatus(_ run: CTRun) -> CTRunStatus {
  var status: CTRunStatus = run.run.isRightToLeft ? .rightToLeft : []
  let indices = run.run.stringIndices
  let isOrdered = zip(indices, indices.dropFirst()).allSatisfy { run.run.isRightToLeft ? $0 >= $1 : $0 <= $1 }
  if !isOrdered { status.insert(.nonMonotonic) }
  return status
}

/// Writes the glyphs of a range of the run; a length of 0 means all that follow.
public func CTRunGetGlyphs(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGGlyph>) {
  for (index, glyph) in run.run.glyphs[run.indices(range)].enumerated() { buffer[index] = glyph }
}

/// Writes the positions of glyphs, from the line's origin.
public func CTRunGetPositions(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGPoint>) {
  for (index, position) in run.run.positions[run.indices(range)].enumerated() { buffer[index] = position }
}

/// Writes the advances of glyphs.
public func CTRunGetAdvances(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGSize>) {
  for (index, advance) in run.run.advances[run.indices(range)].enumerated() {
    buffer[index] = CGSize(width: advance, height: 0)
  }
}

/// Writes the string index of each glyph.
public func CTRunGetStringIndices(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CFIndex>) {
  for (index, unit) in run.run.stringIndices[run.indices(range)].enumerated() { buffer[index] = unit + run.line.start }
}

/// Returns the range of the string that the run shows, in UTF-16 units.
public func CTRunGetStringRange(_ run: CTRun) -> CFRange {
  guard let first = run.run.stringIndices.min(), let last = run.run.stringIndices.max() else { return CFRange() }
  // The last cluster ends where the next one of the line begins.
  let all = run.line.line.runs.flatMap(\.stringIndices)
  let end = all.filter { $0 > last }.min() ?? run.line.line.range.upperBound
  return CFRange(location: first + run.line.start, length: end - first)
}

/// Returns the width of a range of the run; writes its ascent, descent and leading.
@discardableResult
public func CTRunGetTypographicBounds(
  _ run: CTRun, _ range: CFRange, _ ascent: UnsafeMutablePointer<CGFloat>?,
  _ descent: UnsafeMutablePointer<CGFloat>?, _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
  ascent?.pointee = run.run.ascent
  descent?.pointee = run.run.descent
  leading?.pointee = run.run.leading
  return Double(run.run.advances[run.indices(range)].reduce(0, +))
}

/// Draws a range of the run's glyphs, in their colour, where the line that begins at the text position has them.
public func CTRunDraw(_ run: CTRun, _ context: CGContext, _ range: CFRange) {
  let indices = run.indices(range)
  guard !indices.isEmpty else { return }
  context.saveGState()
  if let color = run.run.style.color {
    context.setFillColor(color)
    context.setStrokeColor(color)
  }
  context.show(
    Array(run.run.glyphs[indices]), at: Array(run.run.positions[indices]), of: run.run.font.face, size: run.run.size,
    matrix: context.textMatrix)
  context.restoreGState()
}

// Runs: glyphs of one font and one set of attributes.

public import CoreGraphics
public import Foundation
import TextLayout

/// Glyphs of one font and one set of attributes, in the order in which they stand from left to right.
public final class CTRun: @unchecked Sendable {
  // Unchecked Sendable: nothing changes.
  let run: GlyphRun
  let line: CTLine

  init(_ run: GlyphRun, _ line: CTLine) { (self.run, self.line) = (run, line) }

  /// The glyphs of a range; a length of 0 means all that follow.
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
  /// Options by their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// The glyphs run from left to right, in the order of their characters.
  public static let noStatus: Self = []
  /// The glyphs run from right to left.
  public static let rightToLeft = Self(rawValue: 1)
  /// Glyphs do not stand in the order of their characters.
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

/// Reads glyphs of a range of the run; a length of 0 means all that follow.
public func CTRunGetGlyphs(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGGlyph>) {
  for (index, glyph) in run.run.glyphs[run.indices(range)].enumerated() { buffer[index] = glyph }
}

/// Reads the positions of glyphs, from the line's origin.
public func CTRunGetPositions(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGPoint>) {
  for (index, position) in run.run.positions[run.indices(range)].enumerated() { buffer[index] = position }
}

/// Reads the advances of glyphs.
public func CTRunGetAdvances(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGSize>) {
  for (index, advance) in run.run.advances[run.indices(range)].enumerated() {
    buffer[index] = CGSize(width: advance, height: 0)
  }
}

/// Reads the units of the string that glyphs belong to.
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

/// The width of a range of the run; writes how far it reaches above and below the baseline, and the leading.
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

/// Draws glyphs of a range of the run, in their colour, where they stand on their line; the line begins at the
/// context's text position.
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

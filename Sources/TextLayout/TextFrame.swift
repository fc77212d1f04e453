// Lines one below the other: paragraphs, alignment, truncation of what does not fit.
//
// y grows downwards here, from the top of the room, as text is read; lines themselves have y up from their baseline.

import CoreGraphics
package import Foundation

/// The room that text is laid out in, in points, and what becomes of text that is too long for it.
package struct TextRoom: Hashable, Sendable {
  /// Nil for no limit.
  package var width: CGFloat?
  /// Nil for no limit.
  package var height: CGFloat?
  /// 0 for no limit.
  package var lineLimit = 0
  /// The alignment of paragraphs that do not set their own.
  package var alignment = TextAlignment.natural
  /// The line break mode of paragraphs that do not set their own.
  package var lineBreak = TextLineBreak.words
  /// The truncation of text beyond the last line; nil leaves out the lines that do not fit, or leaves them for the
  /// renderer to cut off.
  package var truncation: TextTruncation?
  /// Whether all is one line, in which ends of lines are spaces.
  package var isSingleLine = false
  /// Whether lines that do not fit in whole are left out; the first line stays. Otherwise those are that begin below.
  package var dropsPartialLines = false

  package init(width: CGFloat? = nil, height: CGFloat? = nil) {
    // NaN and infinity mean no limit.
    self.width = width.flatMap { $0.isNaN || $0 == .infinity ? nil : max($0, 0) }
    self.height = height.flatMap { $0.isNaN || $0 == .infinity ? nil : max($0, 0) }
  }
}

/// A line and where it stands.
package struct PlacedLine: Sendable {
  package let line: TextLine
  /// The left end of the baseline, from the top left corner of the room, y down.
  package let origin: CGPoint
  /// From the top of the room to the line's own.
  package let top: CGFloat
  /// With what is added to the line's height.
  package let height: CGFloat
}

/// Text that is laid out.
package struct TextFrame: Sendable {
  package let lines: [PlacedLine]
  /// The width of the longest line, and the height down to the bottom of the last one, in points.
  package let size: CGSize
  /// The number of UTF-16 units of the text that the lines show.
  package let shownLength: Int

  /// Lays text out.
  package init(_ text: StyledText, in room: TextRoom) {
    self = FontLibrary.withLock { library in
      var setter = LineSetter(room: room, shaper: Shaper.shared(library), library: library)
      return setter.frame(text)
    }
  }

  /// Without lines.
  package static let empty = TextFrame(lines: [], size: .zero, shownLength: 0)

  init(lines: [PlacedLine], size: CGSize, shownLength: Int) {
    (self.lines, self.size, self.shownLength) = (lines, size, shownLength)
  }
}

extension TextLine {
  /// A line of text, unbroken; what ends paragraphs is a space in it.
  package init(_ text: StyledText) {
    var room = TextRoom()
    room.isSingleLine = true
    room.lineBreak = .clip
    self =
      TextFrame(text, in: room).lines.first?.line
      ?? TextLine(
        runs: [], range: 0..<0, width: 0, trailingSpace: 0, ascent: 0, descent: 0, leading: 0, isRightToLeft: false,
        isTruncated: false, carets: [])
  }
}

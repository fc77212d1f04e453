// The properties of text, by run and paragraph, from attributes of UIKit or Core Text, or a text layer.

package import CoreGraphics
package import Foundation

package struct TextFont: Hashable, Sendable {
  package var style: FontStyle
  /// The size in points; 0, negative sizes and NaN draw nothing.
  package var size: CGFloat
  /// Whether all digits have one width, if the face has such digits.
  package var hasTabularDigits = false

  package init(_ style: FontStyle, size: CGFloat) { (self.style, self.size) = (style, size) }

  package func withSize(_ size: CGFloat) -> TextFont {
    var font = self
    font.size = size
    return font
  }

  /// Helvetica at 12 points, Core Text's font for text without one.
  package static let standard = TextFont(FontStyle(named: "Helvetica"), size: 12)

  /// The size in points at which larger fonts are drawn.
  private static let largest: CGFloat = 10_000

  /// The size to lay out; nil if the font draws nothing.
  var usableSize: CGFloat? { size > 0 ? min(size, Self.largest) : nil }
}

package struct TextLineStyle: Hashable, Sendable {
  /// The thickness, as a multiple of the font's own; 0 for no line.
  package var thickness: CGFloat = 0
  package var isDouble = false
  /// Dashes and gaps in turn, in thicknesses; empty for a solid line.
  package var dashes: [CGFloat] = []
  /// Nil for the text's colour.
  package var color: CGColor?

  package init() {}

  /// Creates the line of an underline style: 1 single, 2 thick, 9 double; the third hexadecimal digit makes dashes.
  package init(number: Int, color: CGColor?) {
    self.color = color
    switch number & 0xFF {
    case 0: thickness = 0
    case 2: thickness = 2
    case 9: (thickness, isDouble) = (1, true)
    default: thickness = 1
    }
    switch number >> 8 & 0x7 {
    case 1: dashes = [3, 3]
    case 2: dashes = [10, 5]
    case 3: dashes = [10, 3, 3, 3]
    case 4: dashes = [10, 3, 3, 3, 3, 3]
    default: dashes = []
    }
  }
}

/// A shadow of text, in points; y grows downwards.
package struct TextShadow: Hashable, Sendable {
  package var offset: CGSize
  package var blur: CGFloat
  package var color: CGColor

  package init(offset: CGSize, blur: CGFloat, color: CGColor) {
    (self.offset, self.blur, self.color) = (offset, blur, color)
  }
}

package struct TextStyle: Hashable, Sendable {
  package var font: TextFont
  /// Nil for the context's fill colour.
  package var color: CGColor?
  package var background: CGColor?
  /// The space added between characters, in points.
  package var kern: CGFloat = 0
  /// Whether letters join to ligatures that the script does not need.
  package var hasLigatures = true
  package var underline = TextLineStyle()
  package var strikethrough = TextLineStyle()
  /// Percent of the font's size: positive outlines the glyphs, negative fills them too, 0 only fills.
  package var strokeWidth: CGFloat = 0
  /// Nil for the text's colour.
  package var strokeColor: CGColor?
  /// The distance that the baseline is raised, in points.
  package var baselineOffset: CGFloat = 0
  package var shadow: TextShadow?
  package var paragraph = ParagraphFormat()

  package init(font: TextFont = .standard, color: CGColor? = nil) { (self.font, self.color) = (font, color) }
}

package enum TextAlignment: Hashable, Sendable {
  /// Left for text that runs to the right, and right for text that runs to the left.
  case natural
  case left, right, center
  /// From edge to edge, except the last line of a paragraph.
  case justified
}

/// The treatment of text that is wider than its room.
package enum TextLineBreak: Hashable, Sendable {
  /// The text continues on another line, at the end of a word where possible.
  case words
  /// The text continues on another line, at any character.
  case characters
  /// The text is not broken.
  case clip
  /// The text is not broken, and an ellipsis replaces a part.
  case truncate(TextTruncation)

  package var isWrapping: Bool { self == .words || self == .characters }
}

package enum TextTruncation: Hashable, Sendable { case start, middle, end }

package enum TextDirection: Hashable, Sendable {
  /// The direction of the first character that has one; from left to right without any.
  case natural
  case leftToRight, rightToLeft
}

/// The layout of a paragraph's lines, in points.
package struct ParagraphFormat: Hashable, Sendable {
  /// The alignment; nil leaves it to the client that lays out, as does a nil `lineBreak`.
  package var alignment: TextAlignment?
  package var lineBreak: TextLineBreak?
  package var direction = TextDirection.natural
  /// Added below each line.
  package var lineSpacing: CGFloat = 0
  package var paragraphSpacing: CGFloat = 0
  package var paragraphSpacingBefore: CGFloat = 0
  /// From the leading edge.
  package var firstLineHeadIndent: CGFloat = 0
  package var headIndent: CGFloat = 0
  /// From the leading edge if positive, else from the trailing edge.
  package var tailIndent: CGFloat = 0
  /// 0 for no limit.
  package var minimumLineHeight: CGFloat = 0
  package var maximumLineHeight: CGFloat = 0
  /// 0 for 1.
  package var lineHeightMultiple: CGFloat = 0
  /// The tab stops; nil for ``TextTab/standard``, as in most text: formats are compared often.
  package var tabs: [TextTab]?
  /// The interval of the stops after the last of ``tabs``, at its multiples; 0 leaves it to the client that lays out.
  package var defaultTabInterval: CGFloat = 0

  package init() {}
}

package struct StyledText: Hashable, Sendable {
  /// A range of one style.
  package struct Run: Hashable, Sendable {
    /// In UTF-16 units.
    package var range: Range<Int>
    package var style: TextStyle

    package init(range: Range<Int>, style: TextStyle) { (self.range, self.style) = (range, style) }
  }

  package var string: String
  /// The runs in order, without gaps. The single run of an empty string gives the font of its line.
  package var runs: [Run]

  package init(string: String, runs: [Run]) { (self.string, self.runs) = (string, runs) }

  package init(_ string: String, _ style: TextStyle) {
    self.init(string: string, runs: [Run(range: 0..<string.utf16.count, style: style)])
  }
}

/// A place where text continues after a tab character.
package struct TextTab: Hashable, Sendable {
  package enum Alignment: Hashable, Sendable {
    /// The part of the text that lies at the stop: its start, middle or end.
    case leading, center, trailing
    /// The middle of the first such character lies at the stop.
    case character(Unicode.Scalar)
  }

  /// From the leading edge, in points.
  package var location: CGFloat
  package var alignment: Alignment

  package init(_ location: CGFloat, _ alignment: Alignment = .leading) {
    (self.location, self.alignment) = (location, alignment)
  }

  /// Creates a stop for an alignment; alignments other than middle and end mean the start.
  package init(_ location: CGFloat, _ alignment: TextAlignment?) {
    self.init(location, alignment == .center ? .center : alignment == .right ? .trailing : .leading)
  }

  /// The stops of text without any, as Apple documents them: twelve, 28 points apart.
  package static let standard = (1...12).map { TextTab(CGFloat($0) * 28) }
}

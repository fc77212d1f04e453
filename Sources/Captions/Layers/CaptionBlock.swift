// A caption's text in lines: broken where it is too long, in lines about as long as each other, and set smaller where
// there are too many of them.
//
// Breaking is Pango's: between words, by the rules of Chinese and Japanese, and never within a character as people see
// it. Lines are in the order of bidirectional text.

import CoreGraphics
import CoreText
import Foundation
import TextLayout

/// A caption's lines, in points, y down from the block's top left corner.
struct CaptionBlock {
  struct Line {
    let line: TextLine
    /// The text of the line, white space at its ends aside, in UTF-16 units.
    let range: Range<Int>
    /// The left and right end of its glyphs, from the line's origin.
    let extent: ClosedRange<CGFloat>
    /// The left end of its glyphs in the block.
    let x: CGFloat
    let baseline: CGFloat
  }

  let text: NSAttributedString
  let fontSize: CGFloat
  let lines: [Line]
  /// Of all lines, without outlines and box.
  let size: CGSize
  /// Whether the end of the text gave way to an ellipsis.
  let isCut: Bool

  /// The height of lines in layers of their own: pictures of characters go beyond what their font says, and layers cut
  /// off what is above them.
  var lineHeight: CGFloat { fontSize * 2.5 }

  private static let smallest: CGFloat = 0.3

  /// Sets a caption in the largest size, from `fontSize` down, at which it is no wider, higher, or of more lines than
  /// it may be.
  init(_ cue: CaptionTrack.Cue, _ style: CaptionStyle, fontSize: CGFloat, lines place: CaptionPlace.Lines, room: CGSize)
  {
    let own = cue.text.split(separator: "\n", omittingEmptySubsequences: false).count
    let most = max(style.mostLines, 1)
    var size = fontSize
    var frame = TextFrame.empty
    var text = NSAttributedString(string: "")
    var isCut = false
    while true {
      text = Self.text(cue, style, size: size)
      let styled = StyledText(text, base: TextStyle())
      frame = TextFrame(styled, in: TextRoom(width: room.width))
      if frame.lines.count <= max(most, own), frame.size.height <= room.height, frame.width <= room.width + 0.01 {
        if frame.lines.count > own { frame = Self.balanced(styled, frame, room.width) }
        break
      }
      size *= 0.92
      guard size >= fontSize * Self.smallest, size >= 1 else {
        var last = TextRoom(width: room.width, height: room.height)
        (last.lineLimit, last.truncation, last.dropsPartialLines) = (max(most, own), .end, true)
        frame = TextFrame(styled, in: last)
        (isCut, size) = (true, size / 0.92)
        break
      }
    }
    (self.text, self.fontSize, self.isCut) = (text, size, isCut)
    let string = Array(text.string.utf16)
    let extents = frame.lines.map { $0.line.extent(of: $0.line.range.trimmed(in: string)) }
    let width = extents.map { $0.upperBound - $0.lowerBound }.max() ?? 0
    let share: CGFloat = place == .left ? 0 : place == .right ? 1 : 0.5
    lines = zip(frame.lines, extents).map { placed, extent in
      Line(
        line: placed.line, range: placed.line.range.trimmed(in: string), extent: extent,
        x: (width - (extent.upperBound - extent.lowerBound)) * share, baseline: placed.origin.y)
    }
    self.size = CGSize(width: width, height: frame.size.height)
  }

  /// The same in lines that are about as long as each other: in the narrowest room in which there are as many.
  private static func balanced(_ text: StyledText, _ frame: TextFrame, _ width: CGFloat) -> TextFrame {
    var (best, low, high) = (frame, width / CGFloat(frame.lines.count) * 0.8, width)
    for _ in 0..<7 {
      let middle = (low + high) / 2
      let other = TextFrame(text, in: TextRoom(width: middle))
      // A word that is wider than the room would be broken.
      if other.lines.count <= frame.lines.count, other.width <= middle + 0.01, !breaksWords(other, text.string) {
        (best, high) = (other, middle)
      } else {
        low = middle
      }
    }
    return best
  }

  /// Whether a line ends within a word of letters that are written with spaces.
  private static func breaksWords(_ frame: TextFrame, _ string: String) -> Bool {
    let units = Array(string.utf16)
    return frame.lines.dropFirst().contains { placed in
      let start = placed.line.range.lowerBound
      guard start > 0, start < units.count else { return false }
      return !units[start - 1].isSpace && !units[start].isSpace && units[start - 1] < 0xE00 && units[start] < 0xE00
        && units[start - 1] != 0x2D
    }
  }

  /// The text with its looks.
  private static func text(_ cue: CaptionTrack.Cue, _ style: CaptionStyle, size: CGFloat) -> NSAttributedString {
    let text = NSMutableAttributedString(string: "")
    let font = CTFontCreateWithName(style.font, size, nil)
    for span in cue.spans where !span.text.isEmpty {
      var own = font
      var traits: CTFontSymbolicTraits = []
      if span.isBold { traits.insert(.traitBold) }
      if span.isItalic { traits.insert(.traitItalic) }
      if !traits.isEmpty { own = CTFontCreateCopyWithSymbolicTraits(font, size, nil, traits, traits) ?? font }
      var attributes: [NSAttributedString.Key: Any] = [
        .caption(kCTFontAttributeName): own, .caption(kCTForegroundColorAttributeName): span.color ?? style.color,
      ]
      if span.isUnderlined {
        attributes[.caption(kCTUnderlineStyleAttributeName)] = Int(CTUnderlineStyle.single.rawValue)
      }
      text.append(NSAttributedString(string: span.text, attributes: attributes))
    }
    return text
  }

  /// A part of the text for a layer of its own, in the direction of its line.
  ///
  /// - Parameter color: in the place of its own colours; nil for those.
  func part(_ range: Range<Int>, of line: Line, color: CGColor? = nil) -> NSAttributedString {
    let part = NSMutableAttributedString(
      attributedString: text.attributedSubstring(from: NSRange(location: range.lowerBound, length: range.count)))
    let whole = NSRange(location: 0, length: part.length)
    // The number, as in C: what a Swift enumeration has in memory is another.
    var direction = (line.line.isRightToLeft ? CTWritingDirection.rightToLeft : .leftToRight).rawValue
    var height = lineHeight
    let paragraph = withUnsafePointer(to: &direction) { direction in
      withUnsafePointer(to: &height) { height in
        let settings = [
          CTParagraphStyleSetting(
            spec: .baseWritingDirection, valueSize: MemoryLayout<Int8>.size, value: direction),
          CTParagraphStyleSetting(spec: .minimumLineHeight, valueSize: MemoryLayout<CGFloat>.size, value: height),
        ]
        return CTParagraphStyleCreate(settings, settings.count)
      }
    }
    part.addAttribute(.caption(kCTParagraphStyleAttributeName), value: paragraph, range: whole)
    if let color { part.addAttribute(.caption(kCTForegroundColorAttributeName), value: color, range: whole) }
    return part
  }
}

extension NSAttributedString.Key {
  /// An attribute of Core Text's.
  static func caption(_ name: String) -> NSAttributedString.Key { NSAttributedString.Key(rawValue: name) }
}

extension TextLine {
  /// The left and right end of the glyphs of a range of the text.
  func extent(of range: Range<Int>) -> ClosedRange<CGFloat> {
    var (low, high) = (CGFloat.infinity, -CGFloat.infinity)
    for run in runs {
      for index in run.glyphs.indices where range.contains(run.stringIndices[index]) || isTruncated {
        low = min(low, run.positions[index].x)
        high = max(high, run.positions[index].x + run.advances[index])
      }
    }
    return low <= high ? low...high : 0...0
  }
}

extension TextFrame {
  /// The width of the longest line, without white space at its end.
  fileprivate var width: CGFloat { lines.map { $0.line.width - $0.line.trailingSpace }.max() ?? 0 }
}

extension UInt16 {
  fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x3000 || self == 0xA0 }
}

extension Range<Int> {
  /// The range without white space at its ends.
  fileprivate func trimmed(in units: [UInt16]) -> Range<Int> {
    var range = clamped(to: 0..<units.count)
    while !range.isEmpty, units[range.lowerBound].isSpace { range = range.lowerBound + 1..<range.upperBound }
    while !range.isEmpty, units[range.upperBound - 1].isSpace { range = range.lowerBound..<range.upperBound - 1 }
    return range
  }
}

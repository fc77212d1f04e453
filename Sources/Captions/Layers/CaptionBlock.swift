// A caption's text in lines of nearly equal length, set smaller if they are too many. Pango breaks lines between words
// and by the rules of Chinese and Japanese, and orders bidirectional text. LineRoom has the distance of lines.

import CoreGraphics
import CoreText
import Foundation
import TextLayout

/// A caption's lines, in points, y down from the block's top left corner.
struct CaptionBlock {
  struct Line {
    let line: TextLine
    /// The text of the line without white space at its ends, in UTF-16 units.
    let range: Range<Int>
    /// The left and right ends of its glyphs, relative to the line's origin.
    let extent: ClosedRange<CGFloat>
    let x: CGFloat
    let baseline: CGFloat
  }

  let text: NSAttributedString
  /// The font size of the largest letters, in points.
  let fontSize: CGFloat
  /// The factor of the requested font size, up to 1.
  let scale: CGFloat
  let lines: [Line]
  /// The size of all lines, without outlines and box.
  let size: CGSize
  /// Whether an ellipsis replaces the end of the text.
  let isCut: Bool

  /// The height of lines in layers of their own, as pictures of characters exceed their font's height.
  var lineHeight: CGFloat { fontSize * 2.5 }

  private static let smallest: CGFloat = 0.3
  /// The scale down to which a word wider than the room is kept whole.
  private static let smallestWhole: CGFloat = 0.75

  /// Sets a caption in the largest size, up to the requested one, that fits its limits. `fontSize`, in points, is for
  /// text without a size in the file; files' sizes are shares of `pictureHeight`, in points.
  init(
    _ cue: CaptionTrack.Cue, _ style: CaptionStyle, fontSize: CGFloat, pictureHeight: CGFloat,
    lines place: CaptionPlace.Lines, room: CGSize
  ) {
    let own = cue.text.split(separator: "\n", omittingEmptySubsequences: false).count
    let most = max(max(style.mostLines, 1), own)
    let fonts = cue.spans.map { CaptionFont($0, style, size: fontSize, pictureHeight: pictureHeight) }
    let largest = fonts.map(\.size).max() ?? fontSize
    func setting(_ scale: CGFloat) -> Setting { Setting(Self.text(cue, fonts, style, scale), room) }
    func fits(_ setting: Setting) -> Bool {
      setting.frame.lines.count <= most && setting.height <= room.height && setting.frame.width <= room.width + 0.01
    }
    var (scale, isCut): (CGFloat, Bool) = (1, false)
    var current = setting(scale)
    while scale >= Self.smallestWhole, !fits(current) || current.breaksWords {
      scale *= 0.92
      current = setting(scale)
    }
    if !fits(current) || current.breaksWords {
      scale = 1
      current = setting(scale)
    }
    while !isCut, !fits(current) {
      guard scale * 0.92 >= Self.smallest, largest * scale * 0.92 >= 1 else {
        current.cut(to: room, lines: most)
        isCut = true
        break
      }
      scale *= 0.92
      current = setting(scale)
    }
    if !isCut, current.frame.lines.count > own { current.balance() }
    (text, self.scale, self.isCut) = (current.text, scale, isCut)
    self.fontSize = largest * scale
    let string = Array(text.string.utf16)
    let placed = current.frame.lines.map(\.line)
    let extents = placed.map { $0.extent(of: $0.range.trimmed(in: string)) }
    let width = extents.map { $0.upperBound - $0.lowerBound }.max() ?? 0
    let share: CGFloat = place == .left ? 0 : place == .right ? 1 : 0.5
    var top: CGFloat = 0
    lines = zip(placed, extents).map { line, extent in
      let room = LineRoom(line)
      defer { top += room.height }
      return Line(
        line: line, range: line.range.trimmed(in: string), extent: extent,
        x: (width - (extent.upperBound - extent.lowerBound)) * share, baseline: top + room.ascent)
    }
    self.size = CGSize(width: width, height: top)
  }

  private struct Setting {
    let text: NSAttributedString
    private let styled: StyledText
    private let width: CGFloat
    private(set) var frame: TextFrame

    init(_ text: NSAttributedString, _ room: CGSize) {
      self.text = text
      (styled, width) = (StyledText(text, base: TextStyle()), room.width)
      frame = TextFrame(styled, in: TextRoom(width: room.width))
    }

    var height: CGFloat { frame.lines.reduce(0) { $0 + LineRoom($1.line).height } }
    var breaksWords: Bool { CaptionBlock.breaksWords(frame, styled.string) }

    mutating func balance() { frame = CaptionBlock.balanced(styled, frame, width) }

    /// Removes text that exceeds the room; the last line ends with an ellipsis.
    mutating func cut(to size: CGSize, lines: Int) {
      let highest = frame.lines.map { LineRoom($0.line).height }.max() ?? size.height
      var room = TextRoom(width: size.width, height: size.height)
      room.lineLimit = min(lines, max(Int(bounded: Double(size.height / max(highest, 1))), 1))
      (room.truncation, room.dropsPartialLines) = (.end, true)
      frame = TextFrame(styled, in: room)
    }
  }

  /// Returns the frame with lines of nearly equal length: the narrowest with as many lines.
  fileprivate static func balanced(_ text: StyledText, _ frame: TextFrame, _ width: CGFloat) -> TextFrame {
    var (best, low, high) = (frame, width / CGFloat(frame.lines.count) * 0.8, width)
    for _ in 0..<7 {
      let middle = (low + high) / 2
      let other = TextFrame(text, in: TextRoom(width: middle))
      // Not with a broken word, which would be wider than the room.
      if other.lines.count <= frame.lines.count, other.width <= middle + 0.01, !breaksWords(other, text.string) {
        (best, high) = (other, middle)
      } else {
        low = middle
      }
    }
    return best
  }

  /// Returns whether a line ends inside a word of a script with spaces.
  fileprivate static func breaksWords(_ frame: TextFrame, _ string: String) -> Bool {
    let units = Array(string.utf16)
    return frame.lines.dropFirst().contains { placed in
      let start = placed.line.range.lowerBound
      guard start > 0, start < units.count else { return false }
      return !units[start - 1].isSpace && !units[start].isSpace && units[start - 1] < 0xE00 && units[start] < 0xE00
        && units[start - 1] != 0x2D
    }
  }

  private static func text(
    _ cue: CaptionTrack.Cue, _ fonts: [CaptionFont], _ style: CaptionStyle, _ scale: CGFloat
  ) -> NSAttributedString {
    let text = NSMutableAttributedString(string: "")
    for (span, font) in zip(cue.spans, fonts) where !span.text.isEmpty {
      var attributes: [NSAttributedString.Key: Any] = [
        .caption(kCTFontAttributeName): font.made(scale),
        .caption(kCTForegroundColorAttributeName): span.color ?? style.color,
      ]
      if span.isUnderlined {
        attributes[.caption(kCTUnderlineStyleAttributeName)] = Int(CTUnderlineStyle.single.rawValue)
      }
      text.append(NSAttributedString(string: span.text, attributes: attributes))
    }
    return text
  }

  /// Returns a part of the text for its own layer, in its line's direction; `color`, if any, replaces its colours.
  func part(_ range: Range<Int>, of line: Line, color: CGColor? = nil) -> NSAttributedString {
    let part = NSMutableAttributedString(
      attributedString: text.attributedSubstring(from: NSRange(location: range.lowerBound, length: range.count)))
    let whole = NSRange(location: 0, length: part.length)
    // The raw value, as in C; a Swift enumeration has another value in memory.
    var direction = (line.line.isRightToLeft ? CTWritingDirection.rightToLeft : .leftToRight).rawValue
    var height = lineHeight
    let paragraph = withUnsafePointer(to: &direction) { direction in
      withUnsafePointer(to: &height) { height in
        let settings = [
          CTParagraphStyleSetting(spec: .baseWritingDirection, valueSize: MemoryLayout<Int8>.size, value: direction),
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
  static func caption(_ name: String) -> NSAttributedString.Key { NSAttributedString.Key(rawValue: name) }
}

extension TextLine {
  /// Returns the left and right ends of the glyphs of a range of the text.
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
  /// The width of the longest line, without trailing white space.
  fileprivate var width: CGFloat { lines.map { $0.line.width - $0.line.trailingSpace }.max() ?? 0 }
}

extension UInt16 {
  fileprivate var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x3000 || self == 0xA0 }
}

extension Range<Int> {
  /// Returns the range without white space at its ends.
  fileprivate func trimmed(in units: [UInt16]) -> Range<Int> {
    var range = clamped(to: 0..<units.count)
    while !range.isEmpty, units[range.lowerBound].isSpace { range = range.lowerBound + 1..<range.upperBound }
    while !range.isEmpty, units[range.upperBound - 1].isSpace { range = range.lowerBound..<range.upperBound - 1 }
    return range
  }
}

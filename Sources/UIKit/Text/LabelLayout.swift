// A label's text, laid out: which lines there are, and how much smaller the text has to be to fit.

import CoreGraphics
import Foundation
import TextLayout

/// The text that a label lays out, and the room for it.
struct LabelContent: Hashable {
  private(set) var text: StyledText
  private(set) var room: TextRoom
  /// The smallest factor that the text may be made smaller by; nil where it keeps its size.
  let minimumScale: CGFloat?

  /// - Parameters:
  ///   - size: what is 0 or infinite has no limit in width.
  ///   - lineLimit: 0 for no limit.
  ///   - lineBreak: where the first paragraph says nothing.
  init(
    _ text: StyledText, in size: CGSize, lineLimit: Int, alignment: TextAlignment, lineBreak: TextLineBreak,
    minimumScale: CGFloat?
  ) {
    func limit(_ side: CGFloat) -> CGFloat? { side < 1e7 ? side : nil }
    (self.text, self.minimumScale) = (text, minimumScale)
    room = TextRoom(width: limit(size.width), height: limit(size.height))
    room.lineLimit = max(lineLimit, 0)
    room.alignment = alignment
    room.dropsPartialLines = true
    // A label has one mode for all of its text, and truncates what is left over behind its last line, where a paragraph
    // on its own is not broken at all.
    switch text.runs.first?.style.paragraph.lineBreak ?? lineBreak {
    case .truncate(let part): (room.lineBreak, room.truncation) = (.words, part)
    case .clip: room.lineBreak = room.lineLimit == 1 ? .clip : .words
    case .characters: room.lineBreak = .characters
    case .words: room.lineBreak = .words
    }
    for index in self.text.runs.indices { self.text.runs[index].style.paragraph.lineBreak = nil }
  }

  /// The text with all that grows with its size made smaller.
  fileprivate func text(scaledBy factor: CGFloat) -> StyledText {
    var text = text
    for index in text.runs.indices {
      text.runs[index].style.font.size *= factor
      text.runs[index].style.kern *= factor
      text.runs[index].style.baselineOffset *= factor
    }
    return text
  }

  /// Whether all of the text is seen, but for white space at its end.
  fileprivate func showsAll(_ frame: TextFrame) -> Bool {
    var end = text.string.utf16.count
    for character in text.string.reversed() {
      guard character.isWhitespace else { break }
      end -= character.utf16.count
    }
    return frame.shownLength >= end && !frame.lines.contains { $0.line.isTruncated }
      && frame.size.width <= (room.width ?? .infinity) + 0.01
  }
}

/// The lines of a label.
struct LabelLayout {
  let frame: TextFrame
  /// The factor by which the text was made smaller.
  let scale: CGFloat
  /// The height of the text before it was made smaller, and the way from its top down to its first baseline.
  let fullHeight: CGFloat
  let fullBaseline: CGFloat

  /// Text is made smaller down to this where the label sets no limit.
  private static let smallest: CGFloat = 1.0 / 128
  /// The largest part of its scale by which the text may come out smaller than it had to.
  private static let precision: CGFloat = 1.0 / 512

  init(_ content: LabelContent) {
    let full = TextFrame(content.text, in: content.room)
    var (frame, scale) = (full, CGFloat(1))
    if let minimum = content.minimumScale, !content.showsAll(full) {
      var tooLarge: CGFloat = 1
      scale = min(max(minimum, Self.smallest), 1)
      frame = TextFrame(content.text(scaledBy: scale), in: content.room)
      if content.showsAll(frame) {
        while tooLarge - scale > Self.precision * tooLarge {
          let middle = (scale + tooLarge) / 2
          let tried = TextFrame(content.text(scaledBy: middle), in: content.room)
          if content.showsAll(tried) { (frame, scale) = (tried, middle) } else { tooLarge = middle }
        }
      }
    }
    (self.frame, self.scale) = (frame, scale)
    (fullHeight, fullBaseline) = (full.size.height, full.firstBaseline)
  }
}

extension TextFrame {
  /// The distance from the top down to the first line's baseline.
  var firstBaseline: CGFloat { lines.first?.origin.y ?? 0 }

  /// The distance from the left edge of the room to the text.
  var left: CGFloat {
    lines.lazy.map { $0.origin.x + ($0.line.isRightToLeft ? $0.line.trailingSpace : 0) }.min() ?? 0
  }
}

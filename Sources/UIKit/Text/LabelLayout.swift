import CoreGraphics
import Foundation
import TextLayout

struct LabelContent: Hashable {
  private(set) var text: StyledText
  private(set) var room: TextRoom
  /// The smallest factor by which the text may be scaled; nil to keep its size.
  let minimumScale: CGFloat?

  /// - Parameters:
  ///   - size: a width of 0 or infinity is no limit.
  ///   - lineBreak: the mode of a first paragraph without a mode.
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
    // A label has one mode for all text, and truncates even a paragraph that alone would not be broken.
    switch text.runs.first?.style.paragraph.lineBreak ?? lineBreak {
    case .truncate(let part): (room.lineBreak, room.truncation) = (.words, part)
    case .clip: room.lineBreak = room.lineLimit == 1 ? .clip : .words
    case .characters: room.lineBreak = .characters
    case .words: room.lineBreak = .words
    }
    for index in self.text.runs.indices { self.text.runs[index].style.paragraph.lineBreak = nil }
  }

  fileprivate func text(scaledBy factor: CGFloat) -> StyledText {
    var text = text
    for index in text.runs.indices {
      text.runs[index].style.font.size *= factor
      text.runs[index].style.kern *= factor
      text.runs[index].style.baselineOffset *= factor
    }
    return text
  }

  /// Whether all of the text is visible, except white space at its end.
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

/// A label's text, laid out: its lines, and the scale at which it fits.
struct LabelLayout {
  let frame: TextFrame
  let scale: CGFloat
  /// The height of the unscaled text, and the distance from its top to its first baseline.
  let fullHeight: CGFloat
  let fullBaseline: CGFloat

  /// The smallest scale of a label without a limit.
  private static let smallest: CGFloat = 1.0 / 128
  /// The part of the scale by which the text may be smaller than necessary.
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
  var firstBaseline: CGFloat { lines.first?.origin.y ?? 0 }

  /// The distance from the left edge of the room to the text.
  var left: CGFloat {
    lines.lazy.map { $0.origin.x + ($0.line.isRightToLeft ? $0.line.trailingSpace : 0) }.min() ?? 0
  }
}

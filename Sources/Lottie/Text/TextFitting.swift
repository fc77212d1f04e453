// What becomes of text that is too long for its room.
//
// A text with a box has the box as its room. As in lottie-web, its height is that of its baselines and of the ascent
// above the first one: what hangs below the last one may lie outside. A text without a box has the width that its
// composition leaves it where it stands (see TextSpace.swift), and no height.

import CoreGraphics
import Documents
import Foundation

/// The room of a text, in points.
struct TextSpace {
  var width: Double
  /// Nil for no limit.
  var height: Double?
}

/// A text in lines.
struct FittedText {
  var lines: [String]
  /// The factor that the text's own size is multiplied by.
  var scale = 1.0
  /// The points by which it is larger than its room; 0 and below where it fits.
  var excess = CGSize(width: -1, height: -1)
}

/// Sets one text in one room.
struct TextFitting {
  private let layouter: TextLayouter
  private let room: TextSpace
  private let paragraphs: [MeasuredParagraph]
  /// Whether the text has a box, in which its lines break.
  private var isBoxed: Bool { (layouter.document.box?.width ?? 0) > 0 }

  /// The size, in points, that text is shrunk to at most; also lottie-web's.
  private static let smallest = 1.0
  /// Halvings of what is not yet known of a size: it is found to a millionth.
  private static let halvings = 20

  init(_ layouter: TextLayouter, in room: TextSpace) {
    (self.layouter, self.room) = (layouter, room)
    paragraphs = layouter.paragraphs.map { MeasuredParagraph($0, by: layouter) }
  }

  /// The lines of the text.
  func fitted(_ fit: SceneTextFit) -> FittedText {
    switch fit {
    case .asWritten: isBoxed ? wrapped(scale: 1) : whole(scale: 1)
    case .wrap: wrapped(scale: 1)
    case .shrink: shrunk()
    case .ellipsis: cut()
    }
  }

  // MARK: - Ways to fit

  private func whole(scale: Double) -> FittedText {
    result(paragraphs.enumerated().map { (paragraph: $0, range: $1.characters.indices) }, scale: scale)
  }

  private func wrapped(scale: Double) -> FittedText {
    result(lines(scale: scale, breaksWords: true) ?? [], scale: scale)
  }

  /// The largest size at which no word is broken.
  private func shrunk() -> FittedText {
    let least = min(Self.smallest / max(layouter.document.size, 1e-9), 1)
    guard isBoxed else {
      let widest = paragraphs.map { $0.width(of: $0.characters.indices) }.max() ?? 0
      return whole(scale: widest > room.width ? max(room.width / widest, least) : 1)
    }
    func fits(_ scale: Double) -> Bool {
      lines(scale: scale, breaksWords: false).map { height($0.count) * scale <= limit + 0.01 } ?? false
    }
    guard !fits(1) else { return result(lines(scale: 1, breaksWords: false) ?? [], scale: 1) }
    guard fits(least) else { return wrapped(scale: least) }
    var (small, large) = (least, 1.0)
    for _ in 0..<Self.halvings {
      let middle = (small + large) / 2
      if fits(middle) { small = middle } else { large = middle }
    }
    return result(lines(scale: small, breaksWords: false) ?? [], scale: small)
  }

  /// The lines that fit, of which the last ends in an ellipsis.
  private func cut() -> FittedText {
    let ellipsis = MeasuredParagraph("\u{2026}", by: layouter)
    let width = ellipsis.width(of: ellipsis.characters.indices)
    guard isBoxed else {
      let lines = paragraphs.map { paragraph in
        let all = paragraph.characters.indices
        return paragraph.width(of: all) <= room.width + 0.01
          ? paragraph.text(of: all) : paragraph.cut(from: 0, within: room.width, ellipsis: width)
      }
      return FittedText(lines: lines)
    }
    let all = lines(scale: 1, breaksWords: true) ?? []
    let height = layouter.lineHeight
    let most = height > 0 ? max(Int(bounded: (limit - layouter.ascent) / height + 1.001), 1) : Int.max
    guard all.count > most else { return result(all, scale: 1) }
    let last = all[most - 1]
    var fitted = FittedText(lines: all[..<(most - 1)].map { paragraphs[$0.paragraph].text(of: $0.range) })
    fitted.lines.append(
      paragraphs[last.paragraph].cut(from: last.range.lowerBound, within: room.width, ellipsis: width))
    return fitted
  }

  // MARK: - Lines

  private typealias Line = (paragraph: Int, range: Range<Int>)

  private var limit: Double { room.height ?? .infinity }

  /// The height of so many lines.
  private func height(_ count: Int) -> Double { layouter.ascent + Double(count - 1) * layouter.lineHeight }

  /// Lines of the text at a scale; nil where a word is too long.
  private func lines(scale: Double, breaksWords: Bool) -> [Line]? {
    var lines: [Line] = []
    for (index, paragraph) in paragraphs.enumerated() {
      guard let broken = paragraph.lines(within: room.width / scale, breaksWords: breaksWords) else { return nil }
      lines += broken.map { (paragraph: index, range: $0) }
    }
    return lines
  }

  private func result(_ lines: [Line], scale: Double) -> FittedText {
    let widest = lines.map { paragraphs[$0.paragraph].width(of: $0.range) }.max() ?? 0
    return FittedText(
      lines: lines.map { paragraphs[$0.paragraph].text(of: $0.range) }, scale: scale,
      excess: CGSize(width: widest * scale - room.width, height: height(lines.count) * scale - limit))
  }
}

extension TextDocument {
  /// The same in another size; what is between its lines grows with it.
  func scaled(by scale: Double) -> TextDocument {
    var document = self
    document.size *= scale
    document.lineHeight = lineHeight.map { $0 * scale }
    return document
  }
}

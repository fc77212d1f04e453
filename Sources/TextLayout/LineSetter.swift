import CoreGraphics
import Foundation

struct LineSetter {
  let room: TextRoom
  let shaper: Shaper
  let library: FontLibrary
  private var lines: [PlacedLine] = []
  private var y: CGFloat = 0
  private var isFull = false

  init(room: TextRoom, shaper: Shaper, library: FontLibrary) {
    (self.room, self.shaper, self.library) = (room, shaper, library)
  }

  mutating func frame(_ text: StyledText) -> TextFrame {
    let units = Array(text.string.utf16)
    let ends = paragraphEnds(units)
    for (index, end) in ends.enumerated() where !isFull {
      let start = index == 0 ? 0 : ends[index - 1].next
      let isLast = index == ends.count - 1
      // A line break at the end of the text begins no further line.
      if isLast && start == end.text && index > 0 { break }
      add(paragraph(text, units, start..<end.text), units, isFirst: index == 0, isLast: isLast, text)
    }
    let width = lines.reduce(0) { max($0, $1.line.width - $1.line.trailingSpace) }
    let shown = lines.last?.line.range.upperBound ?? 0
    let end = lines.isEmpty ? nil : ends.first { $0.text == shown }
    return TextFrame(
      lines: lines, size: CGSize(width: width, height: lines.last.map { $0.top + $0.height } ?? 0),
      shownLength: shown, usedLength: end?.next ?? shown)
  }

  private struct ParagraphEnd {
    /// The index at which the paragraph's text ends.
    var text: Int
    /// The index at which the next paragraph begins.
    var next: Int
  }

  private func paragraphEnds(_ units: [UInt16]) -> [ParagraphEnd] {
    guard !room.isSingleLine else { return [ParagraphEnd(text: units.count, next: units.count)] }
    var ends: [ParagraphEnd] = []
    var index = 0
    while index < units.count {
      if units[index].endsLine {
        let isPair = units[index] == 13 && index + 1 < units.count && units[index + 1] == 10
        ends.append(ParagraphEnd(text: index, next: index + (isPair ? 2 : 1)))
        index += isPair ? 1 : 0
      }
      index += 1
    }
    ends.append(ParagraphEnd(text: units.count, next: units.count))
    return ends
  }

  private func paragraph(_ text: StyledText, _ units: [UInt16], _ range: Range<Int>) -> Paragraph {
    let end = min(range.upperBound, range.lowerBound + Shaper.longest)
    let range = range.lowerBound..<end
    let string: String
    if range == 0..<units.count, !(room.isSingleLine && units.contains { $0.endsLine }) {
      string = text.string
    } else if room.isSingleLine {
      string = String(decoding: units[range].map { $0.endsLine ? 0x20 : $0 }, as: UTF16.self)
    } else {
      string = String(decoding: units[range], as: UTF16.self)
    }
    var runs: [StyledText.Run] = []
    for run in text.runs where run.range.overlaps(range) {
      runs.append(.init(range: run.range.clamped(to: range), style: run.style))
    }
    if runs.isEmpty {
      let style = text.runs.last { $0.range.lowerBound <= range.lowerBound }?.style ?? text.runs.first?.style
      runs = [.init(range: range, style: style ?? TextStyle())]
    }
    return Paragraph(text: string, start: range.lowerBound, runs: runs)
  }

  private mutating func add(
    _ paragraph: Paragraph, _ units: [UInt16], isFirst: Bool, isLast: Bool, _ text: StyledText
  ) {
    let format = paragraph.format
    let lineBreak = format.lineBreak ?? room.lineBreak
    let indents = Indents(format, room.width)
    if !isFirst { y += format.paragraphSpacingBefore.usable }
    var breaking = LineBreaking()
    breaking.atCharacters = lineBreak == .characters
    breaking.isJustified = (format.alignment ?? room.alignment) == .justified && lineBreak.isWrapping
    if lineBreak.isWrapping {
      breaking.width = indents.width
      breaking.firstIndent = indents.first - indents.others
    } else if case .truncate(let part) = lineBreak {
      breaking.width = indents.width.map { max($0 - indents.first + indents.others, 0) }
      breaking.truncation = part
    }
    let broken = shaper.lines(paragraph, breaking, library) { fills($0, format) }
    for (number, line) in broken.enumerated() {
      let indent = number == 0 ? indents.first : indents.others
      let isEnd = isLast && number == broken.count - 1
      if !place(line, of: paragraph, indent: indent, indents: indents, format: format, isEnd: isEnd) {
        isFull = true
        return
      }
    }
    y += format.paragraphSpacing.usable
  }

  /// Whether the lines, without the last, take all of the remaining room.
  private func fills(_ broken: [TextLine], _ format: ParagraphFormat) -> Bool {
    if room.lineLimit > 0 && lines.count + broken.count > room.lineLimit + 1 { return true }
    guard let limit = room.height, let last = broken.last else { return false }
    let spacing = format.lineSpacing.usable
    let height = broken.dropLast().reduce(0) { $0 + format.height(of: $1).height + spacing }
    return y + height > limit + format.height(of: last).height + 0.01
  }

  /// Places a line. Returns false if there is no room for another one.
  private mutating func place(
    _ line: TextLine, of paragraph: Paragraph, indent: CGFloat, indents: Indents, format: ParagraphFormat, isEnd: Bool
  ) -> Bool {
    let (height, extra) = format.height(of: line)
    if let limit = room.height, !lines.isEmpty {
      let isOut = room.dropsPartialLines || room.truncation != nil ? y + height > limit + 0.01 : y >= limit
      if isOut { return false }
    }
    var line = line
    let isFinal = !isEnd && isLastThatFits(after: y + height + format.lineSpacing.usable, line, format)
    if isFinal, let truncation = room.truncation, !line.isTruncated {
      line = truncated(
        line, of: paragraph, at: truncation, width: indents.width.map { $0 - (indent - indents.others) })
    }
    let free = indents.width.map { $0 - (indent - indents.others) - (line.width - line.trailingSpace) }
    var x = indents.leading(indent, isRightToLeft: line.isRightToLeft)
    // The white space at the end of text that runs to the left is on the left.
    if line.isRightToLeft { x -= line.trailingSpace }
    switch format.alignment ?? room.alignment {
    case .left: break
    case .right: x += free ?? 0
    case .center: x += (free ?? 0) / 2
    case .natural, .justified: x += line.isRightToLeft ? free ?? 0 : 0
    }
    lines.append(
      PlacedLine(line: line, origin: CGPoint(x: x, y: y + extra + line.ascent), top: y, height: height))
    y += height + format.lineSpacing.usable
    return !isFinal
  }

  /// Whether no other line fits below.
  private func isLastThatFits(after next: CGFloat, _ line: TextLine, _ format: ParagraphFormat) -> Bool {
    if room.lineLimit > 0 && lines.count + 1 >= room.lineLimit { return true }
    // The next line is assumed to be as high as this one.
    guard let limit = room.height, room.truncation != nil else { return false }
    return next + format.height(of: line).height > limit + 0.01
  }

  /// Returns the rest of the paragraph from a line on, truncated to one line.
  private func truncated(
    _ line: TextLine, of paragraph: Paragraph, at truncation: TextTruncation, width: CGFloat?
  ) -> TextLine {
    let start = line.range.lowerBound
    var rest = Paragraph(
      text: String(decoding: Array(paragraph.text.utf16).dropFirst(start - paragraph.start), as: UTF16.self),
      start: start,
      runs: paragraph.runs.filter { $0.range.upperBound > start }.map {
        .init(range: max($0.range.lowerBound, start)..<$0.range.upperBound, style: $0.style)
      })
    if rest.runs.isEmpty { rest.runs = [.init(range: start..<start, style: paragraph.runs[0].style)] }
    if rest.text.utf16.count == line.range.count {
      // The paragraph ends here, but the text goes on.
      rest.text += "…"
      let last = rest.runs.count - 1
      rest.runs[last].range = rest.runs[last].range.lowerBound..<rest.runs[last].range.upperBound + 1
    }
    var breaking = LineBreaking()
    breaking.width = width
    breaking.truncation = truncation
    // The direction of the line's paragraph is known.
    rest.runs[0].style.paragraph.direction = line.isRightToLeft ? .rightToLeft : .leftToRight
    var result = shaper.lines(rest, breaking, library).first ?? line
    result.isTruncated = true
    return result
  }
}

/// The distances of lines from the edges, in points.
private struct Indents {
  var first: CGFloat
  var others: CGFloat
  /// The width of lines after the first; nil for no limit.
  var width: CGFloat?
  /// The distance between the ends of lines and the trailing edge.
  private var tail: CGFloat = 0

  init(_ format: ParagraphFormat, _ room: CGFloat?) {
    first = format.firstLineHeadIndent.usable
    others = format.headIndent.usable
    guard let room else { return }
    let indent = format.tailIndent.isFinite ? format.tailIndent : 0
    tail = indent > 0 ? room - indent : -indent
    width = max(room - others - tail, 0)
  }

  /// Returns the distance from the left edge of the room to the lines.
  func leading(_ indent: CGFloat, isRightToLeft: Bool) -> CGFloat { isRightToLeft ? tail : indent }
}

extension CGFloat {
  /// The value as spacing: 0 if it is negative or NaN, and at most 1,000,000 points, which is beyond any text.
  fileprivate var usable: CGFloat { self > 0 ? Swift.min(self, 1e6) : 0 }
}

extension ParagraphFormat {
  /// Returns the height of a line, and the part of it that is added above the line's own ascent.
  fileprivate func height(of line: TextLine) -> (height: CGFloat, above: CGFloat) {
    var height = line.height
    if lineHeightMultiple.usable > 0 { height *= lineHeightMultiple.usable }
    height = max(height, minimumLineHeight.usable)
    if maximumLineHeight.usable > 0 { height = min(height, maximumLineHeight.usable) }
    return (height, height - line.height)
  }
}

extension UInt16 {
  /// Whether the unit ends a line: LF, CR, next line, line separator, paragraph separator, form feed, vertical tab.
  fileprivate var endsLine: Bool { (10...13).contains(self) || self == 0x85 || self == 0x2028 || self == 0x2029 }
}

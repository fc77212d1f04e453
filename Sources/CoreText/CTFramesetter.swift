// Paths other than rectangles count as their bounding boxes.

public import CoreGraphics
public import Foundation
import TextLayout

/// Lays an attributed string out in the bounding boxes of paths.
public final class CTFramesetter: @unchecked Sendable {
  // Unchecked Sendable: the string was copied, and nothing changes.
  let text: NSAttributedString

  init(_ text: NSAttributedString) { self.text = text }

  /// Returns the part of the string in a range, and its start; a length of 0 means all that follows.
  fileprivate func part(_ range: CFRange) -> (text: NSAttributedString, start: Int) {
    let start = min(max(range.location, 0), text.length)
    let length = range.length == 0 ? text.length - start : min(max(range.length, 0), text.length - start)
    guard length < text.length else { return (text, 0) }
    return (text.attributedSubstring(from: NSRange(location: start, length: length)), start)
  }
}

/// The lines of a string that a framesetter laid out in a box.
public final class CTFrame: @unchecked Sendable {
  // Unchecked Sendable: nothing changes.
  let frame: TextFrame
  let text: NSAttributedString
  let start: Int
  let path: CGPath

  init(_ frame: TextFrame, _ text: NSAttributedString, start: Int, path: CGPath) {
    (self.frame, self.text, self.start, self.path) = (frame, text, start, path)
  }

  fileprivate var box: CGRect { path.boundingBoxOfPath }
}

/// Creates a framesetter of a copy of the string.
public func CTFramesetterCreateWithAttributedString(_ attrString: CFAttributedString) -> CTFramesetter {
  CTFramesetter(attrString.copy() as! NSAttributedString)
}

/// Lays a range of the string out in the bounding box of a path: as many lines as fit, from the top down. A length of 0
/// means all that follows; attributes of the frame make no difference.
public func CTFramesetterCreateFrame(
  _ framesetter: CTFramesetter, _ stringRange: CFRange, _ path: CGPath, _ frameAttributes: CFDictionary?
) -> CTFrame {
  let (text, start) = framesetter.part(stringRange)
  let box = path.isEmpty ? .zero : path.boundingBoxOfPath
  var room = TextRoom(width: box.width, height: box.height)
  room.dropsPartialLines = true
  var frame = TextFrame(StyledText(text, base: .coreText), in: room)
  // Not even one line fits.
  if let first = frame.lines.first, first.height > box.height + 0.01 { frame = .empty }
  return CTFrame(frame, text, start: start, path: path)
}

/// Returns the size that a range of the string takes within a width and a height, in points; writes the range that
/// fits. A side of `CGFloat.greatestFiniteMagnitude`, or 0, is no limit.
public func CTFramesetterSuggestFrameSizeWithConstraints(
  _ framesetter: CTFramesetter, _ stringRange: CFRange, _ frameAttributes: CFDictionary?, _ constraints: CGSize,
  _ fitRange: UnsafeMutablePointer<CFRange>?
) -> CGSize {
  let (text, start) = framesetter.part(stringRange)
  func limit(_ side: CGFloat) -> CGFloat? { side > 0 && side < 1e7 ? side : nil }
  var room = TextRoom(width: limit(constraints.width), height: limit(constraints.height))
  room.dropsPartialLines = true
  let frame = TextFrame(StyledText(text, base: .coreText), in: room)
  fitRange?.pointee = CFRange(location: start, length: frame.lines.isEmpty ? text.length : frame.usedLength)
  return frame.size
}

/// Returns the lines, each a ``CTLine``, from the top down.
public func CTFrameGetLines(_ frame: CTFrame) -> CFArray {
  frame.frame.lines.map { CTLine($0.line, frame.text, start: frame.start) }
}

/// Writes the lines' origins, from the lower left corner of the path's box, y up. A length of 0 means all that follow.
public func CTFrameGetLineOrigins(_ frame: CTFrame, _ range: CFRange, _ origins: UnsafeMutablePointer<CGPoint>) {
  let lines = frame.frame.lines
  let start = min(max(range.location, 0), lines.count)
  let end = range.length == 0 ? lines.count : min(start + max(range.length, 0), lines.count)
  for (index, placed) in lines[start..<end].enumerated() {
    origins[index] = CGPoint(x: placed.origin.x, y: frame.box.height - placed.origin.y)
  }
}

/// Returns the range of the string for which the frame was made.
public func CTFrameGetStringRange(_ frame: CTFrame) -> CFRange {
  CFRange(location: frame.start, length: frame.text.length)
}

/// Returns the range of the string that fits in the frame.
public func CTFrameGetVisibleStringRange(_ frame: CTFrame) -> CFRange {
  CFRange(location: frame.start, length: frame.frame.usedLength)
}

/// Returns the path of the frame.
public func CTFrameGetPath(_ frame: CTFrame) -> CGPath { frame.path }

/// Draws the lines in the path's box, whatever the text position. The text matrix counts without its translation.
public func CTFrameDraw(_ frame: CTFrame, _ context: CGContext) {
  let box = frame.box
  var turn = context.textMatrix
  (turn.tx, turn.ty) = (0, 0)
  for placed in frame.frame.lines {
    let origin = CGPoint(x: box.minX + placed.origin.x, y: box.maxY - placed.origin.y)
    placed.line.draw(
      in: context, at: .zero,
      matrix: turn.concatenating(CGAffineTransform(translationX: origin.x, y: origin.y)))
  }
}

// MARK: Typesetters

/// Breaks a string into lines for clients that place lines themselves.
public final class CTTypesetter: @unchecked Sendable {
  // Unchecked Sendable: the string was copied, and nothing changes.
  fileprivate let framesetter: CTFramesetter

  init(_ framesetter: CTFramesetter) { self.framesetter = framesetter }
}

/// Creates a typesetter of a copy of the string.
public func CTTypesetterCreateWithAttributedString(_ string: CFAttributedString) -> CTTypesetter {
  CTTypesetter(CTFramesetterCreateWithAttributedString(string))
}

/// Returns the number of UTF-16 units of the string, from a start index, that fit on a line of a width in points. A
/// paragraph's end ends the line, and belongs to it.
public func CTTypesetterSuggestLineBreak(_ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double) -> CFIndex
{
  let (text, start) = typesetter.framesetter.part(CFRange(location: startIndex, length: 0))
  let skipped = start == 0 ? min(max(startIndex, 0), text.length) : 0
  guard text.length > skipped else { return 0 }
  var room = TextRoom(width: CGFloat(width))
  room.lineLimit = 1
  let rest = text.attributedSubstring(from: NSRange(location: skipped, length: text.length - skipped))
  var styled = StyledText(rest, base: .coreText)
  for index in styled.runs.indices { styled.runs[index].style.paragraph = ParagraphFormat() }
  return max(TextFrame(styled, in: room).usedLength, 1)
}

/// Creates the line of a range of the string. A length of 0 means all that follows.
public func CTTypesetterCreateLine(_ typesetter: CTTypesetter, _ stringRange: CFRange) -> CTLine {
  let (text, start) = typesetter.framesetter.part(stringRange)
  return CTLine(TextLine(StyledText(text, base: .coreText)), text, start: start)
}

// What a text layer draws, as one value: text, room, scale of positions. Layers with the same content share its
// pictures.
//
// Decisions of ours, where sources are silent:
// - Of text that is not wrapped the ends of lines are spaces: all of it is on one line, which may be truncated.
// - Wrapped text that is truncated ends with the last line that fits the bounds; without truncation lines that begin
//   within the bounds are drawn, and cut off by them.
// - What an attributed string's paragraphs say of alignment and of breaking lines wins over the layer's properties, but
//   for breaking lines of text that is not wrapped.
// - A plain text without colour draws nothing.
//
// Tested by TextLayerTests and RenderedTextTests.

import CoreGraphics
package import Foundation
import TextLayout

/// The text that a text layer draws at one time.
package final class TextContent: Sendable {
  let text: StyledText
  let room: TextRoom
  /// The size of the layer's bounds, in points.
  package let size: CGSize
  /// Whether glyphs are at quarters of a pixel; else at sixteenths.
  package let isQuantized: Bool
  /// Whether colours are part of it. Otherwise it is black, and drawn through a tint.
  package let hasColors: Bool
  private let hash: Int
  nonisolated(unsafe) private var laidOut: Layout?

  /// The text's lines, and what they cover, from the top left corner of the bounds, y down; null for nothing.
  typealias Layout = (frame: TextFrame, ink: CGRect)

  fileprivate init(text: StyledText, in room: TextRoom, size: CGSize, isQuantized: Bool, hasColors: Bool) {
    var text = text
    if room.isSingleLine {
      for index in text.runs.indices { text.runs[index].style.paragraph.lineBreak = nil }
    }
    (self.text, self.room, self.size, self.isQuantized) = (text, room, size, isQuantized)
    self.hasColors = hasColors
    // What texts mostly differ in; equality looks at all of it.
    var hasher = Hasher()
    hasher.combine(text.string)
    hasher.combine(text.runs.first?.style.font.size)
    hasher.combine(size.width)
    hasher.combine(hasColors)
    hash = hasher.finalize()
  }

  /// The text, laid out once.
  var layout: Layout { findLayout().layout }

  /// The layout, and whether it was made by this call.
  func findLayout() -> (layout: Layout, isNew: Bool) {
    FontLibrary.withLock { _ in
      if let laidOut { return (laidOut, false) }
      let frame = TextFrame(text, in: room)
      let layout = (frame, frame.inkBounds)
      laidOut = layout
      return (layout, true)
    }
  }
}

extension TextContent: Hashable {
  package static func == (a: TextContent, b: TextContent) -> Bool {
    a === b
      || (a.hash == b.hash && a.size == b.size && a.hasColors == b.hasColors && a.isQuantized == b.isQuantized
        && a.room == b.room && a.text == b.text)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// A text layer's content with the colour that it is drawn through.
package struct TextAppearance: Equatable, Sendable {
  package var content: TextContent
  /// sRGB, not premultiplied; white for content that has colours of its own.
  package var tint: SIMD4<Float>
}

/// The values of a layer that its text depends on.
package struct TextValues: Sendable {
  private let managed: ManagedValues
  private let source: TextSource?
  private let size: CGSize

  package init(_ values: LayerValues) { (managed, source, size) = (values.managed, values.text, values.bounds.size) }

  /// Whether other values have the same text, as far as that is known without a look at it.
  package func isSame(in values: LayerValues) -> Bool {
    source === values.text && size == values.bounds.size && managed.isCopy(of: values.managed)
  }
}

extension TextAppearance {
  private static var rows: TextProperties { .all }

  /// Reads a text layer's values, animated or not; nil where nothing is to be drawn.
  package init?(_ values: LayerValues) {
    let size = values.bounds.size
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite,
      let (text, tint, hasColors) = Self.text(of: values)
    else { return nil }
    self.tint = tint
    content = TextContent(
      text: text, in: Self.room(of: values, size), size: size,
      isQuantized: values.managed.isTrue(Self.rows.allowsFontSubpixelQuantization), hasColors: hasColors)
  }

  /// The size that a text layer's text takes by itself; where it is wrapped, within the width of the bounds.
  static func fittingSize(_ values: LayerValues) -> CGSize? {
    guard let (text, _, _) = text(of: values) else { return nil }
    let isWrapped = values.managed.isTrue(rows.wrapped)
    var room = TextRoom(width: isWrapped ? values.bounds.width : nil)
    room.isSingleLine = !isWrapped
    return TextFrame(text, in: room).size
  }

  private static func text(of values: LayerValues) -> (StyledText, tint: SIMD4<Float>, hasColors: Bool)? {
    if let attributed = values.text?.attributed {
      return attributed.string.isEmpty ? nil : (attributed, .one, true)
    }
    guard let string = values.managed[rows.string].string, !string.isEmpty else { return nil }
    guard case .color(let color) = values.managed[rows.foregroundColor], color.alpha > 0 else { return nil }
    var font = values.text?.font ?? .standard
    font.size = CGFloat(values.managed.number(rows.fontSize))
    let hasColors = string.hasPictures
    let style = TextStyle(font: font, color: hasColors ? color : .black)
    return (StyledText(string, style), hasColors ? .one : color.rgba, hasColors)
  }

  private static func room(of values: LayerValues, _ size: CGSize) -> TextRoom {
    let isWrapped = values.managed.isTrue(rows.wrapped)
    let truncation: TextTruncation? =
      switch values.managed[rows.truncationMode].string {
      case CATextLayerTruncationMode.start.rawValue: .start
      case CATextLayerTruncationMode.middle.rawValue: .middle
      case CATextLayerTruncationMode.end.rawValue: .end
      default: nil
      }
    var room = TextRoom(width: size.width, height: isWrapped ? size.height : nil)
    room.isSingleLine = !isWrapped
    if isWrapped {
      room.truncation = truncation
    } else {
      room.lineBreak = truncation.map { .truncate($0) } ?? .clip
    }
    room.alignment =
      switch values.managed[rows.alignmentMode].string {
      case CATextLayerAlignmentMode.left.rawValue: .left
      case CATextLayerAlignmentMode.right.rawValue: .right
      case CATextLayerAlignmentMode.center.rawValue: .center
      case CATextLayerAlignmentMode.justified.rawValue: .justified
      default: .natural
      }
    return room
  }
}

extension String {
  /// Whether characters may be drawn as colour pictures.
  fileprivate var hasPictures: Bool {
    // Those below U+0800 have two bytes at most.
    utf8.contains { $0 >= 0xE0 }
      && unicodeScalars.contains { scalar in
        scalar.value >= 0x200D
          && (scalar == "\u{FE0F}" || scalar == "\u{20E3}" || (scalar.value > 0x2100 && scalar.properties.isEmoji))
      }
  }
}

// Decisions of ours, where sources are silent:
// - In text that is not wrapped the ends of lines are spaces: all of it is one line, which may be truncated.
// - Wrapped text that is truncated ends with the last line that fits the bounds; without truncation all lines that
//   begin within the bounds are drawn, and clipped.
// - Alignment and line breaking of an attributed string's paragraphs override the layer's properties, except for line
//   breaking of text that is not wrapped.
// - A plain text without colour draws nothing.
//
// Tested by TextLayerTests and RenderedTextTests.

import CoreGraphics
package import Foundation
import Synchronization
import TextLayout

/// The text that a text layer draws at a time: text, room, scale of positions. Layers of equal content share pictures.
package final class TextContent: Sendable {
  let text: StyledText
  let room: TextRoom
  package let size: CGSize
  /// Whether glyphs are placed at quarters of a pixel rather than at sixteenths.
  package let isQuantized: Bool
  /// Whether the content has colours. Otherwise it is black, and drawn through a tint.
  package let hasColors: Bool
  private let hash: Int
  private let laidOut = AtomicLazyReference<Layout>()

  /// The text's lines, and the rectangle that they cover, from the bounds' top left corner, y down; null for nothing.
  final class Layout: Sendable {
    let frame: TextFrame
    let ink: CGRect

    fileprivate init(_ frame: TextFrame) { (self.frame, ink) = (frame, frame.inkBounds) }
  }

  fileprivate init(text: StyledText, in room: TextRoom, size: CGSize, isQuantized: Bool, hasColors: Bool) {
    var text = text
    if room.isSingleLine {
      for index in text.runs.indices { text.runs[index].style.paragraph.lineBreak = nil }
    }
    (self.text, self.room, self.size, self.isQuantized) = (text, room, size, isQuantized)
    self.hasColors = hasColors
    // The properties in which texts mostly differ; equality compares all.
    var hasher = Hasher()
    hasher.combine(text.string)
    hasher.combine(text.runs.first?.style.font.size)
    hasher.combine(size.width)
    hasher.combine(hasColors)
    hash = hasher.finalize()
  }

  var layout: Layout { findLayout().layout }

  /// Returns the layout, and whether this call made it.
  func findLayout() -> (layout: Layout, isNew: Bool) {
    // Texts that are laid out take no lock: all threads draw them.
    if let layout = laidOut.load() { return (layout, false) }
    return FontLibrary.withLock { _ in
      if let layout = laidOut.load() { return (layout, false) }
      return (laidOut.storeIfNil(Layout(TextFrame(text, in: room))), true)
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

package struct TextAppearance: Equatable, Sendable {
  package var content: TextContent
  /// The colour in sRGB, not premultiplied; white for content with colours of its own.
  package var tint: SIMD4<Float>
}

package struct TextValues: Sendable {
  private let managed: ManagedValues
  private let source: TextSource?
  private let size: CGSize

  package init(_ values: LayerValues) { (managed, source, size) = (values.managed, values.text, values.bounds.size) }

  /// Whether other values are known, without comparing the text, to have the same text.
  package func isSame(in values: LayerValues) -> Bool {
    source === values.text && size == values.bounds.size && managed.isCopy(of: values.managed)
  }
}

extension TextAppearance {
  private static var rows: TextProperties { .all }

  /// Reads a text layer's values, animated or not; nil if it draws nothing.
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

  /// Returns the natural size of a text layer's text; for wrapped text within the width of the bounds.
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
    return (StyledText(string, style), hasColors ? .one : color.extendedRGBA, hasColors)
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
  fileprivate var hasPictures: Bool {
    // Characters below U+0800 have two bytes at most.
    utf8.contains { $0 >= 0xE0 }
      && unicodeScalars.contains { scalar in
        scalar.value >= 0x200D
          && (scalar == "\u{FE0F}" || scalar == "\u{20E3}" || (scalar.value > 0x2100 && scalar.properties.isEmoji))
      }
  }
}

/// The part of a text layer's text that does not animate: an attributed string, and the font. It is read when it is
/// set; a mutable string that changes later changes nothing.
package final class TextSource: Sendable, Equatable {
  /// The attributed text; nil for a plain string, which is among the layer's values.
  let attributed: StyledText?
  /// The font, without its size, which is among the layer's values.
  let font: TextFont

  init(attributed: StyledText?, font: TextFont) { (self.attributed, self.font) = (attributed, font) }

  package static func == (a: TextSource, b: TextSource) -> Bool {
    a === b || (a.font == b.font && a.attributed == b.attributed)
  }
}

extension CALayer {
  /// Reads a text layer's string and font anew if the key is one of theirs.
  final func updateText(forKey key: String) {
    guard key == "string" || key == "font", let layer = self as? CATextLayer else { return }
    var font: TextFont
    if key == "font" { layer.unverifiedFont = managedValue(forKey: key) as? String }
    switch managedValue(forKey: "font") {
    case let name as String: font = TextFont(FontStyle(named: name), size: 0)
    case let graphicsFont as CGFont: font = TextFont(graphicsFont.face.style, size: 0)
    case let value as any TextFontValue: font = value.textFont
    default: font = .standard
    }
    font.size = 0
    let attributed = extraValues["string"] as? NSAttributedString
    // Attributed text without a font has Core Text's: Helvetica at 12 points, black.
    let base = TextStyle(font: .standard, color: .black)
    values.text = TextSource(attributed: attributed.map { StyledText($0, base: base) }, font: font)
  }
}

// Strings draw themselves to the current context, whose y points down.

import CoreGraphics
public import Foundation
import TextLayout

/// The options for measuring and drawing text.
public struct NSStringDrawingOptions: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Creates options by their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// Lines are broken to the rectangle's width, and the origin is the top left corner; otherwise there is one line
  /// whose baseline begins at the origin.
  public static let usesLineFragmentOrigin = Self(rawValue: 1 << 0)
  /// Leading counts, as it always does here.
  public static let usesFontLeading = Self(rawValue: 1 << 1)
  /// The box is that of the glyphs' outlines.
  public static let usesDeviceMetrics = Self(rawValue: 1 << 3)
  /// The last line that fits gets an ellipsis if text is left over.
  public static let truncatesLastVisibleLine = Self(rawValue: 1 << 5)
}

/// The options and results of drawing a text.
open class NSStringDrawingContext: NSObject {
  /// Kept only: text is not made smaller to fit.
  open var minimumScaleFactor: CGFloat = 0
  /// The factor by which text was made smaller: 1.
  open var actualScaleFactor: CGFloat { 1 }
  /// The box of the text measured or drawn last.
  open internal(set) var totalBounds = CGRect.zero
}

extension NSAttributedString {
  /// Returns the size of the text, which is broken at ends of lines only.
  public func size() -> CGSize { TextFrame(styledText, in: TextRoom()).size }

  /// Draws the text from its top left corner on.
  public func draw(at point: CGPoint) {
    guard let context = UIGraphicsGetCurrentContext() else { return }
    TextFrame(styledText, in: TextRoom()).draw(in: context, at: point, isFlipped: true)
  }

  /// Draws the lines that fit into a rectangle.
  public func draw(in rect: CGRect) { draw(with: rect, options: .usesLineFragmentOrigin, context: nil) }

  /// Draws the text into a rectangle. An infinite or empty side is no limit.
  public func draw(with rect: CGRect, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?) {
    let frame = textFrame(rect.size, options)
    context?.totalBounds = CGRect(origin: rect.origin, size: frame.size)
    guard let target = UIGraphicsGetCurrentContext() else { return }
    var origin = rect.origin
    if !options.contains(.usesLineFragmentOrigin) { origin.y -= frame.lines.first?.origin.y ?? 0 }
    frame.draw(in: target, at: origin, isFlipped: true)
  }

  /// Returns the box of the text in a room; without `usesLineFragmentOrigin` that of one line, from its baseline.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
  ) -> CGRect {
    let frame = textFrame(size, options)
    var box = CGRect(origin: .zero, size: frame.size)
    if !options.contains(.usesLineFragmentOrigin) { box.origin.y -= frame.lines.first?.origin.y ?? 0 }
    if options.contains(.usesDeviceMetrics) {
      let top = box.minY
      box = frame.lines.reduce(CGRect.null) { union, placed in
        let ink = placed.line.imageBounds
        guard !ink.isNull else { return union }
        return union.union(
          CGRect(
            x: placed.origin.x + ink.minX, y: top + placed.origin.y - ink.maxY, width: ink.width, height: ink.height))
      }
    }
    context?.totalBounds = box
    return box
  }

  private func textFrame(_ size: CGSize, _ options: NSStringDrawingOptions) -> TextFrame {
    func limit(_ side: CGFloat) -> CGFloat? { side > 0 && side < 1e7 ? side : nil }
    var room = TextRoom(width: limit(size.width))
    if options.contains(.usesLineFragmentOrigin) {
      room.height = limit(size.height)
      room.dropsPartialLines = true
      if options.contains(.truncatesLastVisibleLine) { room.truncation = .end }
    } else {
      room.isSingleLine = true
      room.lineBreak = .clip
    }
    return TextFrame(styledText, in: room)
  }

  private var styledText: StyledText { StyledText(self, base: TextStyle(font: .standard, color: .black)) }
}

extension NSString {
  /// Returns the size of the text, which is broken at ends of lines only.
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize { attributed(attrs).size() }

  /// Draws the text from its top left corner on.
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    attributed(attrs).draw(at: point)
  }

  /// Draws the lines that fit into a rectangle.
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    attributed(attrs).draw(in: rect)
  }

  /// Draws the text into a rectangle.
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) {
    attributed(attributes).draw(with: rect, options: options, context: context)
  }

  /// Returns the box of the text in a room of a size.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    attributed(attributes).boundingRect(with: size, options: options, context: context)
  }

  private func attributed(_ attributes: [NSAttributedString.Key: Any]?) -> NSAttributedString {
    NSAttributedString(string: substring(from: 0), attributes: attributes)
  }
}

// On Apple's systems a String has NSString's methods.
extension String {
  /// Returns the size of the text, which is broken at ends of lines only.
  public func size(withAttributes attrs: [NSAttributedString.Key: Any]? = nil) -> CGSize {
    NSString(string: self).size(withAttributes: attrs)
  }

  /// Draws the text from its top left corner on.
  public func draw(at point: CGPoint, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    NSString(string: self).draw(at: point, withAttributes: attrs)
  }

  /// Draws the lines that fit into a rectangle.
  public func draw(in rect: CGRect, withAttributes attrs: [NSAttributedString.Key: Any]? = nil) {
    NSString(string: self).draw(in: rect, withAttributes: attrs)
  }

  /// Draws the text into a rectangle.
  public func draw(
    with rect: CGRect, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) {
    NSString(string: self).draw(with: rect, options: options, attributes: attributes, context: context)
  }

  /// Returns the box of the text in a room of a size.
  public func boundingRect(
    with size: CGSize, options: NSStringDrawingOptions = [], attributes: [NSAttributedString.Key: Any]? = nil,
    context: NSStringDrawingContext?
  ) -> CGRect {
    NSString(string: self).boundingRect(with: size, options: options, attributes: attributes, context: context)
  }
}

extension NSAttributedString.Key {
  /// The font, a ``UIFont``. Default: Helvetica at 12 points.
  public static let font = Self(rawValue: "NSFont")
  /// The layout of lines, an ``NSParagraphStyle``.
  public static let paragraphStyle = Self(rawValue: "NSParagraphStyle")
  /// The colour, a `UIColor`. Default: black.
  public static let foregroundColor = Self(rawValue: "NSColor")
  /// The colour behind the text, a `UIColor`.
  public static let backgroundColor = Self(rawValue: "NSBackgroundColor")
  /// Whether letters join to ligatures that the script does not need, a number. Default: 1.
  public static let ligature = Self(rawValue: "NSLigature")
  /// The space added between characters, in points, a number. Default: 0.
  public static let kern = Self(rawValue: "NSKern")
  /// The space added between characters, in points, a number; it wins over `kern`.
  public static let tracking = Self(rawValue: "CTTracking")
  /// The line below, a number of ``NSUnderlineStyle``. Default: 0.
  public static let underlineStyle = Self(rawValue: "NSUnderline")
  /// The colour of the line below, a `UIColor`. Default: that of the text.
  public static let underlineColor = Self(rawValue: "NSUnderlineColor")
  /// The line through the text, a number of ``NSUnderlineStyle``. Default: 0.
  public static let strikethroughStyle = Self(rawValue: "NSStrikethrough")
  /// The colour of the line through the text, a `UIColor`. Default: that of the text.
  public static let strikethroughColor = Self(rawValue: "NSStrikethroughColor")
  /// The width of outlines in percent of the size, a number: positive ones have no fill. Default: 0.
  public static let strokeWidth = Self(rawValue: "NSStrokeWidth")
  /// The colour of outlines, a `UIColor`. Default: that of the text.
  public static let strokeColor = Self(rawValue: "NSStrokeColor")
  /// The shadow that letters cast, an ``NSShadow``. Default: none.
  public static let shadow = Self(rawValue: "NSShadow")
  /// The distance by which the baseline is raised, in points, a number. Default: 0.
  public static let baselineOffset = Self(rawValue: "NSBaselineOffset")
}

import CoreGraphics
public import Foundation
package import TextLayout

/// The alignment of lines between the edges.
public enum NSTextAlignment: Int, Sendable {
  /// Lines begin at the left edge.
  case left = 0
  /// Lines are centred between the edges.
  case center = 1
  /// Lines end at the right edge.
  case right = 2
  /// Lines reach from edge to edge, except the last of a paragraph.
  case justified = 3
  /// Lines begin where the paragraph's script begins: at the left for Latin.
  case natural = 4
}

extension NSTextAlignment {
  /// The alignment; nil leaves it to the client that lays out.
  var alignment: TextAlignment? {
    switch self {
    case .left: .left
    case .center: .center
    case .right: .right
    case .justified: .justified
    case .natural: nil
    }
  }
}

/// The treatment of a line that does not fit: it is broken, or a part of it is left out.
public enum NSLineBreakMode: Int, Sendable {
  /// Lines are broken between words.
  case byWordWrapping = 0
  /// Lines are broken between any two characters.
  case byCharWrapping = 1
  /// Lines are not broken; what does not fit is clipped.
  case byClipping = 2
  /// Lines are not broken; an ellipsis replaces the beginning.
  case byTruncatingHead = 3
  /// Lines are not broken; an ellipsis replaces the end.
  case byTruncatingTail = 4
  /// Lines are not broken; an ellipsis replaces the middle.
  case byTruncatingMiddle = 5
}

extension NSLineBreakMode {
  /// The treatment of lines; nil leaves it to the client that lays out.
  var lineBreak: TextLineBreak? {
    switch self {
    case .byWordWrapping: nil
    case .byCharWrapping: .characters
    case .byClipping: .clip
    case .byTruncatingHead: .truncate(.start)
    case .byTruncatingTail: .truncate(.end)
    case .byTruncatingMiddle: .truncate(.middle)
    }
  }
}

/// The direction in which a paragraph is written.
public enum NSWritingDirection: Int, Sendable {
  /// The direction of the paragraph's first letter that has one.
  case natural = -1
  case leftToRight = 0
  case rightToLeft = 1
}

/// The layout of a paragraph's lines. Lengths are in points.
open class NSParagraphStyle: NSObject, NSCopying, NSMutableCopying {
  fileprivate var format = ParagraphFormat()
  fileprivate var alignmentValue = NSTextAlignment.natural
  fileprivate var lineBreakValue = NSLineBreakMode.byWordWrapping
  fileprivate var directionValue = NSWritingDirection.natural
  fileprivate var tabValues = NSTextTab.standard

  /// The style of text without attributes.
  open class var `default`: NSParagraphStyle { NSParagraphStyle() }

  /// The alignment of lines. Default: `.natural`.
  open var alignment: NSTextAlignment { alignmentValue }
  /// The treatment of lines that do not fit. Default: `.byWordWrapping`.
  open var lineBreakMode: NSLineBreakMode { lineBreakValue }
  /// The way that the paragraph runs. Default: `.natural`.
  open var baseWritingDirection: NSWritingDirection { directionValue }
  /// The space below each line, in points. Default: 0.
  open var lineSpacing: CGFloat { format.lineSpacing }
  /// The space below the paragraph, in points. Default: 0.
  open var paragraphSpacing: CGFloat { format.paragraphSpacing }
  /// The space above the paragraph, in points. Default: 0.
  open var paragraphSpacingBefore: CGFloat { format.paragraphSpacingBefore }
  /// The distance between the leading edge and all lines but the first, in points. Default: 0.
  open var headIndent: CGFloat { format.headIndent }
  /// The distance of lines' ends from the leading edge if positive, else from the trailing edge, in points.
  open var tailIndent: CGFloat { format.tailIndent }
  /// The distance between the leading edge and the first line, in points. Default: 0.
  open var firstLineHeadIndent: CGFloat { format.firstLineHeadIndent }
  /// The least height of a line, in points; 0 for no limit. Default: 0.
  open var minimumLineHeight: CGFloat { format.minimumLineHeight }
  /// The greatest height of a line, in points; 0 for no limit. Default: 0.
  open var maximumLineHeight: CGFloat { format.maximumLineHeight }
  /// The factor of the height of lines; 0 counts as 1. Default: 0.
  open var lineHeightMultiple: CGFloat { format.lineHeightMultiple }
  /// The stops at which text goes on after tab characters. Default: twelve stops, 28 points apart.
  open var tabStops: [NSTextTab]! { tabValues }
  /// The interval of the stops after the last tab stop, at its multiples; 0 repeats the last distance. Default: 0.
  open var defaultTabInterval: CGFloat { format.defaultTabInterval }

  fileprivate func take(_ other: NSParagraphStyle) {
    format = other.format
    alignmentValue = other.alignmentValue
    lineBreakValue = other.lineBreakValue
    directionValue = other.directionValue
    tabValues = other.tabValues
  }

  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSParagraphStyle()
    copy.take(self)
    return copy
  }

  open func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = NSMutableParagraphStyle()
    copy.take(self)
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSParagraphStyle else { return false }
    return format == other.format && alignmentValue == other.alignmentValue
      && lineBreakValue == other.lineBreakValue && directionValue == other.directionValue
      && tabValues == other.tabValues
  }

  open override var hash: Int { format.hashValue }
}

/// A paragraph style under construction.
open class NSMutableParagraphStyle: NSParagraphStyle {
  open override var alignment: NSTextAlignment {
    get { alignmentValue }
    set { alignmentValue = newValue }
  }
  open override var lineBreakMode: NSLineBreakMode {
    get { lineBreakValue }
    set { lineBreakValue = newValue }
  }
  open override var baseWritingDirection: NSWritingDirection {
    get { directionValue }
    set { directionValue = newValue }
  }
  open override var lineSpacing: CGFloat {
    get { format.lineSpacing }
    set { format.lineSpacing = newValue }
  }
  open override var paragraphSpacing: CGFloat {
    get { format.paragraphSpacing }
    set { format.paragraphSpacing = newValue }
  }
  open override var paragraphSpacingBefore: CGFloat {
    get { format.paragraphSpacingBefore }
    set { format.paragraphSpacingBefore = newValue }
  }
  open override var headIndent: CGFloat {
    get { format.headIndent }
    set { format.headIndent = newValue }
  }
  open override var tailIndent: CGFloat {
    get { format.tailIndent }
    set { format.tailIndent = newValue }
  }
  open override var firstLineHeadIndent: CGFloat {
    get { format.firstLineHeadIndent }
    set { format.firstLineHeadIndent = newValue }
  }
  open override var minimumLineHeight: CGFloat {
    get { format.minimumLineHeight }
    set { format.minimumLineHeight = newValue }
  }
  open override var maximumLineHeight: CGFloat {
    get { format.maximumLineHeight }
    set { format.maximumLineHeight = newValue }
  }
  open override var lineHeightMultiple: CGFloat {
    get { format.lineHeightMultiple }
    set { format.lineHeightMultiple = newValue }
  }

  open override var tabStops: [NSTextTab]! {
    get { tabValues }
    set { tabValues = newValue ?? NSTextTab.standard }
  }
  open override var defaultTabInterval: CGFloat {
    get { format.defaultTabInterval }
    set { format.defaultTabInterval = newValue }
  }

  /// Adds a tab stop, in the order of locations.
  open func addTabStop(_ anObject: NSTextTab) {
    tabValues.insert(anObject, at: tabValues.firstIndex { $0.location > anObject.location } ?? tabValues.count)
  }

  /// Removes the tab stops that are equal to one.
  open func removeTabStop(_ anObject: NSTextTab) { tabValues.removeAll { $0 == anObject } }

  /// Copies another style's values.
  open func setParagraphStyle(_ obj: NSParagraphStyle) { take(obj) }
}

extension NSParagraphStyle: TextParagraphValue {
  package var paragraphFormat: ParagraphFormat {
    var format = format
    let tabs = tabValues.map(\.textTab)
    format.tabs = tabs == TextTab.standard ? nil : tabs
    // A default value leaves the choice to the client that lays out.
    format.alignment = alignmentValue.alignment
    format.lineBreak = lineBreakValue.lineBreak
    switch directionValue {
    case .natural: format.direction = .natural
    case .leftToRight: format.direction = .leftToRight
    case .rightToLeft: format.direction = .rightToLeft
    }
    return format
  }
}

/// The line under or through a run of text: how many, how thick, and its pattern.
public struct NSUnderlineStyle: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int
  /// Creates options by their bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// One line is drawn.
  public static let single = Self(rawValue: 1)
  /// One line of twice the thickness.
  public static let thick = Self(rawValue: 2)
  /// Two lines are drawn.
  public static let double = Self(rawValue: 9)
  /// The line is drawn as dots.
  public static let patternDot = Self(rawValue: 0x100)
  /// The line is drawn as dashes.
  public static let patternDash = Self(rawValue: 0x200)
  /// The line is drawn as a dash and a dot in turn.
  public static let patternDashDot = Self(rawValue: 0x300)
  /// The line is drawn as a dash and two dots in turn.
  public static let patternDashDotDot = Self(rawValue: 0x400)
}

/// The shadow that letters cast.
open class NSShadow: NSObject {
  /// The offset of the shadow, in points; y grows downwards. Default: zero.
  open var shadowOffset = CGSize.zero
  /// The radius of the blur, in points: twice the standard deviation. Default: 0.
  open var shadowBlurRadius: CGFloat = 0
  /// The colour of the shadow, a `UIColor` or a `CGColor`; anything else draws none. Default: a third black.
  open var shadowColor: Any? = UIColor(white: 0, alpha: 1.0 / 3)
}

extension NSShadow: TextShadowValue {
  package var textShadow: TextShadow? {
    let color: CGColor
    switch shadowColor {
    case let value as UIColor: color = value.cgColor
    case let value as CGColor: color = value
    default: return nil
    }
    return TextShadow(offset: shadowOffset, blur: shadowBlurRadius, color: color)
  }
}

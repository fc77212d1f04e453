public import CoreGraphics
import Foundation
package import TextLayout

/// The layout of a paragraph's lines, made from an array of settings that point at their values.
public final class CTParagraphStyle: Sendable {
  package let paragraphFormat: ParagraphFormat

  init(_ format: ParagraphFormat) { paragraphFormat = format }
}

extension CTParagraphStyle: TextParagraphValue {}

/// The alignment of lines between the edges.
public enum CTTextAlignment: UInt8, Sendable {
  /// Lines begin at the left edge.
  case left = 0
  /// Lines end at the right edge.
  case right = 1
  /// Lines are centred between the edges.
  case center = 2
  /// Lines reach from edge to edge, except the last of a paragraph.
  case justified = 3
  /// Lines begin where the paragraph's script begins: at the left for Latin.
  case natural = 4
}

/// The place to break a line that does not fit, or the part of it to leave out.
public enum CTLineBreakMode: UInt8, Sendable {
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

/// The direction in which a paragraph is written.
public enum CTWritingDirection: Int8, Sendable {
  /// The direction of the paragraph's first letter that has one.
  case natural = -1
  /// The paragraph is written from left to right.
  case leftToRight = 0
  /// The paragraph is written from right to left.
  case rightToLeft = 1
}

/// The property that a setting sets. Numbers are `CGFloat`, in points.
public enum CTParagraphStyleSpecifier: UInt32, Sendable {
  /// The alignment of lines, a ``CTTextAlignment``. Default: natural.
  case alignment = 0
  /// The distance from the leading edge to the start of a paragraph's first line. Default: 0.
  case firstLineHeadIndent = 1
  /// The distance from the leading edge to the start of the other lines. Default: 0.
  case headIndent = 2
  /// The end of the lines: its distance from the leading edge if positive, else from the trailing edge.
  case tailIndent = 3
  /// The tab stops, a `CFArray` of ``CTTextTab``s. Default: twelve, 28 points apart.
  case tabStops = 4
  /// The distance between the stops after the last tab stop.
  case defaultTabInterval = 5
  /// The line break mode, a ``CTLineBreakMode``. Default: by words.
  case lineBreakMode = 6
  /// The factor of the height of lines; 0 counts as 1. Default: 0.
  case lineHeightMultiple = 7
  /// The greatest height of a line; 0 for no limit. Default: 0.
  case maximumLineHeight = 8
  /// The least height of a line; 0 for no limit. Default: 0.
  case minimumLineHeight = 9
  /// The space below each line. Default: 0.
  case lineSpacing = 10
  /// The space below each paragraph. Default: 0.
  case paragraphSpacing = 11
  /// The space above each paragraph. Default: 0.
  case paragraphSpacingBefore = 12
  /// The direction of writing, a ``CTWritingDirection``. Default: natural.
  case baseWritingDirection = 13
  /// The same as ``lineSpacing``.
  case lineSpacingAdjustment = 16
}

/// One setting of a paragraph style.
public struct CTParagraphStyleSetting {
  /// The property that the setting sets.
  public var spec: CTParagraphStyleSpecifier
  /// The size of the value, in bytes.
  public var valueSize: Int
  /// The value, of the type that the specifier has.
  public var value: UnsafeRawPointer

  /// Creates a setting of a property; the value in memory is read when a style is made of the setting.
  public init(spec: CTParagraphStyleSpecifier, valueSize: Int, value: UnsafeRawPointer) {
    (self.spec, self.valueSize, self.value) = (spec, valueSize, value)
  }

  fileprivate func load<Value: BitwiseCopyable>(_ type: Value.Type) -> Value {
    requireSize(of: type)
    return value.loadUnaligned(as: type)
  }

  fileprivate var number: CGFloat { load(CGFloat.self) }

  fileprivate var array: CFArray {
    requireSize(of: CFArray.self)
    return value.assumingMemoryBound(to: CFArray.self).pointee
  }

  private func requireSize<Value>(of type: Value.Type) {
    precondition(
      valueSize >= MemoryLayout<Value>.size,
      "CTParagraphStyleCreate: \(valueSize) bytes for \(spec), which takes \(MemoryLayout<Value>.size)")
  }
}

/// Creates a paragraph style of settings; other properties have their defaults.
public func CTParagraphStyleCreate(
  _ settings: UnsafePointer<CTParagraphStyleSetting>?, _ settingCount: Int
) -> CTParagraphStyle {
  var format = ParagraphFormat()
  for setting in UnsafeBufferPointer(start: settings, count: settings == nil ? 0 : max(settingCount, 0)) {
    switch setting.spec {
    case .alignment: format.alignment = CTTextAlignment(rawValue: setting.load(UInt8.self))?.alignment
    case .firstLineHeadIndent: format.firstLineHeadIndent = setting.number
    case .headIndent: format.headIndent = setting.number
    case .tailIndent: format.tailIndent = setting.number
    case .lineBreakMode: format.lineBreak = CTLineBreakMode(rawValue: setting.load(UInt8.self))?.lineBreak
    case .tabStops: format.tabs = setting.array.compactMap { ($0 as? CTTextTab)?.textTab }
    case .defaultTabInterval: format.defaultTabInterval = setting.number
    case .lineHeightMultiple: format.lineHeightMultiple = setting.number
    case .maximumLineHeight: format.maximumLineHeight = setting.number
    case .minimumLineHeight: format.minimumLineHeight = setting.number
    case .lineSpacing, .lineSpacingAdjustment: format.lineSpacing = setting.number
    case .paragraphSpacing: format.paragraphSpacing = setting.number
    case .paragraphSpacingBefore: format.paragraphSpacingBefore = setting.number
    case .baseWritingDirection:
      switch CTWritingDirection(rawValue: setting.load(Int8.self)) {
      case .leftToRight: format.direction = .leftToRight
      case .rightToLeft: format.direction = .rightToLeft
      default: format.direction = .natural
      }
    }
  }
  return CTParagraphStyle(format)
}

extension CTTextAlignment {
  var alignment: TextAlignment {
    switch self {
    case .left: .left
    case .right: .right
    case .center: .center
    case .justified: .justified
    case .natural: .natural
    }
  }
}

extension CTLineBreakMode {
  fileprivate var lineBreak: TextLineBreak {
    switch self {
    case .byWordWrapping: .words
    case .byCharWrapping: .characters
    case .byClipping: .clip
    case .byTruncatingHead: .truncate(.start)
    case .byTruncatingTail: .truncate(.end)
    case .byTruncatingMiddle: .truncate(.middle)
    }
  }
}

/// A place where text goes on after a tab character.
public final class CTTextTab: Sendable {
  let textTab: TextTab
  let alignment: CTTextAlignment

  init(_ alignment: CTTextAlignment, _ textTab: TextTab) { (self.alignment, self.textTab) = (alignment, textTab) }
}

/// Creates a tab stop at a location, in points from the leading edge. The alignment is the part of the text after the
/// tab that lies at the stop; the options are ignored.
public func CTTextTabCreate(_ alignment: CTTextAlignment, _ location: Double, _ options: CFDictionary?) -> CTTextTab {
  CTTextTab(alignment, TextTab(CGFloat(location), alignment.alignment))
}

/// Returns the alignment at a stop: the part of the text after the tab that lies there.
public func CTTextTabGetAlignment(_ tab: CTTextTab) -> CTTextAlignment { tab.alignment }

/// Returns the location of a stop, in points from the leading edge.
public func CTTextTabGetLocation(_ tab: CTTextTab) -> Double { Double(tab.textTab.location) }

// The first three names are those of UIKit's `.font`, `.kern` and `.paragraphStyle`.

/// The font, a ``CTFont``. Default: Helvetica at 12 points.
public let kCTFontAttributeName: CFString = "NSFont"
/// The space added between characters, in points, as a number. Default: 0.
public let kCTKernAttributeName: CFString = "NSKern"
/// The style of the paragraph, a ``CTParagraphStyle``.
public let kCTParagraphStyleAttributeName: CFString = "NSParagraphStyle"
/// The space added between characters, in points, as a number; it overrides kerning. Default: 0.
public let kCTTrackingAttributeName: CFString = "CTTracking"
/// Whether letters join to ligatures that the script does not need: 0 for no. Default: 1.
public let kCTLigatureAttributeName: CFString = "NSLigature"
/// The colour, a `CGColor`. Default: black.
public let kCTForegroundColorAttributeName: CFString = "CTForegroundColor"
/// Whether the colour is the context's fill colour, a Bool. Default: false.
public let kCTForegroundColorFromContextAttributeName: CFString = "CTForegroundColorFromContext"
/// The colour behind the text, a `CGColor`.
public let kCTBackgroundColorAttributeName: CFString = "CTBackgroundColor"
/// The line below, one of ``CTUnderlineStyle``'s numbers, with those of ``CTUnderlineStyleModifiers``. Default: 0.
public let kCTUnderlineStyleAttributeName: CFString = "NSUnderline"
/// The colour of the line below, a `CGColor`. Default: that of the text.
public let kCTUnderlineColorAttributeName: CFString = "NSUnderlineColor"
/// The width of outlines in percent of the size: positive ones have no fill. Default: 0.
public let kCTStrokeWidthAttributeName: CFString = "NSStrokeWidth"
/// The colour of outlines, a `CGColor`. Default: that of the text.
public let kCTStrokeColorAttributeName: CFString = "NSStrokeColor"
/// The distance that the baseline is raised, in points, as a number. Default: 0.
public let kCTBaselineOffsetAttributeName: CFString = "NSBaselineOffset"

/// The lines under a run of text: their number, thickness and pattern.
public struct CTUnderlineStyle: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int32
  /// Creates options by their bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }
  /// One line is drawn under the text.
  public static let single = Self(rawValue: 1)
  /// One line of twice the thickness.
  public static let thick = Self(rawValue: 2)
  /// Two lines are drawn under the text.
  public static let double = Self(rawValue: 9)
}

/// The dash pattern of the lines below text.
public struct CTUnderlineStyleModifiers: OptionSet, Sendable {
  /// The bits.
  public let rawValue: Int32
  /// Creates options by their bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }
  /// The line is drawn as dots.
  public static let patternDot = Self(rawValue: 0x100)
  /// The line is drawn as dashes.
  public static let patternDash = Self(rawValue: 0x200)
  /// The line is drawn as a dash and a dot in turn.
  public static let patternDashDot = Self(rawValue: 0x300)
  /// The line is drawn as a dash and two dots in turn.
  public static let patternDashDotDot = Self(rawValue: 0x400)
}

extension TextStyle {
  /// The style of text without attributes: Helvetica at 12 points, black.
  package static var coreText: TextStyle { TextStyle(font: .standard, color: .black) }
}

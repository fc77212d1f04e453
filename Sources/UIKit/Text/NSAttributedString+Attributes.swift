// Names of the attributes of text.

public import Foundation

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

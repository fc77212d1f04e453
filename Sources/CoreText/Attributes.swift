// Names of the attributes of text. The first three mean to CTFontManager's clients what UIKit's `.font`, `.kern` and
// `.paragraphStyle` do: they are the same names.

public import CoreGraphics
import Foundation
package import TextLayout

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
  /// Options by their bits.
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
  /// Options by their bits.
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

public import Foundation
import TextLayout

/// A place where text goes on after a tab character.
open class NSTextTab: NSObject, NSCopying {
  /// The key of an option of a tab stop.
  public struct OptionKey: RawRepresentable, Hashable, Sendable {
    /// Apple's string for it.
    public let rawValue: String
    /// Creates a constant by its string.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A `CharacterSet`: the first full stop or comma in it has its middle at the location, for columns of numbers.
    public static let columnTerminators = Self(rawValue: "NSTabColumnTerminatorsAttributeName")
  }

  /// The alignment of text at the stop: after it, around it or before it.
  public let alignment: NSTextAlignment
  /// The distance from the leading edge, in points.
  public let location: CGFloat
  /// The options of the stop.
  public let options: [OptionKey: Any]

  /// Creates a tab stop `loc` points from the leading edge.
  public init(textAlignment alignment: NSTextAlignment, location loc: CGFloat, options: [OptionKey: Any] = [:]) {
    (self.alignment, location, self.options) = (alignment, loc, options)
  }

  /// Returns the characters that end a column of numbers in a language: its decimal separator.
  public static func columnTerminators(for aLocale: Locale?) -> CharacterSet {
    CharacterSet(charactersIn: (aLocale ?? Locale(identifier: "en")).decimalSeparator ?? ".")
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSTextTab else { return false }
    return textTab == other.textTab && alignment == other.alignment
  }

  open override var hash: Int { location.hashValue }

  /// The standard stops: twelve, 28 points apart.
  static var standard: [NSTextTab] { TextTab.standard.map { NSTextTab(textAlignment: .left, location: $0.location) } }

  var textTab: TextTab {
    if let terminators = options[.columnTerminators] as? CharacterSet,
      let point = [".", ",", "\u{66B}"].first(where: { terminators.contains($0) }) as Unicode.Scalar?
    {
      return TextTab(location, .character(point))
    }
    return TextTab(location, alignment.alignment)
  }
}

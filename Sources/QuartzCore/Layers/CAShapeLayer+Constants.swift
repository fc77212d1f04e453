import Foundation

/// The rule that tells which points are inside a path.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  /// Apple's string for it.
  public let rawValue: String
  /// A constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The points that the path winds around are inside; a turn back cancels a turn forth.
  public static let nonZero = Self(rawValue: "non-zero")
  /// The points from which a ray crosses the path an odd number of times are inside.
  public static let evenOdd = Self(rawValue: "even-odd")
}

/// The shape of the open ends of a stroke.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  /// Apple's string for it.
  public let rawValue: String
  /// A constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The stroke ends at the end point, with a straight edge across it.
  public static let butt = Self(rawValue: "butt")
  /// A half circle around the end point.
  public static let round = Self(rawValue: "round")
  /// Cut off half a line width beyond the end point.
  public static let square = Self(rawValue: "square")
}

/// The shape of the corners of a stroke.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  /// Apple's string for it.
  public let rawValue: String
  /// A constant by its string.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The outer edges go on until they meet, within ``CAShapeLayer/miterLimit``.
  public static let miter = Self(rawValue: "miter")
  /// The corner is rounded, by a circle as wide as the line.
  public static let round = Self(rawValue: "round")
  /// The corner is cut off, by a straight edge between the ends of both sides.
  public static let bevel = Self(rawValue: "bevel")
}

import Foundation

/// Which points a path has inside.
public struct CAShapeLayerFillRule: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Those that the path winds around, counting a turn back against a turn forth.
  public static let nonZero = Self(rawValue: "non-zero")
  /// Those from which a ray crosses the path an odd number of times.
  public static let evenOdd = Self(rawValue: "even-odd")
}

/// The ends of a stroked line.
public struct CAShapeLayerLineCap: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Cut off at the end point.
  public static let butt = Self(rawValue: "butt")
  /// A half circle around the end point.
  public static let round = Self(rawValue: "round")
  /// Cut off half a line width beyond the end point.
  public static let square = Self(rawValue: "square")
}

/// The corners of a stroked line.
public struct CAShapeLayerLineJoin: RawRepresentable, Hashable, Sendable, LayerPropertyValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The outer edges go on until they meet, within ``CAShapeLayer/miterLimit``.
  public static let miter = Self(rawValue: "miter")
  /// A circle around the corner.
  public static let round = Self(rawValue: "round")
  /// The corner is cut off.
  public static let bevel = Self(rawValue: "bevel")
}

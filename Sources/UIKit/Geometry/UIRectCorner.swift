/// Corners of a rectangle where y points down.
public struct UIRectCorner: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt
  /// Options by their bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The corner of minimum x and y.
  public static let topLeft = Self(rawValue: 1)
  /// The corner of maximum x and minimum y.
  public static let topRight = Self(rawValue: 2)
  /// The corner of minimum x and maximum y.
  public static let bottomLeft = Self(rawValue: 4)
  /// The corner of maximum x and y.
  public static let bottomRight = Self(rawValue: 8)
  /// All four, and any other there may be.
  public static let allCorners = Self(rawValue: .max)
}

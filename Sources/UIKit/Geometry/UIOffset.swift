public import CoreGraphics

/// A distance along both axes, in points.
public struct UIOffset: Hashable, Codable, Sendable {
  public var horizontal: CGFloat, vertical: CGFloat

  /// Makes the offset of 0 along both axes.
  public init() { self.init(horizontal: 0, vertical: 0) }

  /// An offset in points.
  public init(horizontal: CGFloat, vertical: CGFloat) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }

  /// The offset of 0 along both axes.
  public static let zero = UIOffset()
}

public import CoreGraphics

/// A displacement, in points.
public struct UIOffset: Hashable, Codable, Sendable {
  public var horizontal: CGFloat, vertical: CGFloat

  /// An offset of 0.
  public init() { self.init(horizontal: 0, vertical: 0) }

  public init(horizontal: CGFloat, vertical: CGFloat) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }

  /// An offset of 0.
  public static let zero = UIOffset()
}

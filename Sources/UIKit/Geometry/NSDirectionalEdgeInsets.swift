public import Foundation

/// Distances from the sides of a rectangle, in points, of which two go by the direction of text; positive values go
/// inward.
public struct NSDirectionalEdgeInsets: Hashable, Codable, Sendable {
  public var top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat

  /// Makes insets of 0 on all sides.
  public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }

  /// Insets of each edge, in points; positive ones go inwards.
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }

  /// The insets of 0 on all sides.
  public static let zero = NSDirectionalEdgeInsets()
}

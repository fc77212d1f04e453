public import Foundation

/// A two-dimensional vector: a displacement, in points.
public struct CGVector: Hashable, Codable, Sendable {
  /// Along x.
  public var dx: CGFloat
  /// Along y.
  public var dy: CGFloat

  /// The vector of length 0.
  public init() { self.init(dx: CGFloat(0), dy: CGFloat(0)) }

  /// A vector from its components.
  public init(dx: CGFloat, dy: CGFloat) {
    self.dx = dx
    self.dy = dy
  }

  /// A vector from its components.
  public init(dx: Double, dy: Double) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

  /// A vector from whole components.
  public init(dx: Int, dy: Int) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

  /// The vector of length 0.
  public static let zero = CGVector()
}

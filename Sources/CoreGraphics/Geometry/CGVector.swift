public import Foundation

/// A two-dimensional vector: a displacement, in points.
public struct CGVector: Hashable, Codable, Sendable {
  /// The component along x, in points.
  public var dx: CGFloat
  /// The component along y, in points.
  public var dy: CGFloat

  /// Makes the vector of length 0.
  public init() { self.init(dx: CGFloat(0), dy: CGFloat(0)) }

  /// Makes a vector of its components, in points.
  public init(dx: CGFloat, dy: CGFloat) {
    self.dx = dx
    self.dy = dy
  }

  /// Makes a vector of its components, in points.
  public init(dx: Double, dy: Double) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

  /// Makes a vector of its components, in whole points.
  public init(dx: Int, dy: Int) { self.init(dx: CGFloat(dx), dy: CGFloat(dy)) }

  /// The vector of length 0.
  public static let zero = CGVector()
}

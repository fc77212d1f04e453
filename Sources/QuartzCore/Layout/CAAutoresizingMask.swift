import Foundation

/// The parts of a layer's placement that give way when its superlayer's size changes: margins and extents.
///
/// "Minimum" and "maximum" are of the coordinates; where y points down, the minimum y margin is the upper one.
public struct CAAutoresizingMask: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Options by their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The margin before the layer along x.
  public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1 << 0)
  /// The layer's width changes.
  public static let layerWidthSizable = CAAutoresizingMask(rawValue: 1 << 1)
  /// The margin behind the layer along x.
  public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 1 << 2)
  /// The margin before the layer along y.
  public static let layerMinYMargin = CAAutoresizingMask(rawValue: 1 << 3)
  /// The layer's height changes.
  public static let layerHeightSizable = CAAutoresizingMask(rawValue: 1 << 4)
  /// The margin behind the layer along y.
  public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 1 << 5)
}

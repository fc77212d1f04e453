// Edges, offsets and corners.
//
// Tested by UIGeometryTests.

import CoreGraphics
public import Foundation

/// Distances from the sides of a rectangle, in points; positive values go inward.
public struct UIEdgeInsets: Hashable, Codable, Sendable {
  public var top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat

  /// Makes insets of 0 on all sides.
  public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }

  /// Insets of each edge, in points; positive ones go inwards.
  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// The insets of 0 on all sides.
  public static let zero = UIEdgeInsets()
}

extension CGRect {
  /// The rectangle with its sides moved inward; y grows downward. Null when nothing is left on an axis, and the null
  /// rectangle stays null.
  public func inset(by insets: UIEdgeInsets) -> CGRect {
    guard !isNull else { return self }
    let rect = standardized
    let size = CGSize(
      width: rect.width - insets.left - insets.right, height: rect.height - insets.top - insets.bottom)
    guard size.width >= 0, size.height >= 0 else { return .null }
    return CGRect(origin: CGPoint(x: rect.minX + insets.left, y: rect.minY + insets.top), size: size)
  }
}

extension NSValue {
  /// Makes an object that holds insets, for keyed values.
  public convenience init(uiEdgeInsets i: UIEdgeInsets) { self.init(numbers: [i.top, i.left, i.bottom, i.right]) }

  /// The insets in the box. Precondition: it holds some.
  public var uiEdgeInsetsValue: UIEdgeInsets {
    expect(numbers(count: 4).map { UIEdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) }, "UIEdgeInsets")
  }
}

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

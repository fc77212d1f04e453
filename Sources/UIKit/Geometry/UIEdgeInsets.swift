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

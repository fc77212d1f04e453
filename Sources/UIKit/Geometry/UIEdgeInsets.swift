// Tested by UIGeometryTests.

public import CoreGraphics
public import Foundation

/// Distances from the sides of a rectangle, in points; positive values go inward.
public struct UIEdgeInsets: Hashable, Codable, Sendable {
  public var top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat

  /// Creates insets of 0 on all sides.
  public init() { self.init(top: 0, left: 0, bottom: 0, right: 0) }

  /// Creates insets of each edge, in points; positive ones go inwards.
  public init(top: CGFloat, left: CGFloat, bottom: CGFloat, right: CGFloat) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// The insets of 0 on all sides.
  public static let zero = UIEdgeInsets()
}

extension CGRect {
  /// Returns the rectangle with its sides moved inward; y grows downward. Null if nothing is left, or if it was null.
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
  /// Creates an object that holds insets, for keyed values.
  public convenience init(uiEdgeInsets i: UIEdgeInsets) { self.init(numbers: [i.top, i.left, i.bottom, i.right]) }

  /// The insets in the box. Precondition: it holds some.
  public var uiEdgeInsetsValue: UIEdgeInsets {
    expect(numbers(count: 4).map { UIEdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) }, "UIEdgeInsets")
  }
}

/// Distances from the sides of a rectangle, in points, two of them by the direction of text; positive values go inward.
public struct NSDirectionalEdgeInsets: Hashable, Codable, Sendable {
  public var top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat

  /// Creates insets of 0 on all sides.
  public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }

  /// Creates insets of each edge, in points; positive ones go inwards.
  public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }

  /// The insets of 0 on all sides.
  public static let zero = NSDirectionalEdgeInsets()
}

/// A distance along both axes, in points.
public struct UIOffset: Hashable, Codable, Sendable {
  public var horizontal: CGFloat, vertical: CGFloat

  /// Creates the offset of 0 along both axes.
  public init() { self.init(horizontal: 0, vertical: 0) }

  /// Creates an offset in points.
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
  /// Creates options by their bits.
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

// Geometry as text. The names are Apple's.
extension NSCoder {
  /// Returns the point as text: `{x, y}`.
  public class func string(for point: CGPoint) -> String { text([point.x, point.y]) }
  /// Returns the vector as text: `{dx, dy}`.
  public class func string(for vector: CGVector) -> String { text([vector.dx, vector.dy]) }
  /// Returns the size as text: `{width, height}`.
  public class func string(for size: CGSize) -> String { text([size.width, size.height]) }
  /// Returns the rectangle as text: `{{x, y}, {width, height}}`.
  public class func string(for rect: CGRect) -> String {
    "{\(string(for: rect.origin)), \(string(for: rect.size))}"
  }
  /// Returns the transform as text: `[a, b, c, d, tx, ty]`.
  public class func string(for transform: CGAffineTransform) -> String {
    let t = transform
    return text([t.a, t.b, t.c, t.d, t.tx, t.ty], "[", "]")
  }
  /// Returns the insets as text: `{top, left, bottom, right}`.
  public class func string(for insets: UIEdgeInsets) -> String {
    text([insets.top, insets.left, insets.bottom, insets.right])
  }
  /// Returns the offset as text: `{horizontal, vertical}`.
  public class func string(for offset: UIOffset) -> String { text([offset.horizontal, offset.vertical]) }

  // Text of another form gives zero, or the identity.

  /// Reads the point in `{x, y}`.
  public class func cgPoint(for string: String) -> CGPoint {
    numbers(string, 2).map { CGPoint(x: $0[0], y: $0[1]) } ?? .zero
  }
  /// Reads the vector in `{dx, dy}`.
  public class func cgVector(for string: String) -> CGVector {
    numbers(string, 2).map { CGVector(dx: $0[0], dy: $0[1]) } ?? .zero
  }
  /// Reads the size in `{width, height}`.
  public class func cgSize(for string: String) -> CGSize {
    numbers(string, 2).map { CGSize(width: $0[0], height: $0[1]) } ?? .zero
  }
  /// Reads the rectangle in `{{x, y}, {width, height}}`.
  public class func cgRect(for string: String) -> CGRect {
    numbers(string, 4).map { CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) } ?? .zero
  }
  /// Reads the transform in `[a, b, c, d, tx, ty]`.
  public class func cgAffineTransform(for string: String) -> CGAffineTransform {
    numbers(string, 6).map { CGAffineTransform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5]) }
      ?? .identity
  }
  /// Reads the insets in `{top, left, bottom, right}`.
  public class func uiEdgeInsets(for string: String) -> UIEdgeInsets {
    numbers(string, 4).map { UIEdgeInsets(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) } ?? .zero
  }
  /// Reads the offset in `{horizontal, vertical}`.
  public class func uiOffset(for string: String) -> UIOffset {
    numbers(string, 2).map { UIOffset(horizontal: $0[0], vertical: $0[1]) } ?? .zero
  }

  private class func text(_ numbers: [CGFloat], _ open: String = "{", _ close: String = "}") -> String {
    let parts = numbers.map { number in
      let text = "\(Double(number))"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    return open + parts.joined(separator: ", ") + close
  }

  private class func numbers(_ string: String, _ count: Int) -> [CGFloat]? {
    let words = string.split { "{}[], \t\n".contains($0) }
    let numbers = words.compactMap { Double($0) }.map { CGFloat($0) }
    return numbers.count == count && words.count == count ? numbers : nil
  }
}

// CGPath is the immutable face of `CGPathStorage`; CGMutablePath inherits it and adds the building.
// Tested by PathTests, BooleanTests, StrokingTests and DashingTests.

public import Foundation

/// A shape made of lines and curves. Immutable unless it is a ``CGMutablePath``.
public class CGPath: @unchecked Sendable {
  // Unchecked Sendable: only CGMutablePath writes `storage`. As on Apple's systems a mutable path inherits the
  // conformance; whoever builds one shares it only when it is finished, or shares `copy()`.
  /// The elements.
  package internal(set) final var storage: CGPathStorage

  /// A path with these elements.
  package init(storage: CGPathStorage) { self.storage = storage }

  /// A rectangle, counter-clockwise where y points up, from its origin.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    let path = CGMutablePath()
    path.addRect(rect, transform: transform?.pointee ?? .identity)
    self.init(storage: path.storage)
  }

  /// The ellipse that touches the sides of `rect`.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    let path = CGMutablePath()
    path.addEllipse(in: rect, transform: transform?.pointee ?? .identity)
    self.init(storage: path.storage)
  }

  /// A rectangle with elliptical corners. Corner sizes above half of a side count as half.
  public convenience init(
    roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
    transform: UnsafePointer<CGAffineTransform>?
  ) {
    let path = CGMutablePath()
    path.addRoundedRect(
      in: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight, transform: transform?.pointee ?? .identity)
    self.init(storage: path.storage)
  }
}

extension CGPath {
  /// Whether the path has no elements.
  public var isEmpty: Bool { storage.types.isEmpty }

  /// The point at which the next element would start; (0, 0) in an empty path.
  public var currentPoint: CGPoint { storage.currentPoint ?? .zero }

  /// An immutable path with the same elements. Never nil; optional as Apple declares it.
  public func copy() -> CGPath? { CGPath(storage: storage) }

  /// An immutable path with the elements moved by `transform`; nil is the identity.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(storage: storage.applying(transform?.pointee ?? .identity))
  }

  /// A mutable path with the same elements. Never nil; optional as Apple declares it.
  public func mutableCopy() -> CGMutablePath? { mutableCopy(using: nil) }

  /// A mutable path with the elements moved by `transform`; nil is the identity.
  public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
    let copy = CGMutablePath()
    copy.addPath(self, transform: transform?.pointee ?? .identity)
    return copy
  }
}

extension CGPath: Hashable {
  /// Equal when both have the same elements in the same order.
  public static func == (lhs: CGPath, rhs: CGPath) -> Bool { lhs === rhs || lhs.storage == rhs.storage }

  /// Adds what equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage) }
}

extension CGPath {
  /// The path with lines in place of its curves; they stay within `threshold` points of the curves. A threshold that is
  /// not positive counts as a thousandth of a point.
  public func flattened(threshold: CGFloat) -> CGPath {
    let tolerance = threshold > 0 ? Double(threshold) : 0.001
    var result = CGPathStorage()
    var next = 0
    let points = storage.points
    for type in storage.types {
      let start = result.currentPoint ?? .zero
      switch type {
      case .moveToPoint: result.move(to: points[next])
      case .addLineToPoint: result.addLine(to: points[next])
      case .addQuadCurveToPoint, .addCurveToPoint:
        CubicSegment(type, from: start, points, at: next)?
          .forEachChord(tolerance: tolerance) { result.addLine(to: $0) }
      case .closeSubpath: result.closeSubpath()
      }
      next += type.pointCount
    }
    return CGPath(storage: result)
  }
}

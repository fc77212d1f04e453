// Tested by PathTests, BooleanTests, StrokingTests and DashingTests.

public import Foundation

/// A shape of lines and curves; immutable, unless it is a ``CGMutablePath``.
public class CGPath: @unchecked Sendable {
  // Unchecked Sendable: only CGMutablePath writes `storage`. As on Apple's systems it inherits the conformance: share
  // one only when it is finished, or share `copy()`.
  package internal(set) final var storage: CGPathStorage

  package init(storage: CGPathStorage) { self.storage = storage }

  /// Creates a rectangle, from its origin counter-clockwise where y points up.
  public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    let path = CGMutablePath()
    path.addRect(rect, transform: transform?.pointee ?? .identity)
    self.init(storage: path.storage)
  }

  /// Creates the ellipse that touches the sides of `rect`.
  public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
    let path = CGMutablePath()
    path.addEllipse(in: rect, transform: transform?.pointee ?? .identity)
    self.init(storage: path.storage)
  }

  /// Creates a rectangle with elliptical corners. Corner sizes above half of a side count as half.
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

  /// The current point, at which the next element starts; (0, 0) in an empty path.
  public var currentPoint: CGPoint { storage.currentPoint ?? .zero }

  /// Returns an immutable path with the same elements. Never nil; optional as in Apple's declaration.
  public func copy() -> CGPath? { CGPath(storage: storage) }

  /// Returns an immutable path with the elements moved by `transform`; nil is the identity.
  public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
    CGPath(storage: storage.applying(transform?.pointee ?? .identity))
  }

  /// Returns a mutable path with the same elements. Never nil; optional as in Apple's declaration.
  public func mutableCopy() -> CGMutablePath? { mutableCopy(using: nil) }

  /// Returns a mutable path with the elements moved by `transform`; nil is the identity.
  public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
    let copy = CGMutablePath()
    copy.addPath(self, transform: transform?.pointee ?? .identity)
    return copy
  }

  /// Returns a path of lines within `threshold` points of the curves; a threshold that is not positive is 0.001.
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

  /// Calls `block` for each element in order.
  public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
    // Apple's element has mutable points; a copy protects the path from a block that writes to them.
    var points = storage.points
    points.withUnsafeMutableBufferPointer { buffer in
      // An element without points needs a valid pointer, too.
      var placeholder = CGPoint.zero
      withUnsafeMutablePointer(to: &placeholder) { empty in
        var next = buffer.baseAddress ?? empty
        for type in storage.types {
          let count = type.pointCount
          var element = CGPathElement(type: type, points: count > 0 ? next : empty)
          block(&element)
          next += count
        }
      }
    }
  }

  /// Calls `function` with `info` for each element in order.
  public func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
    applyWithBlock { function(info, $0) }
  }

  // Initializers under the names by which Apple's SDK imported functions before they became methods.

  /// Creates the area of a stroke, as ``copy(strokingWithWidth:lineCap:lineJoin:miterLimit:transform:)``; a nil
  /// transform is the identity. Never nil; optional as in Apple's declaration.
  public convenience init?(
    __byStroking path: CGPath, transform: UnsafePointer<CGAffineTransform>?, lineWidth: CGFloat, lineCap: CGLineCap,
    lineJoin: CGLineJoin, miterLimit: CGFloat
  ) {
    let stroked = path.copy(
      strokingWithWidth: lineWidth, lineCap: lineCap, lineJoin: lineJoin, miterLimit: miterLimit,
      transform: transform?.pointee ?? .identity)
    self.init(storage: stroked.storage)
  }

  /// Creates the path cut into dashes, as ``copy(dashingWithPhase:lengths:transform:)``, with `count` lengths; a nil
  /// transform is the identity. Never nil; optional as in Apple's declaration.
  public convenience init?(
    __byDashing path: CGPath, transform: UnsafePointer<CGAffineTransform>?, phase: CGFloat,
    lengths: UnsafePointer<CGFloat>?, count: Int
  ) {
    let lengths = Array(UnsafeBufferPointer(start: lengths, count: lengths == nil ? 0 : max(count, 0)))
    let dashed = path.copy(dashingWithPhase: phase, lengths: lengths, transform: transform?.pointee ?? .identity)
    self.init(storage: dashed.storage)
  }
}

extension CGPath: Hashable {
  /// Whether both paths have the same elements in the same order.
  public static func == (lhs: CGPath, rhs: CGPath) -> Bool { lhs === rhs || lhs.storage == rhs.storage }

  /// Hashes the elements.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage) }
}

/// The shape of the ends of an open stroke, and of its dashes.
public enum CGLineCap: Int32, Sendable {
  /// The stroke ends at the end point, with a straight edge.
  case butt = 0
  /// The end is half a circle around the end point.
  case round = 1
  /// The end is straight, half a line width beyond the end point.
  case square = 2
}

/// The shape of a stroke's corners.
public enum CGLineJoin: Int32, Sendable {
  /// The outer edges extend until they meet; a corner beyond the miter limit is beveled.
  case miter = 0
  /// The corner is part of a circle.
  case round = 1
  /// A straight line joins the ends of the outer edges.
  case bevel = 2
}

/// The rule that decides whether a point is inside a path.
public enum CGPathFillRule: Int, Sendable {
  /// A point is inside if the path's winding number around it is not 0.
  case winding = 0
  /// A point is inside if a ray from it crosses the path an odd number of times.
  case evenOdd = 1
}

/// The kind of a path element.
public enum CGPathElementType: Int32, Sendable {
  /// Begins a subpath; one point.
  case moveToPoint = 0
  /// Adds a line; one point.
  case addLineToPoint = 1
  /// Adds a quadratic curve; a control point and the end.
  case addQuadCurveToPoint = 2
  /// Adds a cubic curve; two control points and the end.
  case addCurveToPoint = 3
  /// Adds a line to the start of the subpath; no points.
  case closeSubpath = 4

  /// The number of points in an element of this kind.
  package var pointCount: Int {
    switch self {
    case .moveToPoint, .addLineToPoint: 1
    case .addQuadCurveToPoint: 2
    case .addCurveToPoint: 3
    case .closeSubpath: 0
    }
  }
}

/// An element of a path, for ``CGPath/applyWithBlock(_:)``.
public struct CGPathElement {
  /// The kind of the element, which determines the number of its points.
  public var type: CGPathElementType
  /// The element's points, valid only during the call, and read-only.
  public var points: UnsafeMutablePointer<CGPoint>

  /// Creates an element whose points are at `points`.
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    self.type = type
    self.points = points
  }
}

/// A function that is called for each element of a path, with the `info` of ``CGPath/apply(info:function:)``.
public typealias CGPathApplierFunction = (UnsafeMutableRawPointer?, UnsafePointer<CGPathElement>) -> Void

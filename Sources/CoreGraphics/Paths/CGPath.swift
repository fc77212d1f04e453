// Tested by PathTests, BooleanTests, StrokingTests and DashingTests.

public import Foundation

/// A shape made of lines and curves. Immutable unless it is a ``CGMutablePath``.
public class CGPath: @unchecked Sendable {
  // Unchecked Sendable: only CGMutablePath writes `storage`. As on Apple's systems a mutable path inherits the
  // conformance; whoever builds one shares it only when it is finished, or shares `copy()`.
  package internal(set) final var storage: CGPathStorage

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

  /// A path of lines within `threshold` points of the curves; a threshold that is not positive is 0.001.
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
    // Apple's element points to mutable points; a copy keeps a block that writes from changing the path.
    var points = storage.points
    points.withUnsafeMutableBufferPointer { buffer in
      // An element without points still needs a valid pointer.
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

  // Functions under the names by which Apple's SDK imports them, for code that was written before their methods.

  /// The area that a stroke covers; as ``copy(strokingWithWidth:lineCap:lineJoin:miterLimit:transform:)``, with a
  /// transform that is nil for none. Never nil; optional as Apple declares it.
  public convenience init?(
    __byStroking path: CGPath, transform: UnsafePointer<CGAffineTransform>?, lineWidth: CGFloat, lineCap: CGLineCap,
    lineJoin: CGLineJoin, miterLimit: CGFloat
  ) {
    let stroked = path.copy(
      strokingWithWidth: lineWidth, lineCap: lineCap, lineJoin: lineJoin, miterLimit: miterLimit,
      transform: transform?.pointee ?? .identity)
    self.init(storage: stroked.storage)
  }

  /// The path cut into dashes; as ``copy(dashingWithPhase:lengths:transform:)``, with `count` lengths, and a transform
  /// that is nil for none. Never nil; optional as Apple declares it.
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
  /// Equal when both have the same elements in the same order.
  public static func == (lhs: CGPath, rhs: CGPath) -> Bool { lhs === rhs || lhs.storage == rhs.storage }

  /// Adds what equality compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(storage) }
}

/// The shape of the ends of an open stroke, and of its dashes.
public enum CGLineCap: Int32, Sendable {
  /// The stroke ends at the end point, with a straight edge across it.
  case butt = 0
  /// Half a circle around the end point.
  case round = 1
  /// Square, half a line width beyond the end point.
  case square = 2
}

/// The shape of a stroke's corners.
public enum CGLineJoin: Int32, Sendable {
  /// The outer edges run on until they meet; a bevel where that point is farther than the miter limit allows.
  case miter = 0
  /// Part of a circle around the corner.
  case round = 1
  /// A straight line between the ends of the outer edges.
  case bevel = 2
}

/// The rule that decides whether a point is inside a path.
public enum CGPathFillRule: Int, Sendable {
  /// Inside where the path winds around the point, counted with direction.
  case winding = 0
  /// Inside where a ray from the point crosses the path an odd number of times.
  case evenOdd = 1
}

/// The kind of a path element.
public enum CGPathElementType: Int32, Sendable {
  /// Begins a subpath; one point, where it begins.
  case moveToPoint = 0
  /// A line from the current point; one point.
  case addLineToPoint = 1
  /// A quadratic curve; a control point and the end.
  case addQuadCurveToPoint = 2
  /// A cubic curve; two control points and the end.
  case addCurveToPoint = 3
  /// A line back to the start of the subpath; no points.
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

/// One element of a path, as ``CGPath/applyWithBlock(_:)`` shows it.
public struct CGPathElement {
  /// The kind of the element, which says how many points it has.
  public var type: CGPathElementType
  /// The element's points. Valid only during the walk, and not to be written to.
  public var points: UnsafeMutablePointer<CGPoint>

  /// An element whose points lie at `points`.
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    self.type = type
    self.points = points
  }
}

/// Called for each element of a path, with the `info` that the walk was given.
public typealias CGPathApplierFunction = (UnsafeMutableRawPointer?, UnsafePointer<CGPathElement>) -> Void

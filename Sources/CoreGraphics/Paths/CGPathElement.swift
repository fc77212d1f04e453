public import Foundation

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

extension CGPath {
  /// Calls `block` for each element in order.
  public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
    // Apple's element holds a pointer to mutable points; a private copy keeps a block that writes from changing the
    // path.
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
}

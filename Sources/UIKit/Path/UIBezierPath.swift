// A path for client code: a CGPath under construction, with the style to draw it in. Layers take its `cgPath`.
// Tested by BezierPathTests.

public import CoreGraphics
public import Foundation

/// A path of lines and curves, with a line style.
open class UIBezierPath: NSObject, NSCopying {
  final var path = CGMutablePath()
  final var dashes: [CGFloat] = []
  final var dashPhase: CGFloat = 0

  /// The width of the stroke, in points. Default: 1.
  open var lineWidth: CGFloat = 1
  /// The ends of open strokes. Default: butt.
  open var lineCapStyle = CGLineCap.butt
  /// The corners of strokes. Default: miter.
  open var lineJoinStyle = CGLineJoin.miter
  /// The longest reach of a mitred corner, in line widths, before it is cut. Default: 10.
  open var miterLimit: CGFloat = 10
  /// The largest error of a drawn curve, in points. Default: 0.6.
  open var flatness: CGFloat = 0.6
  /// Whether ``contains(_:)`` counts crossings (even-odd) and not windings (non-zero). Default: false.
  open var usesEvenOddFillRule = false

  /// Makes a path without elements.
  public override init() { super.init() }

  /// A path with the elements of `cgPath`.
  public convenience init(cgPath: CGPath) {
    self.init()
    path.addPath(cgPath)
  }

  /// The elements. The value read is a copy that later changes leave as it is, and setting copies.
  open var cgPath: CGPath {
    get { CGPath(storage: path.storage) }
    set {
      path = CGMutablePath()
      path.addPath(newValue)
    }
  }

  /// A path with the same elements and style.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = UIBezierPath(cgPath: path)
    copy.lineWidth = lineWidth
    copy.lineCapStyle = lineCapStyle
    copy.lineJoinStyle = lineJoinStyle
    copy.miterLimit = miterLimit
    copy.flatness = flatness
    copy.usesEvenOddFillRule = usesEvenOddFillRule
    copy.dashes = dashes
    copy.dashPhase = dashPhase
    return copy
  }

  // MARK: Building

  /// Begins a subpath at `point`.
  open func move(to point: CGPoint) { path.move(to: point) }

  /// A line from the current point; nothing without one, as for the curves.
  open func addLine(to point: CGPoint) { path.addLine(to: point) }

  /// A cubic Bézier curve from the current point.
  open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
  }

  /// A quadratic Bézier curve from the current point.
  open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
    path.addQuadCurve(to: endPoint, control: controlPoint)
  }

  /// An arc, preceded by a line from the current point if there is one. Angles are in radians from the x axis;
  /// clockwise is as seen where y points down, which is toward larger angles.
  open func addArc(
    withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    // CGPath says the direction as seen where y points up.
    path.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
  }

  /// A line back to where the subpath began.
  open func close() { path.closeSubpath() }

  /// Removes all elements; the style stays.
  open func removeAllPoints() { path = CGMutablePath() }

  /// Adds the elements of another path; its style does not matter.
  open func append(_ bezierPath: UIBezierPath) { path.addPath(bezierPath.path) }

  /// Moves all points by `transform`.
  open func apply(_ transform: CGAffineTransform) {
    let old = path
    path = CGMutablePath()
    path.addPath(old, transform: transform)
  }

  // MARK: Dashes

  /// Sets the lengths of dashes and gaps in turn, in points, and where in the pattern strokes begin. Nil or no lengths:
  /// no dashes.
  open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    dashes = Array(UnsafeBufferPointer(start: pattern, count: pattern == nil ? 0 : count))
    dashPhase = phase
  }

  /// Writes what ``setLineDash(_:count:phase:)`` was given; nil skips one. `pattern` has room for `count` values: ask
  /// for that first.
  open func getLineDash(
    _ pattern: UnsafeMutablePointer<CGFloat>?, count: UnsafeMutablePointer<Int>?, phase: UnsafeMutablePointer<CGFloat>?
  ) {
    pattern?.update(from: dashes, count: dashes.count)
    count?.pointee = dashes.count
    phase?.pointee = dashPhase
  }
}

extension UIBezierPath {
  /// Whether the path has no elements.
  public var isEmpty: Bool { path.isEmpty }

  /// The point at which the next element would start; (0, 0) in an empty path.
  public var currentPoint: CGPoint { path.currentPoint }

  /// The smallest rectangle around the path itself; control points do not count, nor the line's width. Null for an
  /// empty path.
  public var bounds: CGRect { path.boundingBoxOfPath }

  /// Whether `point` lies inside, by ``usesEvenOddFillRule``. Open subpaths count as closed.
  public func contains(_ point: CGPoint) -> Bool {
    path.contains(point, using: usesEvenOddFillRule ? .evenOdd : .winding)
  }
}

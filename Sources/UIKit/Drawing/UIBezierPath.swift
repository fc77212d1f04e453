// Tested by BezierPathTests.

public import CoreGraphics
public import Foundation

/// A path of lines and curves under construction, with a line style. Layers take its ``cgPath``.
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

  /// Creates a path without elements.
  public override init() { super.init() }

  /// Creates a path with the elements of `cgPath`.
  public convenience init(cgPath: CGPath) {
    self.init()
    path.addPath(cgPath)
  }

  /// The elements. The value read is a copy that later changes do not affect; setting copies.
  open var cgPath: CGPath {
    get { CGPath(storage: path.storage) }
    set {
      path = CGMutablePath()
      path.addPath(newValue)
    }
  }

  /// Returns a path with the same elements and style.
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

  /// Adds a line from the current point; nothing without one, as for the curves.
  open func addLine(to point: CGPoint) { path.addLine(to: point) }

  /// Adds a cubic Bézier curve from the current point.
  open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
    path.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
  }

  /// Adds a quadratic Bézier curve from the current point.
  open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
    path.addQuadCurve(to: endPoint, control: controlPoint)
  }

  /// Adds an arc, preceded by a line from the current point if there is one. Angles are in radians from the x axis;
  /// clockwise is as seen where y points down, toward larger angles.
  open func addArc(
    withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    // CGPath's direction is as seen where y points up.
    path.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
  }

  /// Adds a line back to the start of the subpath.
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

  /// Sets dashes and gaps in turn, in points, and the offset at which strokes begin; no dashes for nil or no lengths.
  open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
    dashes = Array(UnsafeBufferPointer(start: pattern, count: pattern == nil ? 0 : count))
    dashPhase = phase
  }

  /// Writes the arguments of ``setLineDash(_:count:phase:)``; nil skips one. `pattern` has room for its `count`.
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

  /// The bounding box of the path itself, without control points and the line's width. Null for an empty path.
  public var bounds: CGRect { path.boundingBoxOfPath }

  /// Whether `point` lies inside, by ``usesEvenOddFillRule``. Open subpaths count as closed.
  public func contains(_ point: CGPoint) -> Bool {
    path.contains(point, using: usesEvenOddFillRule ? .evenOdd : .winding)
  }
}

// The direction of a path decides whether it is a hole in another under the non-zero rule.
extension UIBezierPath {
  /// Returns a path with the same style that goes the other way: the last subpath first, each from its end to its
  /// start. A closed subpath keeps its starting point and stays closed.
  public func reversing() -> UIBezierPath {
    let reversed = CGMutablePath()
    for subpath in ElementChain.all(of: path).reversed() { subpath.addReversed(to: reversed) }
    let result = copy() as? UIBezierPath ?? UIBezierPath()
    result.path = reversed
    return result
  }
}

private struct ElementChain {
  /// The control points and the end of a line or curve.
  struct Segment {
    var controls: [CGPoint]
    var end: CGPoint
  }

  var start: CGPoint
  var segments: [Segment] = []
  var isClosed = false

  /// Returns the subpaths in order. Elements after a close without a move begin where the closed subpath did.
  static func all(of path: CGPath) -> [ElementChain] {
    var subpaths: [ElementChain] = []
    path.applyWithBlock { element in
      let (type, points) = (element.pointee.type, element.pointee.points)
      guard type != .moveToPoint else {
        subpaths.append(ElementChain(start: points[0]))
        return
      }
      // A path begins with a move; see CGPathStorage.
      guard let last = subpaths.last else { return }
      if last.isClosed { subpaths.append(ElementChain(start: last.start)) }
      let current = subpaths.count - 1
      switch type {
      case .moveToPoint: break
      case .closeSubpath: subpaths[current].isClosed = true
      case .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint:
        let controls = (0..<type.pointCount - 1).map { points[$0] }
        subpaths[current].segments.append(Segment(controls: controls, end: points[controls.count]))
      }
    }
    return subpaths
  }

  func addReversed(to path: CGMutablePath) {
    let end = segments.last?.end ?? start
    path.move(to: isClosed ? start : end)
    if isClosed, end != start { path.addLine(to: end) }
    for index in segments.indices.reversed() {
      let target = index == 0 ? start : segments[index - 1].end
      // The closing line replaces the first line.
      if isClosed, index == 0, segments[index].controls.isEmpty { break }
      let controls = Array(segments[index].controls.reversed())
      switch controls.count {
      case 2: path.addCurve(to: target, control1: controls[0], control2: controls[1])
      case 1: path.addQuadCurve(to: target, control: controls[0])
      default: path.addLine(to: target)
      }
    }
    if isClosed { path.closeSubpath() }
  }
}

// Paths of whole shapes run clockwise as seen where y points down. Since iOS 7 Apple's rounded rectangles have corners
// of continuous curvature, which begin 1.528665 radii from the corner and whose exact curve is not published. These are
// quarters of ellipses, like CGPath's and, by default, a layer's `cornerRadius`.
extension UIBezierPath {
  /// Creates a closed rectangle, which begins at its origin.
  public convenience init(rect: CGRect) {
    self.init()
    path.addRect(rect)
  }

  /// Creates the ellipse that touches the sides of `rect`, from its right end.
  public convenience init(ovalIn rect: CGRect) {
    self.init()
    path.addEllipse(in: rect)
  }

  /// Creates a rectangle with all corners rounded; the radius is at most half of the shorter side.
  public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    let radius = Swift.min(cornerRadius, rect.width / 2, rect.height / 2)
    self.init(
      roundedRect: rect, byRoundingCorners: .allCorners, cornerRadii: CGSize(width: radius, height: radius))
  }

  /// Creates a rectangle with some corners rounded, from the top side's left end. Radii are clamped to 0 and half of
  /// the side; a corner without width or height is sharp.
  public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
    self.init()
    guard !rect.isNull else { return }
    let rect = rect.standardized
    let radii = CGSize(
      width: Swift.min(Swift.max(cornerRadii.width, 0), rect.width / 2),
      height: Swift.min(Swift.max(cornerRadii.height, 0), rect.height / 2))
    func size(_ corner: UIRectCorner) -> CGSize { corners.contains(corner) ? radii : .zero }

    let (topLeft, topRight) = (CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY))
    let (bottomLeft, bottomRight) = (CGPoint(x: rect.minX, y: rect.maxY), CGPoint(x: rect.maxX, y: rect.maxY))
    let first = size(.topLeft)
    move(to: CGPoint(x: topLeft.x + (first.isEmpty ? 0 : first.width), y: topLeft.y))
    addCorner(at: topRight, from: CGVector(dx: -1, dy: 0), to: CGVector(dx: 0, dy: 1), size: size(.topRight))
    addCorner(at: bottomRight, from: CGVector(dx: 0, dy: -1), to: CGVector(dx: -1, dy: 0), size: size(.bottomRight))
    addCorner(at: bottomLeft, from: CGVector(dx: 1, dy: 0), to: CGVector(dx: 0, dy: -1), size: size(.bottomLeft))
    // A sharp corner is the path's start, to which closing leads.
    if !first.isEmpty {
      addCorner(at: topLeft, from: CGVector(dx: 0, dy: 1), to: CGVector(dx: 1, dy: 0), size: first)
    }
    close()
  }

  /// Creates an arc. Angles are in radians from the x axis; clockwise is as seen with y down, toward larger angles.
  public convenience init(
    arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
  ) {
    self.init()
    addArc(
      withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
  }

  /// The distance, in radii, between a quarter ellipse's end and the control point near it; exact in the middle.
  private static let quarterEllipseControl: CGFloat = 4 * (2.0.squareRoot() - 1) / 3

  /// Adds a line to a corner and a quarter of an ellipse around it. `from` and `to` are the unit vectors from the
  /// corner back along the side that leads to it and on along the next.
  private func addCorner(at corner: CGPoint, from: CGVector, to: CGVector, size: CGSize) {
    func point(_ direction: CGVector, _ fraction: CGFloat) -> CGPoint {
      CGPoint(
        x: corner.x + direction.dx * size.width * fraction, y: corner.y + direction.dy * size.height * fraction)
    }
    guard !size.isEmpty else {
      line(to: corner)
      return
    }
    line(to: point(from, 1))
    let reach = 1 - Self.quarterEllipseControl
    addCurve(to: point(to, 1), controlPoint1: point(from, reach), controlPoint2: point(to, reach))
  }

  /// Adds a line, unless it would have no length.
  private func line(to point: CGPoint) { if point != currentPoint { addLine(to: point) } }
}

extension CGSize {
  fileprivate var isEmpty: Bool { width <= 0 || height <= 0 }
}

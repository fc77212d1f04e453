// The current path, kept in base space: later transforms do not move its points.

import CCairo
public import Foundation

extension CGContext {
  /// Clears the current path.
  public func beginPath() { currentPath = CGMutablePath() }

  /// Begins a subpath at a point of user space.
  public func move(to point: CGPoint) { currentPath.move(to: point, transform: state.ctm) }

  /// Adds a line from the current point to a point of user space.
  public func addLine(to point: CGPoint) { currentPath.addLine(to: point, transform: state.ctm) }

  /// Adds a cubic Bézier curve from the current point. Points are of user space.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    currentPath.addCurve(to: end, control1: control1, control2: control2, transform: state.ctm)
  }

  /// Adds a quadratic Bézier curve from the current point. Points are of user space.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    currentPath.addQuadCurve(to: end, control: control, transform: state.ctm)
  }

  /// Closes the current subpath by a line to its first point.
  public func closePath() { currentPath.closeSubpath() }

  /// Adds a rectangle of user space as a closed subpath.
  public func addRect(_ rect: CGRect) { currentPath.addRect(rect, transform: state.ctm) }

  /// Adds rectangles of user space, each as a closed subpath.
  public func addRects(_ rects: [CGRect]) { currentPath.addRects(rects, transform: state.ctm) }

  /// Adds a move to the first point and lines to the others.
  public func addLines(between points: [CGPoint]) { currentPath.addLines(between: points, transform: state.ctm) }

  /// Adds the ellipse that touches the sides of `rect`.
  public func addEllipse(in rect: CGRect) { currentPath.addEllipse(in: rect, transform: state.ctm) }

  /// Adds a line from the current point to an arc, and the arc. Radians from x to y; `clockwise` is where y points up.
  public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
    currentPath.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise,
      transform: state.ctm)
  }

  /// Adds an arc that touches the lines from the current point to `tangent1End` and on to `tangent2End`.
  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    // The corner is computed in user space, where the arc is part of a circle.
    guard let start = currentPath.storage.currentPoint, state.ctm.isInvertible else { return }
    let arc = CGMutablePath()
    arc.move(to: start.applying(state.ctm.inverted()))
    arc.addArc(tangent1End: tangent1End, tangent2End: tangent2End, radius: radius)
    currentPath.continue(with: arc, transform: state.ctm)
  }

  /// Adds a path, whose points are of user space.
  public func addPath(_ path: CGPath) { currentPath.addPath(path, transform: state.ctm) }

  /// Whether the current path is empty.
  public var isPathEmpty: Bool { currentPath.isEmpty }

  /// The current point, in user space; zero without a path.
  public var currentPointOfPath: CGPoint {
    currentPath.isEmpty ? .zero : currentPath.currentPoint.applying(state.ctm.inverted())
  }

  /// The bounding box of all points and control points, in user space; null without a path.
  public var boundingBoxOfPath: CGRect { currentPath.isEmpty ? .null : userPath.boundingBox }

  /// The current path, in user space; nil if it is empty.
  public var path: CGPath? { currentPath.isEmpty ? nil : userPath }

  /// Whether ``drawPath(using:)`` would paint a point of user space.
  public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
    let path = userPath
    let isFilled =
      switch mode {
      case .fill, .fillStroke: path.contains(point, using: .winding)
      case .eoFill, .eoFillStroke: path.contains(point, using: .evenOdd)
      case .stroke: false
      }
    guard !isFilled, mode != .fill, mode != .eoFill else { return isFilled }
    return strokedPath(path).contains(point, using: .winding)
  }

  /// Replaces the current path by the outline of its stroke.
  public func replacePathWithStrokedPath() {
    let outline = strokedPath(userPath)
    beginPath()
    addPath(outline)
  }

  private var userPath: CGPath {
    var inverse = state.ctm.inverted()
    return currentPath.copy(using: &inverse) ?? currentPath
  }

  /// Returns the outline of a path's stroke, both in user space. Chords lie within `tolerance` of their curves.
  func strokedPath(_ path: CGPath, tolerance: Double = .infinity) -> CGPath {
    let dashed =
      state.dashLengths.isEmpty
      ? path : path.copy(dashingWithPhase: state.dashPhase, lengths: state.dashLengths, transform: .identity)
    let width = abs(Double(state.lineWidth))
    return dashed.stroked(
      width: width, cap: state.lineCap, join: state.lineJoin, miterLimit: Double(state.miterLimit),
      tolerance: min(0.005, width / 500, tolerance))
  }

  /// The transform from user space to base space: pixels with y up.
  public var ctm: CGAffineTransform { state.ctm }

  /// The transform from user space to device space, which is base space.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.ctm }

  /// Moves the origin of user space, by a vector of user space.
  public func translateBy(x tx: CGFloat, y ty: CGFloat) { concatenate(CGAffineTransform(translationX: tx, y: ty)) }

  /// Scales user space about its origin.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) { concatenate(CGAffineTransform(scaleX: sx, y: sy)) }

  /// Rotates user space about its origin, in radians from x to y.
  public func rotate(by angle: CGFloat) { concatenate(CGAffineTransform(rotationAngle: angle)) }

  /// Applies a transform before the current one. A result that is not finite changes nothing.
  public func concatenate(_ transform: CGAffineTransform) {
    let result = transform.concatenating(state.ctm)
    guard result.isFinite else { return }
    state.ctm = result
  }

  /// Returns a point of user space in device space.
  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(state.ctm) }
  /// Returns a point of device space in user space.
  public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(state.ctm.inverted()) }
  /// Returns a size of user space in device space.
  public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(state.ctm) }
  /// Returns a size of device space in user space.
  public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(state.ctm.inverted()) }
  /// Returns the bounding box, in device space, of a rectangle of user space.
  public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(state.ctm) }
  /// Returns the bounding box, in user space, of a rectangle of device space.
  public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(state.ctm.inverted()) }

  /// The transform from base space to cairo's pixels.
  var baseToPixels: CGAffineTransform { CGAffineTransform(1, 0, 0, -1, 0, CGFloat(height)) }

  /// Sets cairo's matrix to a map to base space. Returns false, and changes nothing, for a singular map, which cairo
  /// refuses and through which nothing is visible.
  func setMatrix(_ toBase: CGAffineTransform) -> Bool {
    let m = toBase.concatenating(baseToPixels)
    guard m.isFinite, abs(m.determinant) > 1e-12 else { return false }
    var matrix = m.cairo
    cairo_set_matrix(cairo, &matrix)
    return true
  }
}

extension CGAffineTransform {
  var isInvertible: Bool { determinant != 0 }

  var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
      && max(abs(a), abs(b), abs(c), abs(d), abs(tx), abs(ty)) < 1e9
  }

  var cairo: cairo_matrix_t {
    cairo_matrix_t(xx: Double(a), yx: Double(b), xy: Double(c), yy: Double(d), x0: Double(tx), y0: Double(ty))
  }
}

extension CGMutablePath {
  /// Appends a path that begins at the current point, without its first move.
  fileprivate func `continue`(with path: CGPath, transform: CGAffineTransform) {
    var isFirst = true
    path.applyWithBlock { element in
      defer { isFirst = false }
      let points = element.pointee.points
      switch element.pointee.type {
      case .moveToPoint: if !isFirst { move(to: points[0], transform: transform) }
      case .addLineToPoint: addLine(to: points[0], transform: transform)
      case .addQuadCurveToPoint: addQuadCurve(to: points[1], control: points[0], transform: transform)
      case .addCurveToPoint: addCurve(to: points[2], control1: points[0], control2: points[1], transform: transform)
      case .closeSubpath: closeSubpath()
      }
    }
  }
}

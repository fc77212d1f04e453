// The clip. cairo keeps that of rectangles and paths, the graphics state that of images.

import CCairo
public import Foundation

extension CGContext {
  /// Intersects the clip with the current path and clears it. A path without elements leaves the clip as it is.
  public func clip(using rule: CGPathFillRule = .winding) {
    if !currentPath.isEmpty { clip(to: currentPath, rule) }
    beginPath()
  }

  /// Intersects the clip with a rectangle of user space, and clears the current path.
  public func clip(to rect: CGRect) { clip(to: [rect]) }

  /// Intersects the clip with the union of rectangles of user space (none: empty), and clears the current path.
  public func clip(to rects: [CGRect]) {
    beginPath()
    let path = CGMutablePath()
    path.addRects(rects.map(\.standardized), transform: state.ctm)
    clip(to: path, .winding)
  }

  /// Intersects the clip with a rectangle of user space; the current path stays.
  func clip(_ rect: CGRect) {
    let path = CGMutablePath()
    path.addRect(rect.standardized, transform: state.ctm)
    clip(to: path, .winding)
  }

  /// Clips to an image in `rect` of user space: drawing is multiplied by the image's alpha, by the luminance of an
  /// image that is opaque everywhere, or by the coverage that a stencil would paint.
  public func clip(to rect: CGRect, mask: CGImage) {
    clip(to: rect)
    let toBase = mask.transform(into: rect.standardized).concatenating(state.ctm)
    let (mask, place) = drawable(mask, toBase: toBase)
    state.masks.append(GraphicsMask(alpha: mask.coverage, width: mask.width, height: mask.height, toBase: place))
  }

  /// Removes the whole clip of this state, the parts inherited from saved states included.
  public func resetClip() {
    cairo_reset_clip(cairo)
    state.masks = []
    state.clipBounds = nil
  }

  /// The intersection of the bounding boxes of the rectangles and paths of the clip and of the bitmap, in user space. A
  /// clip without area gives an empty box at its place; boxes that do not meet give the null rectangle.
  public var boundingBoxOfClipPath: CGRect {
    let box = (state.clipBounds ?? baseBounds).overlap(baseBounds)
    return box.isNull ? .null : box.applying(state.ctm.inverted())
  }

  /// The whole pixels that the clip leaves, in base space; null if it leaves none.
  package var clipBox: CGRect {
    guard setMatrix(.identity) else { return .null }
    var (x0, y0, x1, y1) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(cairo, &x0, &y0, &x1, &y1)
    let box = CGRect(x: min(x0, x1), y: min(y0, y1), width: abs(x1 - x0), height: abs(y1 - y0))
    // A transparency layer may contain drawing outside the bitmap, for a shadow that falls inside.
    return box.isEmpty ? .null : layers.isEmpty ? box.overlap(baseBounds) : box
  }

  /// Intersects the clip with a path of base space.
  func clip(to path: CGPath, _ rule: CGPathFillRule) {
    state.clipBounds = (state.clipBounds ?? path.boundingBoxOfPath).overlap(path.boundingBoxOfPath)
    clipDrawing(to: path, rule)
  }

  /// Clips cairo's drawing, but not the graphics state, to a path of base space, until cairo's state is restored.
  func clipDrawing(to path: CGPath, _ rule: CGPathFillRule) {
    guard setMatrix(.identity) else { return }
    setAntialiasing(path.storage.points.count > Self.mostSweptPoints ? CAIRO_ANTIALIAS_GOOD : CAIRO_ANTIALIAS_BEST)
    append(path)
    cairo_set_fill_rule(cairo, rule.cairo)
    cairo_clip(cairo)
    setAntialiasing()
  }

  /// The number of points of a clip, or of a drawn path, above which cairo 1.16 must not intersect the edges of the
  /// two: `_cairo_polygon_intersect` crashes where very many cross, and its time grows with their number's square. If
  /// the antialiasing modes of the two differ, cairo multiplies their coverages instead; "good", "best" and "gray" take
  /// the same samples.
  static let mostSweptPoints = 128

  /// Replaces cairo's path by the area that a path of base space encloses. cairo's matrix is that of base space.
  func append(_ path: CGPath) {
    cairo_new_path(cairo)
    let drawn = drawnBox
    (path.isFar(from: drawn) ? path.area(near: drawn) : path).append(to: cairo)
  }

  /// The box of the bitmap or group that is drawn to, in base space, enlarged by 16 pixels for the edges of shapes.
  var drawnBox: CGRect {
    guard let target = cairo_get_target(cairo) else { return baseBounds }
    var (x, y) = (0.0, 0.0)
    cairo_surface_get_device_offset(target, &x, &y)
    let (w, h) = (Int(cairo_image_surface_get_width(target)), Int(cairo_image_surface_get_height(target)))
    return CGRect(x: -x, y: Double(height) + y - Double(h), width: Double(w), height: Double(h))
      .insetBy(dx: -16, dy: -16)
  }

  func setAntialiasing(_ kind: cairo_antialias_t = CAIRO_ANTIALIAS_BEST) {
    let isOn = allowsAntialiasing && state.shouldAntialias
    cairo_set_antialias(cairo, isOn ? kind : CAIRO_ANTIALIAS_NONE)
    cairo_set_tolerance(cairo, state.flatness > 0 ? Double(state.flatness) : 0.05)
  }
}

extension CGPathFillRule {
  var cairo: cairo_fill_rule_t { self == .winding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD }
}

extension CGPath {
  /// Appends the elements to cairo's path, except for a path with a NaN coordinate.
  fileprivate func append(to cairo: OpaquePointer) {
    guard !storage.points.contains(where: { $0.x.isNaN || $0.y.isNaN }) else { return }
    func coordinates(_ point: CGPoint) -> (Double, Double) { (Double(point.x), Double(point.y)) }
    var current = (0.0, 0.0)
    var start = (0.0, 0.0)
    applyWithBlock { element in
      let points = element.pointee.points
      switch element.pointee.type {
      case .moveToPoint:
        current = coordinates(points[0])
        start = current
        cairo_move_to(cairo, current.0, current.1)
      case .addLineToPoint:
        current = coordinates(points[0])
        cairo_line_to(cairo, current.0, current.1)
      case .addQuadCurveToPoint:
        let (control, end) = (coordinates(points[0]), coordinates(points[1]))
        cairo_curve_to(
          cairo, current.0 + (control.0 - current.0) * 2 / 3, current.1 + (control.1 - current.1) * 2 / 3,
          end.0 + (control.0 - end.0) * 2 / 3, end.1 + (control.1 - end.1) * 2 / 3, end.0, end.1)
        current = end
      case .addCurveToPoint:
        let (a, b, end) = (coordinates(points[0]), coordinates(points[1]), coordinates(points[2]))
        cairo_curve_to(cairo, a.0, a.1, b.0, b.1, end.0, end.1)
        current = end
      case .closeSubpath:
        cairo_close_path(cairo)
        current = start
      }
    }
  }
}

extension CGImage {
  /// Returns the transform from pixels, y down, to a rectangle of a space where y points up.
  func transform(into rect: CGRect) -> CGAffineTransform {
    CGAffineTransform(
      a: rect.width / CGFloat(width), b: 0, c: 0, d: -rect.height / CGFloat(height), tx: rect.minX, ty: rect.maxY)
  }
}

import CCairo
public import Foundation

extension CGContext {
  /// Paints the current path and clears it.
  public func drawPath(using mode: CGPathDrawingMode) {
    let path = currentPath
    beginPath()
    switch mode {
    case .fill: fill(path, .winding)
    case .eoFill: fill(path, .evenOdd)
    case .stroke: stroke(path)
    case .fillStroke:
      fill(path, .winding)
      stroke(path)
    case .eoFillStroke:
      fill(path, .evenOdd)
      stroke(path)
    }
  }

  /// Fills the current path and clears it.
  public func fillPath(using rule: CGPathFillRule = .winding) { drawPath(using: rule == .winding ? .fill : .eoFill) }

  /// Strokes the current path and clears it.
  public func strokePath() { drawPath(using: .stroke) }

  /// Fills a rectangle. Like all calls that fill or stroke a shape, it clears the current path.
  public func fill(_ rect: CGRect) { fill([rect]) }

  /// Fills rectangles of user space as one path, by the winding rule.
  public func fill(_ rects: [CGRect]) {
    fill(shapePath { $0.addRects(rects.map(\.standardized), transform: state.ctm) }, .winding)
  }

  /// Fills the ellipse that touches the sides of `rect`.
  public func fillEllipse(in rect: CGRect) {
    fill(shapePath { $0.addEllipse(in: rect, transform: state.ctm) }, .winding)
  }

  /// Strokes a rectangle of user space with the current line style.
  public func stroke(_ rect: CGRect) { stroke(shapePath { $0.addRect(rect, transform: state.ctm) }) }

  /// Strokes a rectangle with a line width.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    let old = state.lineWidth
    setLineWidth(width)
    stroke(rect)
    state.lineWidth = old
  }

  /// Strokes the ellipse that touches the sides of `rect`.
  public func strokeEllipse(in rect: CGRect) { stroke(shapePath { $0.addEllipse(in: rect, transform: state.ctm) }) }

  /// Strokes a line for each pair of points.
  public func strokeLineSegments(between points: [CGPoint]) {
    stroke(
      shapePath { path in
        for index in stride(from: 0, to: points.count - 1, by: 2) {
          path.move(to: points[index], transform: state.ctm)
          path.addLine(to: points[index + 1], transform: state.ctm)
        }
      })
  }

  /// Makes a rectangle transparent, or black in a bitmap without alpha, inside the clip, and clears the current path.
  public func clear(_ rect: CGRect) {
    hasDrawn = true
    guard setMatrix(.identity) else { return }
    let path = shapePath { $0.addRect(rect.standardized, transform: state.ctm) }
    let extent = { path.boundingBox }
    updatingMemory(over: extent) {
      cairo_save(cairo)
      setAntialiasing()
      cairo_set_operator(cairo, CAIRO_OPERATOR_CLEAR)
      append(path)
      cairo_fill(cairo)
      cairo_restore(cairo)
    }
  }

  /// Returns the path of a call that paints one shape, and clears the current path.
  private func shapePath(_ build: (CGMutablePath) -> Void) -> CGPath {
    beginPath()
    let path = CGMutablePath()
    build(path)
    return path
  }

  func fill(_ path: CGPath, _ rule: CGPathFillRule) { fill(path, rule, with: state.fill) }

  private func fill(_ path: CGPath, _ rule: CGPathFillRule, with paint: GraphicsPaint) {
    guard !path.isEmpty else { return }
    compose(
      Drawing(
        draw: { alpha in
          guard self.setSource(paint, alpha: alpha), self.outline(path) else { return }
          cairo_set_fill_rule(self.cairo, rule.cairo)
          cairo_fill(self.cairo)
        },
        clipToShape: { self.clipDrawing(to: path, rule) },
        extent: { path.boundingBox }))
  }

  func stroke(_ path: CGPath) {
    guard !path.isEmpty, state.lineWidth > 0 else { return }
    let paint = state.stroke
    // A stroke is painted as the fill of its outline.
    if isFarStroke(path) || hasDashesAcrossClip(path) { return fill(outlineOfStroke(path), .winding, with: paint) }
    compose(
      Drawing(
        draw: { alpha in
          guard self.setSource(paint, alpha: alpha),
            self.outline(self.openedForDashes(path), dashCount: self.dashCount(of: path)),
            self.setMatrix(self.state.ctm)
          else { return }
          self.setLineAttributes()
          cairo_stroke(self.cairo)
        },
        clipToShape: { self.clipDrawing(to: self.outlineOfStroke(path), .winding) },
        extent: { self.extentOfStroke(path) }))
  }

  /// A box of base space around the stroke of a path: miters reach up to their limit, square caps to the corner.
  private func extentOfStroke(_ path: CGPath) -> CGRect {
    let m = state.ctm
    let reach = state.lineWidth / 2 * max(state.lineJoin == .miter ? state.miterLimit : 1, 1.5)
    let box = path.boundingBox
    return box.insetBy(dx: -reach * (abs(m.a) + abs(m.c)), dy: -reach * (abs(m.b) + abs(m.d)))
  }

  /// Replaces cairo's path by a path of base space, which is stroked with a number of dashes.
  private func outline(_ path: CGPath, dashCount: Double = 0) -> Bool {
    guard setMatrix(.identity) else { return false }
    let isSwept = Double(path.storage.points.count) + dashCount <= Double(Self.mostSweptPoints)
    setAntialiasing(isSwept ? CAIRO_ANTIALIAS_BEST : CAIRO_ANTIALIAS_GRAY)
    append(path)
    return true
  }

  /// Estimates the number of dashes along a path of base space, from the length of its control polygon.
  private func dashCount(of path: CGPath) -> Double {
    let period = state.dashLengths.reduce(0, +) * state.ctm.largestScale
    guard period > 0 else { return 0 }
    let points = path.storage.points
    let length = zip(points, points.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
    return length / period * Double(state.dashLengths.count)
  }

  /// Returns a path whose subpaths are open, for dashes: cairo joins a closed subpath's last dash to its first, Core
  /// Graphics does not (X-B19), as a stroke equals the fill of its outline.
  private func openedForDashes(_ path: CGPath) -> CGPath {
    guard !state.dashLengths.isEmpty, state.ctm.isInvertible, path.storage.types.contains(.closeSubpath) else {
      return path
    }
    var (inverse, ctm) = (state.ctm.inverted(), state.ctm)
    let opened = path.copy(using: &inverse)?.openedForDashes(
      phase: Double(state.dashPhase), lengths: state.dashLengths.map { Double($0) })
    return opened?.copy(using: &ctm) ?? path
  }

  private func setLineAttributes() {
    cairo_set_line_width(cairo, Double(state.lineWidth))
    cairo_set_miter_limit(cairo, Double(max(state.miterLimit, 1)))
    cairo_set_line_cap(cairo, state.lineCap.cairo)
    cairo_set_line_join(cairo, state.lineJoin.cairo)
    let lengths = state.dashLengths.map { Double($0) }
    cairo_set_dash(cairo, lengths, Int32(lengths.count), Double(state.dashPhase))
  }

  /// Returns the outline of a stroke, in base space; of one that is too large for cairo, only the part near the bitmap.
  private func outlineOfStroke(_ path: CGPath) -> CGPath {
    guard state.ctm.isInvertible else { return CGMutablePath() }
    var (inverse, ctm) = (state.ctm.inverted(), state.ctm)
    let line = path.copy(using: &inverse) ?? path
    let outline = isFarStroke(path) ? strokedStretches(of: line) : strokedPath(line, tolerance: tolerance)
    return outline.copy(using: &ctm) ?? outline
  }

  /// The greatest distance between a curve and its chords, in user space: the same as cairo's.
  private var tolerance: Double { 0.05 / Double(state.ctm.largestScale) }

  /// Whether the coordinates or the width of a stroke of a path of base space exceed cairo's range.
  private func isFarStroke(_ path: CGPath) -> Bool {
    path.isFar(from: drawnBox) || !(state.lineWidth * state.ctm.largestScale < 16_000)
  }

  /// Whether a dash may reach across the whole clip: cairo 1.16 loses such dashes of a sloping line with bevels when it
  /// omits what is outside of the clip.
  private func hasDashesAcrossClip(_ path: CGPath) -> Bool {
    guard let longest = state.dashLengths.map(abs).max(), longest > 0 else { return false }
    let box = clipBox
    return !box.isNull && longest * state.ctm.largestScale >= min(box.width, box.height)
      && !box.contains(extentOfStroke(path))
  }

  /// Returns the outlines of the strokes of the visible parts of a line, all in user space.
  private func strokedStretches(of line: CGPath) -> CGPath {
    let reach = state.lineWidth / 2 * max(state.lineJoin == .miter ? state.miterLimit : 1, 1.5) + 1
    guard reach.isFinite else { return CGMutablePath() }
    let box = groupBox.union(drawnBox).applying(state.ctm.inverted()).insetBy(dx: -reach, dy: -reach)
    let outline = CGMutablePath()
    let dashes = (phase: state.dashPhase, lengths: state.dashLengths)
    defer { (state.dashPhase, state.dashLengths) = dashes }
    for stretch in line.stretches(near: box, joins: dashes.lengths.isEmpty) {
      var storage = CGPathStorage()
      storage.append(chain: stretch.curves, closed: stretch.isClosed)
      state.dashPhase = dashes.phase + CGFloat(stretch.distance)
      outline.addPath(strokedPath(CGPath(storage: storage), tolerance: tolerance))
    }
    return outline
  }

  /// Sets cairo's source, and its matrix to that of base space. Returns false if nothing would be drawn.
  func setSource(_ paint: GraphicsPaint, alpha: Double) -> Bool {
    guard setMatrix(.identity) else { return false }
    switch paint {
    case .color(let color): setSource(color, alpha: alpha)
    case .pattern(let pattern, let color): return setSource(pattern, color: color, alpha: alpha)
    }
    return true
  }

  /// Sets a colour, straight sRGB, as cairo's source.
  func setSource(_ color: SIMD4<Float>, alpha: Double) {
    let c = SIMD4<Double>(store.swapped(color))
    cairo_set_source_rgba(cairo, c.x, c.y, c.z, c.w * alpha)
  }
}

extension PixelStore {
  /// Returns a colour with its components in the order that cairo needs for this store.
  func swapped(_ color: SIMD4<Float>) -> SIMD4<Float> { isSwapped ? SIMD4(color.z, color.y, color.x, color.w) : color }
}

extension CGLineCap {
  fileprivate var cairo: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension CGLineJoin {
  fileprivate var cairo: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}

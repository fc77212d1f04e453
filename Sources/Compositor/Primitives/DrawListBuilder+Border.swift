// Borders: a ring inside the bounds, above contents and sublayers, following the corners. The inner radius is the outer
// one less the width, and at least 0. The ring is drawn in pieces (see `RingCuts`), so that its hole costs nothing;
// sides and square corners of an upright border on whole pixels are plain rectangles.

import QuartzCore

extension DrawListBuilder {
  /// Draws the border of a rectangle.
  ///
  /// - Parameters:
  ///   - width: in the rectangle's plane; more than half a side fills the rectangle.
  ///   - color: premultiplied, opacity included.
  mutating func stroke(_ rectangle: Rectangle, width: Double, color: SIMD4<Float>, _ clip: Clip) {
    guard 2 * width < min(rectangle.box.width, rectangle.box.height) else {
      fill(rectangle, Paint(color: color), clip)
      return
    }
    let outline = rectangle.withWholeEdges
    guard let cuts = RingCuts(outline, width: width) else {
      addRing(outline, in: outline.antialiasedBox, width: width, color: color, clip)
      return
    }
    let shape = outline.shape
    for index in 0..<cuts.count {
      let piece = cuts[index]
      if piece.isPlain(outline.toPixels) {
        fill(Rectangle(box: piece.box, toPixels: outline.toPixels), Paint(color: color), clip)
      } else if !strokeCircle(shape, piece, of: outline, width: width, color: color, clip) {
        addRing(outline, in: piece.reach, width: width, color: color, clip)
      }
    }
  }

  /// Draws a corner of an upright border by circles around one centre. Returns false if it takes more.
  private mutating func strokeCircle(
    _ shape: ClipShape?, _ piece: RingCuts.Piece, of rectangle: Rectangle, width: Double, color: SIMD4<Float>,
    _ clip: Clip
  ) -> Bool {
    // The shape counts its corners as seen, the pieces count theirs in the plane.
    let mirrored = (rectangle.toPixels.m11 < 0 ? 1 : 0) + (rectangle.toPixels.m22 < 0 ? 2 : 0)
    guard options.has(.slicing), let corner = piece.corner, let shape,
      var circle = shape.cornerCircle(corner ^ mirrored)
    else { return false }
    let scale = abs(rectangle.toPixels.m11)
    circle.innerRadius = circle.radius - width * scale
    guard circle.innerRadius > 0, abs(abs(rectangle.toPixels.m22) - scale) < 1e-6 * scale,
      // The cuts came back from whole pixels through the inverse map: a tiny excess is not the next pixel.
      let pixels = rectangle.toPixels.visibleBounds(piece.reach)?.insetBy(1e-6).outset,
      clip.box.contains(pixels), clip.shape?.contains(pixels) ?? true
    else { return false }
    if addPatch(of: circle, in: pixels, color, .sourceOver) { return true }
    guard let quad = QuadShape(rectangle, circle: circle) else { return true }
    add(
      Instance.Border(color: color), quad, drawing: rectangle.plane(pixels), bounds: pixels,
      key: BatchKey(program: ProgramKey(.border, .corner), texture: .none))
    return true
  }

  /// Draws the part of the ring in one piece of the plane.
  private mutating func addRing(
    _ rectangle: Rectangle, in piece: Box, width: Double, color: SIMD4<Float>, _ clip: Clip
  ) {
    guard let drawn = rectangle.toPixels.visibleBounds(piece)?.outset else { return }
    let bounds = drawn.intersection(clip.box.outset)
    guard !bounds.isEmpty else { return }
    var clip = clip
    if rectangle.toPixels.isScaleAndTranslation, let own = rectangle.toPixels.visibleBounds(rectangle.box) {
      clip.box = clip.box.loosened(around: own)
    }
    let features = clip.features(drawing: drawn).union(rectangle.features)
    let key = BatchKey(program: ProgramKey(.border, features), texture: .none)
    guard let shape = QuadShape(rectangle, clip: clip) else { return }
    add(
      Instance.Border(color: color, width: SIMD4(Float(width), 0, 0, 0)), shape, drawing: piece, bounds: bounds,
      key: key)
  }
}

extension Instance.Border {
  package mutating func tint(by tint: SIMD4<Float>) { color *= tint }
}

extension Rectangle {
  /// The rectangle with the edges that are not antialiased on whole pixels, if antialiasing changes nothing. A rounded
  /// or turned ring is antialiased all around.
  fileprivate var withWholeEdges: Rectangle {
    guard edges != .all else { return self }
    var result = self
    result.edges = .all
    if radii == .zero, toPixels.isScaleAndTranslation, let visible = toPixels.visibleBounds(box) {
      result.box = plane(snappedEdges(visible))
    }
    return result
  }
}

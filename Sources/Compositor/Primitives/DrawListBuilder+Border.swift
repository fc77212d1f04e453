// Borders: a ring inside the bounds, above contents and sublayers, following the corners. The inner radius is the outer
// one less the width, and at least 0. The ring is drawn in pieces (see `RingCuts`), so that its hole costs nothing;
// sides and square corners of an upright border on whole pixels are plain rectangles.

import QuartzCore

extension DrawListBuilder {
  /// Draws a border. A `width`, in the plane, above half a side fills it; `color` is premultiplied, opacity included.
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
  /// The rectangle with its aliased edges on whole pixels, if antialiasing changes nothing; not if rounded or turned.
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

// The cuts of a border into four corners and four sides.
//
//      +----+--------------+----+     A corner's piece covers its rounding and both sides' ends. Each pixel belongs to
//      |    |     side     |    |     one piece: the cuts go where the edges' antialiasing has ended, for an upright
//      +----+--------------+----+     ring on the next whole pixel, else half a pixel further on.
//      |side|              |side|
//      +----+--------------+----+
//      |    |     side     |    |
//      +----+--------------+----+

struct RingCuts {
  struct Piece {
    /// The part of the ring's bounding box that belongs to the piece, without antialiasing.
    var box: Box
    /// The part with the antialiasing beyond the ring's edges.
    var reach: Box
    var isFull: Bool
    /// The corner, in the order of the radii; nil for a side.
    var corner: Int? = nil
  }

  /// The pieces, sides first, then corners; without storage of its own, as every frame cuts every border.
  private var pieces: InlineArray<8, Piece>
  private(set) var count = 0

  subscript(index: Int) -> Piece { pieces[index] }

  private mutating func append(_ piece: Piece) {
    pieces[count] = piece
    count += 1
  }

  /// Cuts the ring of the given width; nil if its corners leave no sides between them.
  init?(_ rectangle: Rectangle, width: Double) {
    let box = rectangle.box
    let inner = box.insetBy(width)
    let r = SIMD4<Double>(rectangle.radii) * CornerCurve.extent(Double(rectangle.smoothing))
    let w = r.replacing(with: width, where: r .< width)
    let margin = rectangle.outsetMargin
    // Away from the minimum and from the maximum edge, to the end of an edge's antialiasing there.
    func up(x: Double) -> Double { rectangle.wholePixel(x: x, up: true) ?? x + margin.x }
    func down(x: Double) -> Double { rectangle.wholePixel(x: x, up: false) ?? x - margin.x }
    func up(y: Double) -> Double { rectangle.wholePixel(y: y, up: true) ?? y + margin.y }
    func down(y: Double) -> Double { rectangle.wholePixel(y: y, up: false) ?? y - margin.y }
    let x = SIMD4(up(x: box.minX + w[0]), down(x: box.maxX - w[1]), up(x: box.minX + w[2]), down(x: box.maxX - w[3]))
    let y = SIMD4(up(y: box.minY + w[0]), up(y: box.minY + w[1]), down(y: box.maxY - w[2]), down(y: box.maxY - w[3]))
    guard x[0] <= x[1], x[2] <= x[3], y[0] <= y[2], y[1] <= y[3], x[0] <= x[3] || y[0] <= y[3],
      x[2] <= x[1] || y[1] <= y[2]
    else { return nil }
    let outer = box.insetBy(x: -margin.x, y: -margin.y)
    // A turned side is as deep as its corners, so that they share the ends of the edge between them: the rasteriser
    // rounds ends, and an edge with other ends would leave pixels out or draw them twice.
    let isTurned = !rectangle.toPixels.isScaleAndTranslation
    let deep = Box(
      isTurned && x[0] == x[2] ? x[0] : up(x: inner.minX), isTurned && y[0] == y[1] ? y[0] : up(y: inner.minY),
      isTurned && x[1] == x[3] ? x[1] : down(x: inner.maxX), isTurned && y[2] == y[3] ? y[2] : down(y: inner.maxY))
    pieces = .init(repeating: Piece(box: .empty, reach: .empty, isFull: true))
    func side(_ box: Box, _ reach: Box) { if !reach.isEmpty { append(Piece(box: box, reach: reach, isFull: true)) } }
    side(Box(x[0], box.minY, x[1], inner.minY), Box(x[0], outer.minY, x[1], deep.minY))
    side(Box(x[2], inner.maxY, x[3], box.maxY), Box(x[2], deep.maxY, x[3], outer.maxY))
    side(Box(box.minX, y[0], inner.minX, y[2]), Box(outer.minX, y[0], deep.minX, y[2]))
    side(Box(inner.maxX, y[1], box.maxX, y[3]), Box(deep.maxX, y[1], outer.maxX, y[3]))
    func corner(_ index: Int, _ box: Box, _ reach: Box) {
      append(Piece(box: box, reach: reach, isFull: r[index] == 0, corner: index))
    }
    corner(
      0, Box(box.minX, box.minY, box.minX + w[0], box.minY + w[0]), Box(outer.minX, outer.minY, x[0], y[0]))
    corner(
      1, Box(box.maxX - w[1], box.minY, box.maxX, box.minY + w[1]), Box(x[1], outer.minY, outer.maxX, y[1]))
    corner(
      2, Box(box.minX, box.maxY - w[2], box.minX + w[2], box.maxY), Box(outer.minX, y[2], x[2], outer.maxY))
    corner(
      3, Box(box.maxX - w[3], box.maxY - w[3], box.maxX, box.maxY), Box(x[3], y[3], outer.maxX, outer.maxY))
  }
}

extension RingCuts.Piece {
  /// Whether the piece is a rectangle that alone covers its pixels: a side of an upright ring, or a square corner on
  /// whole pixels. In others the sides' ends share the corner's pixels.
  func isPlain(_ toPixels: Homography) -> Bool {
    guard isFull, toPixels.isScaleAndTranslation else { return false }
    return corner == nil || toPixels.visibleBounds(box)?.isIntegral ?? false
  }
}

extension Rectangle {
  /// Returns the plane's x of the next whole pixel; nil if the rectangle is not upright.
  fileprivate func wholePixel(x: Double, up: Bool) -> Double? {
    guard toPixels.isScaleAndTranslation else { return nil }
    return Self.wholePixel(x, scale: toPixels.m11, offset: toPixels.m31, up: up)
  }

  fileprivate func wholePixel(y: Double, up: Bool) -> Double? {
    guard toPixels.isScaleAndTranslation else { return nil }
    return Self.wholePixel(y, scale: toPixels.m22, offset: toPixels.m32, up: up)
  }

  private static func wholePixel(_ value: Double, scale: Double, offset: Double, up: Bool) -> Double {
    let pixel = Box.aligned(value * scale + offset)
    return (pixel.rounded(up == (scale > 0) ? .up : .down) - offset) / scale
  }
}

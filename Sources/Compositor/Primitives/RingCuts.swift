// The cuts of a border into four corners and four sides.
//
//      +----+--------------+----+     A corner's piece covers its rounding and both sides' ends. Each pixel belongs to
//      |    |     side     |    |     one piece: the cuts go where the edges' antialiasing has ended, for an upright
//      +----+--------------+----+     ring on the next whole pixel, else half a pixel further on.
//      |side|              |side|
//      +----+--------------+----+
//      |    |     side     |    |
//      +----+--------------+----+

import QuartzCore

struct RingCuts {
  struct Piece {
    /// The part of the ring's bounding box that belongs to the piece, without antialiasing.
    var box: Box
    /// The part with the antialiasing beyond the ring's edges.
    var reach: Box
    /// Whether the ring fills all of `box`.
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

  /// Returns the plane's y of the next whole pixel; nil if the rectangle is not upright.
  fileprivate func wholePixel(y: Double, up: Bool) -> Double? {
    guard toPixels.isScaleAndTranslation else { return nil }
    return Self.wholePixel(y, scale: toPixels.m22, offset: toPixels.m32, up: up)
  }

  private static func wholePixel(_ value: Double, scale: Double, offset: Double, up: Bool) -> Double {
    let pixel = Box.aligned(value * scale + offset)
    return (pixel.rounded(up == (scale > 0) ? .up : .down) - offset) / scale
  }
}

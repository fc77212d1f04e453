// The picture of an outline in its colour, and of one over it: as the fill of a shape under its stroke. Outlines that
// do not overlap themselves are painted as their areas are summed up, both in one pass, without coverage in between;
// others by way of coverage. A fill whose edge is hidden by an opaque stroke needs no outline: it covers all pixels
// that the stroke's inner side passes or encloses. All ways have the same bytes.

/// Outlines with their colours, one over the other.
package struct OutlinePicture: Sendable {
  /// An outline, the pixels that it may paint, and its colour.
  package struct Part: Sendable {
    private(set) var outline: PathRasterizer
    private(set) var box: PixelBox
    private(set) var color: PixelColor

    package init(_ outline: PathRasterizer, in box: PixelBox, _ color: PixelColor) {
      (self.outline, self.box, self.color) = (outline, box, color)
    }
  }

  private let lower: Lower
  private let upper: Part?

  private enum Lower: Sendable {
    case outline(Part)
    /// The area that the upper part goes around.
    case hidden(PixelColor)
  }

  /// All pixels that are painted.
  package let box: PixelBox

  /// - Parameter upper: what is painted over the other.
  package init(_ lower: Part, _ upper: Part? = nil) {
    (self.lower, self.upper) = (.outline(lower), upper)
    box = lower.box.union(upper?.box)
  }

  /// A stroke over the area that its line goes around. Nil where the area's edge may be seen.
  package init?(_ stroke: Part, over color: PixelColor) {
    guard stroke.color.isOpaque, !stroke.box.isEmpty, stroke.outline.ring(in: stroke.box) != nil else { return nil }
    (lower, upper, box) = (.hidden(color), stroke, stroke.box)
  }

  /// Outlines that are rasterised for it.
  package var outlineCount: Int {
    if case .outline = lower, upper != nil { 2 } else { 1 }
  }

  /// Paints rows of clear pixels, the first of which is that in the corner of ``box``.
  ///
  /// - Parameter stride: pixels from the beginning of one row to that of the next.
  package func paint(into pixels: UnsafeMutablePointer<PixelColor>, stride: Int) {
    guard !box.isEmpty else { return }
    switch lower {
    case .hidden(let color): paintRing(over: color, into: pixels, stride: stride)
    case .outline(let lower):
      if paintAtOnce(lower, into: pixels, stride: stride) { return }
      paint(lower, isFirst: true, into: pixels, stride: stride)
      if let upper { paint(upper, isFirst: false, into: pixels, stride: stride) }
    }
  }

  /// Paints the upper part and the area inside.
  private func paintRing(over color: PixelColor, into pixels: UnsafeMutablePointer<PixelColor>, stride: Int) {
    guard let upper, let ring = upper.outline.ring(in: box) else { return }
    upper.color.withTable {
      AreaCells.draw(ring, nil, box, into: RingRows(first: pixels, stride: stride, inside: color, over: $0))
    }
  }

  /// Paints simple outlines; false for others.
  private func paintAtOnce(
    _ lower: Part, into pixels: UnsafeMutablePointer<PixelColor>, stride: Int
  ) -> Bool {
    guard let below = lower.outline.simpleOutline(in: box) else { return false }
    guard let upper else {
      lower.color.withTable {
        AreaCells.draw(below, nil, box, into: PaintedRows(first: pixels, stride: stride, colors: $0))
      }
      return true
    }
    guard let above = upper.outline.simpleOutline(in: box) else { return false }
    lower.color.withTable { colors in
      upper.color.withTable { over in
        AreaCells.draw(
          below, above, box, into: TwicePaintedRows(first: pixels, stride: stride, colors: colors, over: over))
      }
    }
    return true
  }

  /// Paints one outline by way of its coverage.
  private func paint(_ part: Part, isFirst: Bool, into pixels: UnsafeMutablePointer<PixelColor>, stride: Int) {
    guard !part.box.isEmpty else { return }
    let width = part.box.width
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width * part.box.height) { coverage in
      coverage.initialize(repeating: 0)
      guard let first = coverage.baseAddress else { return }
      part.outline.draw(part.box, into: first, stride: width)
      for row in 0..<part.box.height {
        part.color.paint(
          width, through: first + row * width,
          over: pixels + (part.box.minY - box.minY + row) * stride + part.box.minX - box.minX, isFirst: isFirst)
      }
    }
  }
}

/// Rows of clear pixels that are painted in one colour.
private struct PaintedRows: CoverageRows {
  let first: UnsafeMutablePointer<PixelColor>
  /// Pixels from the beginning of one row to that of the next.
  let stride: Int
  /// The colour through each byte of coverage.
  let colors: UnsafePointer<PixelColor>

  @inline(__always)
  func row(_ index: Int) -> UnsafeMutablePointer<PixelColor> { first + index &* stride }
  @inline(__always)
  func pixel(_ areas: SIMD2<Int32>) -> PixelColor { colors[Int(AreaCells.coverage(areas.x))] }
}

/// Rows of clear pixels that are painted in one colour and then in another.
private struct TwicePaintedRows: CoverageRows {
  let first: UnsafeMutablePointer<PixelColor>
  /// Pixels from the beginning of one row to that of the next.
  let stride: Int
  /// The colours through each byte of coverage.
  let colors: UnsafePointer<PixelColor>
  let over: UnsafePointer<PixelColor>

  @inline(__always)
  func row(_ index: Int) -> UnsafeMutablePointer<PixelColor> { first + index &* stride }
  @inline(__always)
  func pixel(_ areas: SIMD2<Int32>) -> PixelColor {
    over[Int(AreaCells.coverage(areas.y))].over(colors[Int(AreaCells.coverage(areas.x))])
  }
}

/// Rows of clear pixels that are painted in one colour where a stroke's inner side is passed or encloses them, and then
/// in another between both sides.
private struct RingRows: CoverageRows {
  let first: UnsafeMutablePointer<PixelColor>
  /// Pixels from the beginning of one row to that of the next.
  let stride: Int
  let inside: PixelColor
  /// The stroke's colour through each byte of coverage.
  let over: UnsafePointer<PixelColor>

  static var isRing: Bool { true }
  @inline(__always)
  func row(_ index: Int) -> UnsafeMutablePointer<PixelColor> { first + index &* stride }
  @inline(__always)
  func pixel(_ areas: SIMD2<Int32>) -> PixelColor {
    let color = over[Int(AreaCells.coverage(areas.x &+ areas.y))]
    return areas.x == 0 ? color : color.over(inside)
  }
}

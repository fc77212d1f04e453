// The picture of an outline in its colour, and of one over it: as the fill of a shape under its stroke. Outlines that
// do not overlap themselves are painted as their areas are summed up, both in one pass, without coverage in between;
// others by way of coverage. Both ways have the same bytes.

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

  private let lower: Part
  private let upper: Part?
  /// All pixels that are painted.
  package let box: PixelBox

  /// - Parameter upper: what is painted over the other.
  package init(_ lower: Part, _ upper: Part? = nil) {
    (self.lower, self.upper) = (lower, upper)
    box = lower.box.union(upper?.box)
  }

  /// Paints rows of clear pixels, the first of which is that in the corner of ``box``.
  ///
  /// - Parameter stride: pixels from the beginning of one row to that of the next.
  package func paint(into pixels: UnsafeMutablePointer<PixelColor>, stride: Int) {
    guard !box.isEmpty, !paintAtOnce(into: pixels, stride: stride) else { return }
    paint(lower, isFirst: true, into: pixels, stride: stride)
    if let upper { paint(upper, isFirst: false, into: pixels, stride: stride) }
  }

  /// Paints simple outlines; false for others.
  private func paintAtOnce(into pixels: UnsafeMutablePointer<PixelColor>, stride: Int) -> Bool {
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

  static var hasUpper: Bool { false }
  @inline(__always)
  func row(_ index: Int) -> UnsafeMutablePointer<PixelColor> { first + index &* stride }
  @inline(__always)
  func pixel(_ lower: UInt8, _ upper: UInt8) -> PixelColor { colors[Int(lower)] }
}

/// Rows of clear pixels that are painted in one colour and then in another.
private struct TwicePaintedRows: CoverageRows {
  let first: UnsafeMutablePointer<PixelColor>
  /// Pixels from the beginning of one row to that of the next.
  let stride: Int
  /// The colours through each byte of coverage.
  let colors: UnsafePointer<PixelColor>
  let over: UnsafePointer<PixelColor>

  static var hasUpper: Bool { true }
  @inline(__always)
  func row(_ index: Int) -> UnsafeMutablePointer<PixelColor> { first + index &* stride }
  @inline(__always)
  func pixel(_ lower: UInt8, _ upper: UInt8) -> PixelColor { over[Int(upper)].over(colors[Int(lower)]) }
}

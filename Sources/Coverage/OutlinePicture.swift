// The picture of an outline in its colour, and of one over it, as a shape's fill under its stroke. Outlines that do not
// overlap themselves are painted while their areas are summed, both in one pass; others by way of coverage. A fill
// whose edge an opaque stroke hides needs no outline: it covers all pixels that the stroke's inner side passes or
// encloses. All ways give the same bytes.

import CFreeType
import Synchronization

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
    /// The area inside the upper part.
    case hidden(PixelColor)
  }

  package let box: PixelBox

  /// Creates the picture; `upper` is painted over `lower`.
  package init(_ lower: Part, _ upper: Part? = nil) {
    (self.lower, self.upper) = (.outline(lower), upper)
    box = lower.box.union(upper?.box)
  }

  /// Creates the picture of a stroke over the area inside its line; returns nil if the area's edge may be visible.
  package init?(_ stroke: Part, over color: PixelColor) {
    guard stroke.color.isOpaque, !stroke.box.isEmpty, stroke.outline.ring(in: stroke.box) != nil else { return nil }
    (lower, upper, box) = (.hidden(color), stroke, stroke.box)
  }

  package var outlineCount: Int { if case .outline = lower, upper != nil { 2 } else { 1 } }

  /// Paints rows of clear pixels, `stride` pixels apart, from the first pixel of ``box`` on.
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

  /// Paints the upper part and the area inside it.
  private func paintRing(over color: PixelColor, into pixels: UnsafeMutablePointer<PixelColor>, stride: Int) {
    guard let upper, let ring = upper.outline.ring(in: box) else { return }
    upper.color.withTable {
      AreaCells.draw(ring, nil, box, into: RingRows(first: pixels, stride: stride, inside: color, over: $0))
    }
  }

  /// Paints simple outlines; returns false for others.
  private func paintAtOnce(_ lower: Part, into pixels: UnsafeMutablePointer<PixelColor>, stride: Int) -> Bool {
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
  /// The number of pixels from row to row.
  let stride: Int
  /// The colour for each byte of coverage.
  let colors: UnsafePointer<PixelColor>

  @inline(__always)
  func row(_ index: Int) -> UnsafeMutablePointer<PixelColor> { first + index &* stride }
  @inline(__always)
  func pixel(_ areas: SIMD2<Int32>) -> PixelColor { colors[Int(AreaCells.coverage(areas.x))] }
}

/// Rows of clear pixels that are painted in one colour and then in another.
private struct TwicePaintedRows: CoverageRows {
  let first: UnsafeMutablePointer<PixelColor>
  let stride: Int
  let colors: UnsafePointer<PixelColor>
  let over: UnsafePointer<PixelColor>

  @inline(__always)
  func row(_ index: Int) -> UnsafeMutablePointer<PixelColor> { first + index &* stride }
  @inline(__always)
  func pixel(_ areas: SIMD2<Int32>) -> PixelColor {
    over[Int(AreaCells.coverage(areas.y))].over(colors[Int(AreaCells.coverage(areas.x))])
  }
}

/// Rows of clear pixels that are painted inside a stroke's inner side, and then between both sides.
private struct RingRows: CoverageRows {
  let first: UnsafeMutablePointer<PixelColor>
  let stride: Int
  let inside: PixelColor
  /// The stroke's colour for each byte of coverage.
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

struct FreeTypeOutline {
  /// The number of points that 16 bits with a sign hold.
  static let limit = 32_000

  /// The points in 1/64 of a pixel, or of a part of one.
  var points: [FT_Vector] = []
  /// The index of the last point of each contour.
  var ends: [UInt16] = []
  /// Whether the points are in parts of pixels.
  var hasParts: Bool
}

/// FreeType's rasterizer of outlines by exact area, for one thread at a time. Used ones are kept.
final class FreeTypeLibrary: @unchecked Sendable {
  // Unchecked Sendable: only `withLibrary` hands one out, to one body at a time.
  private let handle: FT_Library

  private static let idle = Mutex<[FreeTypeLibrary]>([])

  /// Calls `body` with a library of its own.
  static func withLibrary<Result>(_ body: (FreeTypeLibrary) -> Result) -> Result {
    let library = idle.withLock { $0.popLast() } ?? FreeTypeLibrary()
    defer { idle.withLock { $0.append(library) } }
    return body(library)
  }

  private init() {
    var handle: FT_Library?
    let status = FT_Init_FreeType(&handle)
    guard status == 0, let handle else { fatalError("FreeType does not start (error \(status)): out of memory?") }
    self.handle = handle
  }

  /// Rasterizes into cleared bytes. Returns false, with some pixels drawn, if FreeType cannot.
  func render(
    _ outline: inout FreeTypeOutline, isEvenOdd: Bool, into bytes: UnsafeMutablePointer<UInt8>, width: Int,
    height: Int, stride: Int
  ) -> Bool {
    guard !outline.ends.isEmpty else { return true }
    let (pointCount, contourCount) = (Int16(outline.points.count), Int16(outline.ends.count))
    // 1 marks a point of a line.
    var tags = [UInt8](repeating: 1, count: outline.points.count)
    var sums = [UInt16](repeating: 0, count: outline.hasParts ? width * height : 0)
    let hasParts = outline.hasParts
    return outline.points.withUnsafeMutableBufferPointer { points in
      outline.ends.withUnsafeMutableBufferPointer { ends in
        sums.withUnsafeMutableBufferPointer { sums in
          cfreetype_render(
            handle, points.baseAddress, &tags, pointCount, ends.baseAddress, contourCount, isEvenOdd ? 1 : 0, bytes,
            Int32(width), Int32(height), Int32(stride), hasParts ? sums.baseAddress : nil) == 0
        }
      }
    }
  }
}

// The rows of a band, and the pixels on their way to them.

import CRows
import Compositor

/// Some rows of a target.
struct BandCanvas: ~Copyable {
  /// The target's first pixel.
  let pixels: UnsafeMutablePointer<UInt32>
  /// Pixels of a row.
  let width: Int
  let rows: Range<Int>
  /// A row of source pixels on its way.
  let scratch: UnsafeMutablePointer<UInt32>
  /// The coverage of a row of pixels: from 0 to 1, and the coverage of textures in bytes.
  let coverage: UnsafeMutablePointer<Float>
  let bytes: UnsafeMutablePointer<UInt8>
  /// A row of texels between two rows of a texture.
  private(set) var texels: UnsafeMutableBufferPointer<UInt16>

  init(pixels: UnsafeMutablePointer<UInt32>, width: Int, rows: Range<Int>) {
    (self.pixels, self.width, self.rows) = (pixels, width, rows)
    scratch = .allocate(capacity: width)
    coverage = .allocate(capacity: width)
    bytes = .allocate(capacity: width)
    texels = .allocate(capacity: 0)
  }

  deinit {
    scratch.deallocate()
    coverage.deallocate()
    bytes.deallocate()
    texels.deallocate()
  }

  /// Room for so many numbers.
  mutating func texels(_ count: Int) -> UnsafeMutablePointer<UInt16> {
    if texels.count < count {
      texels.deallocate()
      texels = .allocate(capacity: count)
    }
    return texels.baseAddress!
  }

  func clear(_ color: UInt32) {
    row_fill(pixels + rows.lowerBound * width, rows.count * width, color)
  }

  /// A pixel of the target.
  @inline(__always)
  func at(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> { pixels + (y * width + x) }

  /// Joins a colour with pixels of a row.
  @inline(__always)
  func paint(_ color: UInt32, x: Int, y: Int, count: Int, _ join: RowJoin) {
    switch join {
    case .blend(RowCopy): row_fill(at(x, y), count, color)
    case .blend(RowSourceOver) where color >> 24 == 255: row_fill(at(x, y), count, color)
    case .blend(let blend): row_blend_color(at(x, y), count, color, blend)
    case .mix(let weight):
      for index in 0..<count { scratch[index] = color }
      row_mix(at(x, y), scratch, count, weight)
    }
  }

  /// Joins a rectangle of one colour.
  ///
  /// - Parameter rims: what its first and last columns and rows cover of their pixels.
  @inline(__always)
  func paint(
    _ color: inout RowColor, _ columns: Range<Int>, _ rows: Range<Int>, _ rims: inout RowRims, _ join: RowJoin
  ) {
    guard case .blend(let blend) = join else {
      let pixel = row_pixel(&color)
      for y in rows { paint(pixel, x: columns.lowerBound, y: y, count: columns.count, join) }
      return
    }
    row_rectangle(
      at(columns.lowerBound, rows.lowerBound), width, columns.count, rows.count, &color, &rims, blend)
  }

  /// Joins source pixels with pixels of a row.
  @inline(__always)
  func paint(_ source: UnsafePointer<UInt32>, x: Int, y: Int, count: Int, _ join: RowJoin) {
    switch join {
    case .blend(RowCopy): at(x, y).update(from: source, count: count)
    case .blend(let blend): row_blend(at(x, y), source, count, blend)
    case .mix(let weight): row_mix(at(x, y), source, count, weight)
    }
  }

  /// Joins source pixels, tinted, with pixels of a row.
  ///
  /// - Parameter source: the pixels; may be the scratch row, which is where they are tinted.
  @inline(__always)
  func paint(_ source: UnsafePointer<UInt32>, tint: Tint, x: Int, y: Int, count: Int, _ join: RowJoin) {
    guard !tint.isOne else { return paint(source, x: x, y: y, count: count, join) }
    tint.apply(to: source, count: count, into: scratch)
    paint(scratch, x: x, y: y, count: count, join)
  }
}

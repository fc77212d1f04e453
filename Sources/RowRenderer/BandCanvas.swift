import CRows
import Compositor

/// Some rows of a target, and the pixels on their way to them.
protocol DrawCanvas: ~Copyable {
  /// Draws a rectangle of the linear path, as far as it lies on the band.
  mutating func draw(_ quad: LinearQuad, _ batch: RowBatch, _ texels: RowTexture?)

  /// Draws a quadrilateral, as far as it lies on the band: the instance at `start` in the list's `vectors`.
  mutating func draw(
    at start: Int, of list: DrawList, _ vectors: UnsafePointer<Float>, _ batch: RowBatch, _ texels: RowTexture?,
    _ backdrop: RowTexture?)
}

/// The canvas of a target of bytes.
struct BandCanvas: DrawCanvas, ~Copyable {
  let pixels: UnsafeMutablePointer<UInt32>
  let width: Int
  let rows: Range<Int>
  /// A row of source pixels on their way to the target.
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

  /// Returns room for so many numbers.
  mutating func texels(_ count: Int) -> UnsafeMutablePointer<UInt16> {
    if texels.count < count {
      texels.deallocate()
      texels = .allocate(capacity: count)
    }
    return texels.baseAddress!
  }

  func clear(_ color: UInt32) { row_fill(pixels + rows.lowerBound * width, rows.count * width, color) }

  @inline(__always)
  func at(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt32> { pixels + (y * width + x) }

  /// Blends a colour into pixels of a row.
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

  /// Blends a rectangle of one colour into rows. `rims` is the coverage of its first and last columns and rows.
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

  /// Blends source pixels into pixels of a row.
  @inline(__always)
  func paint(_ source: UnsafePointer<UInt32>, x: Int, y: Int, count: Int, _ join: RowJoin) {
    switch join {
    case .blend(RowCopy): at(x, y).update(from: source, count: count)
    case .blend(let blend): row_blend(at(x, y), source, count, blend)
    case .mix(let weight): row_mix(at(x, y), source, count, weight)
    }
  }

  /// Blends source pixels, which may be in the scratch row and are tinted there, into pixels of a row.
  @inline(__always)
  func paint(_ source: UnsafePointer<UInt32>, tint: Tint, x: Int, y: Int, count: Int, _ join: RowJoin) {
    guard !tint.isOne else { return paint(source, x: x, y: y, count: count, join) }
    tint.apply(to: source, count: count, into: scratch)
    paint(scratch, x: x, y: y, count: count, join)
  }
}

extension RowColor {
  init(_ color: SIMD4<Float>) {
    let color = color.clamped(lowerBound: .zero, upperBound: .one)
    self.init(components: (color.x, color.y, color.z, color.w))
  }
}

extension SIMD4<Float> {
  var pixel: UInt32 {
    var color = RowColor(self)
    return row_pixel(&color)
  }
}

/// The colour that multiplies texels.
struct Tint {
  private let color: RowColor
  /// The colour as a pixel, for painting coverage.
  let pixel: UInt32
  let isOne: Bool

  init(_ color: SIMD4<Float>) {
    self.color = RowColor(color)
    pixel = color.pixel
    isOne = color == .one
  }

  /// Multiplies pixels; both rows may be the same.
  func apply(to source: UnsafePointer<UInt32>, count: Int, into target: UnsafeMutablePointer<UInt32>) {
    withUnsafePointer(to: color) { row_tint(target, source, count, $0) }
  }

  /// Multiplies pixels with the colour and with coverage.
  func mask(_ pixels: UnsafeMutablePointer<UInt32>, _ coverage: UnsafePointer<Float>, count: Int) {
    withUnsafePointer(to: color) { row_mask(pixels, coverage, count, $0) }
  }

  /// Writes the colour times coverage.
  func covered(_ coverage: UnsafePointer<Float>, count: Int, into target: UnsafeMutablePointer<UInt32>) {
    withUnsafePointer(to: color) { row_tint_covered(target, coverage, count, $0) }
  }
}

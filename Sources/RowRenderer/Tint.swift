// Colours on their way to the row functions.

import CRows

extension RowColor {
  /// A premultiplied colour.
  init(_ color: SIMD4<Float>) {
    let color = color.clamped(lowerBound: .zero, upperBound: .one)
    self.init(components: (color.x, color.y, color.z, color.w))
  }
}

extension SIMD4<Float> {
  /// The pixel of a colour.
  var pixel: UInt32 {
    var color = RowColor(self)
    return row_pixel(&color)
  }
}

/// The colour that texels are multiplied by.
struct Tint {
  private let color: RowColor
  /// The colour as a pixel, for painting coverage.
  let pixel: UInt32
  /// Whether it changes nothing.
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

  /// The colour times coverage.
  func covered(_ coverage: UnsafePointer<Float>, count: Int, into target: UnsafeMutablePointer<UInt32>) {
    withUnsafePointer(to: color) { row_tint_covered(target, coverage, count, $0) }
  }
}

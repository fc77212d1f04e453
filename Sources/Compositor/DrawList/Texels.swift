/// A texture that the compositor makes on the CPU: coverage of paths, shadows, rows of gradients. It never changes, so
/// the renderer uploads it once and knows it by its identity.
package final class Texels: Sendable {
  package enum Format: Sendable {
    /// One byte a pixel, which programs read in all four components: the image program with a tint paints a colour
    /// through it.
    case coverage
    /// Four bytes a pixel, premultiplied RGBA.
    case color
  }

  /// In pixels; at least 1.
  package let width: Int
  package let height: Int
  package let format: Format
  /// The bytes, first row first, without padding.
  package let pixels: [UInt8]

  package init(width: Int, height: Int, format: Format, pixels: [UInt8]) {
    let count = width * height * (format == .color ? 4 : 1)
    precondition(
      width > 0 && height > 0 && pixels.count == count,
      "Texels: \(pixels.count) bytes for \(width)x\(height) pixels; expected \(count)")
    (self.width, self.height, self.format, self.pixels) = (width, height, format, pixels)
  }

  deinit { SpareBytes.give(pixels) }

  /// Returns the bytes of a bitmap and its texture. llvmpipe takes four bytes a pixel, also for coverage.
  static func memory(_ width: Int, _ height: Int, _ format: Format) -> Double {
    Double(width) * Double(height) * (format == .color ? 8 : 5)
  }

  /// The placeholder in a list for a bitmap that is still being made.
  static let placeholder = Texels(width: 1, height: 1, format: .coverage, pixels: [0])
}

extension Texels: Equatable {
  package static func == (a: Texels, b: Texels) -> Bool {
    a === b || (a.width == b.width && a.height == b.height && a.format == b.format && a.pixels == b.pixels)
  }
}

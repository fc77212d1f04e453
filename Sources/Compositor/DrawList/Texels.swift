// Textures that the compositor makes on the CPU: coverage of paths, shadows, rows of gradients. A bitmap never changes,
// so the renderer uploads it once and knows it again by its identity; whoever keeps a bitmap keeps its texture.

/// Pixels made for a frame, and kept for those after it.
package final class Texels: Sendable {
  /// The meaning of the bytes.
  package enum Format: Sendable {
    /// One byte a pixel. A program reads it as that value in all four components, so that the image program with a tint
    /// paints a colour through it.
    case coverage
    /// Four bytes a pixel, premultiplied RGBA.
    case color
  }

  /// In pixels; at least 1.
  package let width: Int
  package let height: Int
  package let format: Format
  /// First row first, without padding.
  package let pixels: [UInt8]

  package init(width: Int, height: Int, format: Format, pixels: [UInt8]) {
    let count = width * height * (format == .color ? 4 : 1)
    precondition(
      width > 0 && height > 0 && pixels.count == count,
      "Texels: \(pixels.count) bytes for \(width)x\(height) pixels; expected \(count)")
    (self.width, self.height, self.format, self.pixels) = (width, height, format, pixels)
  }

  deinit { SpareBytes.give(pixels) }

  /// Bytes of a bitmap and its texture. llvmpipe's have four bytes a pixel, also of coverage.
  static func memory(_ width: Int, _ height: Int, _ format: Format) -> Double {
    Double(width) * Double(height) * (format == .color ? 8 : 5)
  }

  /// Stands in a list for a bitmap that is still being made.
  static let placeholder = Texels(width: 1, height: 1, format: .coverage, pixels: [0])
}

extension Texels: Equatable {
  package static func == (a: Texels, b: Texels) -> Bool {
    a === b || (a.width == b.width && a.height == b.height && a.format == b.format && a.pixels == b.pixels)
  }
}

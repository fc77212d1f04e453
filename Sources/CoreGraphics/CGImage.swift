/// An immutable bitmap.
///
/// Pixels are premultiplied 8-bit sRGB, four bytes a pixel in the order red, green, blue, alpha, rows from the top of the
/// image down, without padding between rows. That is the only layout: decoders convert to it, the renderer uploads it
/// as it is.
public final class CGImage: @unchecked Sendable {
  // Unchecked Sendable: every stored property is immutable, and `pixels` is never handed out for writing.

  /// Width in pixels; at least 1.
  public let width: Int
  /// Height in pixels; at least 1.
  public let height: Int
  /// The pixels, `width * height * 4` bytes, premultiplied RGBA, top row first.
  package let pixels: [UInt8]
  /// Whether every pixel's alpha is 255: the renderer then draws without blending.
  package let isOpaque: Bool

  /// Wraps pixels that are already premultiplied.
  ///
  /// - Precondition: `pixels.count == width * height * 4`, and both sides are at least 1.
  package init(width: Int, height: Int, premultipliedRGBA pixels: [UInt8]) {
    precondition(width > 0 && height > 0, "CGImage: a side of \(width)x\(height) pixels; both must be at least 1")
    precondition(
      pixels.count == width * height * 4,
      "CGImage: \(pixels.count) bytes for \(width)x\(height) pixels; expected \(width * height * 4)")
    self.width = width
    self.height = height
    self.pixels = pixels
    self.isOpaque = Self.allOpaque(pixels)
  }

  /// Bits in one colour component: 8.
  public var bitsPerComponent: Int { 8 }
  /// Bits in one pixel: 32.
  public var bitsPerPixel: Int { 32 }
  /// Bytes from one row to the next: `width * 4`.
  public var bytesPerRow: Int { width * 4 }

  private static func allOpaque(_ pixels: [UInt8]) -> Bool {
    pixels.withUnsafeBytes { bytes in
      // The AND of all pixels has 255 in its alpha byte exactly when each of them has.
      var accumulated: UInt32 = .max
      for pixel in bytes.bindMemory(to: UInt32.self) { accumulated &= pixel }
      return UInt32(littleEndian: accumulated) >> 24 == 255
    }
  }
}

extension CGImage: Equatable {
  /// Two images are equal when they are the same object; their pixels are not compared.
  public static func == (lhs: CGImage, rhs: CGImage) -> Bool { lhs === rhs }
}

extension CGImage: Hashable {
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

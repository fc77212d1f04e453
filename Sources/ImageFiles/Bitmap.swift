// What image files hold when they are decoded, and what is encoded: no colour space, no sharing, no graphics.

import Foundation

/// Pixels in the one layout of this package: premultiplied 8-bit sRGB, four bytes a pixel in the order red, green,
/// blue, alpha, rows from the top down, without padding.
package struct Bitmap: Sendable, Equatable {
  /// Width in pixels; at least 1.
  package let width: Int
  /// Height in pixels; at least 1.
  package let height: Int
  /// `width * height * 4` bytes.
  package let pixels: [UInt8]

  /// - Precondition: both sides are at least 1, and `pixels.count == width * height * 4`.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0, "Bitmap: a side of \(width)x\(height) pixels; both must be at least 1")
    precondition(
      pixels.count == width * height * 4,
      "Bitmap: \(pixels.count) bytes for \(width)x\(height) pixels; expected \(width * height * 4)")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Bytes from one row to the next.
  package var bytesPerRow: Int { width * 4 }

  /// Whether every pixel's alpha is 255; looks at all of them.
  package var isOpaque: Bool { Self.isOpaque(pixels) }

  /// Whether every alpha of four-byte pixels is 255.
  package static func isOpaque(_ pixels: [UInt8]) -> Bool {
    pixels.withUnsafeBytes { bytes in
      // The AND of all pixels has 255 in its alpha byte exactly when each of them has.
      var accumulated: UInt32 = .max
      for pixel in bytes.bindMemory(to: UInt32.self) { accumulated &= pixel }
      return UInt32(littleEndian: accumulated) >> 24 == 255
    }
  }

  /// The bitmap at the top left of a larger transparent one.
  package func padded(width newWidth: Int, height newHeight: Int) -> Bitmap {
    guard newWidth != width || newHeight != height else { return self }
    var canvas = [UInt8](repeating: 0, count: newWidth * newHeight * 4)
    for row in 0..<height {
      canvas.replaceSubrange(
        row * newWidth * 4..<(row * newWidth + width) * 4, with: pixels[row * width * 4..<(row + 1) * width * 4])
    }
    return Bitmap(width: newWidth, height: newHeight, pixels: canvas)
  }
}

/// The bytes of one frame, of any values at first; freed with the object. Swift's own allocation ends the process where
/// memory is short.
package final class FrameMemory {
  package let bytes: UnsafeMutableRawBufferPointer

  /// Nil where there is not enough memory.
  package init?(byteCount: Int) {
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, 64, byteCount) == 0 else { return nil }
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: byteCount)
  }

  deinit {
    free(bytes.baseAddress)
  }
}

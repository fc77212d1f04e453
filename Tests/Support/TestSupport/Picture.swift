package import ImageFiles

/// A picture as numbers: a test's, or the one expected of it.
package struct Picture: Equatable, Sendable {
  /// In pixels.
  package let width: Int
  /// In pixels.
  package let height: Int
  /// Premultiplied RGBA, first row first.
  package var bytes: [UInt8]

  package init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(bytes.count == width * height * 4, "\(bytes.count) bytes for \(width)x\(height) pixels")
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// A picture of rows that are so many pixels wide.
  package init(width: Int, bytes: [UInt8]) { self.init(width: width, height: bytes.count / 4 / width, bytes: bytes) }

  package init(_ bitmap: Bitmap) { self.init(width: bitmap.width, height: bitmap.height, bytes: bitmap.pixels) }

  package var bitmap: Bitmap { Bitmap(width: width, height: height, pixels: bytes) }

  /// Whether all pixels are equal.
  package var isBlank: Bool { bytes.indices.dropFirst(4).allSatisfy { bytes[$0] == bytes[$0 - 4] } }

  /// Returns a picture whose pixel at (x, y) is this one's at `source(x, y)`.
  package func rearranged(width: Int, height: Int, _ source: (Int, Int) -> (x: Int, y: Int)) -> Picture {
    var result: [UInt8] = []
    result.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let from = source(x, y)
        let start = (from.y * self.width + from.x) * 4
        result += bytes[start..<start + 4]
      }
    }
    return Picture(width: width, height: height, bytes: result)
  }

  /// Returns the number of pixels that differ by more than `unnoticed`, in 255ths, and the worst of them.
  package func difference(from other: Picture, unnoticed: Int = 0) -> Difference {
    precondition(
      width == other.width && height == other.height,
      "pictures of \(width)x\(height) and \(other.width)x\(other.height) pixels")
    var difference = Difference()
    for pixel in 0..<width * height {
      let range = pixel * 4..<pixel * 4 + 4
      let most = range.reduce(0) { max($0, abs(Int(bytes[$1]) - Int(other.bytes[$1]))) }
      if most > unnoticed { difference.pixels += 1 }
      if most > difference.most {
        difference.most = most
        difference.worst = (pixel % width, pixel / width, Array(bytes[range]), Array(other.bytes[range]))
      }
    }
    return difference
  }

  package struct Difference: CustomStringConvertible {
    /// The number of pixels that differ by more than is unnoticed.
    package var pixels = 0
    /// The largest difference of a component, in 255ths.
    package var most = 0
    package var worst: (x: Int, y: Int, a: [UInt8], b: [UInt8])?

    package var description: String {
      guard let worst else { return "no pixel differs" }
      return "\(pixels) pixels differ, by at most \(most): at (\(worst.x), \(worst.y)) \(worst.a) and \(worst.b)"
    }
  }

  /// Returns the difference of each component, eight times, opaque.
  package func amplified(differenceFrom other: Picture) -> Picture {
    var result = self
    for index in bytes.indices {
      result.bytes[index] =
        index % 4 == 3 ? 255 : UInt8(min(255, 8 * abs(Int(bytes[index]) - Int(other.bytes[index]))))
    }
    // Pixels that only alpha tells apart are grey.
    for pixel in stride(from: 0, to: bytes.count, by: 4) where result.bytes[pixel..<pixel + 3].allSatisfy({ $0 == 0 }) {
      let alpha = UInt8(min(255, 8 * abs(Int(bytes[pixel + 3]) - Int(other.bytes[pixel + 3]))))
      result.bytes.replaceSubrange(pixel..<pixel + 3, with: [alpha, alpha, alpha])
    }
    return result
  }
}

/// Returns the largest difference of two rows of bytes; 256 where their lengths differ.
package func largestDifference(_ a: [UInt8], _ b: [UInt8]) -> Int {
  a.count == b.count ? zip(a, b).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) } : 256
}

/// Returns the pixels of an opaque square: of one red, a green that grows by columns and a blue that grows by rows.
package func rampPixels(side: Int, red: UInt8) -> [UInt8] {
  (0..<side * side).flatMap { index in
    [red, UInt8(index % side % 256), UInt8(index / side % 256), 255] as [UInt8]
  }
}

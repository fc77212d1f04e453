// Painting through coverage on the CPU: premultiplied bytes, source over, rounded to the nearest.

/// A premultiplied colour of bytes: red in the lowest byte, alpha in the highest, as RGBA in memory.
package struct PixelColor: Hashable, Sendable {
  package let bits: UInt32

  /// Creates the nearest bytes to a premultiplied colour.
  package init(_ color: SIMD4<Float>) {
    let bytes = SIMD4<UInt32>(
      (color.clamped(lowerBound: .zero, upperBound: .one) * 255).rounded(.toNearestOrAwayFromZero))
    // No component exceeds alpha, so that sums stay within a byte.
    let alpha = bytes.w
    bits = min(bytes.x, alpha) | min(bytes.y, alpha) << 8 | min(bytes.z, alpha) << 16 | alpha << 24
  }

  var isOpaque: Bool { bits >> 24 == 255 }

  private init(bits: UInt32) { self.bits = bits }

  /// Returns all four components times `factor` / 255.
  @inline(__always)
  func scaled(_ factor: UInt32) -> PixelColor {
    // Two components at a time; (x + 128 + (x + 128) / 256) / 256 is x / 255, rounded.
    let mask: UInt32 = 0x00FF_00FF
    var low = (bits & mask) &* factor &+ 0x0080_0080
    low = ((low &+ (low >> 8 & mask)) >> 8) & mask
    var high = (bits >> 8 & mask) &* factor &+ 0x0080_0080
    high = (high &+ (high >> 8 & mask)) & ~mask
    return PixelColor(bits: low | high)
  }

  @inline(__always)
  func over(_ other: PixelColor) -> PixelColor { PixelColor(bits: bits &+ other.scaled(255 &- bits >> 24).bits) }

  /// Calls `body` with the colour for each byte of coverage.
  func withTable<Result>(_ body: (UnsafePointer<PixelColor>) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: PixelColor.self, capacity: 256) { table in
      for coverage in 0..<256 { table.initializeElement(at: coverage, to: scaled(UInt32(coverage))) }
      return body(table.baseAddress!)
    }
  }

  /// The number of pixels from which on a table saves more time than it takes.
  private static let leastForTable = 2048

  /// Paints clear pixels through coverage; rows are `stride` pixels and `coverageStride` bytes apart.
  package func paint(
    width: Int, height: Int, through coverage: UnsafePointer<UInt8>, _ coverageStride: Int,
    onto pixels: UnsafeMutablePointer<PixelColor>, _ stride: Int
  ) {
    guard width * height >= Self.leastForTable else {
      for row in 0..<height {
        paint(width, through: coverage + row * coverageStride, over: pixels + row * stride, isFirst: true)
      }
      return
    }
    withTable { table in
      for row in 0..<height {
        table.paint(width, through: coverage + row * coverageStride, onto: pixels + row * stride)
      }
    }
  }

  /// Paints a row of pixels through coverage. `isFirst`: all of the pixels are clear.
  package func paint(
    _ count: Int, through coverage: UnsafePointer<UInt8>, over pixels: UnsafeMutablePointer<PixelColor>, isFirst: Bool
  ) {
    let covers = isFirst || bits >> 24 == 255
    var index = 0
    while index < count {
      // Most pixels are fully outside or inside, like their neighbours.
      if index + 8 <= count {
        let eight = UnsafeRawPointer(coverage + index).loadUnaligned(as: UInt64.self)
        if eight == 0 {
          index += 8
          continue
        }
        if covers && eight == .max {
          for pixel in index..<index + 8 { pixels[pixel] = self }
          index += 8
          continue
        }
      }
      let end = min(index + 8, count)
      while index < end {
        let part = coverage[index]
        if part == 255 && covers {
          pixels[index] = self
        } else if part != 0 {
          let color = scaled(UInt32(part))
          pixels[index] = isFirst ? color : color.over(pixels[index])
        }
        index += 1
      }
    }
  }
}

extension UnsafePointer<PixelColor> {
  /// Paints a row of clear pixels by a colour's table.
  @inline(__always)
  fileprivate func paint(
    _ count: Int, through coverage: UnsafePointer<UInt8>, onto pixels: UnsafeMutablePointer<PixelColor>
  ) {
    var index = 0
    while index + 8 <= count {
      let eight = UnsafeRawPointer(coverage + index).loadUnaligned(as: UInt64.self)
      if eight != 0 {
        let place = pixels + index
        for pixel in 0..<8 { place[pixel] = self[Int(truncatingIfNeeded: eight >> UInt64(pixel &* 8) & 255)] }
      }
      index &+= 8
    }
    while index < count {
      pixels[index] = self[Int(coverage[index])]
      index &+= 1
    }
  }
}

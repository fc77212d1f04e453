// A glyph's coverage on its way to a bitmap's.

/// A mask and where it lies.
struct PlacedGlyphMask {
  /// Its first pixel, y down.
  let x: Int
  let y: Int
  let mask: GlyphMask

  /// - Parameter bottom: of the bitmap, in pixels, y down.
  @inline(__always)
  init(_ mask: GlyphMask, at origin: GlyphOrigin, bottom: Int) {
    (x, y, self.mask) = (origin.column + Int(mask.x), bottom - origin.row + Int(mask.y), mask)
  }

  var region: PixelRegion { PixelRegion(x: x, y: y, width: Int(mask.width), height: Int(mask.height)) }

  /// Lays the mask over coverage: each covers what the others leave, as if they were painted one after another.
  ///
  /// - Parameters:
  ///   - bytes: the mask's.
  ///   - pixels: of the region, first row first, rows `stride` bytes apart.
  @inline(__always)
  func draw(
    _ bytes: UnsafePointer<UInt8>, onto pixels: UnsafeMutablePointer<UInt8>, stride: Int, _ region: PixelRegion
  ) {
    let (width, height) = (Int(mask.width), Int(mask.height))
    let (left, right) = (max(x, region.x), min(x + width, region.x + region.width))
    let (top, bottom) = (max(y, region.y), min(y + height, region.y + region.height))
    guard left < right, top < bottom else { return }
    let count = right - left
    // Whole words, as far as the region has them; what the last one reads beyond the mask's row is left out.
    let words = min(region.x + region.width - left, (count + 7) & ~7) & ~7
    let last = words > count ? UInt64.max >> UInt64((words - count) * 8) : .max
    var from = bytes + ((top - y) * width + left - x)
    var to = pixels + ((top - region.y) * stride + left - region.x)
    for _ in top..<bottom {
      var column = 0
      while column < words {
        let next = column &+ 8
        let new = UnsafeRawPointer(from + column).loadUnaligned(as: UInt64.self) & (next == words ? last : .max)
        if new != 0 { Self.lay(new, over: to + column) }
        column = next
      }
      while column < count {
        to[column] = Self.union(to[column], from[column])
        column &+= 1
      }
      from += width
      to += stride
    }
  }

  /// Lays eight pixels.
  @inline(__always)
  private static func lay(_ new: UInt64, over pixels: UnsafeMutablePointer<UInt8>) {
    let place = UnsafeMutableRawPointer(pixels)
    let old = place.loadUnaligned(as: UInt64.self)
    // Most pixels are covered by one glyph or none.
    if occupied(old) & occupied(new) == 0 {
      place.storeBytes(of: old | new, as: UInt64.self)
      return
    }
    for index in 0..<8 {
      pixels[index] = union(pixels[index], UInt8(truncatingIfNeeded: new >> UInt64(index * 8)))
    }
  }

  /// The highest bit of each byte that is not 0.
  @inline(__always)
  private static func occupied(_ bytes: UInt64) -> UInt64 {
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ((bytes & low) &+ low | bytes) & ~low
  }

  @inline(__always)
  private static func union(_ a: UInt8, _ b: UInt8) -> UInt8 {
    let (old, new) = (UInt32(a), UInt32(b))
    return UInt8(truncatingIfNeeded: old &+ new &- (old &* new &+ 127) / 255)
  }
}

// The sizes of images that are read by how small each pixel shows them: whole, halved, halved again, down to a pixel.

import CRows
import CoreGraphics

/// The sizes of one image.
final class Mipmaps: @unchecked Sendable {
  // Unchecked Sendable: nobody writes to them once they are made.
  private(set) weak var image: CGImage?
  private var pixels: [UnsafeMutablePointer<UInt32>] = []
  /// The first is the image.
  let sizes: UnsafeMutablePointer<RowTexture>
  let count: Int
  /// Bytes of all sizes.
  private(set) var byteCount = 0

  init(_ image: CGImage) {
    self.image = image
    count = Int.bitWidth - max(image.width, image.height).leadingZeroBitCount
    sizes = .allocate(capacity: count)
    let whole = UnsafeMutablePointer<UInt32>.allocate(capacity: image.width * image.height)
    image.pixels.withUnsafeBytes {
      UnsafeMutableRawPointer(whole).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
    }
    var (width, height, last) = (image.width, image.height, whole)
    for index in 0..<count {
      if index > 0 {
        last = Self.halved(last, width, height)
        (width, height) = (max(width / 2, 1), max(height / 2, 1))
      }
      pixels.append(last)
      byteCount += width * height * 4
      let bytes = UnsafeRawPointer(last).assumingMemoryBound(to: UInt8.self)
      sizes[index] = RowTexture(bytes, width: width, height: height, components: 4)
      sizes[index].isLinear = 1
    }
  }

  deinit {
    for one in pixels { one.deallocate() }
    sizes.deallocate()
  }

  /// The means of pixels by fours, or by twos where there is one row or column.
  private static func halved(
    _ pixels: UnsafeMutablePointer<UInt32>, _ width: Int, _ height: Int
  ) -> UnsafeMutablePointer<UInt32> {
    let (newWidth, newHeight) = (max(width / 2, 1), max(height / 2, 1))
    let result = UnsafeMutablePointer<UInt32>.allocate(capacity: newWidth * newHeight)
    for y in 0..<newHeight {
      let upper = pixels + 2 * y * width
      let (lower, target) = (height > 1 ? upper + width : upper, result + y * newWidth)
      if width > 1 { row_halve(target, newWidth, upper, lower) } else { row_average(target, upper, lower, 1, 32_768) }
    }
    return result
  }
}

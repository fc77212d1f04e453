// A bitmap context of the tests, read as numbers: row 0 is the top one, as in memory.

import CoreGraphics
import Foundation

/// A context with its size, and its pixels by column and row from the top left.
struct Bitmap {
  let context: CGContext

  /// Red, green, blue, alpha in memory, premultiplied.
  init(
    _ width: Int = 16, _ height: Int = 12, info: UInt32 = CGImageAlphaInfo.premultipliedLast.rawValue,
    space: CGColorSpace = CGColorSpaceCreateDeviceRGB()
  ) {
    context = CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: space, bitmapInfo: info)!
  }

  /// The same with blue first in memory.
  static func bgra(_ width: Int = 16, _ height: Int = 12) -> Bitmap {
    Bitmap(
      width, height,
      info: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
  }

  /// Premultiplied red, green, blue, alpha of every pixel, as an image sees them.
  var pixels: [SIMD4<Int>] {
    let bytes = context.makeImage()!.pixels
    return stride(from: 0, to: bytes.count, by: 4).map { SIMD4($0..<$0 + 4, bytes) }
  }

  subscript(x: Int, y: Int) -> SIMD4<Int> { pixels[y * context.width + x] }

  /// How many pixels are not transparent.
  var painted: Int { pixels.count { $0.w > 0 } }

  /// The alphas of a row.
  func alphas(row: Int) -> [Int] { pixels[row * context.width..<(row + 1) * context.width].map(\.w) }
}

extension SIMD4<Int> {
  fileprivate init(_ range: Range<Int>, _ bytes: [UInt8]) {
    self.init(range.map { Int(bytes[$0]) })
  }

  static let clear = Self(0, 0, 0, 0)
  static let black = Self(0, 0, 0, 255)
  static let white = Self(255, 255, 255, 255)
  static let red = Self(255, 0, 0, 255)
  static let green = Self(0, 255, 0, 255)
  static let blue = Self(0, 0, 255, 255)

  /// The largest difference of a component.
  func distance(to other: Self) -> Int { (0..<4).map { abs(self[$0] - other[$0]) }.max()! }
}

import CoreGraphics

/// Images for tests.
enum Pixels {
  /// An opaque grey image.
  static func solid(width: Int, height: Int, value: UInt8 = 128) -> CGImage {
    let pixel: [UInt8] = [value, value, value, 255]
    return CGImage(
      width: width, height: height, premultipliedRGBA: (0..<width * height).flatMap { _ in pixel })
  }
}

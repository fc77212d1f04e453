import ImageFiles
import TestSupport

/// Images and blocks of bytes that several suites use.
enum Samples {
  /// A deterministic image with every kind of pixel: opaque, transparent, and in between, valid as premultiplied.
  static func translucent(width: Int = 37, height: Int = 23) -> Bitmap {
    var random = SeededRandom(seed: 7)
    var pixels: [UInt8] = []
    for index in 0..<width * height {
      let alpha = [0, 255, UInt8.random(in: 1...254, using: &random)][index % 3]
      for _ in 0..<3 { pixels.append(UInt8.random(in: 0...alpha, using: &random)) }
      pixels.append(alpha)
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  /// A smooth opaque gradient, which lossy formats keep well.
  static func gradient(width: Int = 64, height: Int = 48) -> Bitmap {
    let pixels = (0..<width * height).flatMap { index -> [UInt8] in
      let (x, y) = (index % width, index / width)
      return [UInt8(x * 255 / width), UInt8(y * 255 / height), 128, 255]
    }
    return Bitmap(width: width, height: height, pixels: pixels)
  }

  /// An EXIF block (a TIFF header and one directory) whose only entry is the orientation.
  static func exif(orientation: Int, bigEndian: Bool) -> [UInt8] {
    let value = UInt8(orientation)
    return bigEndian
      ? Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
      : Array("II".utf8) + [42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, value, 0, 0, 0, 0, 0, 0, 0]
  }

  /// `bytes`, `count` times in a row.
  static func repeated(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    Array([[UInt8]](repeating: bytes, count: count).joined())
  }
}

/// How often each colour occurs in a frame, at 6 bits a component: 2^18 bins.
struct ColorHistogram {
  /// The bins that occur, in rising order.
  private(set) var bins: [Bin] = []

  /// A colour at 6 bits a component and the number of its pixels.
  struct Bin {
    var key: ColorKey
    var count: Int
  }

  init(of frame: FrameColors) {
    var counts = [UInt32](repeating: 0, count: ColorKey.count)
    for pixel in 0..<frame.count { counts[ColorKey(frame[pixel]).index] += 1 }
    for (index, count) in counts.enumerated() where count > 0 {
      bins.append(Bin(key: ColorKey(index: index), count: Int(count)))
    }
  }

  /// Pixels.
  var pixelCount: Int { bins.reduce(0) { $0 + $1.count } }
}

/// A colour at 6 bits a component.
struct ColorKey {
  /// Bits from the top: red, green, blue.
  let index: Int

  static let count = 1 << 18

  init(index: Int) { self.index = index }

  /// The key of a colour 0xFFrrggbb.
  init(_ color: UInt32) {
    self.init(red: Int(color >> 16 & 0xFF), green: Int(color >> 8 & 0xFF), blue: Int(color & 0xFF))
  }

  /// The key of components of 0 to 255.
  init(red: Int, green: Int, blue: Int) { index = (red >> 2) << 12 | (green >> 2) << 6 | blue >> 2 }

  /// A component (0 red, 1 green, 2 blue) from 0 to 255: its 6 bits spread so that 0 stays 0 and 63 becomes 255.
  func component(_ axis: Int) -> Int {
    let bits = index >> (12 - 6 * axis) & 63
    return bits << 2 | bits >> 4
  }
}

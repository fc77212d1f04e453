/// The distinct colours of a frame, as long as there are at most 256 of them: then a GIF can hold it exactly.
///
/// Colours are words 0xFFrrggbb, as libav's palettes have them.
struct ColorTable {
  /// The colours in rising order, so that the same frame gives the same palette.
  private(set) var colors: [UInt32] = []
  // Open addressing, at most a quarter full. A word of 0 is an empty slot: colours have their top byte set.
  private var keys = [UInt32](repeating: 0, count: slotCount)
  private var indices = [UInt8](repeating: 0, count: slotCount)

  /// The most colours that a palette of GIF's has.
  static let capacity = 256
  private static let slotCount = 1024

  /// Nil when the frame has more than `capacity` colours.
  init?(of frame: FrameColors, capacity: Int = Self.capacity) {
    var last: UInt32 = 0
    for pixel in 0..<frame.count {
      let color = frame[pixel]
      // Rendered frames have long runs of one colour.
      if color == last { continue }
      last = color
      let slot = slot(of: color)
      if keys[slot] == color { continue }
      guard colors.count < capacity else { return nil }
      keys[slot] = color
      colors.append(color)
    }
    colors.sort()
    for (index, color) in colors.enumerated() { indices[slot(of: color)] = UInt8(index) }
  }

  /// The colour's place in `colors`; nil when it is not one of them.
  func index(of color: UInt32) -> UInt8? {
    let slot = slot(of: color)
    return keys[slot] == color ? indices[slot] : nil
  }

  /// Where `color` is, or the empty slot where it would go.
  private func slot(of color: UInt32) -> Int {
    // Multiplicative hashing: 2^32 / golden ratio; its top ten bits are the best mixed.
    var slot = Int((color &* 0x9E37_79B9) >> 22)
    while keys[slot] != 0, keys[slot] != color { slot = (slot + 1) % Self.slotCount }
    return slot
  }
}

/// A frame's RGBA bytes read as opaque colours 0xFFrrggbb.
struct FrameColors {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ rgba: UnsafeRawBufferPointer) { bytes = rgba.bindMemory(to: UInt8.self) }

  /// Pixels.
  var count: Int { bytes.count / 4 }

  subscript(pixel: Int) -> UInt32 {
    0xFF00_0000 | UInt32(bytes[pixel * 4]) << 16 | UInt32(bytes[pixel * 4 + 1]) << 8 | UInt32(bytes[pixel * 4 + 2])
  }
}

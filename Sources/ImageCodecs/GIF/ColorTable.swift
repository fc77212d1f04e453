/// The distinct colours of frames, as long as a palette holds them: then a GIF can show them exactly.
///
/// Colours are words 0xFFrrggbb.
struct ColorTable {
  // Open addressing, at most a quarter full. A word of 0 is an empty slot: colours have their top byte set.
  private var keys = [UInt32](repeating: 0, count: slotCount)
  private var count = 0
  /// Whether there was a colour too many.
  private(set) var isFull = false

  private let capacity: Int
  private static let slotCount = 1024

  /// - Parameter capacity: the most colours, at most 256.
  init(capacity: Int) { self.capacity = capacity }

  /// Adds a frame's colours.
  mutating func add(_ frame: FrameColors) {
    var last: UInt32 = 0
    for pixel in 0..<frame.count {
      let color = frame[pixel]
      // Rendered frames have long runs of one colour.
      if color == last { continue }
      last = color
      // Multiplicative hashing: 2^32 / golden ratio; its top ten bits are the best mixed.
      var slot = Int((color &* 0x9E37_79B9) >> 22)
      while keys[slot] != 0, keys[slot] != color { slot = (slot + 1) % Self.slotCount }
      if keys[slot] == color { continue }
      guard count < capacity else {
        isFull = true
        return
      }
      keys[slot] = color
      count += 1
    }
  }

  /// The colours in rising order, so that the same frames give the same palette.
  var sortedColors: [UInt32] { keys.filter { $0 != 0 }.sorted() }
}

/// A frame's RGBA bytes read as opaque colours 0xFFrrggbb.
struct FrameColors {
  private let words: UnsafeBufferPointer<UInt32>

  /// - Precondition: `rgba` is aligned to 4 bytes.
  init(_ rgba: UnsafeRawBufferPointer) { words = rgba.bindMemory(to: UInt32.self) }

  /// Pixels.
  var count: Int { words.count }

  subscript(pixel: Int) -> UInt32 {
    // Red is the first byte.
    (UInt32(littleEndian: words[pixel]).byteSwapped >> 8) | 0xFF00_0000
  }
}

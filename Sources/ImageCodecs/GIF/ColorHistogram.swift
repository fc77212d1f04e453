/// The number of times that each colour occurs in frames. Colours are exact as long as there are few enough; otherwise
/// they are told apart by as many bits a component as leave few enough, and each kind has the mean of its colours.
struct ColorHistogram {
  /// The sums over the colours that have a key in common.
  private struct Sums {
    var key: UInt32 = 0
    var count: UInt64 = 0
    var red: UInt64 = 0
    var green: UInt64 = 0
    var blue: UInt64 = 0

    mutating func add(_ other: Sums) {
      count += other.count
      red += other.red
      green += other.green
      blue += other.blue
    }
  }

  /// The colours of a key.
  struct Bin {
    /// Their mean, 0 to 255 a component.
    var color: SIMD3<Float>
    /// The number of their pixels.
    var weight: Float
  }

  // Open addressing, at most half full. A key of 0 is an empty slot: keys have their top byte set.
  private var slots = [Sums](repeating: Sums(), count: 1 << slotBits)
  private var used = 0
  /// The bits of a colour that make its key.
  private var mask: UInt32 = 0xFFFF_FFFF
  /// Pixels.
  private(set) var pixelCount = 0

  private static let slotBits = 17
  /// The most keys.
  private static let capacity = 1 << (slotBits - 1)

  /// Adds the pixels of a frame.
  mutating func add(_ frame: FrameColors) {
    pixelCount += frame.count
    var start = 0
    while start < frame.count {
      let color = frame[start]
      // Rendered frames have long runs of one colour.
      var end = start + 1
      while end < frame.count, frame[end] == color { end += 1 }
      let run = UInt64(end - start)
      add(
        Sums(
          key: color & mask, count: run, red: UInt64(color >> 16 & 0xFF) * run, green: UInt64(color >> 8 & 0xFF) * run,
          blue: UInt64(color & 0xFF) * run))
      if used > Self.capacity { coarsen() }
      start = end
    }
  }

  private mutating func add(_ sums: Sums) {
    // Multiplicative hashing: 2^32 / golden ratio; its top bits are the best mixed.
    var slot = Int((sums.key &* 0x9E37_79B9) >> (32 - UInt32(Self.slotBits)))
    while slots[slot].key != 0, slots[slot].key != sums.key { slot = (slot + 1) % slots.count }
    if slots[slot].key == 0 {
      slots[slot] = sums
      used += 1
    } else {
      slots[slot].add(sums)
    }
  }

  /// Leaves a bit of each component out.
  private mutating func coarsen() {
    while used > Self.capacity {
      mask = 0xFF00_0000 | (mask << 1 & 0x00FE_FEFE & mask)
      let all = slots
      slots = [Sums](repeating: Sums(), count: all.count)
      used = 0
      for var sums in all where sums.key != 0 {
        sums.key &= mask
        add(sums)
      }
    }
  }

  /// The colours that occur, in the order of their keys.
  var bins: [Bin] {
    slots.filter { $0.key != 0 }.sorted { $0.key < $1.key }.map { sums in
      let count = Double(sums.count)
      return Bin(
        color: SIMD3(
          Float(Double(sums.red) / count), Float(Double(sums.green) / count), Float(Double(sums.blue) / count)),
        weight: Float(count))
    }
  }
}

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

  /// `capacity`: the most colours, at most 256.
  init(capacity: Int) { self.capacity = capacity }

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

  var count: Int { words.count }

  subscript(pixel: Int) -> UInt32 {
    // Red is the first byte.
    (UInt32(littleEndian: words[pixel]).byteSwapped >> 8) | 0xFF00_0000
  }
}

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
  private(set) var pixelCount = 0

  private static let slotBits = 17
  private static let capacity = 1 << (slotBits - 1)

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

/// A palette for frames with more colours than it may have: their colours are cut into boxes, and each box's mean is a
/// palette colour; then each colour goes to the nearest entry, and entries move to their colours' means.
///
/// The next box to be cut is the one with the largest squared error, across its axis of largest error, at its mean.
/// That is the variance-based variant of Heckbert's median cut (Wan, Wong, Prusinkiewicz 1988): it spends colours where
/// the picture would be most wrong, so that a small patch of another hue keeps one. The moving is Lloyd's algorithm.
///
/// libimagequant does the same better by a little and is not used: it is GPL, or paid for.
enum MedianCut {
  /// The number of times that entries move; after that the error falls by less than a hundredth a time.
  private static let rounds = 4
  /// More colours than these are looked at a part of.
  private static let mostBins = 1 << 15

  /// At most `capacity` colours 0xFFrrggbb.
  static func palette(for histogram: ColorHistogram, capacity: Int) -> [UInt32] {
    var bins = histogram.bins
    var boxes = [ColorBox(bins[...])]
    while boxes.count < capacity {
      let worst = boxes.indices.max { boxes[$0].totalError < boxes[$1].totalError }!
      let box = boxes[worst]
      // Every box holds one colour only.
      guard box.totalError > 0 else { break }
      // The mean lies strictly between the extremes of an axis with an error, so both parts hold something.
      let axis = box.worstAxis
      let cut = bins[box.range].partition { Double($0.color[axis]) > box.mean[axis] }
      guard cut > box.range.lowerBound, cut < box.range.upperBound else { break }
      boxes[worst] = ColorBox(bins[box.range.lowerBound..<cut])
      boxes.append(ColorBox(bins[cut..<box.range.upperBound]))
    }
    var centers = boxes.map { SIMD3<Float>($0.mean) }
    if boxes.count == capacity { for _ in 0..<rounds { move(&centers, to: bins) } }
    var seen: Set<UInt32> = []
    return centers.map(color).filter { seen.insert($0).inserted }
  }

  /// Moves each entry to the mean of the colours that it is nearest to.
  private static func move(_ centers: inout [SIMD3<Float>], to bins: [ColorHistogram.Bin]) {
    var sums = [SIMD4<Double>](repeating: .zero, count: centers.count)
    // Evenly over all, by their weight where some are left out.
    let step = max(1, (bins.count + mostBins - 1) / mostBins)
    let search = PaletteSearch(centers.map(color))
    var index = 0
    while index < bins.count {
      let bin = bins[index]
      let nearest = search.nearest(bin.color)
      let weight = Double(bin.weight)
      sums[nearest] += SIMD4(SIMD3<Double>(bin.color) * weight, weight)
      index += step
    }
    for (index, sum) in sums.enumerated() where sum.w > 0 {
      centers[index] = SIMD3<Float>(SIMD3(sum.x, sum.y, sum.z) / sum.w)
    }
  }

  private static func color(_ center: SIMD3<Float>) -> UInt32 {
    // Bounded: a mean of bytes.
    let rounded = center.rounded(.toNearestOrAwayFromZero)
    return 0xFF00_0000 | UInt32(rounded.x) << 16 | UInt32(rounded.y) << 8 | UInt32(rounded.z)
  }
}

/// A run of bins, and what is known of their colours.
private struct ColorBox {
  let range: Range<Int>
  /// Mean colour, 0 to 255 a component, weighted by the number of pixels.
  let mean: SIMD3<Double>
  /// Summed squared distance of its pixels from the mean, along each axis.
  let error: SIMD3<Double>

  init(_ bins: ArraySlice<ColorHistogram.Bin>) {
    range = bins.startIndex..<bins.endIndex
    var count = 0.0
    var sum = SIMD3<Double>.zero
    var squares = SIMD3<Double>.zero
    for bin in bins {
      let color = SIMD3<Double>(bin.color)
      let weight = Double(bin.weight)
      count += weight
      sum += color * weight
      squares += color * color * weight
    }
    mean = sum / count
    // A box of one colour must not seem to have an error because of rounding.
    error = bins.count == 1 ? .zero : squares - sum * sum / count
  }

  var totalError: Double { error.sum() }

  var worstAxis: Int { (0..<3).max { error[$0] < error[$1] }! }
}

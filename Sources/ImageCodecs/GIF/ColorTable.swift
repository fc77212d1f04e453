/// The distinct colours of frames, as words 0xFFrrggbb, as long as a palette can hold them, so that a GIF is exact.
struct ColorTable {
  // Open addressing, at most a quarter full. 0 is an empty slot: colours have their top byte set.
  private var keys = [UInt32](repeating: 0, count: slotCount)
  private var count = 0
  /// Whether a colour exceeded the capacity.
  private(set) var isFull = false

  private let capacity: Int
  private static let slotCount = 1024

  /// Creates a table of at most `capacity` colours, up to 256.
  init(capacity: Int) { self.capacity = capacity }

  mutating func add(_ frame: FrameColors) {
    var last: UInt32 = 0
    for pixel in 0..<frame.count {
      let color = frame[pixel]
      // Rendered frames have long runs of one colour.
      if color == last { continue }
      last = color
      // Multiplicative hashing by 2^32 / golden ratio, of which the top ten bits are mixed best.
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

  /// The colours in ascending order, so that the same frames give the same palette.
  var sortedColors: [UInt32] { keys.filter { $0 != 0 }.sorted() }
}

/// A frame's RGBA bytes as opaque colours 0xFFrrggbb.
struct FrameColors {
  private let words: UnsafeBufferPointer<UInt32>

  /// Precondition: `rgba` is aligned to 4 bytes.
  init(_ rgba: UnsafeRawBufferPointer) { words = rgba.bindMemory(to: UInt32.self) }

  var count: Int { words.count }

  subscript(pixel: Int) -> UInt32 {
    (UInt32(littleEndian: words[pixel]).byteSwapped >> 8) | 0xFF00_0000
  }
}

/// The numbers of occurrences of colours in frames. Colours are exact if they are few; otherwise those with equal upper
/// bits of each component, as many bits as keep them few, are merged to their mean.
struct ColorHistogram {
  /// The sums over the colours with one key.
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

  /// The colours with one key.
  struct Bin {
    /// The mean, 0 to 255 a component.
    var color: SIMD3<Float>
    /// The number of pixels.
    var weight: Float
  }

  // Open addressing, at most half full. 0 is an empty slot: keys have their top byte set.
  private var slots = [Sums](repeating: Sums(), count: 1 << slotBits)
  private var used = 0
  /// The bits of a colour that are its key.
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
    // Multiplicative hashing by 2^32 / golden ratio, of which the top bits are mixed best.
    var slot = Int((sums.key &* 0x9E37_79B9) >> (32 - UInt32(Self.slotBits)))
    while slots[slot].key != 0, slots[slot].key != sums.key { slot = (slot + 1) % slots.count }
    if slots[slot].key == 0 {
      slots[slot] = sums
      used += 1
    } else {
      slots[slot].add(sums)
    }
  }

  /// Removes a bit of each component from the key.
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

/// A palette for frames with too many colours. They are cut into boxes, whose means are the palette; then each colour
/// goes to the nearest entry, and entries move to their colours' means (Lloyd's algorithm).
///
/// The next box to be cut is the one with the greatest squared error, across its axis of greatest error, at its mean:
/// the variance-based variant of Heckbert's median cut (Wan, Wong, Prusinkiewicz 1988). It spends colours where the
/// error would be greatest, so that a small patch of another hue keeps one. libimagequant is slightly better, but GPL
/// or paid.
enum MedianCut {
  /// The number of moves, after which the error falls by less than a hundredth each.
  private static let rounds = 4
  /// The number of colours beyond which only a part of them is used.
  private static let mostBins = 1 << 15

  /// Returns at most `capacity` colours 0xFFrrggbb.
  static func palette(for histogram: ColorHistogram, capacity: Int) -> [UInt32] {
    var bins = histogram.bins
    var boxes = [ColorBox(bins[...])]
    while boxes.count < capacity {
      let worst = boxes.indices.max { boxes[$0].totalError < boxes[$1].totalError }!
      let box = boxes[worst]
      // Every box has one colour only.
      guard box.totalError > 0 else { break }
      // The mean lies strictly between the extremes of an axis with an error, so that neither part is empty.
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

  /// Moves each entry to the mean of the colours nearest to it.
  private static func move(_ centers: inout [SIMD3<Float>], to bins: [ColorHistogram.Bin]) {
    var sums = [SIMD4<Double>](repeating: .zero, count: centers.count)
    // Evenly over all; each used colour has its own weight.
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

/// A range of bins, with the statistics of their colours.
private struct ColorBox {
  let range: Range<Int>
  /// The mean colour, 0 to 255 a component, weighted by the number of pixels.
  let mean: SIMD3<Double>
  /// The sum of the squared distances of its pixels from the mean, along each axis.
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
    // Rounding must not give a box of one colour an error.
    error = bins.count == 1 ? .zero : squares - sum * sum / count
  }

  var totalError: Double { error.sum() }

  var worstAxis: Int { (0..<3).max { error[$0] < error[$1] }! }
}

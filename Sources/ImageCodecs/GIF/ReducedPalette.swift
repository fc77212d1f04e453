/// A palette that stands for more colours than it has, with the nearest entry of any colour.
struct ReducedPalette {
  /// Colours 0xFFrrggbb, at most 256.
  let colors: [UInt32]
  /// The mean squared error of a pixel, over three components, in the frame that the palette was made for.
  private(set) var ownError = 0.0
  /// Nearest entry by colour key, filled in as asked for; -1 where none has asked yet.
  private var nearest = [Int16](repeating: -1, count: ColorKey.count)
  private let components: [SIMD3<Int32>]

  init(for histogram: ColorHistogram, capacity: Int) {
    colors = MedianCut.palette(for: histogram, capacity: capacity)
    components = colors.map { SIMD3(Int32($0 >> 16 & 0xFF), Int32($0 >> 8 & 0xFF), Int32($0 & 0xFF)) }
    ownError = meanSquaredError(of: histogram)
  }

  /// The mean squared error of a pixel of another frame.
  mutating func meanSquaredError(of histogram: ColorHistogram) -> Double {
    var sum = 0
    for bin in histogram.bins {
      let difference = components[index(nearestTo: bin.key)] &- Self.components(of: bin.key)
      sum += Int((difference &* difference).wrappedSum()) * bin.count
    }
    return Double(sum) / Double(histogram.pixelCount)
  }

  /// The entry with the smallest squared distance; of equals, the first.
  mutating func index(nearestTo key: ColorKey) -> Int {
    if nearest[key.index] >= 0 { return Int(nearest[key.index]) }
    let wanted = Self.components(of: key)
    var best = (index: 0, distance: Int32.max)
    for (index, color) in components.enumerated() {
      let difference = color &- wanted
      let distance = (difference &* difference).wrappedSum()
      if distance < best.distance { best = (index, distance) }
    }
    nearest[key.index] = Int16(best.index)
    return best.index
  }

  private static func components(of key: ColorKey) -> SIMD3<Int32> {
    SIMD3(Int32(key.component(0)), Int32(key.component(1)), Int32(key.component(2)))
  }
}

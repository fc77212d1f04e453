// A palette for frames with more colours than it may have: the colours that occur are cut into boxes, and the mean of
// each box is a palette colour; then each colour goes to the entry that is nearest to it, and the entries move to the
// means of what they have.
//
// The next box to be cut is the one with the largest squared error, across its axis of largest error, at its mean. That
// is the variance-based variant of Heckbert's median cut (Wan, Wong, Prusinkiewicz 1988): it spends colours where the
// picture would be most wrong, so that a small patch of another hue keeps one. The moving is Lloyd's algorithm.
//
// libimagequant does the same better by a little and is not used: it is GPL, or paid for.

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
    if boxes.count == capacity {
      for _ in 0..<rounds { move(&centers, to: bins) }
    }
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

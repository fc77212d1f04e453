// A palette of 256 colours for a frame with more: the colours that occur are cut into boxes, and the mean of each box
// is a palette colour.
//
// The next box to be cut is the one with the largest squared error, across its axis of largest error, at its mean. That
// is the variance-based variant of Heckbert's median cut (Wan, Wong, Prusinkiewicz 1988): it spends colours where
// the picture would be most wrong, so that a small patch of another hue keeps one.

enum MedianCut {
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
      let cut = bins[box.range].partition { Double($0.key.component(axis)) > box.mean[axis] }
      boxes[worst] = ColorBox(bins[box.range.lowerBound..<cut])
      boxes.append(ColorBox(bins[cut..<box.range.upperBound]))
    }
    return boxes.map(\.color)
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
      let color = SIMD3(
        Double(bin.key.component(0)), Double(bin.key.component(1)), Double(bin.key.component(2)))
      let weight = Double(bin.count)
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

  var color: UInt32 {
    let rounded = mean.rounded(.toNearestOrAwayFromZero)
    return 0xFF00_0000 | UInt32(rounded.x) << 16 | UInt32(rounded.y) << 8 | UInt32(rounded.z)
  }
}

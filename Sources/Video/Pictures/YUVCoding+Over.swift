// What lies over a picture in planes, as sums: see over.h.

package import CRows

extension YUVCoding {
  /// Luma and the two differences of what lies over a picture.
  ///
  /// - Parameters:
  ///   - depth: bits a component, 8 or 10.
  ///   - isOfEight: whether the differences are of sums of eight pixels. Luma is of one.
  package func over(depth: Int, isOfEight: Bool) -> (y: RowOver, u: RowOver, v: RowOver) {
    let steps = Double(1 << depth)
    let isFull = range == .full
    let (lumaScale, chromaScale) = isFull ? (steps - 1, steps - 1) : (steps / 256 * 219, steps / 256 * 224)
    let (red, blue) = (matrix.red, matrix.blue)
    let green = 1 - red - blue
    let (toBlue, toRed) = (chromaScale / (2 * (1 - blue)), chromaScale / (2 * (1 - red)))
    // What is kept is below 2^31 before it loses the three bits that colours beyond white need.
    let shift = depth > 8 ? 18 : 20
    func over(_ weights: (Double, Double, Double), offset: Double, full: Double) -> RowOver {
      let unit = Double(1 << shift) / full
      // Bounded: the weights are fractions of the colours' matrix.
      func weight(_ value: Double) -> Int32 { Int32((value * unit).rounded()) }
      let all = weight(weights.0 + weights.1 + weights.2)
      let (first, last) = (weight(weights.0), weight(weights.2))
      return RowOver(
        weights: (first, all - first - last, last, weight(offset)), full: Int32(full), keep: weight(8),
        bias: 1 << (Int32(shift) - 1), shift: Int32(shift), max: Int32(steps - 1))
    }
    let full = isOfEight ? 2040.0 : 255
    return (
      over((lumaScale * red, lumaScale * green, lumaScale * blue), offset: isFull ? 0 : steps / 16, full: 255),
      over((-toBlue * red, -toBlue * green, toBlue * (1 - blue)), offset: steps / 2, full: full),
      over((toRed * (1 - red), -toRed * green, -toRed * blue), offset: steps / 2, full: full)
    )
  }
}

struct ShadowSlices {
  /// The range of a slice, and the texture coordinate as a function of position there.
  struct Slice {
    var low: Double
    var high: Double
    var scale: Double
    var offset: Double
  }

  private var slices: InlineArray<3, Slice>
  let count: Int

  subscript(index: Int) -> Slice { slices[index] }

  /// The slices of a rectangle's side, in its plane: three if the patch stretches, else one.
  ///
  /// - Parameter reach: the distance from the rectangle that is drawn; no farther than the patch reaches.
  init(_ axis: ShadowAxis, _ low: Double, _ high: Double, reach: Double) {
    let reach = min(reach, axis.reach)
    let texels = Double(axis.count)
    let perUnit = 1 / (axis.step * texels)
    // Texels lie at `first + step * (index + 0.5)` from the edge, and their coordinates at (index + 0.5) / count.
    let leadingOffset = 0.5 / texels - (low + axis.first) * perUnit
    let leading = Slice(low: low - reach, high: high + reach, scale: perUnit, offset: leadingOffset)
    guard axis.stretches else {
      count = 1
      slices = [leading, leading, leading]
      return
    }
    count = 3
    let (cut, end) = (low + axis.flatFromMin, high - axis.flatFromMax)
    slices = [
      Slice(low: leading.low, high: cut, scale: perUnit, offset: leadingOffset),
      Slice(low: cut, high: end, scale: 0, offset: (Double(axis.leading) + 0.5) / texels),
      Slice(
        low: end, high: leading.high, scale: perUnit,
        offset: 1 - 0.5 / texels - (high - axis.last) * perUnit),
    ]
  }

  /// Returns the slices in pixels, seen through `x * scale + move`, cut on whole pixels: the stretch takes the pixels
  /// that the cuts go through.
  func inPixels(_ scale: Double, _ move: Double) -> ShadowSlices {
    var result = self
    for index in 0..<count {
      let slice = slices[index]
      let (a, b) = (slice.low * scale + move, slice.high * scale + move)
      let (low, high) = (Box.aligned(min(a, b)), Box.aligned(max(a, b)))
      // Mirrored slices stand in the other order.
      let isLower = count == 1 || index == (scale > 0 ? 0 : 2)
      let isUpper = count == 1 || index == (scale > 0 ? 2 : 0)
      result.slices[index] = Slice(
        low: isUpper && count == 3 ? low.rounded(.up) : low.rounded(.down),
        high: isLower && count == 3 ? high.rounded(.down) : high.rounded(.up),
        scale: slice.scale / scale, offset: slice.offset - move * slice.scale / scale)
    }
    return result
  }
}
